// SPDX-License-Identifier: Apache-2.0
// Steps from frame to frame.
#include <sartor/deform/frame_history.h>

namespace sartor::deform {

FrameHistory::FrameHistory(const ChainPlan& plan)
    : dependsOnTime_(plan.dependsOnTime()), dependsOnPast_(plan.dependsOnPast()) {}

FrameStep FrameHistory::step(const FrameSource& frame) const {
    const bool isReset = !hasRun_ || (frame.flags & SARTOR_FRAME_RESET) != 0;
    const bool isKnown = hasRun_ && !dependsOnPast_ && frame.input.id != 0 && frame.input == input_;
    const bool isSameTime =
        !dependsOnTime_ || (frame.time == time_ && frame.deltaTime == deltaTime_);
    if (isKnown && isSameTime) {
        return FrameStep::Same;
    }
    return isReset ? FrameStep::Reset : FrameStep::Moved;
}

void FrameHistory::forget() {
    hasRun_ = false;
    isPreviousCurrent_ = true;
}

void FrameHistory::ran(const FrameSource& frame, FrameStep step) {
    input_ = frame.input;
    time_ = frame.time;
    deltaTime_ = frame.deltaTime;
    hasRun_ = true;
    isPreviousCurrent_ = step != FrameStep::Moved;
}

} // namespace sartor::deform
