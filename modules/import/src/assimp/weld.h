// SPDX-License-Identifier: Apache-2.0
// Vertices that loaders split per corner, made one again.
#pragma once

#include <sartor/assets/mesh.h>

#include <string>
#include <vector>

namespace sartor::import {

/// Deltas of one morph target, one per vertex; arrays may be empty.
struct DenseMorphTarget {
    std::string name;
    std::vector<glm::vec3> positionDeltas;
    std::vector<glm::vec3> normalDeltas;
    std::vector<glm::vec3> tangentDeltas;
};

/// Merges vertices that are equal in every bit of every stream, influences and morph deltas too,
/// so that nothing that is drawn or deformed changes. Keeps the order of first appearance.
///
/// Shapes: every stream of `mesh` and `targets` has one entry per position, or none.
/// Errors: none. Returns the number of vertices that went away. Cost: O(vertices).
std::size_t weldVertices(assets::MeshData& mesh, std::vector<DenseMorphTarget>& targets);

} // namespace sartor::import
