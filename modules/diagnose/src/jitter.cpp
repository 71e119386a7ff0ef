// SPDX-License-Identifier: Apache-2.0
// Which joints tremble in a clip.
#include <sartor/diagnose/jitter.h>
#include <sartor/diagnose/joint_class.h>
#include <sartor/diagnose/surface.h>
#include <sartor/math/double_rigid.h>
#include <sartor/pose/local_to_model.h>
#include <sartor/pose/sampling.h>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

namespace sartor::diagnose {
namespace {

// A fourth difference spans as many frames.
constexpr std::size_t kRing = 5;
// Neighbouring fourth differences share 1, -4, 6, -4 and 1 with each other: noise of mean square 1
// gives them the product -(1 * 4 + 4 * 6 + 6 * 4 + 4 * 1) on average. Motion below a quarter of the
// frame rate, however wide, gives a positive one.
constexpr double kNoiseProduct = 56.0;
// What the upper median of a window of such products is on average, in parts of their mean, for
// normal noise. From 30000 windows by simulation.
constexpr double kMedianOfWindow = 0.560;

// One joint in one frame.
struct Sample {
    glm::dquat localRotation{1.0, 0.0, 0.0, 0.0};
    glm::dvec3 localTranslation{0.0};
    glm::dquat modelRotation{1.0, 0.0, 0.0, 0.0};
    glm::dvec3 modelPosition{0.0};
    // Where it would be if its own translation were that of the rest pose.
    glm::dvec3 carriedPosition{0.0};
};

enum Quantity { LocalRotation, LocalTranslation, ModelRotation, ModelPosition, CarriedPosition };
constexpr std::size_t kQuantityCount = 5;

// Of one quantity from frame to frame; rotations in degrees about the axes of what they are
// against.
glm::dvec3 velocity(const glm::dvec3& from, const glm::dvec3& to) {
    return to - from;
}

glm::dvec3 velocity(const glm::dquat& from, const glm::dquat& to) {
    return glm::degrees(math::rotationVector(to * glm::conjugate(from)));
}

// Gathers the differences of one quantity of one joint.
class Differences {
public:
    // Velocities between the last five frames; `time` is that of the first.
    void add(const std::array<glm::dvec3, 4>& velocities, float time) {
        const glm::dvec3 fourth =
            velocities[3] - 3.0 * velocities[2] + 3.0 * velocities[1] - velocities[0];
        const glm::dvec3 product = -fourth * fourthBefore_;
        fourthBefore_ = fourth;
        if (!std::exchange(hasFourth_, true)) {
            return;
        }
        if (windowSize_ == 0) {
            windowTime_ = time;
        }
        for (int axis = 0; axis < 3; ++axis) {
            window_[static_cast<std::size_t>(axis)][windowSize_] = product[axis];
        }
        if (++windowSize_ == kJitterWindow) {
            closeWindow();
        }
    }

    void addSecond(const glm::dvec3& second) {
        secondSum_ += glm::dot(second, second);
        ++secondCount_;
    }

    Unsteadiness finish() {
        if (windowCount_ == 0 || windowSize_ >= kJitterWindow / 2) {
            closeWindow();
        }
        result_.difference = std::sqrt(secondSum_ / static_cast<double>(secondCount_));
        result_.noise = std::sqrt(noiseSum_ / static_cast<double>(windowCount_));
        return result_;
    }

private:
    void closeWindow() {
        double squared = 0.0;
        for (auto& axis : window_) {
            const auto middle = axis.begin() + static_cast<std::ptrdiff_t>(windowSize_ / 2);
            std::nth_element(
                axis.begin(), middle, axis.begin() + static_cast<std::ptrdiff_t>(windowSize_));
            squared += std::max(0.0, *middle) / (kMedianOfWindow * kNoiseProduct);
        }
        noiseSum_ += squared;
        ++windowCount_;
        if (std::sqrt(squared) > result_.worstNoise) {
            result_.worstNoise = std::sqrt(squared);
            result_.worstTime = windowTime_;
        }
        windowSize_ = 0;
    }

    glm::dvec3 fourthBefore_{0.0};
    bool hasFourth_ = false;
    // By axis, what counts as the square of noise.
    std::array<std::array<double, kJitterWindow>, 3> window_{};
    std::size_t windowSize_ = 0;
    float windowTime_ = 0.0f;
    double secondSum_ = 0.0;
    std::size_t secondCount_ = 0;
    double noiseSum_ = 0.0;
    std::size_t windowCount_ = 0;
    Unsteadiness result_;
};

using JointDifferences = std::array<Differences, kQuantityCount>;

class Sampler {
public:
    Sampler(const assets::Skeleton& skeleton, const assets::Clip& clip)
        : skeleton_(skeleton)
        , clip_(clip)
        , parentFromJoint_(skeleton.jointCount())
        , modelFromJoint_(skeleton.jointCount()) {}

