// SPDX-License-Identifier: Apache-2.0
// What skinning multiplies with.
#include <sartor/base/assert.h>
#include <sartor/pose/matrix_palette.h>

namespace sartor::pose {

void matrixPalette(std::span<const math::Affine> modelFromJoint,
                   std::span<const JointIndex> joints,
                   std::span<const math::Affine> jointFromBind,
                   std::span<math::Affine> modelFromBind) {
    SARTOR_ASSERT(joints.size() == jointFromBind.size());
    SARTOR_ASSERT(joints.size() == modelFromBind.size());
    for (std::size_t slot = 0; slot < joints.size(); ++slot) {
        modelFromBind[slot] = modelFromJoint[joints[slot].value()] * jointFromBind[slot];
    }
}

} // namespace sartor::pose
