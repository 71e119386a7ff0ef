// SPDX-License-Identifier: Apache-2.0
// Turn of linear maps.
#include "linear_measures.h"

#include <sartor/math/quaternion.h>
#include <sartor/math/transform.h>

#include <glm/trigonometric.hpp>

namespace sartor::diagnose {

double rotationDegrees(const glm::dmat3& linear) {
    const math::Polar polar = math::polarDecomposition(glm::mat3(linear));
    return glm::degrees(
        static_cast<double>(math::angleBetween(math::identityQuat(), polar.rotation)));
}

} // namespace sartor::diagnose
