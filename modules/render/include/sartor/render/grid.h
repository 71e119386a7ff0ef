// SPDX-License-Identifier: Apache-2.0
// The grid on the ground.
#pragma once

#include <sartor/render/bounds.h>

namespace sartor::render {

/// On the ground, y = 0. Lines every `spacing`, stronger ones every ten; fades out at `radius`.
struct Grid {
    float spacing = 0.1f;
    float radius = 5.0f;
    /// A soft shadow below what stands on the ground: its middle (x, z) and half its size; 0 for
    /// none.
    glm::vec2 shadowCenter = glm::vec2(0.0f);
    glm::vec2 shadowSize = glm::vec2(0.0f);
};

/// A grid that suits a scene of that size.
Grid gridFor(const Bounds& bounds);

} // namespace sartor::render
