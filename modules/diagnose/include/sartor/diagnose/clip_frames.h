// SPDX-License-Identifier: Apache-2.0
// The frames in which a clip is measured.
#pragma once

#include <sartor/assets/clip.h>

#include <cstddef>
#include <optional>

namespace sartor::diagnose {

/// Times from `start` on, `period` apart, none after the end of the clip. Seconds.
struct ClipFrames {
    double start = 0.0;
    double period = 1.0 / 30.0;
    std::size_t count = 0;

    float time(std::size_t frame) const {
        return static_cast<float>(start + period * static_cast<double>(frame));
    }
};

/// More than ten minutes at 60 frames a second are not measured.
inline constexpr std::size_t kMostFrames = 36000;

/// The frames of the clip: at `rate` a second, where one is given; else those of its keys, as the
/// track with the most keys has them, where these follow each other evenly and at least twelve
/// times a second. Sparser keys are posed by hand, and what is between them is measured at 30 a
/// second. No frames for a clip without keys. `rate` above 0 (asserted). Cost: O(keys).
ClipFrames chooseFrames(const assets::Clip& clip, std::optional<double> rate = std::nullopt);

} // namespace sartor::diagnose
