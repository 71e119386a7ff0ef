// SPDX-License-Identifier: Apache-2.0
// The box around a set of points.
#pragma once

#include <sartor/math/types.h>

namespace sartor::render {

/// Axis-aligned box; empty until a point is added.
struct Bounds {
    glm::vec3 minimum = glm::vec3(0.0f);
    glm::vec3 maximum = glm::vec3(0.0f);
    bool isEmpty = true;

    void add(const glm::vec3& point);
    glm::vec3 center() const { return (minimum + maximum) * 0.5f; }
    /// Half the diagonal.
    float radius() const;
};

} // namespace sartor::render
