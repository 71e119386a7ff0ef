// SPDX-License-Identifier: Apache-2.0
// The contributions that explain a vertex sum to what every backend makes of it: linear blend
// skinning on procedural characters and on files.
#include <sartor/diagnose/explain.h>
#include <sartor/session/explain_vertex.h>

#include <QDirIterator>
#include <QtTest>

#include <glm/geometric.hpp>

#include <support/compare.h>
#include <support/gpu_main.h>
#include <support/procedural_rigs.h>
#include <support/verify_ok.h>

#include <array>
#include <set>

using namespace sartor;
// clang-format 14 takes a line that begins with `import` for something else.
using import::ImportedScene;
using import::MeshInstance;
using session::Backend;
using session::Session;

namespace {

/// Largest distance, as a part of the diagonal of the box around the character.
constexpr double kPart = 1e-6;

/// How many influences the vertices of crowded() have, in turn.
constexpr std::array<std::uint32_t, 8> kCounts = {1, 2, 3, 4, 5, 6, 8, 9};

/// The character with other weights, from one joint to nine a vertex, slots of weight zero among
/// them, and with two morph targets.
ImportedScene crowded(ImportedScene scene) {
    test::Random random(7);
    for (MeshInstance& instance : scene.instances) {
        const assets::Mesh& mesh = *instance.mesh;
        const auto jointCount =
            static_cast<std::uint32_t>(scene.skins[*instance.skin]->joints().size());
        assets::MeshData data;
        data.name = mesh.name();
        data.positions = {mesh.positions().begin(), mesh.positions().end()};
        data.normals = {mesh.normals().begin(), mesh.normals().end()};
        data.triangles = {mesh.triangles().begin(), mesh.triangles().end()};
        std::vector<std::vector<std::pair<std::uint32_t, float>>> rows(mesh.vertexCount());
        std::vector<glm::vec3> smile(mesh.vertexCount());
        std::vector<glm::vec3> frown(mesh.vertexCount());
        for (std::size_t vertex = 0; vertex < rows.size(); ++vertex) {
            const std::uint32_t count = std::min(kCounts[vertex % kCounts.size()], jointCount);
            const auto first = random.below(jointCount);
            for (std::uint32_t i = 0; i < count; ++i) {
                rows[vertex].emplace_back((first + i) % jointCount, random.uniform(0.05f, 1.0f));
                if (vertex % 3 == 0) {
                    rows[vertex].emplace_back((first + count) % jointCount, 0.0f);
                }
            }
            smile[vertex] = random.vector(-0.05f, 0.05f);
            frown[vertex] = vertex % 2 == 0 ? random.vector(-0.05f, 0.05f) : glm::vec3(0.0f);
        }
        data.influences = test::fileInfluences(rows);
        instance.mesh = test::require(assets::Mesh::create(std::move(data)));
        instance.morphs = test::require(
            assets::MorphSet::create({assets::makeSparseTarget("smile", smile, {}, {}),
                                      assets::makeSparseTarget("frown", frown, {}, {})},
                                     mesh.vertexCount()));
        instance.defaultMorphWeights = {0.7f, -0.4f};
    }
    return scene;
}

double extentOf(const Session& session) {
    glm::dvec3 low(std::numeric_limits<double>::infinity());
    glm::dvec3 high = -low;
    for (std::size_t i = 0; i < session.scene().instances.size(); ++i) {
        for (const glm::vec3& position : session.frame(i).positions) {
            low = glm::min(low, glm::dvec3(position));
            high = glm::max(high, glm::dvec3(position));
        }
    }
    return glm::distance(low, high);
}

struct Sums {
    std::size_t vertexCount = 0;
    std::set<std::size_t> influenceCounts;
    double worstPart = 0.0;
};

} // namespace

class TstExplainedPositions : public QObject {
    Q_OBJECT

    std::unique_ptr<gpu::Device> device_;

    session::SessionOptions optionsOf() const {
        session::SessionOptions options;
        options.pluginFolders = {SARTOR_PLUGIN_DIR};
        options.device = device_.get();
        return options;
    }

    /// Of the frame as it stands, every vertex of small meshes and about 2000 of others.
    static void compare(const Session& session, const QString& place, Sums& sums) {
        const double extent = extentOf(session);
        for (std::size_t i = 0; i < session.scene().instances.size(); ++i) {
            const session::InstanceFrame frame = session.frame(i);
            const std::size_t step = std::max<std::size_t>(1, frame.positions.size() / 2000);
            for (std::size_t vertex = 0; vertex < frame.positions.size(); vertex += step) {
                const diagnose::ExplainInput input =
                    session::explainInput(session, i, static_cast<std::uint32_t>(vertex));
                const auto explanation = diagnose::explainLinearBlend(input);
                SARTOR_VERIFY_OK(explanation);
                glm::dvec3 sum(0.0);
                for (const diagnose::InfluenceStep& influence : explanation->influences) {
                    sum += influence.contribution;
                }
                const double distance = glm::distance(sum, glm::dvec3(frame.positions[vertex]));
                QVERIFY2(distance <= kPart * extent,
                         qPrintable(QString("%1, mesh %2, vertex %3 with %4 influences: %5 of the "
                                            "extent")
                                        .arg(place)
                                        .arg(i)
                                        .arg(vertex)
                                        .arg(explanation->influences.size())
                                        .arg(distance / extent)));
                if (extent > 0.0) {
                    sums.worstPart = std::max(sums.worstPart, distance / extent);
                }
                sums.influenceCounts.insert(explanation->influences.size());
                ++sums.vertexCount;
            }
        }
    }

private slots:
    void initTestCase() {
        auto device = test::createTestDevice();
        SARTOR_VERIFY_OK(device);
        device_ = *std::move(device);
    }
    void cleanup() {
        QVERIFY(device_ != nullptr);
        test::expectNoValidationMessages(*device_);
    }
    void cleanupTestCase() { device_.reset(); }

