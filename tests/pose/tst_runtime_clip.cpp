// SPDX-License-Identifier: Apache-2.0
// Runtime clips against the keys they were made of, evaluated plainly in double.
#include <sartor/pose/runtime_sampling.h>

#include <QtTest>

#include <glm/geometric.hpp>

#include <support/allocation_count.h>
#include <support/each_target.h>
#include <support/humanoid_clip.h>
#include <support/pose_compare.h>

#include <limits>

using namespace sartor;
using namespace sartor::assets;
using namespace sartor::pose;
using namespace sartor::test;

namespace {

// --- The oracle: glTF 2.0, appendix C, and forward kinematics, in double.

glm::dvec3 mixed(const glm::dvec3& a, const glm::dvec3& b, double t) {
    return a + (b - a) * t;
}

glm::dquat mixed(const glm::dquat& from, const glm::dquat& to, double t) {
    const glm::dquat end = glm::dot(from, to) < 0.0 ? -to : to;
    const double angle = std::acos(std::clamp(glm::dot(from, end), -1.0, 1.0));
    if (angle < 1e-9) {
        return glm::normalize(from);
    }
    return (from * std::sin((1.0 - t) * angle) + end * std::sin(t * angle)) / std::sin(angle);
}

glm::dvec3 unitWhereRotation(const glm::dvec3& value) {
    return value;
}
glm::dquat unitWhereRotation(const glm::dquat& value) {
    return glm::normalize(value);
}

template <class Double, class Float>
Double valueAt(const Track<Float>& track, double time) {
    const auto& times = track.times;
    std::size_t key = 0;
    while (key + 1 < times.size() && static_cast<double>(times[key + 1]) <= time) {
        ++key;
    }
    const bool isCubic = track.interpolation == Interpolation::CubicSpline;
    const auto value = [&](std::size_t index) { return Double(track.values[index]); };
    if (time < static_cast<double>(times[0]) || key + 1 == times.size() ||
        track.interpolation == Interpolation::Step) {
        return unitWhereRotation(isCubic ? value(3 * key + 1) : value(key));
    }
    const double length = static_cast<double>(times[key + 1]) - static_cast<double>(times[key]);
    const double t = (time - static_cast<double>(times[key])) / length;
    if (!isCubic) {
        return mixed(value(key), value(key + 1), t);
    }
    return unitWhereRotation(value(3 * key + 1) * (2.0 * t * t * t - 3.0 * t * t + 1.0) +
                             value(3 * key + 2) * (length * (t * t * t - 2.0 * t * t + t)) +
                             value(3 * key + 4) * (3.0 * t * t - 2.0 * t * t * t) +
                             value(3 * key + 3) * (length * (t * t * t - t * t)));
}

struct Placed {
    glm::dmat3 linear = glm::dmat3(1.0);
    glm::dvec3 translation = glm::dvec3(0.0);
};

Placed placed(const glm::dvec3& translation, const glm::dquat& rotation, const glm::dvec3& scale) {
    glm::dmat3 linear = glm::mat3_cast(glm::normalize(rotation));
    for (int axis = 0; axis < 3; ++axis) {
        linear[axis] *= scale[axis];
    }
    return {linear, translation};
}

Placed below(const Placed& parent, const Placed& local) {
    return {parent.linear * local.linear, parent.linear * local.translation + parent.translation};
}

std::vector<Placed> modelAt(const Skeleton& skeleton, const Clip& clip, double time) {
    std::vector<Placed> model;
    for (std::size_t j = 0; j < skeleton.jointCount(); ++j) {
        const Joint& joint = skeleton.joints()[j];
        glm::dvec3 translation(joint.parentFromJointRest.translation);
        glm::dquat rotation(joint.parentFromJointRest.rotation);
        glm::dvec3 scale(joint.parentFromJointRest.scale);
        for (const JointTracks& tracks : clip.jointTracks()) {
            if (tracks.joint == JointIndex(j)) {
                if (!tracks.translation.isEmpty()) {
                    translation = valueAt<glm::dvec3>(tracks.translation, time);
                }
                if (!tracks.rotation.isEmpty()) {
                    rotation = valueAt<glm::dquat>(tracks.rotation, time);
                }
                if (!tracks.scale.isEmpty()) {
                    scale = valueAt<glm::dvec3>(tracks.scale, time);
                }
            }
        }
        const Placed local = placed(translation, rotation, scale);
        model.push_back(joint.parent.isNone() ? local : below(model[joint.parent.value()], local));
    }
    return model;
}

std::vector<Placed> modelOf(const RuntimeSkeleton& runtime, std::span<const PoseBlock> blocks) {
    std::vector<math::Transform> local(runtime.jointCount());
    fromPoseBlocks(runtime, blocks, local);
    std::vector<Placed> model;
    for (std::size_t j = 0; j < local.size(); ++j) {
        const Placed own = placed(glm::dvec3(local[j].translation),
                                  glm::dquat(local[j].rotation),
                                  glm::dvec3(local[j].scale));
        const JointIndex parent = runtime.skeleton().joints()[j].parent;
        model.push_back(parent.isNone() ? own : below(model[parent.value()], own));
    }
    return model;
}

/// Largest distance of points 0.1 from each joint along its axes, which are not scaled to nothing.
double shellError(const std::vector<Placed>& expected, const std::vector<Placed>& actual) {
    double worst = 0.0;
    for (std::size_t j = 0; j < expected.size(); ++j) {
        for (int axis = 0; axis < 3; ++axis) {
            for (const double side : {0.1, -0.1}) {
                const double along = side / glm::length(expected[j].linear[axis]);
                const glm::dvec3 there = expected[j].translation + expected[j].linear[axis] * along;
                const glm::dvec3 here = actual[j].translation + actual[j].linear[axis] * along;
                worst = std::max(worst, glm::distance(there, here));
            }
        }
    }
    return worst;
}

// --- Clips

std::shared_ptr<const Skeleton> chainOf(int jointCount) {
    std::vector<Joint> joints;
    for (int i = 0; i < jointCount; ++i) {
        Joint joint;
        joint.name = "joint " + std::to_string(i);
        joint.parent = i == 0 ? JointIndex() : JointIndex(static_cast<std::size_t>(i - 1));
        joint.parentFromJointRest.translation = glm::vec3(0.0f, 0.2f, 0.0f);
        joint.fileNode = static_cast<std::uint32_t>(i);
        joints.push_back(joint);
    }
    return require(Skeleton::create(std::move(joints)));
}

// Every channel with key times of its own and an interpolation by turns.
std::shared_ptr<const Clip> unevenClip(const Skeleton& skeleton, std::uint32_t seed) {
    Random random(seed);
    ClipData data;
    data.name = "Uneven";
    const auto fill = [&](auto& track, Interpolation interpolation, auto value, auto tangent) {
        track.interpolation = interpolation;
        float time = random.uniform(0.0f, 0.3f);
        for (int key = 0; key < 6; ++key) {
            track.times.push_back(time);
            time += random.uniform(0.05f, 0.4f);
            if (interpolation == Interpolation::CubicSpline) {
                track.values.push_back(tangent());
            }
            track.values.push_back(value());
            if (interpolation == Interpolation::CubicSpline) {
                track.values.push_back(tangent());
            }
        }
    };
    for (std::size_t j = 0; j < skeleton.jointCount(); ++j) {
        const auto interpolation = [&] { return static_cast<Interpolation>(random.below(3)); };
        JointTracks tracks;
        tracks.joint = JointIndex(j);
        fill(
            tracks.translation,
            interpolation(),
            [&] { return random.vector(-0.3f, 0.3f); },
            [&] { return random.vector(-1.0f, 1.0f); });
        fill(
            tracks.rotation,
            interpolation(),
            [&] {
                return glm::angleAxis(random.uniform(-1.0f, 1.0f),
                                      glm::normalize(random.vector(0.1f, 1.0f)));
            },
            [&] { return glm::quat(0.0f, 0.3f, random.uniform(-0.5f, 0.5f), 0.1f); });
        if (j % 2 == 1) {
            fill(
                tracks.scale,
                interpolation(),
                [&] { return random.vector(0.8f, 1.2f); },
                [&] { return random.vector(-0.2f, 0.2f); });
        }
        data.jointTracks.push_back(std::move(tracks));
    }
    return require(Clip::create(std::move(data), skeleton.jointCount()));
}

std::shared_ptr<const Clip> stepClip() {
    ClipData data;
    JointTracks tracks;
    tracks.joint = JointIndex(0u);
    tracks.translation = {Interpolation::Step,
                          {0.0f, 1.0f, 2.0f},
                          {glm::vec3(1.0f), glm::vec3(2.0f), glm::vec3(3.0f)}};
    data.jointTracks.push_back(tracks);
    return require(Clip::create(std::move(data), 1));
}

float translationAt(const RuntimeClip& clip, float time) {
    std::vector<PoseBlock> blocks(clip.skeleton().blockCount());
    sampleClip(clip, time, blocks);
    return blocks[0].translation[0][0];
}

} // namespace

