// SPDX-License-Identifier: Apache-2.0
// From time that has passed to a time of a clip, and what of the clip was played on the way.
#include <sartor/base/assert.h>
#include <sartor/pose/playback.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

namespace sartor::pose {
namespace {

// A cycle of a clip and the clip time in it. For PingPong a cycle is a leg, there or back.
struct CycleTime {
    double cycle = 0.0; // a whole number; a double, because it may be beyond any integer
    double time = 0.0;
    bool isOddLeg = false;
};

CycleTime cycleTime(PlaybackMode mode, double unwrapped, double duration) {
    if (!(duration > 0.0)) {
        return {};
    }
    if (mode == PlaybackMode::Once) {
        return {.time = std::clamp(unwrapped, 0.0, duration)};
    }
    CycleTime result;
    result.cycle = std::floor(unwrapped / duration);
    result.time = std::max(unwrapped - result.cycle * duration, 0.0);
    if (result.time >= duration) {
        // The subtraction can round to the duration itself.
        result.cycle += 1.0;
        result.time = 0.0;
    }
    if (mode == PlaybackMode::PingPong && std::fmod(result.cycle, 2.0) != 0.0) {
        result.isOddLeg = true;
        result.time = duration - result.time;
    }
    return result;
}

// Fixed notation would write hundreds of digits here.
template <class... Numbers>
Error timeError(const char* format, Numbers... numbers) {
    std::array<char, 200> text{};
    std::snprintf(text.data(), text.size(), format, numbers...);
    return Error{"pose.time", text.data()};
}

} // namespace

Result<double> clipTime(const Playback& playback, double elapsedSeconds, double durationSeconds) {
    const double unwrapped = playback.start + playback.speed * elapsedSeconds;
    if (!std::isfinite(unwrapped) || !std::isfinite(durationSeconds)) {
        return timeError("clip time: start %g, speed %g, elapsed %g, duration %g: expected finite "
                         "numbers",
                         playback.start,
                         playback.speed,
                         elapsedSeconds,
                         durationSeconds);
    }
    return cycleTime(playback.mode, unwrapped, durationSeconds).time;
}

bool PlayedPiece::meets(double time) const {
    if (time == from) {
        return isFromMet;
    }
    return from < to ? time > from && time <= to : time < from && time >= to;
}

Result<PlayedRange> PlayedRange::create(PlaybackMode mode,
                                        double fromUnwrapped,
                                        double toUnwrapped,
                                        double durationSeconds,
                                        RangeStart start) {
    if (!std::isfinite(fromUnwrapped) || !std::isfinite(toUnwrapped) ||
        !std::isfinite(durationSeconds)) {
        return timeError("played range: from %g to %g, duration %g: expected finite numbers",
                         fromUnwrapped,
                         toUnwrapped,
                         durationSeconds);
    }
    constexpr double kMostCycles = 9007199254740992.0; // 2^53: whole numbers end here in double
    const CycleTime first = cycleTime(mode, fromUnwrapped, durationSeconds);
    const CycleTime last = cycleTime(mode, toUnwrapped, durationSeconds);
    if (!(std::abs(first.cycle) <= kMostCycles) || !(std::abs(last.cycle) <= kMostCycles)) {
        return timeError("played range: from %g to %g, duration %g: expected times within 2^53 "
                         "durations",
                         fromUnwrapped,
                         toUnwrapped,
                         durationSeconds);
    }
    PlayedRange range;
    range.mode_ = mode;
    range.duration_ = std::max(durationSeconds, 0.0);
    range.from_ = first.time;
    range.to_ = last.time;
    range.wraps_ = static_cast<std::int64_t>(last.cycle) - static_cast<std::int64_t>(first.cycle);
    range.isOddLeg_ = first.isOddLeg;
    range.isFromMet_ = start == RangeStart::Met;
    if (mode == PlaybackMode::Once && range.duration_ > 0.0) {
        // Outside of the clip its end is held, not played; it is met on the way in.
        const bool wasBefore = fromUnwrapped < 0.0;
        const bool wasAfter = fromUnwrapped > durationSeconds;
        if (wasBefore || wasAfter) {
            range.isFromMet_ = wasBefore ? toUnwrapped >= 0.0 : toUnwrapped <= durationSeconds;
        }
    }
    return range;
}

PlayedPiece PlayedRange::piece(std::int64_t index) const {
    SARTOR_ASSERT(index >= 0 && index < pieceCount());
    const bool isOddLeg = isOddLeg_ != (mode_ == PlaybackMode::PingPong && index % 2 != 0);
    // Which end of the clip this cycle is left by.
    const bool isRising = (wraps_ > 0) != isOddLeg;
    const double exit = isRising ? duration_ : 0.0;
    return {.from = index == 0 ? from_ : duration_ - exit,
            .to = index == pieceCount() - 1 ? to_ : exit,
            // A turn was met by the piece that led to it; a loop begins with an instant of its own.
            .isFromMet = index == 0 ? isFromMet_ : mode_ == PlaybackMode::Loop};
}

} // namespace sartor::pose
