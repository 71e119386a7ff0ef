// SPDX-License-Identifier: Apache-2.0
// Rule: animated morph weights below zero or above one.
#include "../rule.h"

namespace sartor::diagnose {
namespace {

constexpr double kSlack = 1e-3;

void addOutside(const assets::Clip& clip, KeyFinding& keys) {
    for (const assets::MorphWeightTrack& track : clip.morphWeightTracks()) {
        const std::size_t perKey = track.weights.valuesPerKey() * track.targetCount;
        const std::size_t first = track.weights.valuesPerKey() == 3 ? track.targetCount : 0;
        for (std::size_t key = 0; key < track.weights.times.size(); ++key) {
            for (std::size_t target = 0; target < track.targetCount; ++target) {
                const auto weight =
                    static_cast<double>(track.weights.values[key * perKey + first + target]);
                const double outside = std::max(-weight, weight - 1.0);
                if (outside > kSlack) {
                    keys.add(track.node, track.weights.times[key], outside);
                }
            }
        }
    }
}

} // namespace

Rule animMorphWeightRange() {
    return {{.id = "anim.morph_weight_range",
             .title = "Morph weights outside of 0 to 1",
             .severity = Severity::Info,
             .explanation =
                 "A clip drives a morph target below zero or above one. Here and by the format "
                 "the shape is extrapolated. Many engines and importers clamp the weight, and "
                 "the expression loses its extremes there. Sculpt the shape further and keep "
                 "the weights in range, or make sure that the target does not clamp."},
            [](const SceneFacts& facts, Findings& findings) {
                reportKeys(facts,
                           findings,
                           addOutside,
                           [](const KeyFinding& keys, const std::string& where) {
                               return formatCount(keys.count, "morph weight", "morph weights") +
                                      " outside of 0 to 1; the farthest, by " +
                                      formatNumber(keys.worst) + ", is " + where;
                           });
            }};
}

} // namespace sartor::diagnose
