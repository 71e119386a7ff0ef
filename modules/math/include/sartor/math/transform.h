// SPDX-License-Identifier: Apache-2.0
// Translation, rotation, scale: the form of a local pose.
#pragma once

#include <sartor/math/affine.h>

namespace sartor::math {

/// pA = translation + rotation * (scale * pB). Rotation unit, Hamilton.
struct Transform {
    glm::vec3 translation = glm::vec3(0.0f);
    glm::quat rotation = identityQuat();
    glm::vec3 scale = glm::vec3(1.0f);
};

Affine toAffine(const Transform& aFromB);

/// What a linear map is made of: rotation * stretch, `rotation` proper, `stretch` symmetric.
struct Polar {
    glm::quat rotation = identityQuat();
    /// Negative definite where the map mirrors, so that the rotation stays proper.
    glm::mat3 stretch = identityMat3();
};

/// Polar decomposition by singular values, in double. The product of the factors is the map,
/// whatever the map is: of any size, sheared, singular. A map that flattens an axis, within the
/// rounding of floats, has a stretch that is zero there and the rotation of the part that is left;
/// a line is turned the shortest way; zero gives the identity.
Polar polarDecomposition(const glm::mat3& linear);

/// The rotation of the decomposition alone, in double throughout.
glm::dquat polarRotation(const glm::dmat3& linear);

/// A Transform and how far it is from the map it came from.
struct Decomposition {
    Transform transform;
    /// Largest difference of any element of the linear part, relative to the largest element: what
    /// translation, rotation and scale cannot say (shear).
    float residual = 0.0f;
};

/// T, R, S of a map; a mirror goes into the sign of the x scale. Exact where there is no shear.
Decomposition decompose(const Affine& aFromB);

} // namespace sartor::math
