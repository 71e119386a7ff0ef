// SPDX-License-Identifier: Apache-2.0
// What dual quaternion skinning blends: each entry of a palette as a rigid map after a stretch.
#pragma once

#include <sartor/math/affine.h>
#include <sartor/math/rigid_stretch.h>

#include <span>

namespace sartor::pose {

/// rigidParts[slot] = math::splitRigid(modelFromBind[slot]).
///
/// Shapes: equal sizes. Cost: O(slots), no allocation.
void dualQuatPalette(std::span<const math::Affine> modelFromBind,
                     std::span<math::RigidStretch> rigidParts);

/// The stretch that more than half of the slots have, within 1e-4 of its size; else the identity.
/// In a rest pose that is what units and quantised positions put into every map, not a scale of
/// single joints.
///
/// Cost: O(slots squared), no allocation: once for a skin, not for a frame.
glm::mat3 commonStretch(std::span<const math::RigidStretch> rigidParts);

} // namespace sartor::pose
