// SPDX-License-Identifier: Apache-2.0
// How near the rotations of a clip come to gimbal lock when they are edited as Euler curves.
#pragma once

#include <sartor/diagnose/clip_frames.h>
#include <sartor/import/imported_scene.h>
#include <sartor/math/gimbal.h>

#include <vector>

namespace sartor::diagnose {

/// What is asked of Euler curves.
struct GimbalOptions {
    math::EulerOrder order = math::EulerOrder::Xyz;
    /// Largest condition that is no finding: how much the angles' errors may grow.
    double largestError = 10.0;
    /// How far straight curves of angles may lead from the clip's own way between two keys.
    double deviationDegrees = 1.0;
};

/// Two neighbouring keys between which straight curves of angles lead elsewhere than the clip.
struct GimbalKeys {
    float from = 0.0f; ///< seconds
    float to = 0.0f;
    double deviationDegrees = 0.0;
    /// Equal pieces that the way must be cut into by further keys; 0 where kMostGimbalPieces are
    /// not enough.
    int pieceCount = 0;
};

inline constexpr int kMostGimbalPieces = 64;

struct JointGimbal {
    JointIndex joint;
    /// The worst of all frames, and when. Of the local rotation as the clip has it, whatever a rig
    /// keeps apart as orientation of the joint.
    math::GimbalState worst;
    float worstTime = 0.0f;          ///< seconds
    double middleAngleDegrees = 0.0; ///< then
    /// Part of the frames beyond the largest error, 0 to 1.
    double shareBeyond = 0.0;
    /// Of the orders about three different axes the one whose worst condition is least.
    math::EulerOrder bestOrder = math::EulerOrder::Xyz;
    double bestCondition = 1.0;
    /// Largest deviation between any two keys.
    double deviationDegrees = 0.0;
    /// Those that need further keys, in order of time.
    std::vector<GimbalKeys> keys;
};

/// The joints with rotation tracks, the worst condition first.
/// Cost: O(joints * (frames + keys)).
std::vector<JointGimbal>
measureGimbal(const assets::Clip& clip, const ClipFrames& frames, const GimbalOptions& options);

struct EulerSample {
    glm::dvec3 angles{0.0}; ///< radians, in the order of the letters, without jumps
    math::GimbalState state;
};

/// The Euler curves of one joint, by frame. Empty without a rotation track.
std::vector<EulerSample> eulerCurve(const assets::Clip& clip,
                                    const ClipFrames& frames,
                                    JointIndex joint,
                                    math::EulerOrder order);

} // namespace sartor::diagnose
