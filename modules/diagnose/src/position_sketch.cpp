// SPDX-License-Identifier: Apache-2.0
// Sums of positions with random signs.
#include <sartor/diagnose/position_sketch.h>
#include <sartor/diagnose/surface.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace sartor::diagnose {
namespace {

std::size_t blockCount(std::uint32_t vertexCount) {
    return std::min<std::size_t>(kSketchBlocks, vertexCount);
}

std::uint32_t blockBegin(std::uint32_t vertexCount, std::size_t block) {
    return static_cast<std::uint32_t>(std::uint64_t{vertexCount} * block / blockCount(vertexCount));
}

// Sixty-four random bits for each vertex, the same everywhere.
// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
std::uint64_t bitsOf(std::uint32_t vertex) {
    std::uint64_t bits = (std::uint64_t{vertex} + 1) * 0x9e3779b97f4a7c15u;
    bits = (bits ^ (bits >> 30u)) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ (bits >> 27u)) * 0x94d049bb133111ebu;
    return bits ^ (bits >> 31u);
}

} // namespace

std::size_t sketchSize(std::uint32_t vertexCount) {
    return 3 * kSketchSigns * blockCount(vertexCount);
}

PositionSketch sketchPositions(std::span<const glm::dvec3> positions) {
    PositionSketch sketch;
    sketch.vertexCount = static_cast<std::uint32_t>(positions.size());
    sketch.extent = extentOf(positions);
    sketch.sums.reserve(sketchSize(sketch.vertexCount));
    for (std::size_t block = 0; block < blockCount(sketch.vertexCount); ++block) {
        std::array<glm::dvec3, kSketchSigns> sums{};
        for (std::uint32_t vertex = blockBegin(sketch.vertexCount, block);
             vertex < blockBegin(sketch.vertexCount, block + 1);
             ++vertex) {
            const std::uint64_t bits = bitsOf(vertex);
            for (std::size_t sign = 0; sign < kSketchSigns; ++sign) {
                sums[sign] += (bits >> sign & 1u) != 0 ? positions[vertex] : -positions[vertex];
            }
        }
        for (const glm::dvec3& sum : sums) {
            for (int axis = 0; axis < 3; ++axis) {
                sketch.sums.push_back(static_cast<float>(sum[axis]));
            }
        }
    }
    return sketch;
}

std::optional<SketchDifference> compareSketches(const PositionSketch& before,
                                                const PositionSketch& after) {
    const std::size_t size = sketchSize(before.vertexCount);
    if (before.vertexCount != after.vertexCount || before.sums.size() != size ||
        after.sums.size() != size) {
        return std::nullopt;
    }
    SketchDifference worst;
    for (std::size_t block = 0; block < blockCount(before.vertexCount); ++block) {
        double squares = 0.0;
        for (std::size_t i = 0; i < 3 * kSketchSigns; ++i) {
            const std::size_t at = block * 3 * kSketchSigns + i;
            const auto first = static_cast<double>(before.sums[at]);
            const auto second = static_cast<double>(after.sums[at]);
            // Both not finite is no change: records cannot say which of such values it was.
            if (std::isfinite(first) || std::isfinite(second)) {
                squares += (second - first) * (second - first);
            }
        }
        const std::uint32_t begin = blockBegin(before.vertexCount, block);
        const std::uint32_t end = blockBegin(before.vertexCount, block + 1);
        double moved =
            std::sqrt(squares / static_cast<double>(kSketchSigns * (end - begin))) / before.extent;
        // Not finite: a place of one that is not, or no extent to measure by.
        if (!std::isfinite(moved)) {
            moved = squares == 0.0 ? 0.0 : std::numeric_limits<double>::infinity();
        }
        if (moved > worst.moved) {
            worst = {moved, begin, end};
        }
    }
    return worst;
}

} // namespace sartor::diagnose
