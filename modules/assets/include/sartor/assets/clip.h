// SPDX-License-Identifier: Apache-2.0
// Animation clips: each channel with its own key times, as in the file.
#pragma once

#include <sartor/base/index.h>
#include <sartor/base/result.h>
#include <sartor/math/types.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sartor::assets {

enum class Interpolation : std::uint8_t {
    Step,
    Linear,     ///< rotations: spherical, shortest arc
    CubicSpline ///< Hermite; three values a key: in-tangent, value, out-tangent
};

/// Keys of one channel. Without keys there is no track, and the rest value holds.
template <class T>
struct Track {
    Interpolation interpolation = Interpolation::Linear;
    /// Seconds, not decreasing. The first may be above zero: the value before it is the first's.
    std::vector<float> times;
    /// valuesPerKey() x components a key.
    std::vector<T> values;

    bool isEmpty() const { return times.empty(); }
    std::size_t valuesPerKey() const { return interpolation == Interpolation::CubicSpline ? 3 : 1; }
};

/// The animated channels of one joint, in its parent's space.
struct JointTracks {
    JointIndex joint;
    Track<glm::vec3> translation;
    /// As in the file, so not always unit; what is sampled is.
    Track<glm::quat> rotation;
    Track<glm::vec3> scale;
};

/// Morph weights of the meshes at one node. A key holds targetCount values; CubicSpline keys hold
/// all in-tangents, then all values, then all out-tangents (glTF 2.0, 3.11).
struct MorphWeightTrack {
    JointIndex node;
    std::uint32_t targetCount = 0;
    Track<float> weights;
};

struct ClipData {
    std::string name;
    std::vector<JointTracks> jointTracks;
    std::vector<MorphWeightTrack> morphWeightTracks;
};

/// Immutable, validated clip.
class Clip {
public:
    /// Errors: "anim.times_unsorted", "anim.times_nonfinite", "anim.output_count_mismatch",
    /// "anim.output_nonfinite", "anim.quat_zero", "anim.joint_out_of_range",
    /// "anim.duplicate_target", each naming clip and channel.
    static Result<std::shared_ptr<const Clip>> create(ClipData data, std::size_t jointCount);

    const std::string& name() const { return data_.name; }
    /// Seconds: the last key time of all channels; 0 for a clip without keys.
    float duration() const { return duration_; }
    std::span<const JointTracks> jointTracks() const { return data_.jointTracks; }
    std::span<const MorphWeightTrack> morphWeightTracks() const { return data_.morphWeightTracks; }
    /// Number of channels that have keys.
    std::size_t channelCount() const;

private:
    Clip(ClipData data, float duration) : data_(std::move(data)), duration_(duration) {}

    ClipData data_;
    float duration_ = 0.0f;
};

} // namespace sartor::assets
