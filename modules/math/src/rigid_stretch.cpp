// SPDX-License-Identifier: Apache-2.0
// Rigid part and stretch of an affine map.
#include <sartor/math/rigid_stretch.h>
#include <sartor/math/transform.h>

#include <cmath>

namespace sartor::math {

RigidStretch splitRigid(const Affine& aFromB) {
    if (!isFinite(aFromB)) {
        return {};
    }
    const Polar polar = polarDecomposition(aFromB.linear);
    RigidStretch split;
    // In double: the dual part of a far translation has no digits to lose.
    const glm::dquat rotation(polar.rotation);
    const glm::dvec3 translation(aFromB.translation);
    const glm::dquat pure(0.0, translation.x, translation.y, translation.z);
    split.rigid.real = polar.rotation;
    split.rigid.dual = glm::quat((pure * rotation) * 0.5);
    for (int column = 0; column < 3; ++column) {
        for (int row = 0; row < 3; ++row) {
            const float identity = column == row ? 1.0f : 0.0f;
            if (!(std::abs(polar.stretch[column][row] - identity) <= kRigidTolerance)) {
                split.stretch = polar.stretch;
                return split;
            }
        }
    }
    return split;
}

Affine toAffine(const RigidStretch& aFromB) {
    return {glm::mat3_cast(aFromB.rigid.real) * aFromB.stretch, translationOf(aFromB.rigid)};
}

} // namespace sartor::math
