// SPDX-License-Identifier: Apache-2.0
// The root motion of clips, against matrices in double.
#include <sartor/pose/local_to_model.h>
#include <sartor/pose/root_motion_blend.h>
#include <sartor/pose/root_motion_curve.h>
#include <sartor/pose/sampling.h>

#include <QtTest>

#include <support/compare.h>
#include <support/root_motion_clips.h>
#include <support/root_motion_oracle.h>

using namespace sartor;
using namespace sartor::pose;

namespace {

const JointIndex kRoot(1);
const JointIndex kHips(2);

using ClipPointer = std::shared_ptr<const assets::Clip>;
using SkeletonPointer = std::shared_ptr<const assets::Skeleton>;

/// Metres and elements of rotations: samples are in float, of tracks of up to 5 m.
constexpr double kSampleTolerance = 2e-6;

RootMotionCurve curveOf(const SkeletonPointer& skeleton,
                        const ClipPointer& clip,
                        const RootMotionSettings& settings = {.joint = kRoot}) {
    return *RootMotionCurve::create(*skeleton, clip, settings);
}

RootMotionDelta deltaOf(const RootMotionCurve& curve,
                        double from,
                        double to,
                        PlaybackMode mode = PlaybackMode::Loop) {
    const double duration = static_cast<double>(curve.clip().duration());
    return curve.delta(mode, *PlayedRange::create(mode, from, to, duration));
}

glm::dmat4 matrixAt(const SkeletonPointer& skeleton, const ClipPointer& clip, double time) {
    return test::withoutScale(test::modelFromJointOracle(*skeleton, *clip, kRoot, time));
}

/// The character's way over a loop, one whole cycle after the other, from the model matrices alone.
glm::dmat4 unwrappedPlanar(const SkeletonPointer& skeleton, const ClipPointer& clip, double time) {
    const auto duration = static_cast<double>(clip->duration());
    const auto cycles = static_cast<int>(std::floor(time / duration));
    const glm::dmat4 start = test::planarOf(matrixAt(skeleton, clip, 0.0));
    const glm::dmat4 end = test::planarOf(matrixAt(skeleton, clip, duration));
    const glm::dmat4 cycle = glm::inverse(start) * end;
    glm::dmat4 place = start;
    for (int i = 0; i < std::abs(cycles); ++i) {
        place = place * (cycles < 0 ? glm::inverse(cycle) : cycle);
    }
    return place * glm::inverse(start) *
           test::planarOf(matrixAt(skeleton, clip, time - cycles * duration));
}

struct NamedClip {
    const char* name;
    SkeletonPointer skeleton;
    ClipPointer clip;
};

std::vector<NamedClip> clips() {
    const SkeletonPointer plain = test::walkerSkeleton();
    // As tools with Z up and centimetres write: the clip's values are in the armature's space, so
    // that the forward clip goes down in the model.
    const SkeletonPointer zUp = test::walkerSkeleton(
        {{}, glm::angleAxis(glm::radians(-90.0f), glm::vec3(1, 0, 0)), glm::vec3(0.01f)});
    const SkeletonPointer placed =
        test::walkerSkeleton({glm::vec3(4, 1, -2), test::yaw(35), glm::vec3(1.5f)});
    return {{"1 m forward", plain, test::forwardClip(kRoot)},
            {"quarter circle", plain, test::quarterCircleClip(kRoot)},
            {"off axis", plain, test::offAxisClip(kRoot)},
            {"idle", plain, test::idleClip(kRoot)},
            {"off axis, z up", zUp, test::offAxisClip(kRoot)},
            {"off axis, placed", placed, test::offAxisClip(kRoot)},
            {"animated ancestor", plain, test::quarterCircleClip(JointIndex(0))}};
}

void addClipRows() {
    QTest::addColumn<SkeletonPointer>("skeleton");
    QTest::addColumn<ClipPointer>("clip");
    for (const NamedClip& row : clips()) {
        QTest::newRow(row.name) << row.skeleton << row.clip;
    }
}

} // namespace

Q_DECLARE_METATYPE(SkeletonPointer)
Q_DECLARE_METATYPE(ClipPointer)

