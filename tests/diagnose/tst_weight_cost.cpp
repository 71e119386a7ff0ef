// SPDX-License-Identifier: Apache-2.0
// What a change of weights costs: closed forms of a turning joint, and a second implementation.
#include "random_scene.h"

#include <sartor/base/parallel.h>
#include <sartor/diagnose/weight_cost.h>
#include <sartor/diagnose/weight_statistics.h>

#include <QTest>

#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

#include <support/lbs_oracle.h>

#include <cmath>

using namespace sartor;
using diagnose::Moment;
using diagnose::WeightCost;
// clang-format 14 takes a line that begins with `import` for something else.
using ImportedScene = import::ImportedScene;

namespace {

using Vertex = test::VertexWeights;

// Millimetres of a metre-sized model in floats.
constexpr double kMillimetreTolerance = 1e-3;

glm::quat turnZ(float degrees) {
    return glm::angleAxis(glm::radians(degrees), glm::vec3(0.0f, 0.0f, 1.0f));
}

assets::ClipData turning(std::string name, JointIndex joint, const std::vector<float>& times) {
    std::vector<glm::quat> values;
    for (std::size_t i = 0; i < times.size(); ++i) {
        values.push_back(turnZ(i % 2 == 0 ? 0.0f : 90.0f));
    }
    assets::ClipData clip;
    clip.name = std::move(name);
    clip.jointTracks.push_back({joint, {}, test::track<glm::quat>(times, values), {}});
    return clip;
}

std::shared_ptr<const assets::InfluenceSet> influences(const std::vector<Vertex>& vertices,
                                                       std::size_t jointCount = 2) {
    return test::require(assets::buildInfluences(test::fileInfluences(vertices),
                                                 jointCount,
                                                 {.policy = assets::WeightPolicy::None}))
        .influences;
}

// Two joints at the origin of which the second turns by 90 degrees within a second.
ImportedScene tube(std::vector<glm::vec3> positions) {
    test::SceneBuilder builder;
    const JointIndex fixed = builder.joint("fixed");
    const JointIndex turned = builder.joint("turned", fixed);
    assets::MeshData mesh;
    mesh.name = "tube";
    mesh.positions = std::move(positions);
    builder.mesh(std::move(mesh), fixed, builder.skin("skin", {fixed, turned}));
    builder.clip(turning("Turn", turned, {0.0f, 1.0f}));
    return builder.build();
} // namespace

WeightCost costOf(const ImportedScene& scene,
                  const std::vector<Vertex>& before,
                  const std::vector<Vertex>& after) {
    return diagnose::computeWeightCost(scene,
                                       scene.instances[0],
                                       {*scene.skins[0], *influences(before)},
                                       {*scene.skins[0], *influences(after)},
                                       diagnose::chooseMoments(scene));
}

} // namespace

