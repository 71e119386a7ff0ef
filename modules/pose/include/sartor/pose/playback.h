// SPDX-License-Identifier: Apache-2.0
// From time that has passed to a time of a clip.
#pragma once

#include <sartor/base/result.h>

namespace sartor::pose {

enum class PlaybackMode {
    Once, ///< stays at either end
    Loop  ///< wraps; a clip without length stays at 0
};

/// How a clip runs.
struct Playback {
    PlaybackMode mode = PlaybackMode::Once;
    double speed = 1.0; ///< negative runs backwards
    double start = 0.0; ///< clip time at elapsed 0, seconds
};

/// Clip time in [0, duration] after `elapsedSeconds`: start + speed * elapsed, clamped (Once) or
/// its floored modulo by the duration (Loop). Time is counted in double, so it does not drift in
/// days. Errors: "pose.time" when a number is not finite.
Result<double> clipTime(const Playback& playback, double elapsedSeconds, double durationSeconds);

} // namespace sartor::pose
