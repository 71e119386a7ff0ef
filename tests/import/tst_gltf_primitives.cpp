// SPDX-License-Identifier: Apache-2.0
// Vertex streams, triangles and morph targets.
#include "gltf_character.h"

#include <QtTest>

#include <cmath>

using namespace sartor;
using namespace sartor::test;
using import::NoteSeverity;
using Json = nlohmann::json;

namespace {

const std::vector<Refusal>& refusals() {
    static const std::vector<Refusal> kRefusals = {
        {{"position NaN",
          [](GltfFile& f) {
              f.at(kPrimitive + "/attributes/POSITION") =
                  f.addAccessor<float>({0, 0, 0, 0, 0, 0, 0, std::nanf(""), 0}, {"VEC3"});
          }},
         "mesh.nonfinite",
         "/meshes/0/primitives/0/attributes/POSITION: vertex 2 is NaN or infinite"},
        {{"delta infinite",
          [](GltfFile& f) {
              f.at(kPrimitive + "/targets/0/POSITION") =
                  f.addAccessor<float>({0, 0, 0, 0, 0, 0, 0, HUGE_VALF, 0}, {"VEC3"});
          }},
         "mesh.nonfinite",
         "/meshes/0/primitives/0/targets/0/POSITION: vertex 2 is NaN or infinite"},
        {{"normals missing for a vertex", [](GltfFile& f) { f.at("/accessors/1/count") = 2; }},
         "mesh.attribute_count",
         "/meshes/0/primitives/0/attributes/NORMAL: 2 elements, but POSITION has 3"},
        {{"deltas missing for a vertex", [](GltfFile& f) { f.at("/accessors/6/count") = 2; }},
         "mesh.attribute_count",
         "/meshes/0/primitives/0/targets/0/POSITION: 2 elements, but POSITION has 3"},
        {{"index out of range",
          [](GltfFile& f) {
              f.at(kPrimitive + "/indices") = f.addAccessor<std::uint16_t>({0, 1, 65535});
          }},
         "mesh.index_out_of_range",
         "/meshes/0/primitives/0: mesh 'tri': index 2 is 65535, but there are 3 vertices"},
    };
    return kRefusals;
}

const std::vector<Remark>& remarks() {
    static const std::vector<Remark> kRemarks = {
        {{"normal of no length",
          [](GltfFile& f) {
              f.at(kPrimitive + "/attributes/NORMAL") =
                  f.addAccessor<float>({0, 0, 0, std::nanf(""), 0, 0, 0, 0, 1}, {"VEC3"});
          }},
         NoteSeverity::Warning,
         "mesh.direction_degenerate",
         "/meshes/0/primitives/0/attributes/NORMAL",
         2},
        {{"normal of another length",
          [](GltfFile& f) {
              f.at(kPrimitive + "/attributes/NORMAL") =
                  f.addAccessor<float>({0, 0, 2, 0, 0, 1, 0, 0, 1}, {"VEC3"});
          }},
         NoteSeverity::Warning,
         "mesh.direction_not_unit",
         "/meshes/0/primitives/0/attributes/NORMAL",
         1},
        {{"tangent without side",
          [](GltfFile& f) {
              f.at(kPrimitive + "/attributes/TANGENT") =
                  f.addAccessor<float>({1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, -1}, {"VEC4"});
          }},
         NoteSeverity::Warning,
         "mesh.tangent_sign",
         "/meshes/0/primitives/0/attributes/TANGENT",
         1},
        {{"tangents without normals",
          [](GltfFile& f) {
              f.erase(kPrimitive + "/attributes", "NORMAL");
              f.at(kPrimitive + "/attributes/TANGENT") =
                  f.addAccessor<float>({1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1}, {"VEC4"});
          }},
         NoteSeverity::Info,
         "mesh.tangents_without_normals",
         "/meshes/0/primitives/0/attributes/TANGENT",
         1},
        {{"texture coordinate NaN",
          [](GltfFile& f) {
              f.at(kPrimitive + "/attributes/TEXCOORD_0") =
                  f.addAccessor<float>({0, 0, std::nanf(""), 0, 0, 1}, {"VEC2"});
          }},
         NoteSeverity::Warning,
         "mesh.uv_nonfinite",
         "/meshes/0/primitives/0/attributes/TEXCOORD_0",
         1},
        {{"skin blend NaN",
          [](GltfFile& f) {
              f.at(kPrimitive + "/attributes/_SKIN_BLEND") =
                  f.addAccessor<float>({0, std::nanf(""), 1});
          }},
         NoteSeverity::Warning,
         "mesh.skin_blend_nonfinite",
         "/meshes/0/primitives/0/attributes/_SKIN_BLEND",
         1},
        {{"colour that is NaN",
          [](GltfFile& f) {
              f.at(kPrimitive + "/attributes/COLOR_0") =
                  f.addAccessor<float>({0, std::nanf(""), 1});
          }},
         NoteSeverity::Info,
         "mesh.attribute_ignored",
         "/meshes/0/primitives/0/attributes",
         1},
        {{"attributes without use",
          [](GltfFile& f) { f.at(kPrimitive + "/attributes/SHADE") = 0; }},
         NoteSeverity::Info,
         "mesh.attribute_ignored",
         "/meshes/0/primitives/0/attributes",
         1},
        {{"two indices too many",
          [](GltfFile& f) {
              f.at(kPrimitive + "/indices") = f.addAccessor<std::uint16_t>({0, 1, 2, 0, 1});
          }},
         NoteSeverity::Warning,
         "mesh.incomplete_triangle",
         "/meshes/0/primitives/0/indices",
         1},
        {{"no indices", [](GltfFile& f) { f.at("/accessors/5/count") = 0; }},
         NoteSeverity::Warning,
         "mesh.no_triangles",
         "/meshes/0/primitives/0/indices",
         1},
        {{"lines", [](GltfFile& f) { f.at(kPrimitive + "/mode") = 1; }},
         NoteSeverity::Info,
         "mesh.no_triangles",
         "/meshes/0/primitives/0/mode",
         1},
        {{"no positions", [](GltfFile& f) { f.erase(kPrimitive + "/attributes", "POSITION"); }},
         NoteSeverity::Error,
         "mesh.no_positions",
         "/meshes/0/primitives/0",
         1},
        {{"targets that change missing normals",
          [](GltfFile& f) {
              f.erase(kPrimitive + "/attributes", "NORMAL");
              f.at(kPrimitive + "/targets/0/NORMAL") = 6;
          }},
         NoteSeverity::Info,
         "morph.base_missing",
         "/meshes/0/primitives/0/targets",
         1},
        {{"fewer targets in one primitive",
          [](GltfFile& f) {
              Json second = f.at(kPrimitive);
              second.erase("targets");
              f.at("/meshes/0/primitives").push_back(second);
          }},
         NoteSeverity::Warning,
         "morph.target_count",
         "/meshes/0/primitives/1/targets",
         1},
    };
    return kRemarks;
}

std::vector<float> toFloats(std::span<const float> values) {
    return {values.begin(), values.end()};
}

} // namespace