class TstRuntimeClip : public QObject {
    Q_OBJECT

private slots:
    void staysWithinItsTolerance_data();
    void staysWithinItsTolerance();
    void aTighterToleranceIsKept();
    void rootMotionFarAwayIsNotLost();
    void rotationsAreUnit();
    void stepsJumpAtTheirKeys();
    void timesOutsideAreTheEnds();
    void everyTimeFindsItsFrame();
    void whatDoesNotMoveIsHeldOnce();
    void aFrameIsAThirdOfTheFloats();
    void evenFramesWhereKeysAreMany();
    void clipsWithoutKeysAreTheRestPose();
    void whatCannotBeReachedIsAnError();
    void samplingAllocatesNothing();
};

void TstRuntimeClip::staysWithinItsTolerance_data() {
    QTest::addColumn<int>("kind");
    QTest::newRow("humanoid") << 0;
    QTest::newRow("uneven keys of all interpolations") << 1;
    QTest::newRow("uneven, more than a block") << 2;
}

void TstRuntimeClip::staysWithinItsTolerance() {
    QFETCH(int, kind);
    const auto skeleton = kind == 0 ? humanoidSkeleton() : chainOf(kind == 1 ? 5 : 20);
    const auto clip = kind == 0 ? humanoidClip(*skeleton, "Walk", 1) : unevenClip(*skeleton, 2);
    const auto runtime = RuntimeSkeleton::create(skeleton);
    RuntimeClipOptions options;
    // A chain of twenty scaled joints reaches far.
    options.tolerance = kind == 2 ? 0.002 : 0.00015;
    const auto made = require(RuntimeClip::create(runtime, *clip, options));
    QVERIFY(made->maxError() <= options.tolerance);
    onEachTarget([&](const char* target) {
        std::vector<PoseBlock> blocks(runtime->blockCount());
        double worst = 0.0;
        Random random(5);
        for (int i = 0; i < 400; ++i) {
            const float time = random.uniform(-0.1f, clip->duration() + 0.1f);
            sampleClip(*made, time, blocks);
            worst = std::max(worst,
                             shellError(modelAt(*skeleton, *clip, static_cast<double>(time)),
                                        modelOf(*runtime, blocks)));
        }
        qInfo("%-7s %.6f of %.6f", target, worst, options.tolerance);
        QVERIFY(worst <= 1.1 * options.tolerance);
        // The clip says what it costs: not much more than what it measured.
        QVERIFY(worst <= 1.1 * made->maxError() + 1e-6);
    });
}

