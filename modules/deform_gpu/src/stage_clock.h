// SPDX-License-Identifier: Apache-2.0
// How long the device takes for each stage of a run.
#pragma once

#include <sartor/deform/run_counts.h>
#include <sartor/gpu/commands.h>
#include <sartor/gpu/timestamps.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace sartor::deform_gpu {

class StageClock {
public:
    /// Room for so many stages in a run. Errors: "gpu.vulkan".
    static Result<StageClock> create(gpu::Device& device, std::size_t stageCount);
    StageClock() = default;

    /// At the start of a recording.
    void begin(gpu::Commands& commands);
    /// Everything recorded since the last call, or since begin(), was this stage. The name is kept,
    /// not copied.
    void stageRecorded(gpu::Commands& commands, std::string_view name);

    /// Once the device has finished; the times of a stage that was recorded in parts are added up.
    /// Errors: "gpu.vulkan", "gpu.device_lost".
    Status read();
    void clear() { times_.clear(); }
    /// Of the last read(); empty on a device without a clock.
    std::span<const deform::StageTime> times() const { return times_; }

private:
    gpu::Timestamps timestamps_;
    std::vector<std::string_view> names_;
    std::vector<double> seconds_;
    std::vector<deform::StageTime> times_;
};

} // namespace sartor::deform_gpu
