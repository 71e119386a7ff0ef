// SPDX-License-Identifier: Apache-2.0
// The grid on the ground.
#include <sartor/render/grid.h>

#include <glm/common.hpp>

#include <algorithm>
#include <cmath>

namespace sartor::render {

Grid gridFor(const Bounds& bounds) {
    Grid grid;
    const float size = bounds.radius();
    if (bounds.isEmpty || !(size > 0.0f) || !std::isfinite(size)) {
        return grid;
    }
    // The ground below the scene, measured from the origin, where the grid is.
    const float reach =
        std::max({size, std::abs(bounds.center().x) + size, std::abs(bounds.center().z) + size});
    grid.spacing = std::pow(10.0f, std::round(std::log10(size * 0.12f)));
    grid.radius = reach * 4.0f;
    // What floats above the ground casts none.
    if (std::abs(bounds.minimum.y) < 0.1f * size) {
        grid.shadowCenter = glm::vec2(bounds.center().x, bounds.center().z);
        const glm::vec3 half = (bounds.maximum - bounds.minimum) * 0.5f;
        // Arms that are spread far above the ground do not widen it.
        const float widest = size * 0.35f;
        grid.shadowSize = glm::min(glm::vec2(half.x, half.z), glm::vec2(widest)) + 0.08f * size;
    }
    return grid;
}

} // namespace sartor::render