class TstRootMotionCurve : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput();
    void forwardClipGoesOneMetre();
    void turnsAreExpressedInThePreviousHeading();
    void offAxisClipGoesAlongItsHeading();
    void deltasMatchTheMatrices_data() { addClipRows(); }
    void deltasMatchTheMatrices();
    void fullTakesEverything_data() { addClipRows(); }
    void fullTakesEverything();
    void splitsOfTimeDoNotMatter_data() { addClipRows(); }
    void splitsOfTimeDoNotMatter();
    void backwardsUndoesForwards_data() { addClipRows(); }
    void backwardsUndoesForwards();
    void changesOfSpeedDoNotMatter();
    void onceStopsAtTheEnds();
    void pingPongGoesBackTheWayItCame();
    void clipWithoutLengthDoesNotMove();
    void entityAndPoseMakeTheClip_data();
    void entityAndPoseMakeTheClip();
    void poseStaysAtTheRestPlace_data() { addClipRows(); }
    void poseStaysAtTheRestPlace();
    void crouchedClipsStayCrouched();
    void restPoseOfTheJointDoesNotTurnTheCharacter();
    void crossFadeGoesBetween();
    void eightDaysOfLoopsDoNotDrift_data();
    void eightDaysOfLoopsDoNotDrift();
    void findsTheJointThatMoves();
};

void TstRootMotionCurve::rejectsInvalidInput() {
    const SkeletonPointer skeleton = test::walkerSkeleton();
    for (const JointIndex joint : {JointIndex(4), JointIndex()}) {
        const auto curve =
            RootMotionCurve::create(*skeleton, test::forwardClip(kRoot), {.joint = joint});
        QVERIFY(!curve);
        QCOMPARE(curve.error().code, std::string("root_motion.joint"));
    }
    const auto curve =
        RootMotionCurve::create(*skeleton, test::forwardClip(kRoot), {.joint = JointIndex(4)});
    QCOMPARE(curve.error().message,
             std::string("root motion of clip 'Forward': there is no joint 4, expected one of the "
                         "skeleton's 4"));
}

void TstRootMotionCurve::forwardClipGoesOneMetre() {
    const RootMotionCurve curve = curveOf(test::walkerSkeleton(), test::forwardClip(kRoot));
    QVERIFY(curve.cycle().translation == glm::dvec3(0, 0, 1));
    const struct {
        double from, to, z;
    } rows[] = {
        {0, 1, 1}, {0, 2.5, 2.5}, {0.25, 0.75, 0.5}, {0.75, 1.25, 0.5}, {0.75, -1.5, -2.25}};
    for (const auto& row : rows) {
        const RootMotionDelta delta = deltaOf(curve, row.from, row.to);
        QCOMPARE_LE(test::maxAbsDiff(delta.translation, glm::dvec3(0, 0, row.z)), 1e-15);
        QVERIFY(delta.rotation == glm::dquat(1, 0, 0, 0));
    }
}

void TstRootMotionCurve::turnsAreExpressedInThePreviousHeading() {
    // Each quarter of the circle begins along +Z of the character and goes 1 m ahead, 1 m left; +X
    // is to the left of +Z.
    const RootMotionCurve curve = curveOf(test::walkerSkeleton(), test::quarterCircleClip(kRoot));
    for (const double start : {0.0, 2.0, 6.0, -4.0}) {
        const RootMotionDelta delta = deltaOf(curve, start, start + 2.0);
        QCOMPARE_LE(test::maxAbsDiff(delta.translation, glm::dvec3(1, 0, 1)), 1e-6);
        QCOMPARE_LE(test::maxAbsDiff(glm::quat(delta.rotation), test::yaw(90)), 1e-6);
    }
    // Four of them close the circle; each cycle's corner is a rounding in float.
    const RootMotionDelta around = deltaOf(curve, 0, 8);
    QCOMPARE_LE(test::maxAbsDiff(around.translation, glm::dvec3(0.0)), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(glm::quat(around.rotation), math::identityQuat()), 1e-6);
    const RootMotionDelta twoAndAHalf = deltaOf(curve, 0, 5);
    // Half a circle, then half of a quarter from there: heading 225 degrees.
    QCOMPARE_LE(
        test::maxAbsDiff(
            twoAndAHalf.translation,
            glm::dvec3(1.0 - std::cos(glm::radians(225.0)), 0, std::sin(glm::radians(225.0)))),
        1e-6);
    QCOMPARE_LE(test::maxAbsDiff(glm::quat(twoAndAHalf.rotation), test::yaw(225)), 1e-6);
}

