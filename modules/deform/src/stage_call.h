// SPDX-License-Identifier: Apache-2.0
// One pass of one stage over all vertices, in ranges on all cores.
#pragma once

#include <sartor/deform/deformer.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <stop_token>

namespace sartor::deform {

/// Bytes that begin as the ABI wants buffers to: all zero, and with a place even where there are
/// none.
class AlignedBytes {
public:
    explicit AlignedBytes(std::size_t size);

    std::byte* data() const { return bytes_.get(); }
    std::size_t size() const { return size_; }
    std::span<std::byte> span() const { return {data(), size_}; }

private:
    struct Delete {
        void operator()(std::byte* bytes) const;
    };
    std::unique_ptr<std::byte[], Delete> bytes_;
    std::size_t size_;
};

/// How a call is split; results do not depend on it.
struct StageSplit {
    /// Whose stage it is: what a crash in it is reported of.
    const Deformer& deformer;
    std::size_t vertexCount = 0;
    std::size_t blocksPerRange = 16;
    /// Asked before each range.
    std::stop_token stop = {};
};

/// Calls the stage for all vertices: in one call with SARTOR_STAGE_WHOLE, else in ranges of whole
/// blocks. `run` is complete but for its range. Returns the status of a range that failed, if any
/// did; a stopped call succeeds. No allocation.
sartor_status
callStage(const Stage& stage, const void* instance, const sartor_run& run, const StageSplit& split);

} // namespace sartor::deform
