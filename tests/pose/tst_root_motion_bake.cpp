// SPDX-License-Identifier: Apache-2.0
// Root motion baked into clips, against the clip that it is baked of.
#include <sartor/pose/root_motion_bake.h>
#include <sartor/pose/sampling.h>

#include <QtTest>

#include <support/compare.h>
#include <support/root_motion_clips.h>
#include <support/root_motion_oracle.h>

#include <limits>

using namespace sartor;
using namespace sartor::pose;

namespace {

const JointIndex kRoot(1);
const JointIndex kSpine(3);
using ClipPointer = std::shared_ptr<const assets::Clip>;
using SkeletonPointer = std::shared_ptr<const assets::Skeleton>;

RootMotionCurve curveOf(const SkeletonPointer& skeleton,
                        const ClipPointer& clip,
                        RootMotionComponents components = {}) {
    return *RootMotionCurve::create(*skeleton, clip, {.joint = kRoot, .components = components});
}

math::DoubleRigid rootAt(const SkeletonPointer& skeleton, const assets::Clip& clip, float time) {
    std::vector<math::Transform> pose(skeleton->jointCount());
    sampleClip(*skeleton, clip, time, pose);
    return findModelFromRoot(*skeleton, pose, kRoot);
}

double difference(const math::DoubleRigid& a, const math::DoubleRigid& b) {
    return test::maxAbsDiff(test::matrixOf(a), test::matrixOf(b));
}

/// A root that goes along a spline, and a spine whose keys begin late and end early.
ClipPointer splineClip() {
    assets::JointTracks root;
    root.joint = kRoot;
    root.translation = {assets::Interpolation::CubicSpline,
                        {0.0f, 1.0f, 2.0f},
                        {glm::vec3(0),
                         glm::vec3(0),
                         glm::vec3(3, 0, 0),
                         glm::vec3(0, 0, 2),
                         glm::vec3(1, 0, 1),
                         glm::vec3(0, 0, -2),
                         glm::vec3(0),
                         glm::vec3(1, 0, 3),
                         glm::vec3(0)}};
    root.rotation = {assets::Interpolation::Linear,
                     {0.0f, 0.5f, 2.0f},
                     {test::yaw(0), test::yaw(120), test::yaw(-60)}};
    assets::JointTracks spine;
    spine.joint = kSpine;
    spine.translation = {assets::Interpolation::CubicSpline,
                         {0.5f, 1.5f},
                         {glm::vec3(9),
                          glm::vec3(0, 1, 0),
                          glm::vec3(0, 0, 1),
                          glm::vec3(1, 0, 0),
                          glm::vec3(0, 2, 0),
                          glm::vec3(9)}};
    spine.rotation = {assets::Interpolation::Step, {0.0f, 0.7f}, {test::yaw(10), test::yaw(20)}};
    assets::MorphWeightTrack weights{
        kSpine, 1, {assets::Interpolation::Linear, {0.0f, 2.0f}, {0.0f, 1.0f}}};
    return *assets::Clip::create({"Spline", {root, spine}, {weights}}, 4);
}

/// Stands still, and jumps by a metre at each half second.
ClipPointer stepClip() {
    assets::JointTracks tracks;
    tracks.joint = kRoot;
    tracks.translation = {assets::Interpolation::Step,
                          {0.0f, 0.5f, 1.0f},
                          {glm::vec3(0), glm::vec3(0, 0, 1), glm::vec3(0, 0, 2)}};
    return *assets::Clip::create({"Steps", {tracks}, {}}, 4);
}

struct Row {
    const char* name;
    SkeletonPointer skeleton;
    ClipPointer clip;
};

void addRows() {
    QTest::addColumn<SkeletonPointer>("skeleton");
    QTest::addColumn<ClipPointer>("clip");
    const SkeletonPointer plain = test::walkerSkeleton();
    const SkeletonPointer zUp = test::walkerSkeleton(
        {{}, glm::angleAxis(glm::radians(-90.0f), glm::vec3(1, 0, 0)), glm::vec3(0.01f)});
    const Row rows[] = {{"forward", plain, test::forwardClip(kRoot)},
                        {"off axis", plain, test::offAxisClip(kRoot)},
                        {"off axis, z up", zUp, test::offAxisClip(kRoot)},
                        {"animated ancestor", plain, test::quarterCircleClip(JointIndex(0))},
                        {"spline", plain, splineClip()},
                        {"steps", plain, stepClip()}};
    for (const Row& row : rows) {
        QTest::newRow(row.name) << row.skeleton << row.clip;
    }
}

} // namespace

Q_DECLARE_METATYPE(SkeletonPointer)
Q_DECLARE_METATYPE(ClipPointer)