void TstRootMotionCurve::offAxisClipGoesAlongItsHeading() {
    // At (5, 0, 5), looking along +X and going there: that is straight ahead.
    const ClipPointer clip = test::clipOf("East", kRoot, 1.0f, 4, [](double time) {
        return math::Transform{.translation = glm::vec3(5.0 + time, 0, 5),
                               .rotation = test::yaw(90)};
    });
    const RootMotionDelta delta = deltaOf(curveOf(test::walkerSkeleton(), clip), 0, 3);
    QCOMPARE_LE(test::maxAbsDiff(delta.translation, glm::dvec3(0, 0, 3)), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(glm::quat(delta.rotation), math::identityQuat()), 1e-7);
}

void TstRootMotionCurve::deltasMatchTheMatrices() {
    QFETCH(SkeletonPointer, skeleton);
    QFETCH(ClipPointer, clip);
    const RootMotionCurve curve =
        curveOf(skeleton, clip, {.joint = kRoot, .reference = RootReference::Model});
    test::Random random(1);
    for (int i = 0; i < 200; ++i) {
        const auto from = static_cast<double>(random.uniform(-6, 6));
        const auto to = static_cast<double>(random.uniform(-6, 6));
        const glm::dmat4 expected = glm::inverse(unwrappedPlanar(skeleton, clip, from)) *
                                    unwrappedPlanar(skeleton, clip, to);
        // Rounding of the heading in float, over the 12 m that are walked at most.
        QCOMPARE_LE(test::maxAbsDiff(test::matrixOf(deltaOf(curve, from, to)), expected), 2e-5);
    }
}

void TstRootMotionCurve::fullTakesEverything() {
    QFETCH(SkeletonPointer, skeleton);
    QFETCH(ClipPointer, clip);
    const RootMotionCurve curve =
        curveOf(skeleton,
                clip,
                {.joint = kRoot, .components = {.full = true}, .reference = RootReference::Model});
    test::Random random(2);
    const auto duration = static_cast<double>(clip->duration());
    for (int i = 0; i < 100; ++i) {
        const double from = static_cast<double>(random.uniform(0, 1)) * duration;
        const double to = static_cast<double>(random.uniform(0, 1)) * duration;
        const glm::dmat4 expected =
            glm::inverse(matrixAt(skeleton, clip, from)) * matrixAt(skeleton, clip, to);
        QCOMPARE_LE(test::maxAbsDiff(test::matrixOf(deltaOf(curve, from, to)), expected), 4e-6);
    }
}

void TstRootMotionCurve::splitsOfTimeDoNotMatter() {
    QFETCH(SkeletonPointer, skeleton);
    QFETCH(ClipPointer, clip);
    const RootMotionCurve curve = curveOf(skeleton, clip);
    test::Random random(3);
    for (const double direction : {1.0, -1.0}) {
        for (int run = 0; run < 20; ++run) {
            double time = static_cast<double>(random.uniform(0, 3));
            const double start = time;
            math::DoubleRigid entity;
            for (int step = 0; step < 200; ++step) {
                // Now and then a step over several loops.
                const float most = step % 50 == 0 ? 9.0f : 0.1f;
                const double next = time + direction * static_cast<double>(random.uniform(0, most));
                entity = entity * deltaOf(curve, time, next);
                time = next;
            }
            const math::DoubleRigid atOnce = deltaOf(curve, start, time);
            QCOMPARE_LE(test::maxAbsDiff(test::matrixOf(entity), test::matrixOf(atOnce)), 1e-11);
        }
    }
}