class TstGltfPrimitives : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void notesWhatDiffersFromTheFile_data();
    void notesWhatDiffersFromTheFile();
    void readsTheBlendBetweenSkinningMethods();
    void keepsColoursAndCustomAttributes();
    void unrollsPrimitives_data();
    void unrollsPrimitives();
    void makesTargetsOfEqualCountInAllPrimitives();
};

void TstGltfPrimitives::rejectsInvalidInput_data() {
    addRows(refusals());
}

void TstGltfPrimitives::rejectsInvalidInput() {
    checkRefusal(rowOf(refusals()));
}

void TstGltfPrimitives::notesWhatDiffersFromTheFile_data() {
    addRows(remarks());
}

void TstGltfPrimitives::notesWhatDiffersFromTheFile() {
    checkRemark(rowOf(remarks()));
}

void TstGltfPrimitives::unrollsPrimitives_data() {
    QTest::addColumn<int>("mode");
    QTest::addColumn<bool>("isIndexed");
    QTest::addColumn<std::vector<std::uint32_t>>("expected");
    using Triangles = std::vector<std::uint32_t>;
    QTest::newRow("points") << 0 << true << Triangles{};
    QTest::newRow("line strip") << 3 << true << Triangles{};
    QTest::newRow("triangles") << 4 << true << Triangles{4, 3, 2};
    QTest::newRow("strip") << 5 << true << Triangles{4, 3, 2, 3, 1, 2, 2, 1, 0};
    QTest::newRow("fan") << 6 << true << Triangles{4, 3, 2, 4, 2, 1, 4, 1, 0};
    QTest::newRow("triangles without indices") << 4 << false << Triangles{0, 1, 2};
    QTest::newRow("strip without indices") << 5 << false << Triangles{0, 1, 2, 1, 3, 2, 2, 3, 4};
}

