// SPDX-License-Identifier: Apache-2.0
// Stages between timestamps.
#include "stage_clock.h"

#include <algorithm>

namespace sartor::deform_gpu {

Result<StageClock> StageClock::create(gpu::Device& device, std::size_t stageCount) {
    auto timestamps = gpu::Timestamps::create(device, static_cast<std::uint32_t>(stageCount) + 1);
    if (!timestamps) {
        return timestamps.error();
    }
    StageClock clock;
    clock.timestamps_ = *std::move(timestamps);
    clock.names_.reserve(stageCount);
    clock.seconds_.reserve(stageCount + 1);
    clock.times_.reserve(stageCount);
    return clock;
}

void StageClock::begin(gpu::Commands& commands) {
    names_.clear();
    timestamps_.begin(commands.handle());
    timestamps_.mark(commands.handle());
}

void StageClock::stageRecorded(gpu::Commands& commands, std::string_view name) {
    names_.push_back(name);
    timestamps_.mark(commands.handle());
}

Status StageClock::read() {
    times_.clear();
    if (Status status = timestamps_.read(seconds_); !status) {
        return status;
    }
    for (std::size_t mark = 1; mark < seconds_.size(); ++mark) {
        const std::string_view name = names_[mark - 1];
        const double seconds = seconds_[mark] - seconds_[mark - 1];
        const auto known =
            std::find_if(times_.begin(), times_.end(), [name](const deform::StageTime& time) {
                return time.name == name;
            });
        if (known != times_.end()) {
            known->seconds += seconds;
        } else {
            times_.push_back({name, seconds});
        }
    }
    return {};
}

} // namespace sartor::deform_gpu