void TstRuntimeClip::aTighterToleranceIsKept() {
    const auto skeleton = humanoidSkeleton();
    const auto clip = humanoidClip(*skeleton, "Walk", 1);
    const auto runtime = RuntimeSkeleton::create(skeleton);
    const auto loose = require(RuntimeClip::create(runtime, *clip, {}));
    const auto tight = require(RuntimeClip::create(runtime, *clip, {.tolerance = 2e-5}));
    QVERIFY(tight->maxError() <= 2e-5);
    QVERIFY(loose->maxError() > 2e-5);
    QVERIFY(tight->byteCount() > loose->byteCount());
}

void TstRuntimeClip::rootMotionFarAwayIsNotLost() {
    const auto skeleton = chainOf(1);
    ClipData data;
    JointTracks tracks;
    tracks.joint = JointIndex(0u);
    for (int key = 0; key <= 60; ++key) {
        const float time = static_cast<float>(key) / 30.0f;
        tracks.translation.times.push_back(time);
        tracks.translation.values.emplace_back(40.0f + 1.5f * time, 0.0f, 0.001f * time);
    }
    data.jointTracks.push_back(tracks);
    const auto clip = require(Clip::create(std::move(data), 1));
    const auto made = require(RuntimeClip::create(RuntimeSkeleton::create(skeleton), *clip));
    std::vector<PoseBlock> blocks(1);
    for (const float time : {0.013f, 0.7f, 1.99f}) {
        sampleClip(*made, time, blocks);
        // A last place of 43 is 4e-6.
        QCOMPARE_LE(std::abs(blocks[0].translation[0][0] - (40.0f + 1.5f * time)), 8e-6f);
        QCOMPARE_LE(std::abs(blocks[0].translation[2][0] - 0.001f * time), 1e-8f);
    }
}

