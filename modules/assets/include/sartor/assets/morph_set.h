// SPDX-License-Identifier: Apache-2.0
// Morph targets as sparse deltas.
#pragma once

#include <sartor/base/result.h>
#include <sartor/math/types.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sartor::assets {

/// What one target adds to the vertices it touches, in mesh space.
struct MorphTarget {
    std::string name;
    /// Vertices, strictly increasing.
    std::vector<std::uint32_t> vertices;
    /// One per entry of `vertices`, or empty where the target has no such attribute.
    std::vector<glm::vec3> positionDeltas;
    std::vector<glm::vec3> normalDeltas;
    /// xyz only: the sign in w never changes.
    std::vector<glm::vec3> tangentDeltas;
};

/// Immutable, validated targets of one mesh.
class MorphSet {
public:
    /// Errors: "morph.vertex_order", "morph.vertex_out_of_range", "morph.delta_count",
    /// "morph.nonfinite", each naming target and place.
    static Result<std::shared_ptr<const MorphSet>> create(std::vector<MorphTarget> targets,
                                                          std::size_t vertexCount);

    std::size_t targetCount() const { return targets_.size(); }
    std::span<const MorphTarget> targets() const { return targets_; }

private:
    explicit MorphSet(std::vector<MorphTarget> targets) : targets_(std::move(targets)) {}

    std::vector<MorphTarget> targets_;
};

/// A target from dense deltas, one per vertex: vertices where every given delta is zero are left
/// out. Arrays are empty or of equal length.
MorphTarget makeSparseTarget(std::string name,
                             std::span<const glm::vec3> positionDeltas,
                             std::span<const glm::vec3> normalDeltas,
                             std::span<const glm::vec3> tangentDeltas);

} // namespace sartor::assets
