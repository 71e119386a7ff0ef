// SPDX-License-Identifier: Apache-2.0
// How long a part of a frame takes.
#pragma once

#include <chrono>

namespace sartor::session {

/// Writes the time from its construction to its end.
class StageTimer {
public:
    explicit StageTimer(double& seconds) : seconds_(seconds) {}
    ~StageTimer() {
        seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }
    StageTimer(const StageTimer&) = delete;
    StageTimer& operator=(const StageTimer&) = delete;
    StageTimer(StageTimer&&) = delete;
    StageTimer& operator=(StageTimer&&) = delete;

private:
    double& seconds_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

} // namespace sartor::session
