// SPDX-License-Identifier: Apache-2.0
// Notices who updates a character twice in one frame.
#include <sartor/base/log.h>
#include <sartor/pose/frame_guard.h>

#include <cstring>
#include <string>

namespace sartor::pose {
namespace {

std::string nameOf(const char* caller) {
    return *caller == '\0' ? "somebody without a name" : "'" + std::string(caller) + "'";
}

} // namespace

std::optional<DoubleUpdate> FrameGuard::enter(std::uint64_t frame, const char* caller) {
    if (frame_ != frame) {
        frame_ = frame;
        caller_ = caller;
        return std::nullopt;
    }
    const bool isKnown = found_ && std::strcmp(found_->firstCaller, caller_) == 0 &&
                         std::strcmp(found_->secondCaller, caller) == 0;
    found_ = DoubleUpdate{frame, caller_, caller};
    ++foundCount_;
    if (!isKnown) {
        log(LogLevel::Warning,
            "frame " + std::to_string(frame) + ": updated by " + nameOf(caller_) +
                " and again by " + nameOf(caller) +
                ": time and root motion count twice; expected one update a frame");
    }
    return found_;
}

} // namespace sartor::pose