void TstGltfPrimitives::readsTheBlendBetweenSkinningMethods() {
    // Floats as they are, integers as parts of one, without a word in the report.
    GltfFile file = character();
    file.at(kPrimitive + "/attributes/_SKIN_BLEND") = file.addAccessor<float>({0, .25f, 1});
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(toFloats(scene->instances[0].mesh->skinBlend()), (std::vector<float>{0, .25f, 1}));
    GltfFile bytes = character();
    bytes.at(kPrimitive + "/attributes/_SKIN_BLEND") =
        bytes.addAccessor<std::uint8_t>({0, 51, 255});
    const auto same = folder.load(bytes);
    QVERIFY2(same, failureOf(same));
    QCOMPARE_LE(largestDifference(toFloats(same->instances[0].mesh->skinBlend()), {0, .2f, 1}),
                kCopyTolerance);
    for (const import::ImportNote& note : scene->report.notes) {
        QVERIFY2(note.code != "mesh.attribute_ignored", note.message.c_str());
    }
    QVERIFY(folder.load(character())->instances[0].mesh->skinBlend().empty());
}

void TstGltfPrimitives::keepsColoursAndCustomAttributes() {
    GltfFile file = character();
    file.at(kPrimitive + "/attributes/COLOR_0") =
        file.addAccessor<std::uint8_t>({0, 51, 255, 255, 0, 0, 51, 51, 51}, {"VEC3", true});
    file.at(kPrimitive + "/attributes/_STIFFNESS") = file.addAccessor<float>({-1, .5f, 7});
    file.at(kPrimitive + "/attributes/_SHORT") = file.addAccessor<float>({1, 2});
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    const assets::Mesh& mesh = *scene->instances[0].mesh;
    QCOMPARE(mesh.attributes().size(), std::size_t{2});
    const assets::VertexAttribute* colour = mesh.findAttribute("COLOR_0");
    QVERIFY(colour != nullptr);
    QCOMPARE(colour->width, 3u);
    QCOMPARE_LE(largestDifference(colour->values, {0, .2f, 1, 1, 0, 0, .2f, .2f, .2f}),
                kCopyTolerance);
    const assets::VertexAttribute* stiffness = mesh.findAttribute("_STIFFNESS");
    QVERIFY(stiffness != nullptr);
    QCOMPARE(stiffness->values, (std::vector<float>{-1, .5f, 7}));
    QVERIFY(mesh.findAttribute("_SHORT") == nullptr);
}

void TstGltfPrimitives::unrollsPrimitives() {
    QFETCH(int, mode);
    QFETCH(bool, isIndexed);
    QFETCH(std::vector<std::uint32_t>, expected);
    GltfFile file = triangleOf(0);
    file.addAccessor(std::vector<float>(15, 1.0f), {"VEC3"});
    if (isIndexed) {
        file.at(kPrimitive + "/indices") = file.addAccessor<std::uint8_t>({4, 3, 2, 1, 0});
    }
    file.at(kPrimitive + "/mode") = mode;
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    const auto triangles = scene->instances[0].mesh->triangles();
    QCOMPARE(std::vector<std::uint32_t>(triangles.begin(), triangles.end()), expected);
}

void TstGltfPrimitives::makesTargetsOfEqualCountInAllPrimitives() {
    GltfFile file = character();
    Json second = file.at(kPrimitive);
    second.erase("targets");
    file.at("/meshes/0/primitives").push_back(second);
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(scene->instances.size(), std::size_t{2});
    QCOMPARE(scene->instances[1].filePrimitive, 1u);
    QCOMPARE(scene->instances[1].morphs->targetCount(), std::size_t{1});
    QVERIFY(scene->instances[1].morphs->targets()[0].vertices.empty());
    QCOMPARE(scene->clips[0]->morphWeightTracks()[0].targetCount, 1u);
}

QTEST_GUILESS_MAIN(TstGltfPrimitives)
#include "tst_gltf_primitives.moc"
