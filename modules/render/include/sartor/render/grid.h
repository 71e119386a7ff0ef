// SPDX-License-Identifier: Apache-2.0
// The grid on the ground.
#pragma once

#include <sartor/render/bounds.h>

namespace sartor::render {

/// On the ground, y = 0. Lines every `spacing`, stronger ones every ten; fades out at `radius` from
/// its middle.
struct Grid {
    float spacing = 0.1f;
    float radius = 5.0f;
    /// Where the ground around the grid's middle is; not where it is the world's own.
    glm::mat4 worldFromGround = glm::mat4(1.0f);
    /// The middle (x, z) in the coordinates of the lines, which count from the axes.
    glm::dvec2 center = glm::dvec2(0.0);
    /// A soft shadow below what stands on the ground: its middle (x, z) from the grid's
    /// and half its size; 0 for none.
    glm::vec2 shadowCenter = glm::vec2(0.0f);
    glm::vec2 shadowSize = glm::vec2(0.0f);
};

/// A grid that suits a scene of that size.
Grid gridFor(const Bounds& bounds);

} // namespace sartor::render
