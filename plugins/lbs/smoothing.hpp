// SPDX-License-Identifier: Apache-2.0
// Corners of triangles that meet at a vertex, and which of them are one point of a smooth surface:
// those whose normals in the file agree. Others meet at a hard edge.
#pragma once

#include <sartor/deformer/deformer.hpp>

namespace sartor::deformer::lbs {

/// U32 per vertex. Vertices of one welded vertex that have the same are smooth there.
inline constexpr const char* kSmoothing = "lbs.smoothing";

/// A stage's corners, as the class below reads them.
inline constexpr std::array kCornerNeeds = {
    reads<std::uint32_t>(semantic::kTriangleIndex, SARTOR_PER_TRIANGLE),
    reads<std::uint32_t>(semantic::kCornerOffset, SARTOR_PER_VERTEX_PLUS_1),
    reads<std::uint32_t>(semantic::kCornerIndex, SARTOR_PER_CORNER),
};

/// One corner of a triangle: its vertex and the other two, in the triangle's order.
struct Corner {
    std::uint32_t vertex;
    std::uint32_t next;
    std::uint32_t previous;
};

/// The buffers of kCornerNeeds, which stand in a stage's table from `firstNeed` on.
class Corners {
public:
    Corners(const Run& run, std::uint32_t firstNeed)
        : triangles_(run.read<std::uint32_t>(firstNeed))
        , offsets_(run.read<std::uint32_t>(firstNeed + 1))
        , corners_(run.read<std::uint32_t>(firstNeed + 2)) {}

    /// Calls body(corner) for all that meet at the welded vertex, always in the same order.
    template <class Body>
    void forEachAt(std::uint32_t vertex, Body body) const {
        for (std::uint32_t i = offsets_[vertex]; i < offsets_[vertex + 1]; ++i) {
            const std::uint32_t element = corners_[i];
            const std::uint32_t first = element - element % 3;
            body(Corner{triangles_[element],
                        triangles_[first + (element + 1) % 3],
                        triangles_[first + (element + 2) % 3]});
        }
    }

private:
    BufferView<const std::uint32_t> triangles_;
    BufferView<const std::uint32_t> offsets_;
    BufferView<const std::uint32_t> corners_;
};

/// PREPARE: writes kSmoothing.
extern const sartor_stage kSmoothingStage;

} // namespace sartor::deformer::lbs