    void sample(float time, std::span<Sample> samples) {
        pose::sampleClip(skeleton_, clip_, time, parentFromJoint_);
        pose::localToModel(skeleton_, parentFromJoint_, modelFromJoint_);
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const assets::Joint& joint = skeleton_.joints()[i];
            Sample& sample = samples[i];
            sample.localRotation = glm::normalize(glm::dquat(parentFromJoint_[i].rotation));
            sample.localTranslation = glm::dvec3(parentFromJoint_[i].translation);
            sample.modelPosition = glm::dvec3(modelFromJoint_[i].translation);
            sample.modelRotation = sample.localRotation;
            sample.carriedPosition = glm::dvec3(joint.parentFromJointRest.translation);
            if (!joint.parent.isNone()) {
                const std::uint32_t parent = joint.parent.value();
                sample.modelRotation = samples[parent].modelRotation * sample.localRotation;
                sample.carriedPosition = math::transformPoint(
                    math::toDouble(modelFromJoint_[parent]), sample.carriedPosition);
            }
        }
    }

private:
    const assets::Skeleton& skeleton_;
    const assets::Clip& clip_;
    std::vector<math::Transform> parentFromJoint_;
    std::vector<math::Affine> modelFromJoint_;
};

template <class Value>
void addDifferences(const std::array<const Sample*, kRing>& samples,
                    std::size_t count,
                    Value Sample::*value,
                    float time,
                    Differences& differences) {
    std::array<glm::dvec3, 4> velocities{};
    for (std::size_t i = 1; i < count; ++i) {
        velocities[i - 1] = velocity(samples[i - 1]->*value, samples[i]->*value);
    }
    if (count >= 3) {
        differences.addSecond(velocities[count - 2] - velocities[count - 3]);
    }
    if (count == kRing) {
        differences.add(velocities, time);
    }
}

// By joint.
std::vector<JointDifferences> gatherDifferences(const assets::Skeleton& skeleton,
                                                const assets::Clip& clip,
                                                const ClipFrames& frames) {
    const std::size_t jointCount = skeleton.jointCount();
    std::vector<JointDifferences> all(jointCount);
    std::vector<Sample> ring(kRing * jointCount);
    Sampler sampler(skeleton, clip);
    for (std::size_t frame = 0; frame < frames.count; ++frame) {
        const std::size_t count = std::min(frame + 1, kRing);
        const std::size_t first = frame + 1 - count;
        const float time = frames.time(first);
        sampler.sample(frames.time(frame),
                       std::span(ring).subspan(frame % kRing * jointCount, jointCount));
        for (std::size_t i = 0; i < jointCount; ++i) {
            std::array<const Sample*, kRing> samples{};
            for (std::size_t back = 0; back < count; ++back) {
                samples[back] = &ring[(first + back) % kRing * jointCount + i];
            }
            JointDifferences& joint = all[i];
            addDifferences(samples, count, &Sample::localRotation, time, joint[LocalRotation]);
            addDifferences(
                samples, count, &Sample::localTranslation, time, joint[LocalTranslation]);
            addDifferences(samples, count, &Sample::modelRotation, time, joint[ModelRotation]);
            addDifferences(samples, count, &Sample::modelPosition, time, joint[ModelPosition]);
            addDifferences(samples, count, &Sample::carriedPosition, time, joint[CarriedPosition]);
        }
    }
    return all;
}

double extentOfJoints(const import::ImportedScene& scene,
                      std::span<const math::Affine> modelFromJointRest) {
    const std::vector<bool> isSkinJoint = findSkinJoints(scene);
    std::vector<glm::dvec3> places;
    for (std::size_t i = 0; i < modelFromJointRest.size(); ++i) {
        if (isSkinJoint[i] || scene.skins.empty()) {
            places.emplace_back(modelFromJointRest[i].translation);
        }
    }
    return extentOf(places);
}

std::vector<double> findLevers(const assets::Skeleton& skeleton,
                               std::span<const math::Affine> modelFromJointRest) {
    const auto joints = skeleton.joints();
    const auto place = [&](std::size_t joint) {
        return glm::dvec3(modelFromJointRest[joint].translation);
    };
    // Around each joint and all below it.
    std::vector<glm::dvec3> low(joints.size());
    std::vector<glm::dvec3> high(joints.size());
    for (std::size_t i = 0; i < joints.size(); ++i) {
        low[i] = high[i] = place(i);
    }
    std::vector<double> levers(joints.size());
    std::vector<bool> isLeaf(joints.size(), true);
    for (std::size_t i = joints.size(); i-- > 0;) {
        const glm::dvec3 reach = glm::max(high[i] - place(i), place(i) - low[i]);
        levers[i] = glm::length(reach);
        const JointIndex parent = joints[i].parent;
        if (parent.isNone()) {
            continue;
        }
        const std::uint32_t above = parent.value();
        levers[i] = isLeaf[i] ? glm::length(place(i) - place(above)) : levers[i];
        low[above] = glm::min(low[above], low[i]);
        high[above] = glm::max(high[above], high[i]);
        isLeaf[above] = false;
    }
    return levers;
}

} // namespace

