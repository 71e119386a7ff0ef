// SPDX-License-Identifier: Apache-2.0
// How large meshes and the deltas of their morph targets are.
#pragma once

#include "scene_facts.h"

#include <vector>

namespace sartor::diagnose {

/// One morph target over all primitives of its mesh.
struct TargetMeasure {
    std::uint64_t vertexCount = 0; ///< with a position delta that is not zero
    double largest = 0.0;          ///< length of a delta, in the file's units
    glm::dvec3 sum = glm::dvec3(0.0);
    double sumOfSquares = 0.0;
    std::uint32_t instance = 0; ///< where the largest is
    std::uint32_t vertex = 0;
};

/// One mesh of the file.
struct MorphMeasure {
    std::uint64_t vertexCount = 0;
    double diagonal = 0.0; ///< of the box around the vertices, in the file's units
    std::vector<TargetMeasure> targets;
};

/// Shapes: instances are those of one mesh, each primitive once. Cost: O(vertices + deltas).
MorphMeasure measureMorphs(const SceneFacts& facts, std::span<const std::uint32_t> instances);

} // namespace sartor::diagnose