void TstRootMotionCurve::backwardsUndoesForwards() {
    QFETCH(SkeletonPointer, skeleton);
    QFETCH(ClipPointer, clip);
    const RootMotionCurve curve = curveOf(skeleton, clip);
    test::Random random(4);
    for (int i = 0; i < 100; ++i) {
        const auto from = static_cast<double>(random.uniform(-9, 9));
        const auto to = static_cast<double>(random.uniform(-9, 9));
        const math::DoubleRigid both = deltaOf(curve, from, to) * deltaOf(curve, to, from);
        QCOMPARE_LE(test::maxAbsDiff(test::matrixOf(both), glm::dmat4(1.0)), 1e-12);
    }
}

void TstRootMotionCurve::changesOfSpeedDoNotMatter() {
    // Frames of 1/60 s at a speed that swings between -1 and 3: the way depends on the clip times.
    const RootMotionCurve curve = curveOf(test::walkerSkeleton(), test::offAxisClip(kRoot));
    double time = 0.4;
    math::DoubleRigid entity;
    for (int frame = 0; frame < 600; ++frame) {
        const double speed = 1.0 + 2.0 * std::sin(0.05 * frame);
        const double next = time + speed / 60.0;
        entity = entity * deltaOf(curve, time, next);
        time = next;
    }
    QCOMPARE_LE(test::maxAbsDiff(test::matrixOf(entity), test::matrixOf(deltaOf(curve, 0.4, time))),
                1e-11);
}

void TstRootMotionCurve::onceStopsAtTheEnds() {
    const RootMotionCurve curve = curveOf(test::walkerSkeleton(), test::forwardClip(kRoot));
    const struct {
        double from, to, z;
    } rows[] = {{0.5, 7, 0.5}, {7, 9, 0}, {-3, 0.25, 0.25}, {9, -9, -1}, {0.5, -2, -0.5}};
    for (const auto& row : rows) {
        QCOMPARE_LE(
            test::maxAbsDiff(deltaOf(curve, row.from, row.to, PlaybackMode::Once).translation,
                             glm::dvec3(0, 0, row.z)),
            1e-15);
    }
}

void TstRootMotionCurve::pingPongGoesBackTheWayItCame() {
    const RootMotionCurve curve = curveOf(test::walkerSkeleton(), test::quarterCircleClip(kRoot));
    const auto delta = [&](double from, double to) {
        return test::matrixOf(deltaOf(curve, from, to, PlaybackMode::PingPong));
    };
    QCOMPARE_LE(test::maxAbsDiff(delta(0, 4), glm::dmat4(1.0)), 1e-12);
    QCOMPARE_LE(test::maxAbsDiff(delta(0, 400.5), delta(0, 0.5)), 1e-12);
    QCOMPARE_LE(test::maxAbsDiff(delta(0, 3), delta(0, 1)), 1e-12);
    QCOMPARE_LE(test::maxAbsDiff(delta(-1, 0), glm::inverse(delta(0, 1))), 1e-12);
}

void TstRootMotionCurve::clipWithoutLengthDoesNotMove() {
    assets::JointTracks tracks;
    tracks.joint = kRoot;
    tracks.translation = {assets::Interpolation::Linear, {0.0f}, {glm::vec3(3, 0, 4)}};
    const ClipPointer pose = *assets::Clip::create({"Pose", {tracks}, {}}, 4);
    const ClipPointer empty = *assets::Clip::create({"Empty", {}, {}}, 4);
    for (const ClipPointer& clip : {pose, empty}) {
        const RootMotionCurve curve = curveOf(test::walkerSkeleton(), clip);
        for (const PlaybackMode mode :
             {PlaybackMode::Once, PlaybackMode::Loop, PlaybackMode::PingPong}) {
            const RootMotionDelta delta = deltaOf(curve, 0, 100, mode);
            QCOMPARE_LE(test::maxAbsDiff(test::matrixOf(delta), glm::dmat4(1.0)), 1e-15);
        }
    }
}

