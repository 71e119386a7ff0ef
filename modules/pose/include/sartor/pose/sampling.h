// SPDX-License-Identifier: Apache-2.0
// The value of a clip at a time.
#pragma once

#include <sartor/assets/clip.h>
#include <sartor/assets/skeleton.h>
#include <sartor/math/transform.h>

#include <span>

namespace sartor::pose {

/// Value of a track with keys at a time: the first key's before it, the last key's after it,
/// between two keys what the interpolation says. Of several keys at one time the last holds from
/// there on.
///
/// Rotations: LINEAR is spherical along the shortest arc, CUBICSPLINE is not flipped; the result is
/// unit. Units: seconds. Cost: O(log keys), no allocation. Threads: const, re-entrant.
/// Source: glTF 2.0, appendix C.
glm::vec3 sampleTrack(const assets::Track<glm::vec3>& track, float time);
glm::quat sampleTrack(const assets::Track<glm::quat>& track, float time);

/// The weights of all targets; values.size() == track.targetCount.
void sampleTrack(const assets::MorphWeightTrack& track, float time, std::span<float> values);

/// Writes what the tracks of one joint say; channels without keys stay as they are.
void sampleTracks(const assets::JointTracks& tracks, float time, math::Transform& parentFromJoint);

/// Local rest pose of every joint. parentFromJoint.size() == skeleton.jointCount().
void restPose(const assets::Skeleton& skeleton, std::span<math::Transform> parentFromJoint);

/// Local pose of every joint: tracks at the time, rest values where a joint or channel has none.
/// parentFromJoint.size() == skeleton.jointCount(). Cost: O(joints), no allocation.
void sampleClip(const assets::Skeleton& skeleton,
                const assets::Clip& clip,
                float time,
                std::span<math::Transform> parentFromJoint);

} // namespace sartor::pose
