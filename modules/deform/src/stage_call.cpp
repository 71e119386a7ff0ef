// SPDX-License-Identifier: Apache-2.0
// Calls of run functions.
#include "stage_call.h"

#include "plugin_call.h"

#include <sartor/base/parallel.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>

namespace sartor::deform {

namespace {

constexpr std::size_t kAlignment = 64;
// Ranges begin at whole blocks, so two threads rarely write to one cache line.
constexpr std::size_t kBlockVertices = 64;

// The body of parallelFor holds a pointer to it and so needs no heap.
struct RangeCalls {
    const Stage& stage;
    const void* instance;
    const sartor_run& run;
    const StageSplit& split;
    std::atomic<sartor_status> status{SARTOR_OK};

    void operator()(std::size_t beginBlock, std::size_t endBlock) {
        if (split.stop.stop_requested()) {
            return;
        }
        sartor_run part = run;
        part.begin = static_cast<std::uint32_t>(beginBlock * kBlockVertices);
        part.end =
            static_cast<std::uint32_t>(std::min(endBlock * kBlockVertices, split.vertexCount));
        const PluginCall call({.plugin = split.deformer.pluginPath.c_str(),
                               .deformer = split.deformer.id.c_str(),
                               .stage = stage.id.c_str(),
                               .activity = PluginActivity::Running,
                               .begin = part.begin,
                               .end = part.end});
        sartor_status result = SARTOR_E_FAILED;
        // A second net: plugins must not throw, and the SDK sees to it.
        try {
            result = stage.run(instance, &part);
        } catch (...) {
        }
        if (result != SARTOR_OK) {
            status.store(result, std::memory_order_relaxed);
        }
    }
};

} // namespace

AlignedBytes::AlignedBytes(std::size_t size) : size_(size) {
    const std::size_t whole = std::max<std::size_t>(1, (size + kAlignment - 1) / kAlignment);
    bytes_.reset(
        static_cast<std::byte*>(::operator new[](whole* kAlignment, std::align_val_t{kAlignment})));
    std::memset(bytes_.get(), 0, whole * kAlignment);
}

void AlignedBytes::Delete::operator()(std::byte* bytes) const {
    ::operator delete[](bytes, std::align_val_t{kAlignment});
}

sartor_status callStage(const Stage& stage,
                        const void* instance,
                        const sartor_run& run,
                        const StageSplit& split) {
    RangeCalls calls{stage, instance, run, split};
    const std::size_t blockCount = (split.vertexCount + kBlockVertices - 1) / kBlockVertices;
    if ((stage.flags & SARTOR_STAGE_WHOLE) != 0) {
        calls(0, blockCount);
    } else {
        parallelFor(blockCount, split.blocksPerRange, std::ref(calls));
    }
    return calls.status.load();
}

} // namespace sartor::deform