class TstRootMotionBake : public QObject {
    Q_OBJECT

private slots:
    void rejectsWhatNeedsTooManyKeys();
    void clipInPlaceAndMotionMakeTheClip_data() { addRows(); }
    void clipInPlaceAndMotionMakeTheClip();
    void straightWaysNeedTwoKeys();
    void otherTracksStayAsTheyAre();
    void jumpsStaySharp();
    void shearIsSaid();
    void poseCarriesTheMotionOverCycles_data() { addRows(); }
    void poseCarriesTheMotionOverCycles();
    void otherTracksRepeat();
};

void TstRootMotionBake::rejectsWhatNeedsTooManyKeys() {
    const SkeletonPointer skeleton = test::walkerSkeleton();
    const RootMotionCurve curve = curveOf(skeleton, splineClip());
    const auto baked = bakeRootMotion(*skeleton, curve, {.maximumKeyCount = 5});
    QVERIFY(!baked);
    QCOMPARE(baked.error().code, std::string("root_motion.keys"));
    QCOMPARE(baked.error().message,
             std::string("root motion of clip 'Spline' needs more than 5 keys: expected a larger "
                         "error to be allowed, or more keys"));
    QCOMPARE(bakeIntoPose(*skeleton, curve, 100, {.maximumKeyCount = 400}).error().code,
             std::string("root_motion.keys"));
    QCOMPARE(bakeIntoPose(*skeleton, curve, 0).error().code, std::string("root_motion.cycles"));
    // An error that nothing can keep ends at the resolution of time, or of keys.
    QVERIFY(!bakeRootMotion(*skeleton, curve, {.maximumError = 0.0, .maximumKeyCount = 2000}));
}

void TstRootMotionBake::clipInPlaceAndMotionMakeTheClip() {
    QFETCH(SkeletonPointer, skeleton);
    QFETCH(ClipPointer, clip);
    for (const RootMotionComponents components :
         {RootMotionComponents{}, {.y = true}, {.full = true}}) {
        const RootMotionCurve curve = curveOf(skeleton, clip, components);
        const BakedRootMotion baked = *bakeRootMotion(*skeleton, curve);
        QCOMPARE(baked.inPlace->name(), clip->name());
        QCOMPARE(baked.inPlace->duration(), clip->duration());
        test::Random random(1);
        for (int i = 0; i < 200; ++i) {
            const float time = random.uniform(0, clip->duration());
            const math::DoubleRigid inPlace = rootAt(skeleton, *baked.inPlace, time);
            const math::DoubleRigid motion = baked.motion.at(time);
            // Each of the two may be 1e-4 off, where the lever is up to 5 m.
            QCOMPARE_LE(difference(motion * inPlace, rootAt(skeleton, *clip, time)), 7e-4);
            QCOMPARE_LE(difference(motion, curve.modelFromCharacter(static_cast<double>(time))),
                        2e-4);
            const math::DoubleRigid left =
                modelFromCharacter(inPlace, curve.reference(), components);
            QCOMPARE_LE(difference(left, {}), 2e-4);
        }
    }
}

void TstRootMotionBake::straightWaysNeedTwoKeys() {
    const SkeletonPointer skeleton = test::walkerSkeleton();
    const BakedRootMotion baked =
        *bakeRootMotion(*skeleton, curveOf(skeleton, test::forwardClip(kRoot)));
    QCOMPARE(baked.motion.translation.times, (std::vector<float>{0.0f, 1.0f}));
    QVERIFY(baked.motion.translation.values[1] == glm::vec3(0, 0, 1));
    QCOMPARE(baked.shear, 0.0f);
    // A clip without length is one key.
    assets::JointTracks tracks;
    tracks.joint = kRoot;
    tracks.translation = {assets::Interpolation::Linear, {0.0f}, {glm::vec3(0, 0, 4)}};
    const ClipPointer still = *assets::Clip::create({"Pose", {tracks}, {}}, 4);
    QCOMPARE(bakeRootMotion(*skeleton, curveOf(skeleton, still))->motion.translation.times,
             std::vector<float>{0.0f});
    QVERIFY(RootMotionTrack{}.at(3.0f).translation == glm::dvec3(0.0));
}

void TstRootMotionBake::otherTracksStayAsTheyAre() {
    const SkeletonPointer skeleton = test::walkerSkeleton();
    const ClipPointer clip = splineClip();
    const ClipPointer inPlace = bakeRootMotion(*skeleton, curveOf(skeleton, clip))->inPlace;
    QCOMPARE(inPlace->jointTracks().size(), std::size_t{2});
    const assets::JointTracks& spine = inPlace->jointTracks()[0];
    QCOMPARE(spine.joint, kSpine);
    QVERIFY(spine.translation.values == clip->jointTracks()[1].translation.values);
    QVERIFY(spine.rotation.times == clip->jointTracks()[1].rotation.times);
    QCOMPARE(inPlace->morphWeightTracks().size(), std::size_t{1});
    QVERIFY(inPlace->morphWeightTracks()[0].weights.values ==
            clip->morphWeightTracks()[0].weights.values);
}

