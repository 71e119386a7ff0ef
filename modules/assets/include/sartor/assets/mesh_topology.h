// SPDX-License-Identifier: Apache-2.0
// How the vertices of a mesh hang together, as if texture and normal seams had not split them.
#pragma once

#include <sartor/assets/mesh.h>
#include <sartor/assets/skin.h>
#include <sartor/base/result.h>

#include <cstdint>
#include <vector>

namespace sartor::assets {

/// Vertices of equal rest position and equal influences are one welded vertex, and its first one
/// stands for it. All vertices of a welded vertex have equal rows.
struct MeshTopology {
    /// For each vertex the one that stands for it; representatives stand for themselves.
    std::vector<std::uint32_t> representatives;
    /// Rows by vertex: representatives of the welded vertices that an edge joins to this one,
    /// rising, each once, never its own.
    std::vector<std::uint32_t> neighbourOffsets;
    std::vector<std::uint32_t> neighbours;
    /// Rows by vertex: places in the mesh's triangles where this welded vertex is a corner, rising.
    /// Triangles that two corners of one welded vertex degenerate are left out.
    std::vector<std::uint32_t> cornerOffsets;
    std::vector<std::uint32_t> corners;
};

/// Influences are equal that give each joint the same weight, in whatever order; null counts as
/// equal everywhere.
///
/// Errors: "mesh.split_vertices" where so many vertices share one place that the rows would have
/// more than 64 elements for each corner of a triangle.
/// Cost: O(n log n) of vertices, influences and triangles.
Result<MeshTopology> computeTopology(const Mesh& mesh, const InfluenceSet* influences);

} // namespace sartor::assets