void TstRootMotionCurve::entityAndPoseMakeTheClip_data() {
    QTest::addColumn<SkeletonPointer>("skeleton");
    QTest::addColumn<ClipPointer>("clip");
    QTest::addColumn<int>("components");
    for (const NamedClip& row : clips()) {
        for (int bits = 0; bits < 16; ++bits) {
            QTest::addRow("%s, components %d", row.name, bits) << row.skeleton << row.clip << bits;
        }
    }
}

void TstRootMotionCurve::entityAndPoseMakeTheClip() {
    QFETCH(SkeletonPointer, skeleton);
    QFETCH(ClipPointer, clip);
    QFETCH(int, components);
    const RootMotionCurve curve = curveOf(skeleton,
                                          clip,
                                          {.joint = kRoot,
                                           .components = {.xz = (components & 1) != 0,
                                                          .y = (components & 2) != 0,
                                                          .yaw = (components & 4) != 0,
                                                          .full = (components & 8) != 0}});
    math::DoubleRigid entity = curve.modelFromCharacter(0.0);
    std::vector<math::Transform> pose(skeleton->jointCount());
    std::vector<math::Affine> model(skeleton->jointCount());
    const auto duration = static_cast<double>(clip->duration());
    constexpr int kSteps = 37;
    for (int step = 0; step <= kSteps; ++step) {
        const double time = duration * step / kSteps;
        if (step > 0) {
            // The loop's last frame is the clip's end, not its beginning.
            entity =
                entity * deltaOf(curve, duration * (step - 1) / kSteps, time, PlaybackMode::Once);
        }
        sampleClip(*skeleton, *clip, static_cast<float>(time), pose);
        QCOMPARE(curve.makeInPlace(*skeleton, time, pose), 0.0f);
        localToModel(*skeleton, pose, model);
        for (const JointIndex joint : {kRoot, kHips}) {
            const glm::dmat4 expected = test::modelFromJointOracle(*skeleton, *clip, joint, time);
            const math::DoubleAffine inPlace = math::toDouble(model[joint.value()]);
            const math::DoubleAffine whole = math::toAffine(entity) * inPlace;
            QCOMPARE_LE(test::maxAbsDiff(whole.linear, glm::dmat3(expected)), kSampleTolerance);
            QCOMPARE_LE(test::maxAbsDiff(whole.translation, glm::dvec3(expected[3])),
                        kSampleTolerance);
        }
    }
}

void TstRootMotionCurve::poseStaysAtTheRestPlace() {
    QFETCH(SkeletonPointer, skeleton);
    QFETCH(ClipPointer, clip);
    const RootMotionCurve curve = curveOf(skeleton, clip);
    const glm::dvec3 rest(
        test::modelFromJointOracle(*skeleton, *test::idleClip(JointIndex(3)), kRoot, 0.0)[3]);
    std::vector<math::Transform> pose(skeleton->jointCount());
    for (int step = 0; step <= 20; ++step) {
        const double time = static_cast<double>(clip->duration()) * step / 20;
        sampleClip(*skeleton, *clip, static_cast<float>(time), pose);
        curve.makeInPlace(*skeleton, time, pose);
        const math::DoubleRigid root = findModelFromRoot(*skeleton, pose, kRoot);
        QCOMPARE_LE(std::abs(root.translation.x - rest.x), kSampleTolerance);
        QCOMPARE_LE(std::abs(root.translation.z - rest.z), kSampleTolerance);
        const math::DoubleRigid left = modelFromCharacter(root, curve.reference(), {});
        QCOMPARE_LE(test::maxAbsDiff(test::matrixOf(left), glm::dmat4(1.0)), kSampleTolerance);
    }
}