Jitter measureJitter(const import::ImportedScene& scene,
                     const assets::Clip& clip,
                     const ClipFrames& frames) {
    const assets::Skeleton& skeleton = *scene.skeleton;
    const std::vector<math::Affine> modelFromJointRest = pose::modelFromJointAtRest(skeleton);
    Jitter jitter;
    jitter.frames = frames;
    jitter.extent = extentOfJoints(scene, modelFromJointRest);
    jitter.limit = jitter.extent / 1080.0;
    if (frames.count < kFewestJitterFrames) {
        return jitter;
    }
    std::vector<JointDifferences> differences = gatherDifferences(skeleton, clip, frames);
    const std::vector<double> levers = findLevers(skeleton, modelFromJointRest);
    // By joint: the one of it and those above whose own keys tremble most.
    std::vector<JointIndex> source(skeleton.jointCount());
    std::vector<JointJitter> all(skeleton.jointCount());
    for (std::size_t i = 0; i < all.size(); ++i) {
        JointJitter& joint = all[i];
        joint.joint = JointIndex(i);
        joint.lever = levers[i];
        joint.localRotation = differences[i][LocalRotation].finish();
        joint.localTranslation = differences[i][LocalTranslation].finish();
        joint.modelRotation = differences[i][ModelRotation].finish();
        joint.modelPosition = differences[i][ModelPosition].finish();
        joint.ownMove = std::hypot(joint.localTranslation.worstNoise,
                                   glm::radians(joint.localRotation.worstNoise) * joint.lever);
        const JointIndex parent = skeleton.joints()[i].parent;
        if (!parent.isNone()) {
            const JointJitter& above = all[parent.value()];
            joint.inheritedMove =
                std::hypot(differences[i][CarriedPosition].finish().worstNoise,
                           glm::radians(above.modelRotation.worstNoise) * joint.lever);
            source[i] = source[parent.value()];
        }
        if (joint.ownMove > jitter.limit) {
            joint.verdict = JitterVerdict::Own;
            if (source[i].isNone() || all[source[i].value()].ownMove < joint.ownMove) {
                source[i] = joint.joint;
            }
        } else if (joint.inheritedMove > jitter.limit && !source[i].isNone()) {
            // Without a source it is the whip of a chain, which is motion.
            joint.verdict = JitterVerdict::Inherited;
            joint.from = source[i];
        }
        if (joint.modelPosition.difference > 0.0 || joint.modelRotation.difference > 0.0) {
            jitter.joints.push_back(joint);
        }
    }
    const auto rank = [](const JointJitter& joint) {
        return std::pair(joint.verdict != JitterVerdict::Steady,
                         std::max(joint.ownMove, joint.inheritedMove));
    };
    std::stable_sort(jitter.joints.begin(),
                     jitter.joints.end(),
                     [&](const JointJitter& a, const JointJitter& b) { return rank(a) > rank(b); });
    return jitter;
}

std::vector<JitterSample> jitterCurve(const import::ImportedScene& scene,
                                      const assets::Clip& clip,
                                      const ClipFrames& frames,
                                      JointIndex joint) {
    if (frames.count < 3) {
        return {};
    }
    std::vector<JitterSample> curve(frames.count);
    Sampler sampler(*scene.skeleton, clip);
    std::vector<Sample> samples(scene.skeleton->jointCount());
    Sample before;
    std::array<glm::dvec3, 2> velocitiesBefore{};
    for (std::size_t frame = 0; frame < frames.count; ++frame) {
        sampler.sample(frames.time(frame), samples);
        const Sample& now = samples[joint.value()];
        const std::array<glm::dvec3, 2> velocities = {
            velocity(before.localRotation, now.localRotation),
            velocity(before.modelPosition, now.modelPosition)};
        if (frame >= 2) {
            curve[frame - 1] = {glm::length(velocities[0] - velocitiesBefore[0]),
                                glm::length(velocities[1] - velocitiesBefore[1])};
        }
        velocitiesBefore = velocities;
        before = now;
    }
    return curve;
}

} // namespace sartor::diagnose
