// SPDX-License-Identifier: Apache-2.0
// A short record of many positions from which the size of a change can be told: a tolerant hash.
#pragma once

#include <sartor/math/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sartor::diagnose {

/// Sums of positions with random signs, kSketchSigns for each of kSketchBlocks stretches of
/// vertices. The square of how such a sum differs between two sets of positions is on average the
/// sum of the squares of how far the vertices have moved: unlike a hash of bits it tells rounding
/// from a change, and how large that is.
///
/// Source: Alon, Matias and Szegedy, "The space complexity of approximating the frequency moments",
/// 1999.
struct PositionSketch {
    std::uint32_t vertexCount = 0;
    /// Diagonal of the box around the positions.
    double extent = 0.0;
    /// By block, then sign, then x, y, z.
    std::vector<float> sums;
};

inline constexpr std::size_t kSketchBlocks = 16;
inline constexpr std::size_t kSketchSigns = 8;

/// Sums that a sketch of so many vertices has.
std::size_t sketchSize(std::uint32_t vertexCount);

/// The same sketch everywhere for the same positions. Cost: O(vertices).
PositionSketch sketchPositions(std::span<const glm::dvec3> positions);

/// Where two sets of positions differ most.
struct SketchDifference {
    /// Root mean square of how far the vertices of the block have moved, as far as can be told (an
    /// estimate, good to a third), in parts of the first sketch's extent.
    double moved = 0.0;
    /// The block: first vertex, and that behind the last.
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

/// None where the numbers of vertices differ, or the sums are not as many as those ask for.
std::optional<SketchDifference> compareSketches(const PositionSketch& before,
                                                const PositionSketch& after);

} // namespace sartor::diagnose
