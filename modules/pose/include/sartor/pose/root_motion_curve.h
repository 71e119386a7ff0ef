// SPDX-License-Identifier: Apache-2.0
// The root motion of a clip: where it takes the character, at any time and over any range.
#pragma once

#include <sartor/assets/clip.h>
#include <sartor/assets/skeleton.h>
#include <sartor/base/result.h>
#include <sartor/pose/playback.h>
#include <sartor/pose/root_motion.h>

#include <memory>
#include <vector>

namespace sartor::pose {

/// What a reference is taken from.
enum class RootReference {
    RestPose, ///< the joint of the rest pose; under `y` and `full`, at the clip's first height
    Model     ///< the origin and axes of the model: the joint's transform itself is the motion
};

struct RootMotionSettings {
    JointIndex joint;
    RootMotionComponents components = {};
    RootReference reference = RootReference::RestPose;
};

/// Root curve of one clip. With P(t) what the components take of the root's model transform, the
/// curve is R(t) = inverse(P(0)) * P(t), so that R(0) is the identity, and its cycle
/// C = R(duration). Ancestors take part as the clip poses them.
///
/// Conservation: a character that starts at worldFromModel = P(0) and moves by the deltas, with
/// inverse(P(t)) * modelFromRoot left in its pose, has its root where the clip has it, C added for
/// each loop.
///
/// Space/units: model space, +Y up; seconds, radians. Poses are sampled in float, all else is
/// double, and deltas of ranges that follow each other telescope.
/// Threads: const, re-entrant.
class RootMotionCurve {
public:
    /// Errors: "root_motion.joint" for a joint that the skeleton does not have.
    static Result<RootMotionCurve> create(const assets::Skeleton& skeleton,
                                          std::shared_ptr<const assets::Clip> clip,
                                          const RootMotionSettings& settings);

    const assets::Clip& clip() const { return *clip_; }
    const RootMotionSettings& settings() const { return settings_; }
    const RootMotionReference& reference() const { return reference_; }

    /// The joint's own transform, without a scale. Times outside of the clip are its ends.
    /// Cost: O(ancestors log keys), no allocation.
    math::DoubleRigid modelFromRoot(double time) const;

    /// P(t): what is to be taken out of the pose of that time.
    math::DoubleRigid modelFromCharacter(double time) const;

    /// R(t).
    math::DoubleRigid fromStart(double time) const;

    /// C.
    const math::DoubleRigid& cycle() const { return cycle_; }

    /// What was played of the clip: inverse(R(from)) * C^wraps * R(to), forwards and backwards, and
    /// inverse(R(from)) * R(to) in the modes that come back the way they went. After a seek, a
    /// teleport or a pause no range is played, and there is no motion to ask for.
    /// Cost: O(ancestors log keys), no allocation.
    RootMotionDelta delta(PlaybackMode mode, const PlayedRange& range) const;
    /// The same between clip times, with so many wraps from one to the other, signed.
    RootMotionDelta delta(double fromTime, double toTime, std::int64_t wraps) const;

    /// Takes P(t) out of a pose that was sampled from the clip at that time: see moveRoot().
    float makeInPlace(const assets::Skeleton& skeleton,
                      double time,
                      std::span<math::Transform> parentFromJoint) const;

private:
    struct ChainJoint {
        math::Transform rest;
        const assets::JointTracks* tracks = nullptr; // of clip_, where it has some
    };

    RootMotionCurve() = default;

    std::shared_ptr<const assets::Clip> clip_;
    RootMotionSettings settings_;
    RootMotionReference reference_;
    std::vector<ChainJoint> chain_; // the joint, then its ancestors
    math::DoubleRigid characterFromModelAtStart_;
    math::DoubleRigid cycle_;
};

/// The joint that a clip moves a character with, where nobody says: the first, parents before
/// children, whose translation has different keys; else the first with keys; else the first one.
/// None for a skeleton without joints.
///
/// Cost: O(keys).
JointIndex findRootJoint(const assets::Skeleton& skeleton, const assets::Clip& clip);

} // namespace sartor::pose
