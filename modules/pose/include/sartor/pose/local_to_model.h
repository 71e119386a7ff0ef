// SPDX-License-Identifier: Apache-2.0
// From the local pose to model space.
#pragma once

#include <sartor/assets/skeleton.h>
#include <sartor/math/double_affine.h>

#include <span>
#include <vector>

namespace sartor::pose {

/// modelFromJoint = modelFromParent * parentFromJoint, parents first, accumulated in double.
///
/// Shapes: both spans have skeleton.jointCount() entries. Cost: O(joints); a thread allocates when
/// it meets its largest skeleton. Threads: re-entrant.
void localToModel(const assets::Skeleton& skeleton,
                  std::span<const math::Transform> parentFromJoint,
                  std::span<math::Affine> modelFromJoint);

/// Model transform of one joint; the identity for none. Cost: O(depth of the joint), no allocation.
math::DoubleAffine modelFromJointOf(const assets::Skeleton& skeleton,
                                    std::span<const math::Transform> parentFromJoint,
                                    JointIndex joint);

/// Model transform of every joint in the skeleton's rest pose.
std::vector<math::Affine> modelFromJointAtRest(const assets::Skeleton& skeleton);

} // namespace sartor::pose
