// SPDX-License-Identifier: Apache-2.0
// Where a surface goes through itself.
#pragma once

#include <sartor/diagnose/surface.h>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace sartor::diagnose {

struct Intersections {
    /// Indices into Surface::triangles, the smaller first; sorted.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    /// False where the surface lies on itself so much that the search ended early.
    bool isComplete = true;
};

/// Pairs of triangles of which one pierces the other by more than a millionth of the surface's
/// size. Triangles that share a corner do not count, nor those that only touch or lie in one plane.
/// Looks at pairs with at least one of `asked`, which are indices into Surface::triangles.
///
/// Cost: O(triangles log triangles + asked * (log triangles + neighbours)); ends early after some
/// hundred neighbours a triangle on average.
Intersections findSelfIntersections(std::span<const glm::dvec3> positions,
                                    const Surface& surface,
                                    std::span<const std::uint32_t> asked);

} // namespace sartor::diagnose
