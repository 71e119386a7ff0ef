// SPDX-License-Identifier: Apache-2.0
// An affine map as a rigid map after a stretch: the form that dual quaternion skinning blends.
#pragma once

#include <sartor/math/affine.h>
#include <sartor/math/dual_quat.h>

namespace sartor::math {

/// pA = rigid(stretch * pB).
struct RigidStretch {
    DualQuat rigid;
    /// Symmetric; negative definite where the map mirrors. Exactly the identity for a map that is
    /// rigid within kRigidTolerance.
    glm::mat3 stretch = identityMat3();
};

/// Largest difference of any element of a stretch from the identity that still counts as none.
inline constexpr float kRigidTolerance = 1e-6f;

/// Splits a map by polar decomposition. A map that is not finite gives the identity.
///
/// Cost: a few hundred multiplications in double, no allocation.
RigidStretch splitRigid(const Affine& aFromB);

/// The other way round; exact up to rounding.
Affine toAffine(const RigidStretch& aFromB);

} // namespace sartor::math
