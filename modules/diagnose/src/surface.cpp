// SPDX-License-Identifier: Apache-2.0
// The surface of a mesh.
#include "position_weld.h"

#include <sartor/diagnose/surface.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace sartor::diagnose {

Surface makeSurface(const assets::Mesh& mesh) {
    Surface surface;
    surface.weld = weldByPosition(mesh.positions());
    struct HalfEdge {
        std::uint32_t low = 0;
        std::uint32_t high = 0;
        bool isForward = false;
    };
    std::vector<HalfEdge> halves;
    const auto indices = mesh.triangles();
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
        const std::array corners = {
            surface.weld[indices[i]], surface.weld[indices[i + 1]], surface.weld[indices[i + 2]]};
        if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0]) {
            continue;
        }
        surface.triangles.push_back({indices[i], indices[i + 1], indices[i + 2]});
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t from = corners[k];
            const std::uint32_t to = corners[(k + 1) % 3];
            halves.push_back({std::min(from, to), std::max(from, to), from < to});
        }
    }
    std::sort(halves.begin(), halves.end(), [](const HalfEdge& a, const HalfEdge& b) {
        return std::tie(a.low, a.high, a.isForward) < std::tie(b.low, b.high, b.isForward);
    });
    surface.isClosed = !halves.empty();
    for (std::size_t i = 0; i < halves.size();) {
        std::size_t end = i;
        while (end < halves.size() && halves[end].low == halves[i].low &&
               halves[end].high == halves[i].high) {
            ++end;
        }
        surface.edges.push_back({halves[i].low, halves[i].high});
        surface.isClosed =
            surface.isClosed && end - i == 2 && halves[i].isForward != halves[i + 1].isForward;
        i = end;
    }
    return surface;
}

double areaOf(std::span<const glm::dvec3> positions, const std::array<std::uint32_t, 3>& triangle) {
    const glm::dvec3& a = positions[triangle[0]];
    return 0.5 * glm::length(glm::cross(positions[triangle[1]] - a, positions[triangle[2]] - a));
}

double volumeOf(std::span<const glm::dvec3> positions, const Surface& surface) {
    if (surface.triangles.empty()) {
        return 0.0;
    }
    // From a corner of the mesh rather than the origin, which may be far away.
    const glm::dvec3 middle = positions[surface.triangles[0][0]];
    double sum = 0.0;
    for (const auto& triangle : surface.triangles) {
        sum +=
            glm::dot(positions[triangle[0]] - middle,
                     glm::cross(positions[triangle[1]] - middle, positions[triangle[2]] - middle));
    }
    return sum / 6.0;
}

double extentOf(std::span<const glm::dvec3> positions) {
    constexpr double kLargest = std::numeric_limits<double>::max();
    glm::dvec3 low(kLargest);
    glm::dvec3 high(-kLargest);
    for (const glm::dvec3& position : positions) {
        if (std::isfinite(position.x + position.y + position.z)) {
            low = glm::min(low, position);
            high = glm::max(high, position);
        }
    }
    return low.x <= high.x ? glm::length(high - low) : 0.0;
}

} // namespace sartor::diagnose
