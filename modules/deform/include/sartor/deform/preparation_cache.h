// SPDX-License-Identifier: Apache-2.0
// Keeps what PREPARE stages computed, so that another plan for the same mesh need not compute it
// again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace sartor::deform {

/// Results are known by what they were made from: the deformer as it was loaded, the stage's
/// params, the mesh, influences and morph targets (the objects, not their contents), and results of
/// other stages. What has gone is forgotten; beyond the capacity the longest unused goes first.
///
/// Threads: re-entrant. Two plans that are made at the same time may compute the same twice.
class PreparationCache {
public:
    static constexpr std::size_t kDefaultCapacity = std::size_t{256} << 20;

    /// Capacity in bytes.
    explicit PreparationCache(std::size_t capacity = kDefaultCapacity);
    ~PreparationCache();
    PreparationCache(const PreparationCache&) = delete;
    PreparationCache& operator=(const PreparationCache&) = delete;
    PreparationCache(PreparationCache&&) = delete;
    PreparationCache& operator=(PreparationCache&&) = delete;

    struct Counts {
        /// Stages that were computed, and those that were there.
        std::uint64_t computed = 0;
        std::uint64_t reused = 0;
        /// What is kept now.
        std::size_t entries = 0;
        std::size_t bytes = 0;
    };
    Counts counts() const;

private:
    friend class PreparationRun;
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace sartor::deform
