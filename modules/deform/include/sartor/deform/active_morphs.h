// SPDX-License-Identifier: Apache-2.0
// The morph targets that move anything in a frame, as rows by vertex: what stages read of them.
#pragma once

#include <sartor/deform/deform_source.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace sartor::deform {

/// Rows of the deltas of those targets alone whose weight is not zero. Targets keep their numbers
/// and rise within a row, so stages sum in the same order whatever else is active.
///
/// Cost: a frame with the same active targets as the last compares weights; another one takes
/// O(vertices + active deltas). No allocation after construction.
class ActiveMorphs {
public:
    /// No target is active yet. Shares the source's targets.
    explicit ActiveMorphs(const MeshSource& source);

    /// Takes the weights of a frame, one per target; what is not finite counts as zero. True where
    /// other targets are active than before, and the first time.
    bool update(std::span<const float> weights);
    /// Whatever their weights.
    void activateAll();

    std::uint32_t deltaCount() const { return offsets_.back(); }
    /// Of all targets.
    static std::uint64_t largestDeltaCount(const MeshSource& source);

    /// Writes the contents of one of the row semantics, sartor.morph.offset, .target and .delta.*,
    /// to the front of the destination, and returns how many bytes that are. The destination has
    /// room for the rows of all targets.
    std::size_t write(std::string_view semantic, std::span<std::byte> destination);

private:
    void countRows();
    template <class T, class ValueOf>
    std::size_t scatter(std::span<std::byte> destination, ValueOf valueOf);

    std::shared_ptr<const assets::MorphSet> morphs_;
    bool isFirst_ = true;
    std::vector<bool> isActive_;
    /// Rising.
    std::vector<std::uint32_t> active_;
    std::vector<std::uint32_t> offsets_;
    /// Where the next delta of each vertex goes.
    std::vector<std::uint32_t> next_;
};

} // namespace sartor::deform
