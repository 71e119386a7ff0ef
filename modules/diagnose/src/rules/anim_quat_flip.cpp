// SPDX-License-Identifier: Apache-2.0
// Rule: rotation keys that change sign.
#include "../rule.h"

#include <functional>
#include <numeric>

namespace sartor::diagnose {
namespace {

void addFlips(const assets::Track<glm::quat>& track, JointIndex joint, KeyFinding& keys) {
    for (std::size_t key = 1; key < track.times.size(); ++key) {
        if (glm::dot(keyValue(track, key - 1), keyValue(track, key)) < 0.0f) {
            keys.add(joint, track.times[key], 0.0);
        }
    }
}

std::uint64_t alignSigns(ChannelKeys& keys) {
    std::uint64_t count = 0;
    const bool isMended = keys.path == import::ChannelPath::Rotation &&
                          keys.interpolation != assets::Interpolation::CubicSpline;
    for (std::size_t key = 1; isMended && key < keys.times.size(); ++key) {
        const std::span<float> before = keys.value(key - 1);
        const std::span<float> value = keys.value(key);
        if (std::inner_product(before.begin(), before.end(), value.begin(), 0.0f) < 0.0f) {
            std::transform(value.begin(), value.end(), value.begin(), std::negate<>());
            ++count;
        }
    }
    return count;
}

} // namespace

Rule animQuatFlip() {
    return {
        {.id = "anim.quat_flip",
         .title = "Rotation keys that change sign",
         .severity = Severity::Info,
         .explanation = "Neighbouring rotation keys lie in opposite half spaces. Both signs of a "
                        "quaternion are the same rotation, and linear playback takes the shorter "
                        "way, as it should; players that do not, turn the long way round. Splines "
                        "are never flipped, so a change of sign there is an extra turn that can be "
                        "seen, and a warning. Align the signs of the keys at export.",
         .fix = "Keys of linear and stepped channels get the sign of the key before them; splines "
                "are left alone."},
        [](const SceneFacts& facts, Findings& findings) {
            for (std::uint32_t clip = 0; clip < facts.scene.clips.size(); ++clip) {
                KeyFinding linear;
                KeyFinding spline;
                for (const assets::JointTracks& tracks : facts.scene.clips[clip]->jointTracks()) {
                    const bool isSpline =
                        tracks.rotation.interpolation == assets::Interpolation::CubicSpline;
                    addFlips(tracks.rotation, tracks.joint, isSpline ? spline : linear);
                }
                const auto sentence = [&](const KeyFinding& keys, std::string_view kind) {
                    return formatCount(keys.count, "rotation key changes", "rotation keys change") +
                           " sign" + std::string(kind) + "; the first is " +
                           worstPlace(facts, keys);
                };
                if (linear.count > 0) {
                    addKeys(findings, clip, linear, sentence(linear, ""));
                }
                if (spline.count > 0) {
                    addKeys(findings,
                            clip,
                            spline,
                            sentence(spline, " in a spline, which is not corrected"))
                        .severity = Severity::Warning;
                }
            }
        },

        [](const SceneFacts& /*facts*/, Fixes& fixes, Findings& changes) {
            mendChannels(fixes, changes, "the sign of the rotation was turned", alignSigns);
        }};
}

} // namespace sartor::diagnose
