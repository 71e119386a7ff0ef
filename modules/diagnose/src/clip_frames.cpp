// SPDX-License-Identifier: Apache-2.0
// The frames in which a clip is measured.
#include <sartor/base/assert.h>
#include <sartor/diagnose/clip_frames.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace sartor::diagnose {
namespace {

constexpr double kSlowest = 1.0 / 12.0; // seconds between keys that are frames
constexpr double kFastest = 1e-3;
// How far the median of the steps may be from their mean for keys that follow each other evenly;
// times in milliseconds, as some formats have them, are off by 2 % at 60 frames a second.
constexpr double kEven = 0.05;

} // namespace

ClipFrames chooseFrames(const assets::Clip& clip, std::optional<double> rate) {
    SARTOR_ASSERT(!rate || *rate > 0.0);
    ClipFrames frames;
    if (clip.channelCount() == 0) {
        return frames;
    }
    const std::vector<float>* longest = nullptr;
    const auto consider = [&](const std::vector<float>& times) {
        if (longest == nullptr || times.size() > longest->size()) {
            longest = &times;
        }
    };
    for (const assets::JointTracks& tracks : clip.jointTracks()) {
        consider(tracks.translation.times);
        consider(tracks.rotation.times);
        consider(tracks.scale.times);
    }
    if (rate) {
        frames.period = 1.0 / *rate;
    } else if (longest != nullptr && longest->size() > 2) {
        std::vector<double> steps;
        for (std::size_t key = 1; key < longest->size(); ++key) {
            steps.push_back(static_cast<double>((*longest)[key]) - (*longest)[key - 1]);
        }
        // The mean has more digits than any single step; at late times floats have few.
        const double mean = (static_cast<double>(longest->back()) - longest->front()) /
                            static_cast<double>(steps.size());
        const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
        std::nth_element(steps.begin(), middle, steps.end());
        const bool isEven = std::abs(*middle - mean) <= kEven * mean;
        if (isEven && mean >= kFastest && mean <= kSlowest) {
            frames.start = longest->front();
            frames.period = mean;
        }
    }
    const double duration = static_cast<double>(clip.duration()) - frames.start;
    // Half a thousandth of a frame for what rounding took from the last one.
    const double last = std::floor(duration / frames.period + 5e-4);
    frames.count =
        1 + static_cast<std::size_t>(std::clamp(last, 0.0, static_cast<double>(kMostFrames - 1)));
    return frames;
}

} // namespace sartor::diagnose
