// SPDX-License-Identifier: Apache-2.0
// Hierarchy, matrices and the choice of the scene.
#include "gltf_character.h"

#include <QtTest>

using namespace sartor;
using namespace sartor::test;
using import::NoteSeverity;
using Json = nlohmann::json;

namespace {

const std::vector<Refusal>& refusals() {
    static const std::vector<Refusal> kRefusals = {
        {{"own child", [](GltfFile& f) { f.at("/nodes/3/children") = {3}; }},
         "hier.cycle",
         "/nodes/3/children: node 3 is an ancestor of its own parent"},
        {{"child of its descendant", [](GltfFile& f) { f.at("/nodes/3/children") = {1}; }},
         "hier.cycle",
         "/nodes/3/children: node 1 is an ancestor of its own parent"},
        {{"cycle without a root", [](GltfFile& f) { f.at("/nodes/3/children") = {0}; }},
         "hier.cycle",
         "/nodes: node 0 is its own ancestor"},
        {{"two parents", [](GltfFile& f) { f.at("/nodes/2/children") = {3}; }},
         "hier.multiple_parents",
         "/nodes/2/children: node 3 is already a child of node 1"},
    };
    return kRefusals;
}

const std::vector<Remark>& remarks() {
    static const std::vector<Remark> kRemarks = {
        {{"equal names", [](GltfFile& f) { f.at("/nodes/3/name") = "a"; }},
         NoteSeverity::Info,
         "hier.duplicate_name",
         "/nodes",
         1},
        {{"rotation of another length",
          [](GltfFile& f) {
              f.at("/nodes/3/rotation") = {0, 0, 2, 2};
          }},
         NoteSeverity::Warning,
         "node.quat_not_unit",
         "/nodes/3/rotation",
         1},
        {{"rotation of no length",
          [](GltfFile& f) {
              f.at("/nodes/3/rotation") = {0, 0, 0, 0};
          }},
         NoteSeverity::Error,
         "node.quat_not_unit",
         "/nodes/3/rotation",
         1},
        {{"sheared matrix",
          [](GltfFile& f) {
              f.at("/nodes/0/matrix") = {1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
          }},
         NoteSeverity::Warning,
         "node.matrix_shear",
         "/nodes/0/matrix",
         1},
        {{"projective matrix",
          [](GltfFile& f) {
              f.at("/nodes/0/matrix") = {1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
          }},
         NoteSeverity::Warning,
         "node.matrix_row4",
         "/nodes/0/matrix",
         1},
    };
    return kRemarks;
}

// Nodes 0 and 1 carry the triangle; scene 0 shows node 0, scene 1 node 1.
GltfFile twoScenes() {
    GltfFile file = triangleOf(0);
    file.addAccessor(std::vector<float>(9, 1.0f), {"VEC3"});
    file.root["nodes"] = {{{"mesh", 0}}, {{"mesh", 0}}};
    file.root["scenes"] = {{{"nodes", {0}}}, {{"nodes", {1}}}};
    return file;
}

} // namespace

class TstGltfNodes : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void notesWhatDiffersFromTheFile_data();
    void notesWhatDiffersFromTheFile();
    void choosesTheScene_data();
    void choosesTheScene();
    void rejectsASceneThatIsNotThere();
    void keepsMatrices_data();
    void keepsMatrices();
    void dropsShearOfAnAnimatedMatrix();
    void keepsShearWhereAChannelIsNotRead();
    void readsDeepChains();
};

void TstGltfNodes::rejectsInvalidInput_data() {
    addRows(refusals());
}

void TstGltfNodes::rejectsInvalidInput() {
    checkRefusal(rowOf(refusals()));
}

void TstGltfNodes::notesWhatDiffersFromTheFile_data() {
    addRows(remarks());
}

void TstGltfNodes::notesWhatDiffersFromTheFile() {
    checkRemark(rowOf(remarks()));
}

void TstGltfNodes::choosesTheScene_data() {
    QTest::addColumn<int>("asked");
    QTest::addColumn<int>("declared");
    QTest::addColumn<bool>("hasScenes");
    QTest::addColumn<std::vector<std::uint32_t>>("nodes");
    using Nodes = std::vector<std::uint32_t>;
    QTest::newRow("asked for") << 0 << 1 << true << Nodes{0};
    QTest::newRow("the default") << -1 << 1 << true << Nodes{1};
    QTest::newRow("the first") << -1 << -1 << true << Nodes{0};
    QTest::newRow("no scenes") << -1 << -1 << false << Nodes{0, 1};
}

void TstGltfNodes::choosesTheScene() {
    QFETCH(int, asked);
    QFETCH(int, declared);
    QFETCH(bool, hasScenes);
    QFETCH(std::vector<std::uint32_t>, nodes);
    GltfFile file = twoScenes();
    if (declared >= 0) {
        file.root["scene"] = declared;
    }
    if (!hasScenes) {
        file.root.erase("scenes");
    }
    import::ImportOptions options;
    if (asked >= 0) {
        options.scene = static_cast<std::uint32_t>(asked);
    }
    const ImportFolder folder;
    const auto scene = folder.load(file, options);
    QVERIFY2(scene, failureOf(scene));
    std::vector<std::uint32_t> actual;
    for (const import::MeshInstance& instance : scene->instances) {
        actual.push_back(instance.fileNode);
    }
    QCOMPARE(actual, nodes);
    QCOMPARE(scene->skeleton->jointCount(), std::size_t{2}); // all nodes, whatever is shown
}

void TstGltfNodes::rejectsASceneThatIsNotThere() {
    const ImportFolder folder;
    import::ImportOptions options;
    options.scene = 2;
    const auto scene = folder.load(twoScenes(), options);
    QVERIFY(!scene);
    QCOMPARE(scene.error().code, std::string("import.scene_out_of_range"));
    QVERIFY(QString::fromStdString(scene.error().message)
                .contains("/scenes: scene 2 was asked for, the file has 2"));
}

void TstGltfNodes::keepsMatrices_data() {
    QTest::addColumn<std::vector<float>>("matrix");
    QTest::addColumn<int>("jointCount");
    QTest::newRow("turned and scaled")
        << std::vector<float>{0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 4, 0, 5, 6, 7, 1} << 2;
    QTest::newRow("mirrored") << std::vector<float>{-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1}
                              << 2;
    QTest::newRow("flat") << std::vector<float>{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
                          << 2;
    QTest::newRow("sheared")
        << std::vector<float>{1, 0, 0, 0, 0.5f, 1, 0, 0, 0, 0, 1, 0, 3, 2, 1, 1} << 3;
    QTest::newRow("sheared and mirrored")
        << std::vector<float>{-1, 0.2f, 0.1f, 0, 0.5f, 2, -0.3f, 0, 0.7f, 0, 1.5f, 0, 3, 2, 1, 1}
        << 3;
}

void TstGltfNodes::keepsMatrices() {
    QFETCH(std::vector<float>, matrix);
    QFETCH(int, jointCount);
    GltfFile file;
    file.root["nodes"] = {{{"name", "m"}, {"matrix", matrix}, {"children", {1}}},
                          {{"translation", {0, 2, 0}}}};
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(scene->skeleton->jointCount(), static_cast<std::size_t>(jointCount));
    math::Affine expected;
    for (int column = 0; column < 3; ++column) {
        for (int row = 0; row < 3; ++row) {
            expected.linear[column][row] = matrix[static_cast<std::size_t>(column * 4 + row)];
        }
        expected.translation[column] = matrix[static_cast<std::size_t>(12 + column)];
    }
    QCOMPARE_LE(maxAbsDiff(modelFromFileNode(*scene, 0), expected), kPositionTolerance);
    const glm::vec3 child = expected.linear * glm::vec3(0, 2, 0) + expected.translation;
    QCOMPARE_LE(maxAbsDiff(modelFromFileNode(*scene, 1).translation, child), kPositionTolerance);
}

void TstGltfNodes::dropsShearOfAnAnimatedMatrix() {
    GltfFile file = character();
    file.at("/nodes/1/matrix") = {1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(scene->skeleton->jointCount(), std::size_t{4});
    QVERIFY(findNote(*scene, "node.matrix_shear") != nullptr);
    QCOMPARE(scene->clips[0]->jointTracks()[0].joint, scene->skeleton->jointOfFileNode(1));
}

void TstGltfNodes::keepsShearWhereAChannelIsNotRead() {
    GltfFile file = character();
    file.at("/nodes/1/matrix") = {1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    file.at("/animations/0/channels/0/target/path") = "pointer";
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(scene->skeleton->jointCount(), std::size_t{5});
    QCOMPARE(modelFromFileNode(*scene, 1).linear[1].x, 0.5f);
}

void TstGltfNodes::readsDeepChains() {
    constexpr int kDepth = 20000;
    GltfFile file;
    Json nodes = Json::array();
    for (int i = 0; i < kDepth; ++i) {
        nodes.push_back({{"translation", {0, 0.5, 0}}});
        if (i + 1 < kDepth) {
            nodes.back()["children"] = {i + 1};
        }
    }
    file.root["nodes"] = nodes;
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(modelFromFileNode(*scene, kDepth - 1).translation, glm::vec3(0, kDepth * 0.5f, 0));
}

QTEST_GUILESS_MAIN(TstGltfNodes)
#include "tst_gltf_nodes.moc"
