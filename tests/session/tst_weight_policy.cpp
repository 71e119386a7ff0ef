// SPDX-License-Identifier: Apache-2.0
// What becomes of weights that are not as they should be: the same on every backend, and
// nothing but what the policy says.
#include <sartor/session/session.h>

#include <QtTest>

#include <glm/trigonometric.hpp>

#include <support/compare.h>
#include <support/gpu_main.h>
#include <support/scene_builder.h>

#include <array>
#include <limits>

using namespace sartor;
using import::ImportedScene;
using session::Session;
using session::SessionOptions;

namespace {

constexpr std::array kBackends = {
    session::Backend::Cpu, session::Backend::Vulkan, session::Backend::Vertex};

using Vertex = std::vector<std::pair<std::uint32_t, float>>;

const glm::vec3 kPlace(2.0f, 1.0f, 0.5f);
// Where the second joint, which turns by 90 degrees about z, puts that place.
const glm::vec3 kTurned(-1.0f, 2.0f, 0.5f);

// Every vertex is at the same place; the first joint stays, the second turns.
ImportedScene sceneOf(const std::vector<Vertex>& weights) {
    test::SceneBuilder builder;
    const JointIndex still = builder.joint("still");
    const JointIndex turning = builder.joint("turning");
    assets::MeshData data;
    data.positions.assign(weights.size(), kPlace);
    data.influences = test::fileInfluences(weights);
    builder.mesh(data, still, builder.skin("skin", {still, turning}));
    ImportedScene scene = builder.build();
    std::vector<assets::Joint> joints(scene.skeleton->joints().begin(),
                                      scene.skeleton->joints().end());
    joints[1].parentFromJointRest.rotation =
        glm::angleAxis(glm::radians(90.0f), glm::vec3(0.0f, 0.0f, 1.0f));
    scene.skeleton = test::require(assets::Skeleton::create(joints));
    return scene;
}

std::unique_ptr<gpu::Device> makeDevice() {
    return test::require(test::createTestDevice());
}

std::unique_ptr<Session> makeSession(const std::vector<Vertex>& weights,
                                     assets::WeightPolicy policy,
                                     session::Backend backend,
                                     gpu::Device& device) {
    SessionOptions options;
    options.pluginFolders = {SARTOR_PLUGIN_DIR};
    options.influences.policy = policy;
    options.backend = backend;
    options.device = &device;
    auto session = test::require(Session::create(sceneOf(weights), options));
    return session->evaluate(0.0).isOk() ? std::move(session) : nullptr;
}

} // namespace

Q_DECLARE_METATYPE(assets::WeightPolicy)

class TstWeightPolicy : public QObject {
    Q_OBJECT

private slots:
    // Four fifths of the weight are there: .3 on the joint that stays, .5 on the one that turns.
    void theRunTimeObeysThePolicy_data() {
        QTest::addColumn<assets::WeightPolicy>("policy");
        QTest::addColumn<float>("still");
        QTest::addColumn<float>("turning");
        QTest::newRow("none") << assets::WeightPolicy::None << 0.3f << 0.5f;
        QTest::newRow("renormalize") << assets::WeightPolicy::Renormalize << 0.375f << 0.625f;
        QTest::newRow("last remainder") << assets::WeightPolicy::LastRemainder << 0.3f << 0.7f;
    }
    void theRunTimeObeysThePolicy() {
        QFETCH(const assets::WeightPolicy, policy);
        QFETCH(const float, still);
        QFETCH(const float, turning);
        const auto device = makeDevice();
        const glm::vec3 expected = still * kPlace + turning * kTurned;
        for (const session::Backend backend : kBackends) {
            const auto session = makeSession({{{0, 0.3f}, {1, 0.5f}}}, policy, backend, *device);
            QVERIFY(session);
            QCOMPARE_LE(test::maxAbsDiff(session->frame(0).positions[0], expected), 1e-6);
            QCOMPARE(session->binding(0).changes.renormalizedVertices,
                     policy == assets::WeightPolicy::Renormalize ? 1u : 0u);
        }
        test::expectNoValidationMessages(*device);
    }

    // No weight, no such joint, NaN: each vertex keeps to what is left, or follows a joint rigidly,
    // and is counted. None reads beyond the palette, and none lands at the origin.
    void unusableWeightsAreSafeAndCounted() {
        const float nan = std::numeric_limits<float>::quiet_NaN();
        const std::vector<Vertex> weights = {{{1, 0.0f}, {0, 0.0f}},
                                             {{0, 0.5f}, {7, 0.5f}},
                                             {{4000000000u, 1.0f}, {1, 0.0f}},
                                             {{0, nan}, {1, 1.0f}},
                                             {{0, 1.5f}, {1, -0.5f}}};
        const std::vector<glm::vec3> expected = {kTurned, kPlace, kTurned, kTurned, kPlace};
        const auto device = makeDevice();
        for (const session::Backend backend : kBackends) {
            const auto session =
                makeSession(weights, assets::WeightPolicy::Renormalize, backend, *device);
            QVERIFY(session);
            const auto positions = session->frame(0).positions;
            QCOMPARE(positions.size(), expected.size());
            for (std::size_t vertex = 0; vertex < expected.size(); ++vertex) {
                QVERIFY2(test::maxAbsDiff(positions[vertex], expected[vertex]) <= 1e-6,
                         qPrintable(QString::number(vertex)));
            }
            const assets::InfluenceChanges& changes = session->binding(0).changes;
            QCOMPARE(changes.zeroSumVertices, 2u);
            QCOMPARE(changes.outOfRangeVertices, 2u);
            QCOMPARE(changes.nonfiniteWeightVertices, 1u);
            QCOMPARE(changes.negativeWeightVertices, 1u);
        }
        test::expectNoValidationMessages(*device);
    }
};

SARTOR_GPU_TEST_MAIN(TstWeightPolicy)
#include "tst_weight_policy.moc"
