// SPDX-License-Identifier: Apache-2.0
// The box around a set of points.
#include <sartor/render/bounds.h>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace sartor::render {

void Bounds::add(const glm::vec3& point) {
    minimum = isEmpty ? point : glm::min(minimum, point);
    maximum = isEmpty ? point : glm::max(maximum, point);
    isEmpty = false;
}

float Bounds::radius() const {
    return glm::length(maximum - minimum) * 0.5f;
}

} // namespace sartor::render
