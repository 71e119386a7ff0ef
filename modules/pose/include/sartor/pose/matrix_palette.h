// SPDX-License-Identifier: Apache-2.0
// What skinning multiplies with.
#pragma once

#include <sartor/base/index.h>
#include <sartor/math/affine.h>

#include <span>

namespace sartor::pose {

/// modelFromBind[slot] = modelFromJoint[joints[slot]] * jointFromBind[slot]. No matrix is inverted.
///
/// Shapes: joints, jointFromBind and modelFromBind have one entry per slot of the skin; each joint
/// is inside modelFromJoint. Cost: O(slots), no allocation.
void matrixPalette(std::span<const math::Affine> modelFromJoint,
                   std::span<const JointIndex> joints,
                   std::span<const math::Affine> jointFromBind,
                   std::span<math::Affine> modelFromBind);

} // namespace sartor::pose
