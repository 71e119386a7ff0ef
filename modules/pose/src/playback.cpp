// SPDX-License-Identifier: Apache-2.0
// From time that has passed to a time of a clip.
#include <sartor/pose/playback.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

namespace sartor::pose {

Result<double> clipTime(const Playback& playback, double elapsedSeconds, double durationSeconds) {
    const double time = playback.start + playback.speed * elapsedSeconds;
    if (!std::isfinite(time) || !std::isfinite(durationSeconds)) {
        // Fixed notation would write hundreds of digits here.
        std::array<char, 160> numbers{};
        std::snprintf(numbers.data(),
                      numbers.size(),
                      "start %g, speed %g, elapsed %g, duration %g",
                      playback.start,
                      playback.speed,
                      elapsedSeconds,
                      durationSeconds);
        return Error{"pose.time",
                     std::string("clip time: ") + numbers.data() + ": expected finite numbers"};
    }
    if (!(durationSeconds > 0.0)) {
        return 0.0;
    }
    if (playback.mode == PlaybackMode::Once) {
        return std::clamp(time, 0.0, durationSeconds);
    }
    const double wrapped = time - std::floor(time / durationSeconds) * durationSeconds;
    // The subtraction can round to the duration itself, or a hair below zero.
    return wrapped >= durationSeconds ? 0.0 : std::max(wrapped, 0.0);
}

} // namespace sartor::pose
