// SPDX-License-Identifier: Apache-2.0
// Steps, flips and lengths that were planted come out as they were planted.
#include <sartor/diagnose/clip_keys.h>

#include <QTest>

#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

#include <support/compare.h>
#include <support/scene_builder.h>

#include <cmath>

using namespace sartor;
using assets::Interpolation;
// clang-format 14 takes a line that begins with `import` for something else.
using ImportedScene = import::ImportedScene;

namespace {

glm::quat turn(double degrees) {
    return glm::angleAxis(static_cast<float>(glm::radians(degrees)), glm::vec3(1.0f, 0.0f, 0.0f));
}

// Three joints with bones of length 2 and 1; the clip is that of the caller.
ImportedScene sceneOf(std::vector<assets::JointTracks> tracks) {
    test::SceneBuilder builder;
    const JointIndex root = builder.joint("root");
    const JointIndex upper = builder.joint("upper", root, test::moved(glm::vec3(0.0f, 2.0f, 0.0f)));
    builder.joint("lower", upper, test::moved(glm::vec3(1.0f, 0.0f, 0.0f)));
    builder.joint("helper", upper, {});
    builder.clip({"clip", std::move(tracks), {}});
    return builder.build();
}

diagnose::ClipKeys keysOf(const ImportedScene& scene) {
    return diagnose::measureClipKeys(
        scene, *scene.clips[0], diagnose::chooseFrames(*scene.clips[0], 10.0));
}

assets::JointTracks rotating(std::uint32_t joint,
                             std::vector<float> times,
                             std::vector<glm::quat> values,
                             Interpolation interpolation = Interpolation::Linear) {
    assets::JointTracks tracks;
    tracks.joint = JointIndex(joint);
    tracks.rotation = test::track(std::move(times), std::move(values), interpolation);
    return tracks;
}

} // namespace

class TstClipKeys : public QObject {
    Q_OBJECT

private slots:
    void aHealthyClipHasSmallStepsOnly() {
        const auto keys = keysOf(sceneOf({rotating(1, {0.0f, 1.0f}, {turn(0.0), turn(20.0)})}));
        QCOMPARE(keys.steps.size(), std::size_t(1));
        QCOMPARE(keys.steps[0].wideCount, std::size_t(0));
        QVERIFY(keys.flips.empty());
        QVERIFY(keys.stretches.empty());
    }

    void theWidestStepIsFound() {
        const auto keys = keysOf(sceneOf(
            {rotating(1, {0.0f, 1.0f, 2.0f}, {turn(0.0), turn(30.0), turn(10.0)}),
             rotating(
                 2, {0.0f, 0.5f, 1.5f, 2.0f}, {turn(0.0), turn(95.0), turn(-25.0), turn(0.0)})}));
        QCOMPARE(keys.steps.size(), std::size_t(2));
        QCOMPARE(keys.steps[0].joint, JointIndex(2));
        QCOMPARE_LE(test::maxAbsDiff(keys.steps[0].degrees, 120.0), 1e-3);
        QCOMPARE(keys.steps[0].from, 0.5f);
        QCOMPARE(keys.steps[0].to, 1.5f);
        QCOMPARE(keys.steps[0].wideCount, std::size_t(2));
        QCOMPARE_LE(test::maxAbsDiff(keys.steps[1].degrees, 30.0), 1e-3);
    }

    void theWidthIsWhereLinearPlayersAreADegreeOff() {
        // Between quaternions half as far apart: the angle of (1 - t) a + t b against t of it.
        double largest = 0.0;
        const double half = glm::radians(0.5 * diagnose::kWideKeyStep);
        for (int i = 0; i <= 1000; ++i) {
            const double t = i / 1000.0;
            const double angle = 2.0 * std::atan2(t * std::sin(half), 1.0 - t + t * std::cos(half));
            largest = std::max(largest, std::abs(glm::degrees(angle) - t * diagnose::kWideKeyStep));
        }
        QCOMPARE_LE(test::maxAbsDiff(largest, 0.92), 0.005);
    }

    void steppedTracksHaveNoSteps() {
        const auto keys = keysOf(
            sceneOf({rotating(1, {0.0f, 1.0f}, {turn(0.0), turn(170.0)}, Interpolation::Step)}));
        QVERIFY(keys.steps.empty());
    }