class TstWeightCost : public QObject {
    Q_OBJECT

private slots:
    void takesEveryKeyAndTheMiddlesBetweenThem() {
        test::SceneBuilder builder;
        const JointIndex joint = builder.joint("joint");
        builder.clip(turning("Turn", joint, {0.5f, 1.0f, 1.0f, 3.0f}));
        const std::vector<Moment> moments = diagnose::chooseMoments(builder.build());
        QCOMPARE(moments.size(), std::size_t{6});
        QVERIFY(!moments[0].clip);
        const std::vector<float> expected = {0.5f, 0.75f, 1.0f, 2.0f, 3.0f};
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(moments[i + 1].clip.value(), 0u);
            QCOMPARE(moments[i + 1].time, expected[i]);
        }
    }

    void thinsEvenlyAndForgetsNoClip() {
        test::SceneBuilder builder;
        const JointIndex joint = builder.joint("joint");
        builder.clip(turning("Short", joint, {0.0f, 1.0f}));
        builder.clip({"Empty", {}, {}});
        std::vector<float> times;
        for (int i = 0; i <= 1000; ++i) {
            times.push_back(static_cast<float>(i));
        }
        builder.clip(turning("Long", joint, times));
        const ImportedScene scene = builder.build();
        const std::vector<Moment> moments = diagnose::chooseMoments(scene, 14);
        // The pose of the file, 0, 0.5 and 1 of the short clip, ten of the long one.
        QCOMPARE(moments.size(), std::size_t{14});
        QCOMPARE(moments[3].time, 1.0f);
        QCOMPARE(moments[4].clip.value(), 2u);
        QCOMPARE(moments[4].time, 0.0f);
        QCOMPARE(moments[13].time, 1000.0f);
        for (std::size_t i = 5; i < moments.size(); ++i) {
            const float step = moments[i].time - moments[i - 1].time;
            QVERIFY(step > 110.0f && step < 112.0f);
        }
        // One of each clip where no more may be taken.
        const std::vector<Moment> few = diagnose::chooseMoments(scene, 0);
        QCOMPARE(few.size(), std::size_t{3});
        QCOMPARE(few[1].clip.value(), 0u);
        QCOMPARE(few[2].clip.value(), 2u);
    }

    void measuresTheChordOfATurn() {
        const ImportedScene scene = tube({{2.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}});
        const WeightCost cost =
            costOf(scene, {{{0, 0.5f}, {1, 0.5f}}, {{0, 1.0f}}}, {{{1, 1.0f}}, {{0, 1.0f}}});
        // Half of the chord between the point and its image: at distance 2, 2 sin(angle / 2).
        const double quarter = 2000.0 * std::sin(glm::radians(45.0));
        const double eighth = 2000.0 * std::sin(glm::radians(22.5));
        QCOMPARE(cost.changedCount, std::uint64_t{1});
        QCOMPARE(cost.momentCount, std::size_t{4});
        QCOMPARE_LE(test::maxAbsDiff(cost.maxMillimetres, quarter), kMillimetreTolerance);
        // The pose of the file, the key at 0, the middle, the key at 1.
        const double rms = std::sqrt((quarter * quarter + eighth * eighth) / 4.0);
        QCOMPARE_LE(test::maxAbsDiff(cost.rmsMillimetres, rms), kMillimetreTolerance);
        QCOMPARE_LE(test::maxAbsDiff(cost.relative, 0.001 * quarter / std::sqrt(5.0)), 1e-6);
        QCOMPARE(cost.worst.size(), std::size_t{1});
        QCOMPARE(cost.worst[0].vertex, 0u);
        QCOMPARE(cost.worst[0].moment.clip.value(), 0u);
        QCOMPARE(cost.worst[0].moment.time, 1.0f);
    }

    void countsTheUnitOfTheFile() {
        ImportedScene scene = tube({{2.0f, 0.0f, 0.0f}});
        scene.metresPerUnit = 0.01f;
        const WeightCost cost = costOf(scene, {{{0, 1.0f}}}, {{{1, 1.0f}}});
        QCOMPARE_LE(test::maxAbsDiff(cost.maxMillimetres, 20.0 * std::sqrt(2.0)),
                    kMillimetreTolerance);
        QCOMPARE_LE(test::maxAbsDiff(cost.worst[0].distance, 2.0 * std::sqrt(2.0)), 1e-6);
    }

    void seesASumThatIsNotOneInThePoseOfTheFile() {
        ImportedScene scene = tube({{2.0f, 0.0f, 0.0f}});
        scene.clips.clear();
        const WeightCost cost = costOf(scene, {{{0, 0.5f}, {1, 0.5f}}}, {{{0, 0.4f}, {1, 0.4f}}});
        QCOMPARE(cost.momentCount, std::size_t{1});
        QCOMPARE_LE(test::maxAbsDiff(cost.maxMillimetres, 400.0), kMillimetreTolerance);
        QVERIFY(!cost.worst[0].moment.clip);
    }

    void isFreeWhereNothingChanges() {
        const ImportedScene scene = tube({{2.0f, 0.0f, 0.0f}});
        // The same influences in another order of another list of joints.
        assets::SkinData data{"other", {JointIndex(1), JointIndex(0)}, {{}, {}}};
        const auto other = test::require(assets::Skin::create(data, 2));
        const WeightCost cost =
            diagnose::computeWeightCost(scene,
                                        scene.instances[0],
                                        {*scene.skins[0], *influences({{{0, 0.25f}, {1, 0.75f}}})},
                                        {*other, *influences({{{0, 0.75f}, {1, 0.25f}}})},
                                        diagnose::chooseMoments(scene));
        QCOMPARE(cost.changedCount, std::uint64_t{0});
        QCOMPARE(cost.maxMillimetres, 0.0);
        QVERIFY(cost.worst.empty());
    }

    void seesAnotherInverseBind() {
        const ImportedScene scene = tube({{2.0f, 0.0f, 0.0f}});
        math::Affine lifted;
        lifted.translation.z = 0.125f;
        const auto other = test::require(
            assets::Skin::create({"other", {JointIndex(0), JointIndex(1)}, {{}, lifted}}, 2));
        const auto weights = influences({{{1, 1.0f}}});
        const WeightCost cost = diagnose::computeWeightCost(scene,
                                                            scene.instances[0],
                                                            {*scene.skins[0], *weights},
                                                            {*other, *weights},
                                                            diagnose::chooseMoments(scene));
        QCOMPARE_LE(test::maxAbsDiff(cost.maxMillimetres, 125.0), kMillimetreTolerance);
    }

    void leavesOutWhatIsNotFinite() {
        ImportedScene scene = tube({{2.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}});
        // The second joint ends up further away than a float reaches; the first stretches by 2.
        assets::ClipData clip;
        clip.jointTracks = {
            {JointIndex(0), {}, {}, test::track<glm::vec3>({0.0f}, {glm::vec3(2.0f)})},
            {JointIndex(1), test::track<glm::vec3>({0.0f}, {glm::vec3(3e38f)}), {}, {}}};
        scene.clips = {test::require(assets::Clip::create(clip, 2))};
        const WeightCost cost =
            costOf(scene, {{{0, 1.0f}}, {{0, 1.0f}}}, {{{0, 0.5f}}, {{1, 1.0f}}});
        QCOMPARE(cost.changedCount, std::uint64_t{2});
        QCOMPARE_LE(test::maxAbsDiff(cost.maxMillimetres, 2000.0), kMillimetreTolerance);
        QCOMPARE(cost.worst.size(), std::size_t{1});
        QVERIFY(std::isfinite(cost.rmsMillimetres));
    }

    void agreesWithTheOracleOnManyVertices_data() {
        QTest::addColumn<int>("seed");
        for (const int seed : {1, 2, 3}) {
            QTest::addRow("seed %d", seed) << seed;
        }
    }
    void agreesWithTheOracleOnManyVertices();
};