void TstRootMotionCurve::crouchedClipsStayCrouched() {
    // Hips that begin at 0.6 m and sink to 0.5 m; at rest they are at 1 m.
    const ClipPointer clip = test::clipOf("Crouch", kHips, 1.0f, 1, [](double time) {
        return math::Transform{.translation = glm::vec3(0, 0.6 - 0.1 * time, time)};
    });
    const SkeletonPointer skeleton = test::walkerSkeleton();
    for (const RootMotionComponents components :
         {RootMotionComponents{.y = true}, RootMotionComponents{.full = true}}) {
        const RootMotionCurve curve =
            curveOf(skeleton, clip, {.joint = kHips, .components = components});
        std::vector<math::Transform> pose(4);
        sampleClip(*skeleton, *clip, 1.0f, pose);
        curve.makeInPlace(*skeleton, 1.0, pose);
        QCOMPARE_LE(test::maxAbsDiff(pose[2].translation, glm::vec3(0, 0.6f, 0)), 1e-6);
        QCOMPARE_LE(test::maxAbsDiff(deltaOf(curve, 0, 1).translation, glm::dvec3(0, -0.1, 1)),
                    1e-6);
    }
    // What is not asked for stays in the pose.
    const RootMotionCurve planar = curveOf(skeleton, clip, {.joint = kHips});
    std::vector<math::Transform> pose(4);
    sampleClip(*skeleton, *clip, 1.0f, pose);
    planar.makeInPlace(*skeleton, 1.0, pose);
    QCOMPARE_LE(test::maxAbsDiff(pose[2].translation, glm::vec3(0, 0.5f, 0)), 1e-6);
}

void TstRootMotionCurve::restPoseOfTheJointDoesNotTurnTheCharacter() {
    // A joint whose own axes lie across, 0.2 m to the left, as exporters write pelvises.
    const glm::quat across = glm::angleAxis(glm::radians(-90.0f), glm::vec3(1, 0, 0)) *
                             glm::angleAxis(glm::radians(90.0f), glm::vec3(0, 0, 1));
    const math::Transform rest{glm::vec3(0.2f, 0, 0), across, glm::vec3(1)};
    const SkeletonPointer skeleton = test::walkerSkeleton({}, rest);
    // The character turns left by 60 degrees about its origin and goes 2 m ahead.
    const ClipPointer clip = test::clipOf("Turn", kRoot, 1.0f, 30, [&](double time) {
        const glm::quat turn = test::yaw(60 * time);
        return math::Transform{
            turn * rest.translation + glm::vec3(0, 0, 2 * time), turn * across, glm::vec3(1)};
    });
    const RootMotionCurve curve = curveOf(skeleton, clip);
    QCOMPARE_LE(test::maxAbsDiff(deltaOf(curve, 0, 0.999999).translation, glm::dvec3(0, 0, 2)),
                1e-5);
    QCOMPARE_LE(test::maxAbsDiff(glm::quat(curve.cycle().rotation), test::yaw(60)), 1e-6);
    std::vector<math::Transform> pose(4);
    sampleClip(*skeleton, *clip, 0.6f, pose);
    curve.makeInPlace(*skeleton, 0.6, pose);
    QCOMPARE_LE(test::maxAbsDiff(pose[1].translation, rest.translation), 1e-5);
    QCOMPARE_LE(test::maxAbsDiff(pose[1].rotation, rest.rotation), 1e-5);
}

void TstRootMotionCurve::crossFadeGoesBetween() {
    // From standing to 1 m/s over a second, weights linear in time: half a metre, and the frames'
    // own step, since weights are those at the end of a frame.
    const SkeletonPointer skeleton = test::walkerSkeleton();
    const RootMotionCurve idle = curveOf(skeleton, test::idleClip(kRoot, 0.7f));
    const RootMotionCurve walk = curveOf(skeleton, test::forwardClip(kRoot, 0.3f, 0.3f));
    constexpr int kFrames = 1000;
    math::DoubleRigid entity;
    for (int frame = 0; frame < kFrames; ++frame) {
        const double from = static_cast<double>(frame) / kFrames;
        const double to = static_cast<double>(frame + 1) / kFrames;
        RootMotionBlend blend;
        blend.add(deltaOf(idle, from, to), 1.0 - to);
        blend.add(deltaOf(walk, 5.0 + from, 5.0 + to), to);
        entity = entity * blend.result();
    }
    QCOMPARE_LE(test::maxAbsDiff(entity.translation, glm::dvec3(0, 0, 0.5 + 0.5 / kFrames)), 1e-6);
}

