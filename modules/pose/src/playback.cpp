// SPDX-License-Identifier: Apache-2.0
// From time that has passed to a time of a clip.
#include <sartor/pose/playback.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace sartor::pose {

Result<double> clipTime(const Playback& playback, double elapsedSeconds, double durationSeconds) {
    const double time = playback.start + playback.speed * elapsedSeconds;
    if (!std::isfinite(time) || !std::isfinite(durationSeconds)) {
        return Error{"pose.time",
                     "clip time: start " + std::to_string(playback.start) + ", speed " +
                         std::to_string(playback.speed) + ", elapsed " +
                         std::to_string(elapsedSeconds) + ", duration " +
                         std::to_string(durationSeconds) + ": expected finite numbers"};
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
