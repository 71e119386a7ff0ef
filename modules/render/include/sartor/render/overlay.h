// SPDX-License-Identifier: Apache-2.0
// What is drawn over surfaces: bones, lines and dots.
#pragma once

#include <sartor/math/types.h>

#include <cstdint>

namespace sartor::render {

/// A tapered solid from a joint to its child, drawn over surfaces.
struct Bone {
    glm::vec3 head = glm::vec3(0.0f);
    float halfWidth = 0.0f;
    glm::vec3 tail = glm::vec3(0.0f);
    std::uint32_t colour = 0;
};

/// A line of a width in pixels with a dark rim, drawn over surfaces and bones.
struct Line {
    glm::vec3 begin = glm::vec3(0.0f);
    float widthPixels = 0.0f;
    glm::vec3 end = glm::vec3(0.0f);
    std::uint32_t colour = 0;
};

/// A disc that faces the camera with a dark rim.
struct Dot {
    glm::vec3 center = glm::vec3(0.0f);
    float radiusPixels = 0.0f;
    /// The disc is not larger than a sphere of this radius would be; 0 for no such limit.
    float largestRadius = 0.0f;
    std::uint32_t colour = 0;
};

} // namespace sartor::render