    void sumToTheReadBackOnProceduralCharacters_data();
    void sumToTheReadBackOnProceduralCharacters();
    void sumToTheReadBackOnFiles_data();
    void sumToTheReadBackOnFiles();
};

void TstExplainedPositions::sumToTheReadBackOnProceduralCharacters_data() {
    QTest::addColumn<int>("rig");
    QTest::addColumn<bool>("isCrowded");
    const std::array names = {"tube", "elbow", "humanoid", "tail"};
    for (std::size_t rig = 0; rig < names.size(); ++rig) {
        QTest::addRow("%s", names[rig]) << static_cast<int>(rig) << false;
        QTest::addRow("%s, crowded", names[rig]) << static_cast<int>(rig) << true;
    }
}

void TstExplainedPositions::sumToTheReadBackOnProceduralCharacters() {
    QFETCH(const int, rig);
    QFETCH(const bool, isCrowded);
    const std::array make = {+[] { return test::tubeRig(); },
                             +[] { return test::elbowRig(); },
                             +[] { return test::humanoidRig(); },
                             +[] { return test::tailRig(40); }};
    ImportedScene scene = make[static_cast<std::size_t>(rig)]();
    if (isCrowded) {
        scene = crowded(std::move(scene));
    }
    const auto opened = Session::create(std::move(scene), optionsOf());
    SARTOR_VERIFY_OK(opened);
    Session& session = **opened;
    test::Random random(static_cast<std::uint32_t>(rig) + 1);
    const assets::Skeleton& skeleton = *session.scene().skeleton;
    for (std::uint32_t joint = 0; joint < skeleton.jointCount(); ++joint) {
        math::Transform pose = skeleton.joint(JointIndex(joint)).parentFromJointRest;
        pose.rotation = glm::normalize(pose.rotation *
                                       glm::angleAxis(random.uniform(-1.0f, 1.0f),
                                                      glm::normalize(random.vector(-1.0f, 1.0f))));
        pose.scale *= random.uniform(0.9f, 1.1f);
        const Status status = session.setJointPose(JointIndex(joint), pose);
        SARTOR_VERIFY_OK(status);
    }
    Sums sums;
    for (const Backend backend : {Backend::Cpu, Backend::Vulkan, Backend::Vertex}) {
        Status status = session.setBackend(backend);
        SARTOR_VERIFY_OK(status);
        status = session.evaluate(0.0);
        SARTOR_VERIFY_OK(status);
        QVERIFY2(session.inlineRefusal(0).empty(), session.inlineRefusal(0).c_str());
        compare(session, QString::fromUtf8(nameOf(backend).data()), sums);
        if (QTest::currentTestFailed()) {
            return;
        }
    }
    QVERIFY(sums.worstPart > 0.0);
    if (isCrowded && skeleton.jointCount() > 10) {
        QCOMPARE(sums.influenceCounts, std::set<std::size_t>(kCounts.begin(), kCounts.end()));
    }
    qInfo("%zu vertices, worst %.2g of the extent", sums.vertexCount, sums.worstPart);
}

void TstExplainedPositions::sumToTheReadBackOnFiles_data() {
    QTest::addColumn<QString>("file");
    const auto addFolder = [](const QString& folder) {
        QDirIterator files(folder, {"*.glb", "*.gltf"}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString file = files.next();
            QTest::newRow(qPrintable(file.mid(folder.size() + 1))) << file;
        }
    };
    addFolder(SARTOR_SAMPLES_DIR "/assets");
    addFolder(SARTOR_TEST_DATA_DIR "/formats");
    addFolder(SARTOR_TEST_DATA_DIR "/cases");
    const QString shared = SARTOR_SHARED_DIR;
    if (!shared.isEmpty()) {
        addFolder(shared + "/assets");
    }
}

void TstExplainedPositions::sumToTheReadBackOnFiles() {
    QFETCH(const QString, file);
    const auto opened = Session::open(file.toStdString(), optionsOf());
    if (!opened) {
        // Files that nothing can show; that they are refused well is tested elsewhere.
        QVERIFY(!opened.error().code.starts_with("gpu."));
        return;
    }
    Session& session = **opened;
    const auto clipCount = static_cast<std::uint32_t>(session.scene().clips.size());
    Sums sums;
    for (const Backend backend : {Backend::Cpu, Backend::Vulkan, Backend::Vertex}) {
        Status status = session.setBackend(backend);
        SARTOR_VERIFY_OK(status);
        for (std::uint32_t clip = 0; clip <= std::min(clipCount, 1u); ++clip) {
            const bool isRest = clip == std::min(clipCount, 1u);
            status = session.setClip(isRest ? std::nullopt : std::optional(clip));
            SARTOR_VERIFY_OK(status);
            const double duration =
                isRest ? 0.0 : static_cast<double>(session.scene().clips[clip]->duration());
            status = session.evaluate(0.37 * duration);
            SARTOR_VERIFY_OK(status);
            compare(session,
                    QString("%1, %2")
                        .arg(QString::fromUtf8(nameOf(backend).data()))
                        .arg(isRest ? "rest" : "clip"),
                    sums);
            if (QTest::currentTestFailed()) {
                return;
            }
        }
    }
    qInfo("%zu vertices, worst %.2g of the extent", sums.vertexCount, sums.worstPart);
}

SARTOR_GPU_TEST_MAIN(TstExplainedPositions)
#include "tst_explained_positions.moc"
