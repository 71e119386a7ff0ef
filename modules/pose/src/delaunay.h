// SPDX-License-Identifier: Apache-2.0
// Delaunay triangulation in whole numbers.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sartor::pose {

struct GridPoint {
    std::int64_t x = 0; ///< at most 2^24 from 0, as is y
    std::int64_t y = 0;

    bool operator==(const GridPoint&) const = default;
};

/// Triangles of a Delaunay triangulation, corners counter-clockwise; none where all points are on
/// one line. Points are sorted by x, then y, and differ. All decisions are exact, so points on one
/// circle or nearly on a line give a valid triangulation as well.
/// Cost: O(points^2) at worst.
std::vector<std::array<std::uint32_t, 3>> triangulate(std::span<const GridPoint> points);

} // namespace sartor::pose
