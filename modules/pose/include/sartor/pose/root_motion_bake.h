// SPDX-License-Identifier: Apache-2.0
// Root motion baked into clips: for engines that take it from a track, or from the pose.
#pragma once

#include <sartor/pose/root_motion_curve.h>

#include <memory>

namespace sartor::pose {

/// Where a clip takes the character, as keys.
struct RootMotionTrack {
    assets::Track<glm::vec3> translation;
    assets::Track<glm::quat> rotation;

    /// modelFromCharacter; the identity where there are no keys.
    math::DoubleRigid at(float time) const;
};

struct BakeOptions {
    /// How far a baked clip may be from what it is baked of between keys: units of the model, and
    /// radians.
    double maximumError = 1e-4;
    /// More keys are an error instead.
    std::size_t maximumKeyCount = 100000;
};

struct BakedRootMotion {
    /// The same clip, its root in place. All other tracks are as they were.
    std::shared_ptr<const assets::Clip> inPlace;
    RootMotionTrack motion;
    /// As the result of moveRoot(): above 0 where ancestors shear what is moved.
    float shear = 0.0f;
};

/// Splits a clip into one in place and its motion. Keys are those of the root and its ancestors,
/// with more between them where straight lines would be off; steps and jumps stay sharp.
///
/// Errors: "root_motion.keys" where the curve needs more keys than the options allow.
Result<BakedRootMotion> bakeRootMotion(const assets::Skeleton& skeleton,
                                       const RootMotionCurve& curve,
                                       const BakeOptions& options = {});

/// The other way round: a clip whose root carries the motion, over so many cycles of the clip, each
/// from where the one before ended. For players without root motion, and for looking at it.
///
/// Errors: "root_motion.keys"; "root_motion.cycles" for none.
Result<std::shared_ptr<const assets::Clip>> bakeIntoPose(const assets::Skeleton& skeleton,
                                                         const RootMotionCurve& curve,
                                                         std::size_t cycleCount,
                                                         const BakeOptions& options = {});

} // namespace sartor::pose
