// SPDX-License-Identifier: Apache-2.0
// Rotations between directions.
#include <sartor/math/quaternion.h>

namespace sartor::math {

glm::dvec3 perpendicularTo(const glm::dvec3& unit) {
    const glm::dvec3 helper =
        std::abs(unit.x) < 0.6 ? glm::dvec3(1.0, 0.0, 0.0) : glm::dvec3(0.0, 1.0, 0.0);
    return glm::normalize(glm::cross(unit, helper));
}

glm::dquat shortestRotation(const glm::dvec3& from, const glm::dvec3& to) {
    const double cosine = glm::dot(from, to);
    if (cosine < -1.0 + 1e-12) {
        const glm::dvec3 axis = perpendicularTo(from);
        return glm::dquat(0.0, axis.x, axis.y, axis.z);
    }
    const glm::dvec3 axis = glm::cross(from, to);
    return glm::normalize(glm::dquat(1.0 + cosine, axis.x, axis.y, axis.z));
}

} // namespace sartor::math
