// SPDX-License-Identifier: Apache-2.0
// Unit dual quaternions.
#include <sartor/math/dual_quat.h>

namespace sartor::math {

DualQuat fromRigid(const glm::quat& rotation, const glm::vec3& translation) {
    const glm::quat pure(0.0f, translation.x, translation.y, translation.z);
    return {rotation, (pure * rotation) * 0.5f};
}

glm::vec3 translationOf(const DualQuat& aFromB) {
    const glm::quat product = (aFromB.dual * glm::conjugate(aFromB.real)) * 2.0f;
    return glm::vec3(product.x, product.y, product.z);
}

glm::vec3 transformPoint(const DualQuat& aFromB, const glm::vec3& pointB) {
    return aFromB.real * pointB + translationOf(aFromB);
}

DualQuat operator*(const DualQuat& aFromB, const DualQuat& bFromC) {
    return {aFromB.real * bFromC.real, aFromB.real * bFromC.dual + aFromB.dual * bFromC.real};
}

} // namespace sartor::math
