// SPDX-License-Identifier: Apache-2.0
// Clips and their invariants.
#include <sartor/assets/clip.h>
#include <sartor/math/finite.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace sartor::assets {
namespace {

template <class T>
Status checkTrack(const Track<T>& track, std::size_t componentsPerKey, const std::string& where) {
    for (std::size_t i = 0; i < track.times.size(); ++i) {
        if (!std::isfinite(track.times[i])) {
            return Error{"anim.times_nonfinite",
                         where + ": key time " + std::to_string(i) + " is not a finite number"};
        }
        if (i > 0 && track.times[i] < track.times[i - 1]) {
            return Error{"anim.times_unsorted",
                         where + ": key time " + std::to_string(i) + " (" +
                             std::to_string(track.times[i]) + " s) is before the key before it"};
        }
    }
    const std::size_t expected = track.times.size() * track.valuesPerKey() * componentsPerKey;
    if (track.values.size() != expected) {
        return Error{"anim.output_count_mismatch",
                     where + ": " + std::to_string(track.values.size()) + " values, expected " +
                         std::to_string(expected) + " for " + std::to_string(track.times.size()) +
                         " keys"};
    }
    if (const std::optional<std::size_t> bad = math::findNonfinite(track.values)) {
        return Error{"anim.output_nonfinite",
                     where + ": value " + std::to_string(*bad) + " is not finite"};
    }
    return {};
}

template <class T>
float lastTime(const Track<T>& track) {
    return track.times.empty() ? 0.0f : track.times.back();
}

} // namespace

Result<std::shared_ptr<const Clip>> Clip::create(ClipData data, std::size_t jointCount) {
    const std::string clipName = "clip '" + data.name + "'";
    float duration = 0.0f;
    std::set<JointIndex> animated;
    for (const JointTracks& tracks : data.jointTracks) {
        const std::string where = clipName + ", joint " + std::to_string(tracks.joint.value());
        if (tracks.joint.value() >= jointCount) {
            return Error{"anim.joint_out_of_range",
                         where + ": the skeleton has " + std::to_string(jointCount) + " joints"};
        }
        if (!animated.insert(tracks.joint).second) {
            return Error{"anim.duplicate_target", where + ": animated twice"};
        }
        Status status = checkTrack(tracks.translation, 1, where + ", translation");
        if (status) {
            status = checkTrack(tracks.rotation, 1, where + ", rotation");
        }
        if (status) {
            status = checkTrack(tracks.scale, 1, where + ", scale");
        }
        if (!status) {
            return status.error();
        }
        const std::size_t stride = tracks.rotation.valuesPerKey();
        for (std::size_t key = 0; key < tracks.rotation.times.size(); ++key) {
            const glm::quat& value = tracks.rotation.values[key * stride + (stride == 3 ? 1 : 0)];
            const float length = glm::length(value);
            if (!(length > 1e-6f)) {
                return Error{"anim.quat_zero",
                             where + ", rotation: key " + std::to_string(key) +
                                 " has no length, expected a unit quaternion"};
            }
        }
        duration = std::max({duration,
                             lastTime(tracks.translation),
                             lastTime(tracks.rotation),
                             lastTime(tracks.scale)});
    }
    std::set<JointIndex> morphed;
    for (const MorphWeightTrack& track : data.morphWeightTracks) {
        const std::string where =
            clipName + ", morph weights of node " + std::to_string(track.node.value());
        if (track.node.value() >= jointCount) {
            return Error{"anim.joint_out_of_range",
                         where + ": the skeleton has " + std::to_string(jointCount) + " joints"};
        }
        if (!morphed.insert(track.node).second) {
            return Error{"anim.duplicate_target", where + ": animated twice"};
        }
        if (Status status = checkTrack(track.weights, track.targetCount, where); !status) {
            return status.error();
        }
        duration = std::max(duration, lastTime(track.weights));
    }
    return std::shared_ptr<const Clip>(new Clip(std::move(data), duration));
}

std::size_t Clip::channelCount() const {
    std::size_t count = 0;
    for (const JointTracks& tracks : data_.jointTracks) {
        count += (tracks.translation.isEmpty() ? 0u : 1u) + (tracks.rotation.isEmpty() ? 0u : 1u) +
                 (tracks.scale.isEmpty() ? 0u : 1u);
    }
    for (const MorphWeightTrack& track : data_.morphWeightTracks) {
        count += track.weights.isEmpty() ? 0u : 1u;
    }
    return count;
}

} // namespace sartor::assets