void TstRuntimeClip::rotationsAreUnit() {
    const auto skeleton = humanoidSkeleton();
    const auto clip = humanoidClip(*skeleton, "Walk", 9);
    const auto runtime = RuntimeSkeleton::create(skeleton);
    const auto made = require(RuntimeClip::create(runtime, *clip));
    onEachTarget([&](const char*) {
        std::vector<PoseBlock> blocks(runtime->blockCount());
        for (float time = 0.0f; time < 2.0f; time += 0.0137f) {
            sampleClip(*made, time, blocks);
            for (const PoseBlock& block : blocks) {
                for (std::size_t lane = 0; lane < kJointsPerBlock; ++lane) {
                    double squared = 0.0;
                    for (const auto& component : block.rotation) {
                        const double value = static_cast<double>(component[lane]);
                        squared += value * value;
                    }
                    QCOMPARE_LE(std::abs(std::sqrt(squared) - 1.0), 5e-7);
                }
            }
        }
    });
}

void TstRuntimeClip::stepsJumpAtTheirKeys() {
    const auto made =
        require(RuntimeClip::create(RuntimeSkeleton::create(chainOf(1)), *stepClip()));
    QCOMPARE(translationAt(*made, 0.0f), 1.0f);
    QCOMPARE(translationAt(*made, std::nextafter(1.0f, 0.0f)), 1.0f);
    QCOMPARE(translationAt(*made, 1.0f), 2.0f);
    QCOMPARE(translationAt(*made, 1.5f), 2.0f);
    QCOMPARE(translationAt(*made, std::nextafter(2.0f, 0.0f)), 2.0f);
    QCOMPARE(translationAt(*made, 2.0f), 3.0f);
}

void TstRuntimeClip::timesOutsideAreTheEnds() {
    const auto made =
        require(RuntimeClip::create(RuntimeSkeleton::create(chainOf(1)), *stepClip()));
    const float infinity = std::numeric_limits<float>::infinity();
    for (const float time : {-1.0f, -infinity, std::numeric_limits<float>::quiet_NaN()}) {
        QCOMPARE(translationAt(*made, time), 1.0f);
    }
    for (const float time : {2.5f, 1e30f, infinity}) {
        QCOMPARE(translationAt(*made, time), 3.0f);
    }
}

void TstRuntimeClip::everyTimeFindsItsFrame() {
    // Keys in heaps: many within a moment, then none for long.
    const auto skeleton = chainOf(1);
    Random random(8);
    ClipData data;
    JointTracks tracks;
    tracks.joint = JointIndex(0u);
    float time = 0.25f;
    for (int key = 0; key < 200; ++key) {
        tracks.translation.times.push_back(time);
        tracks.translation.values.push_back(random.vector(-5.0f, 5.0f));
        time += key % 50 == 49 ? random.uniform(1.0f, 20.0f) : random.uniform(0.0001f, 0.002f);
    }
    data.jointTracks.push_back(tracks);
    const auto clip = require(Clip::create(std::move(data), 1));
    const auto made = require(RuntimeClip::create(RuntimeSkeleton::create(skeleton), *clip));
    QCOMPARE(made->frameCount(), std::size_t(200));
    const auto& times = tracks.translation.times;
    const auto check = [&](float moment) {
        std::size_t frame = 0;
        while (frame + 1 < times.size() && times[frame + 1] <= moment) {
            ++frame;
        }
        const ClipMoment found = made->momentAt(moment);
        QCOMPARE(found.frame, frame);
        QVERIFY(found.fraction >= 0.0f && found.fraction <= 1.0f);
        if (moment > times.front() && moment < times.back()) {
            QCOMPARE(found.nextFrame, frame + 1);
            const float fraction = (moment - times[frame]) / (times[frame + 1] - times[frame]);
            QCOMPARE_LE(std::abs(found.fraction - fraction), 1e-5f);
        }
    };
    for (const float key : times) {
        check(key);
        check(std::nextafter(key, -1.0f));
        check(std::nextafter(key, 1e9f));
    }
    for (int i = 0; i < 20000; ++i) {
        check(random.uniform(0.0f, times.back() + 1.0f));
    }
}

