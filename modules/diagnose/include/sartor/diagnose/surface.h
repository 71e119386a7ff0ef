// SPDX-License-Identifier: Apache-2.0
// The surface of a mesh without texture seams, and how a pose stretches it.
#pragma once

#include <sartor/assets/mesh.h>
#include <sartor/math/types.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sartor::diagnose {

struct Surface {
    /// For each vertex the first one at its place; what triangles and edges are made of.
    std::vector<std::uint32_t> weld;
    /// Triangles with three different corners, as they are in the mesh.
    std::vector<std::array<std::uint32_t, 3>> triangles;
    /// Each once, the smaller welded vertex first.
    std::vector<std::array<std::uint32_t, 2>> edges;
    /// Every edge has two triangles that run along it in opposite directions: there is an inside.
    bool isClosed = false;
};

/// Cost: O(vertices log vertices + triangles log triangles).
Surface makeSurface(const assets::Mesh& mesh);

double areaOf(std::span<const glm::dvec3> positions, const std::array<std::uint32_t, 3>& triangle);

/// What a closed surface encloses; negative where it is inside out.
double volumeOf(std::span<const glm::dvec3> positions, const Surface& surface);

/// Diagonal of the box around all finite positions; 0 when there is none.
double extentOf(std::span<const glm::dvec3> positions);

} // namespace sartor::diagnose
