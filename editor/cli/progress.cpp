// SPDX-License-Identifier: Apache-2.0
// A thread that wakes once a second and writes one line over itself.
#include "progress.h"

#include <sartor/io/text.h>

#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

namespace sartor::cli {

struct Progress::State {
    std::mutex mutex;
    std::condition_variable_any isEnding;
    std::string what;
    std::jthread thread;
};

Progress::Progress(std::string what) {
    if (::isatty(STDERR_FILENO) == 0) {
        return;
    }
    state_ = std::make_unique<State>();
    state_->what = std::move(what);
    state_->thread = std::jthread([state = state_.get()](const std::stop_token& stop) {
        std::unique_lock lock(state->mutex);
        int seconds = 0;
        while (!state->isEnding.wait_for(
            lock, stop, std::chrono::seconds(1), [&] { return stop.stop_requested(); })) {
            ++seconds;
            std::fprintf(stderr, "\r\033[K%s (%d s)", io::printable(state->what).c_str(), seconds);
        }
        if (seconds > 0) {
            std::fputs("\r\033[K", stderr);
        }
    });
}

Progress::~Progress() = default;

void Progress::set(std::string what) {
    if (state_) {
        const std::lock_guard lock(state_->mutex);
        state_->what = std::move(what);
    }
}

} // namespace sartor::cli