void TstRootMotionBake::jumpsStaySharp() {
    const SkeletonPointer skeleton = test::walkerSkeleton();
    const BakedRootMotion baked = *bakeRootMotion(*skeleton, curveOf(skeleton, stepClip()));
    QCOMPARE(baked.motion.at(0.4999f).translation.z, 0.0);
    QCOMPARE(baked.motion.at(0.5f).translation.z, 1.0);
    QCOMPARE(baked.motion.at(0.9999f).translation.z, 1.0);
    QCOMPARE(baked.motion.at(1.0f).translation.z, 2.0);
}

void TstRootMotionBake::shearIsSaid() {
    const SkeletonPointer stretched =
        test::walkerSkeleton({{}, glm::angleAxis(0.5f, glm::vec3(0, 0, 1)), glm::vec3(1, 2, 1)});
    const BakedRootMotion baked =
        *bakeRootMotion(*stretched, curveOf(stretched, test::quarterCircleClip(kRoot)));
    QVERIFY(baked.shear > 0.05f);
}

void TstRootMotionBake::poseCarriesTheMotionOverCycles() {
    QFETCH(SkeletonPointer, skeleton);
    QFETCH(ClipPointer, clip);
    const RootMotionCurve curve = *RootMotionCurve::create(
        *skeleton, clip, {.joint = kRoot, .reference = RootReference::Model});
    constexpr std::size_t kCycles = 3;
    const ClipPointer carried = *bakeIntoPose(*skeleton, curve, kCycles);
    QCOMPARE(carried->duration(), clip->duration() * static_cast<float>(kCycles));
    test::Random random(2);
    math::DoubleRigid before;
    for (std::size_t cycle = 0; cycle < kCycles; ++cycle) {
        for (int i = 0; i < 100; ++i) {
            const float time = random.uniform(0.001f, clip->duration() - 0.001f);
            const math::DoubleRigid expected = before * rootAt(skeleton, *clip, time);
            const math::DoubleRigid actual =
                rootAt(skeleton, *carried, time + static_cast<float>(cycle) * clip->duration());
            // Centimetres under the scaled armature are metres of its own.
            QCOMPARE_LE(difference(actual, expected), 5e-4);
        }
        // On from where the cycle ends, as the planar part of the root says it.
        const glm::dmat4 start = test::planarOf(test::matrixOf(rootAt(skeleton, *clip, 0.0f)));
        const glm::dmat4 end =
            test::planarOf(test::matrixOf(rootAt(skeleton, *clip, clip->duration())));
        const glm::dmat4 step = end * glm::inverse(start);
        // The cycle's own motion happens in the frame that the cycles before have led to.
        before = before * math::DoubleRigid{glm::quat_cast(glm::dmat3(step)), glm::dvec3(step[3])};
    }
}

void TstRootMotionBake::otherTracksRepeat() {
    const SkeletonPointer skeleton = test::walkerSkeleton();
    const ClipPointer clip = splineClip();
    const ClipPointer carried = *bakeIntoPose(*skeleton, curveOf(skeleton, clip), 4);
    std::vector<math::Transform> expected(4);
    std::vector<math::Transform> actual(4);
    float weight[2];
    for (int cycle = 0; cycle < 4; ++cycle) {
        for (const float time : {0.0f, 0.25f, 0.5f, 0.6f, 0.7f, 1.1f, 1.5f, 1.75f, 1.99f}) {
            const float at = time + 2.0f * static_cast<float>(cycle);
            sampleClip(*skeleton, *clip, time, expected);
            sampleClip(*skeleton, *carried, at, actual);
            QCOMPARE_LE(test::maxAbsDiff(actual[3].translation, expected[3].translation), 1e-5);
            QCOMPARE_LE(test::maxAbsDiff(actual[3].rotation, expected[3].rotation), 1e-6);
            sampleTrack(clip->morphWeightTracks()[0], time, {&weight[0], 1});
            sampleTrack(carried->morphWeightTracks()[0], at, {&weight[1], 1});
            QCOMPARE_LE(std::abs(weight[0] - weight[1]), 1e-6f);
        }
    }
}

QTEST_GUILESS_MAIN(TstRootMotionBake)
#include "tst_root_motion_bake.moc"
