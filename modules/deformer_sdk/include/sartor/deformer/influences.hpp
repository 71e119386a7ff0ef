// SPDX-License-Identifier: Apache-2.0
// The influences of every vertex, any number of them; sartor/influences.glsl is the same for
// shaders.
#pragma once

#include <sartor/deformer/deformer.hpp>

#include <array>
#include <cstdint>
#include <type_traits>

namespace sartor::deformer {

inline constexpr std::array kInfluenceNeeds = {
    reads<std::uint32_t>(semantic::kInfluenceOffset, SARTOR_PER_VERTEX_PLUS_1),
    reads<std::uint32_t>(semantic::kInfluenceJoint, SARTOR_PER_INFLUENCE),
    reads<float>(semantic::kInfluenceWeight, SARTOR_PER_INFLUENCE),
};

/// The influences of one vertex: indices first .. last-1.
struct InfluenceRange {
    std::uint32_t first = 0;
    std::uint32_t last = 0;

    bool isEmpty() const { return first == last; }
    std::uint32_t count() const { return last - first; }
};

/// Calls `body(count)` with the number of influences, a constant where it is 1, 2, 4 or 8: a loop
/// to it unrolls there. One body for all, so the same operations in the same order, and the same
/// bits.
template <class Body>
auto withKnownCount(const InfluenceRange& range, Body body) {
    switch (range.count()) {
    case 1:
        return body(std::integral_constant<std::uint32_t, 1>());
    case 2:
        return body(std::integral_constant<std::uint32_t, 2>());
    case 4:
        return body(std::integral_constant<std::uint32_t, 4>());
    case 8:
        return body(std::integral_constant<std::uint32_t, 8>());
    default:
        return body(range.count());
    }
}

/// The buffers of kInfluenceNeeds, which stand in a stage's table from `firstNeed` on.
class Influences {
public:
    Influences(const Run& run, std::uint32_t firstNeed)
        : offsets_(run.read<std::uint32_t>(firstNeed))
        , joints_(run.read<std::uint32_t>(firstNeed + 1))
        , weights_(run.read<float>(firstNeed + 2)) {}

    InfluenceRange of(std::uint32_t vertex) const {
        return {offsets_[vertex], offsets_[vertex + 1]};
    }
    std::uint32_t joint(std::uint32_t influence) const { return joints_[influence]; }
    float weight(std::uint32_t influence) const { return weights_[influence]; }

private:
    BufferView<const std::uint32_t> offsets_;
    BufferView<const std::uint32_t> joints_;
    BufferView<const float> weights_;
};

} // namespace sartor::deformer