    void keysOfSplinesAreTheirValues() {
        const glm::quat none(0.0f, 0.0f, 0.0f, 0.0f);
        const auto keys = keysOf(sceneOf({rotating(1,
                                                   {0.0f, 1.0f},
                                                   {none, turn(0.0), none, none, -turn(40.0), none},
                                                   Interpolation::CubicSpline)}));
        QCOMPARE_LE(test::maxAbsDiff(keys.steps.at(0).degrees, 40.0), 1e-3);
        QCOMPARE(keys.flips.size(), std::size_t(1));
        QVERIFY(keys.flips[0].isSpline);
    }

    void flipsAreCounted() {
        const auto keys = keysOf(sceneOf(
            {rotating(
                 1, {0.0f, 1.0f, 2.0f, 3.0f}, {turn(0.0), turn(10.0), -turn(20.0), turn(30.0)}),
             rotating(2, {0.0f, 1.0f}, {turn(0.0), turn(10.0)})}));
        QCOMPARE(keys.flips.size(), std::size_t(1));
        QCOMPARE(keys.flips[0].joint, JointIndex(1));
        QCOMPARE(keys.flips[0].count, std::size_t(2));
        QCOMPARE(keys.flips[0].firstTime, 2.0f);
        QVERIFY(!keys.flips[0].isSpline);
        // The same rotation with another sign is no step.
        QCOMPARE_LE(test::maxAbsDiff(keys.steps[0].degrees, 10.0), 1e-3);
    }

    void rotationsKeepLengths() {
        QVERIFY(keysOf(sceneOf({rotating(0, {0.0f, 1.0f}, {turn(0.0), turn(170.0)}),
                                rotating(1, {0.0f, 1.0f}, {turn(50.0), turn(-80.0)})}))
                    .stretches.empty());
    }

    void translationAndScaleStretch() {
        assets::JointTracks moving;
        moving.joint = JointIndex(1);
        moving.translation =
            test::track<glm::vec3>({0.0f, 1.0f}, {{0.0f, 1.0f, 0.0f}, {0.0f, 5.0f, 0.0f}});
        moving.scale = test::track<glm::vec3>({0.0f, 1.0f}, {glm::vec3(1.0f), glm::vec3(1.5f)});
        const ImportedScene scene = sceneOf({moving});
        const auto keys = keysOf(scene);
        QCOMPARE(keys.stretches.size(), std::size_t(2));
        QCOMPARE(keys.stretches[0].joint, JointIndex(1));
        QCOMPARE_LE(test::maxAbsDiff(keys.stretches[0].shortest, 0.5), 1e-6);
        QCOMPARE_LE(test::maxAbsDiff(keys.stretches[0].longest, 2.5), 1e-6);
        QCOMPARE(keys.stretches[0].shortestTime, 0.0f);
        QCOMPARE_LE(std::abs(keys.stretches[0].longestTime - 1.0f), 1e-6f);
        // The bone below grows with the scale above; a joint at the place of its parent is none.
        QCOMPARE(keys.stretches[1].joint, JointIndex(2));
        QCOMPARE_LE(test::maxAbsDiff(keys.stretches[1].longest, 1.5), 1e-6);
        const auto frames = diagnose::chooseFrames(*scene.clips[0], 10.0);
        const std::vector<double> curve =
            diagnose::boneLengthCurve(scene, *scene.clips[0], frames, JointIndex(2));
        QCOMPARE(curve.size(), std::size_t(11));
        for (std::size_t i = 0; i < curve.size(); ++i) {
            QCOMPARE_LE(test::maxAbsDiff(curve[i], 1.0 + 0.05 * static_cast<double>(i)), 1e-6);
        }
        QVERIFY(diagnose::boneLengthCurve(scene, *scene.clips[0], frames, JointIndex(0)).empty());
        QVERIFY(diagnose::boneLengthCurve(scene, *scene.clips[0], frames, JointIndex(3)).empty());
    }
};

QTEST_GUILESS_MAIN(TstClipKeys)
#include "tst_clip_keys.moc"
