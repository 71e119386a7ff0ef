// SPDX-License-Identifier: Apache-2.0
// The root motion of a clip.
#include "root_chain.h"

#include <sartor/pose/root_motion_curve.h>
#include <sartor/pose/sampling.h>

#include <algorithm>
#include <string>
#include <utility>

namespace sartor::pose {
namespace {

const assets::JointTracks* findTracks(const assets::Clip& clip, JointIndex joint) {
    const auto found =
        std::find_if(clip.jointTracks().begin(),
                     clip.jointTracks().end(),
                     [&](const assets::JointTracks& tracks) { return tracks.joint == joint; });
    return found == clip.jointTracks().end() ? nullptr : &*found;
}

math::DoubleRigid modelFromRootAtRest(const assets::Skeleton& skeleton, JointIndex root) {
    RootChain chain(skeleton.joint(root).parentFromJointRest);
    for (JointIndex at = skeleton.joint(root).parent; !at.isNone();
         at = skeleton.joint(at).parent) {
        chain.prepend(skeleton.joint(at).parentFromJointRest);
    }
    return chain.rigid();
}

bool isMoving(const assets::Track<glm::vec3>& track) {
    // The values of a spline lie between two tangents each, which are zero where nothing moves.
    const std::size_t stride = track.valuesPerKey();
    for (std::size_t i = 0; i < track.values.size(); ++i) {
        const bool isValue = i % stride == stride / 2;
        if (track.values[i] != (isValue ? track.values[stride / 2] : glm::vec3(0.0f))) {
            return true;
        }
    }
    return false;
}

} // namespace

Result<RootMotionCurve> RootMotionCurve::create(const assets::Skeleton& skeleton,
                                                std::shared_ptr<const assets::Clip> clip,
                                                const RootMotionSettings& settings) {
    if (settings.joint.isNone() || settings.joint.value() >= skeleton.jointCount()) {
        return Error{
            "root_motion.joint",
            "root motion of clip '" + clip->name() + "': there is no joint " +
                (settings.joint.isNone() ? "given" : std::to_string(settings.joint.value())) +
                ", expected one of the skeleton's " + std::to_string(skeleton.jointCount())};
    }
    RootMotionCurve curve;
    curve.clip_ = std::move(clip);
    curve.settings_ = settings;
    for (JointIndex at = settings.joint; !at.isNone(); at = skeleton.joint(at).parent) {
        curve.chain_.push_back(
            {skeleton.joint(at).parentFromJointRest, findTracks(*curve.clip_, at)});
    }
    if (settings.reference == RootReference::RestPose) {
        const math::DoubleRigid rest = modelFromRootAtRest(skeleton, settings.joint);
        // A clip that begins crouched stays so: how high it begins is no motion.
        curve.reference_ = {
            rest.rotation,
            {rest.translation.x, curve.modelFromRoot(0.0).translation.y, rest.translation.z}};
    }
    curve.characterFromModelAtStart_ = inverse(curve.modelFromCharacter(0.0));
    curve.cycle_ = curve.fromStart(static_cast<double>(curve.clip_->duration()));
    return curve;
}

math::DoubleRigid RootMotionCurve::modelFromRoot(double time) const {
    const auto at = static_cast<float>(time);
    const auto sampled = [&](const ChainJoint& joint) {
        math::Transform local = joint.rest;
        if (joint.tracks != nullptr) {
            sampleTracks(*joint.tracks, at, local);
        }
        return local;
    };
    RootChain chain(sampled(chain_.front()));
    for (std::size_t i = 1; i < chain_.size(); ++i) {
        chain.prepend(sampled(chain_[i]));
    }
    return chain.rigid();
}

math::DoubleRigid RootMotionCurve::modelFromCharacter(double time) const {
    return pose::modelFromCharacter(modelFromRoot(time), reference_, settings_.components);
}

math::DoubleRigid RootMotionCurve::fromStart(double time) const {
    return characterFromModelAtStart_ * modelFromCharacter(time);
}

RootMotionDelta RootMotionCurve::delta(PlaybackMode mode, const PlayedRange& range) const {
    return delta(range.from(), range.to(), mode == PlaybackMode::Loop ? range.wraps() : 0);
}

RootMotionDelta RootMotionCurve::delta(double fromTime, double toTime, std::int64_t wraps) const {
    const math::DoubleRigid from = inverse(fromStart(fromTime));
    const math::DoubleRigid to = fromStart(toTime);
    return wraps == 0 ? from * to : from * (math::power(cycle_, wraps) * to);
}

float RootMotionCurve::makeInPlace(const assets::Skeleton& skeleton,
                                   double time,
                                   std::span<math::Transform> parentFromJoint) const {
    return moveRoot(skeleton, settings_.joint, inverse(modelFromCharacter(time)), parentFromJoint);
}

JointIndex findRootJoint(const assets::Skeleton& skeleton, const assets::Clip& clip) {
    JointIndex moving;
    JointIndex animated;
    for (const assets::JointTracks& tracks : clip.jointTracks()) {
        const bool hasKeys =
            !tracks.translation.isEmpty() || !tracks.rotation.isEmpty() || !tracks.scale.isEmpty();
        // "None" is above all indices.
        if (hasKeys) {
            animated = std::min(animated, tracks.joint);
        }
        if (isMoving(tracks.translation)) {
            moving = std::min(moving, tracks.joint);
        }
    }
    if (!moving.isNone() || !animated.isNone()) {
        return moving.isNone() ? animated : moving;
    }
    return skeleton.jointCount() > 0 ? JointIndex(0) : JointIndex();
}

} // namespace sartor::pose