void TstRootMotionCurve::eightDaysOfLoopsDoNotDrift_data() {
    QTest::addColumn<ClipPointer>("clip");
    QTest::addColumn<double>("start");
    QTest::newRow("1 m forward") << test::forwardClip(kRoot) << 0.0;
    QTest::newRow("1.4 m in 1.1 s, from 0.3 s") << test::forwardClip(kRoot, 1.1f, 1.4f) << 0.3;
    QTest::newRow("quarter circle") << test::quarterCircleClip(kRoot) << 0.0;
    QTest::newRow("off axis, backwards") << test::offAxisClip(kRoot) << 691200.0;
}

void TstRootMotionCurve::eightDaysOfLoopsDoNotDrift() {
    QFETCH(ClipPointer, clip);
    QFETCH(double, start);
    const RootMotionCurve curve = curveOf(test::walkerSkeleton(), clip);
    constexpr int kSteps = 8 * 24 * 60 * 60 * 2; // of half a second
    const double step = start > 1.0 ? -0.5 : 0.5;
    double time = start;
    math::DoubleRigid entity;
    for (int i = 0; i < kSteps; ++i) {
        const double next = time + step;
        entity = entity * deltaOf(curve, time, next);
        time = next;
    }
    // Whole cycles in long double, one after the other.
    using Vector = glm::vec<3, long double>;
    using Rotation = glm::qua<long double>;
    const auto duration = static_cast<double>(clip->duration());
    const double last = start + step * kSteps;
    const auto wraps = static_cast<long>(std::floor(last / duration)) -
                       static_cast<long>(std::floor(start / duration));
    const math::DoubleRigid cycle = wraps < 0 ? math::inverse(curve.cycle()) : curve.cycle();
    Rotation rotation(math::inverse(curve.fromStart(std::fmod(start, duration))).rotation);
    Vector place(math::inverse(curve.fromStart(std::fmod(start, duration))).translation);
    const auto append = [&](const math::DoubleRigid& motion) {
        place += rotation * Vector(motion.translation);
        rotation = glm::normalize(rotation * Rotation(motion.rotation));
    };
    for (long i = 0; i < std::abs(wraps); ++i) {
        append(cycle);
    }
    append(curve.fromStart(last - std::floor(last / duration) * duration));
    QVERIFY(glm::length(curve.cycle().translation) > 0.5);
    QCOMPARE_LE(test::maxAbsDiff(entity.translation, glm::dvec3(place)), 1e-3);
    QCOMPARE_LE(1.0 - std::abs(glm::dot(entity.rotation, glm::dquat(rotation))), 1e-12);
}

void TstRootMotionCurve::findsTheJointThatMoves() {
    const SkeletonPointer skeleton = test::walkerSkeleton();
    QCOMPARE(findRootJoint(*skeleton, *test::forwardClip(kRoot)), kRoot);
    QCOMPARE(findRootJoint(*skeleton, *test::offAxisClip(kHips)), kHips);
    // Keys that are all the same move nothing; then they are better than none.
    QCOMPARE(findRootJoint(*skeleton, *test::idleClip(kHips)), kHips);
    QCOMPARE(findRootJoint(*skeleton, **assets::Clip::create({"Empty", {}, {}}, 4)), JointIndex(0));
    QVERIFY(findRootJoint(**assets::Skeleton::create({}), **assets::Clip::create({"", {}, {}}, 0))
                .isNone());
    assets::JointTracks still;
    still.joint = kRoot;
    still.translation = {
        assets::Interpolation::Linear, {0.0f, 1.0f}, {glm::vec3(0, 1, 0), glm::vec3(0, 1, 0)}};
    assets::JointTracks moving;
    moving.joint = kHips;
    moving.translation = {
        assets::Interpolation::CubicSpline,
        {0.0f, 1.0f},
        {glm::vec3(0), glm::vec3(0), glm::vec3(0, 0, 1), glm::vec3(0), glm::vec3(0), glm::vec3(0)}};
    const ClipPointer clip = *assets::Clip::create({"Two", {still, moving}, {}}, 4);
    QCOMPARE(findRootJoint(*skeleton, *clip), kHips);
}

QTEST_GUILESS_MAIN(TstRootMotionCurve)
#include "tst_root_motion_curve.moc"