void TstRuntimeClip::whatDoesNotMoveIsHeldOnce() {
    const auto skeleton = humanoidSkeleton();
    ClipData data;
    for (std::size_t j = 0; j < skeleton->jointCount(); ++j) {
        JointTracks tracks;
        tracks.joint = JointIndex(j);
        for (int key = 0; key < 100; ++key) {
            tracks.rotation.times.push_back(static_cast<float>(key));
            // The same rotation with either sign.
            const glm::quat turn = glm::angleAxis(0.3f, glm::vec3(0, 1, 0));
            tracks.rotation.values.push_back(key % 2 == 0 ? turn : -turn);
        }
        data.jointTracks.push_back(tracks);
    }
    const auto clip = require(Clip::create(std::move(data), skeleton->jointCount()));
    const auto made = require(RuntimeClip::create(RuntimeSkeleton::create(skeleton), *clip));
    QCOMPARE(made->quantisedRotations(0).size(), std::size_t(0));
    QCOMPARE(made->fullRotations(0).size(), std::size_t(0));
    QCOMPARE(made->fullVectors(0).size(), std::size_t(0));
    std::vector<PoseBlock> blocks(made->skeleton().blockCount());
    sampleClip(*made, 31.7f, blocks);
    QCOMPARE_LE(std::abs(blocks[2].rotation[1][3] - std::sin(0.15f)), 1e-6f);
}

void TstRuntimeClip::aFrameIsAThirdOfTheFloats() {
    const auto skeleton = humanoidSkeleton();
    const auto clip = humanoidClip(*skeleton, "Walk", 1);
    const auto made = require(RuntimeClip::create(RuntimeSkeleton::create(skeleton), *clip));
    const double raw = 67.0 * 61.0 * 10.0 * sizeof(float);
    qInfo("%zu bytes, %.3f of the floats, %.6f off",
          made->byteCount(),
          static_cast<double>(made->byteCount()) / raw,
          made->maxError());
    QVERIFY(static_cast<double>(made->byteCount()) <= 0.33 * raw);
}

void TstRuntimeClip::evenFramesWhereKeysAreMany() {
    // A thousand keys a second.
    const auto skeleton = humanoidSkeleton();
    const auto clip = humanoidClip(*skeleton, "Dense", 1, 2001, 1000.0f);
    const auto made = require(
        RuntimeClip::create(RuntimeSkeleton::create(skeleton), *clip, {.tolerance = 0.001}));
    QVERIFY(made->frameCount() < 250);
    QVERIFY(made->maxError() <= 0.001);
}

void TstRuntimeClip::clipsWithoutKeysAreTheRestPose() {
    const auto skeleton = humanoidSkeleton();
    const auto clip = require(Clip::create({}, skeleton->jointCount()));
    const auto runtime = RuntimeSkeleton::create(skeleton);
    const auto made = require(RuntimeClip::create(runtime, *clip));
    QCOMPARE(made->frameCount(), std::size_t(1));
    std::vector<PoseBlock> blocks(runtime->blockCount());
    sampleClip(*made, 0.5f, blocks);
    std::vector<math::Transform> pose(skeleton->jointCount());
    fromPoseBlocks(*runtime, blocks, pose);
    for (std::size_t j = 0; j < pose.size(); ++j) {
        QVERIFY(isSameBits(pose[j], skeleton->joints()[j].parentFromJointRest));
    }
}

void TstRuntimeClip::whatCannotBeReachedIsAnError() {
    const auto skeleton = humanoidSkeleton();
    const auto clip = humanoidClip(*skeleton, "Walk", 1, 5);
    const auto runtime = RuntimeSkeleton::create(skeleton);
    const auto none = RuntimeClip::create(runtime, *clip, {.tolerance = 0.0});
    QVERIFY(!none);
    QCOMPARE(none.error().code, std::string("clip.options"));
    const auto notANumber = RuntimeClip::create(runtime, *clip, {.shellRadius = std::nan("")});
    QVERIFY(!notANumber);
    QCOMPARE(notANumber.error().code, std::string("clip.options"));
    const auto tiny = RuntimeClip::create(runtime, *clip, {.tolerance = 1e-9});
    QVERIFY(!tiny);
    QCOMPARE(tiny.error().code, std::string("clip.tolerance"));
    QVERIFY2(tiny.error().message.find("'Walk'") != std::string::npos,
             tiny.error().message.c_str());
}

void TstRuntimeClip::samplingAllocatesNothing() {
    const auto skeleton = humanoidSkeleton();
    const auto clip = humanoidClip(*skeleton, "Walk", 1);
    const auto made = require(RuntimeClip::create(RuntimeSkeleton::create(skeleton), *clip));
    std::vector<PoseBlock> blocks(made->skeleton().blockCount());
    sampleClip(*made, 0.1f, blocks);
    const std::size_t before = allocationCount;
    for (float time = 0.0f; time < 2.0f; time += 0.01f) {
        sampleClip(*made, time, blocks);
    }
    QCOMPARE(allocationCount.load(), before);
}

QTEST_APPLESS_MAIN(TstRuntimeClip)
#include "tst_runtime_clip.moc"