void TstWeightCost::agreesWithTheOracleOnManyVertices() {
    QFETCH(const int, seed);
    test::Random random(static_cast<std::uint32_t>(seed));
    constexpr std::uint32_t kJoints = 6;
    constexpr std::size_t kVertices = 10000;
    const ImportedScene scene = test::randomScene(random, kJoints, kVertices);
    const std::vector<Vertex> before = test::randomWeights(random, kVertices, kJoints);
    std::vector<Vertex> after = test::randomWeights(random, kVertices, kJoints);
    for (std::size_t vertex = 0; vertex < kVertices; vertex += 3) {
        after[vertex] = before[vertex];
    }
    const std::vector<Moment> moments = diagnose::chooseMoments(scene);

    const auto positions = scene.instances[0].mesh->positions();
    double largest = 0.0;
    std::uint32_t worst = 0;
    double sumOfSquares = 0.0;
    for (const Moment& moment : moments) {
        std::vector<math::Transform> local(kJoints);
        if (moment.clip) {
            pose::sampleClip(*scene.skeleton, *scene.clips[0], moment.time, local);
        } else {
            pose::restPose(*scene.skeleton, local);
        }
        std::vector<math::Affine> palette = test::modelPose(*scene.skeleton, local);
        for (std::size_t i = 0; i < kJoints; ++i) {
            palette[i] = palette[i] * scene.skins[0]->jointFromBind()[i];
        }
        for (std::uint32_t vertex = 0; vertex < kVertices; ++vertex) {
            const auto place = [&](const std::vector<Vertex>& weights) {
                std::vector<test::OracleInfluence> row;
                for (const auto& [joint, weight] : weights[vertex]) {
                    row.push_back({joint, static_cast<double>(weight)});
                }
                return test::blendedPoints(palette, row, glm::dvec3(positions[vertex]));
            };
            const double distance = glm::length(place(after) - place(before));
            sumOfSquares += distance * distance;
            if (distance > largest) {
                largest = distance;
                worst = vertex;
            }
        }
    }
    const auto changed = static_cast<double>(kVertices - (kVertices + 2) / 3);
    const double rms = std::sqrt(sumOfSquares / (changed * static_cast<double>(moments.size())));

    const auto measure = [&] {
        return diagnose::computeWeightCost(scene,
                                           scene.instances[0],
                                           {*scene.skins[0], *influences(before, kJoints)},
                                           {*scene.skins[0], *influences(after, kJoints)},
                                           moments);
    };
    const WeightCost cost = measure();
    QCOMPARE(static_cast<double>(cost.changedCount), changed);
    QCOMPARE(cost.worst[0].vertex, worst);
    QCOMPARE_LE(test::maxAbsDiff(cost.maxMillimetres, 1000.0 * largest), kMillimetreTolerance);
    QCOMPARE_LE(test::maxAbsDiff(cost.rmsMillimetres, 1000.0 * rms), kMillimetreTolerance);
    QCOMPARE(cost.worst.size(), diagnose::kExampleCount);
    for (std::size_t i = 1; i < cost.worst.size(); ++i) {
        QVERIFY(cost.worst[i - 1].distance >= cost.worst[i].distance);
    }
    const ScopedThreadLimit oneThread(1);
    const WeightCost serial = measure();
    QCOMPARE(serial.maxMillimetres, cost.maxMillimetres);
    QCOMPARE(serial.rmsMillimetres, cost.rmsMillimetres);
}

QTEST_GUILESS_MAIN(TstWeightCost)
#include "tst_weight_cost.moc"
