// SPDX-License-Identifier: Apache-2.0
// Sampling of tracks.
#include <sartor/base/assert.h>
#include <sartor/math/quaternion.h>
#include <sartor/pose/sampling.h>

#include <algorithm>

namespace sartor::pose {
namespace {

// The place of a time between two keys.
struct Segment {
    std::size_t first = 0;
    std::size_t second = 0;
    float fraction = 0.0f; // in [0, 1); 0 where first == second
    float length = 0.0f;   // seconds
};

Segment findSegment(std::span<const float> times, float time) {
    const auto next = std::upper_bound(times.begin(), times.end(), time);
    if (next == times.begin()) {
        return {};
    }
    const auto first = static_cast<std::size_t>(next - times.begin()) - 1;
    if (next == times.end()) {
        return {first, first, 0.0f, 0.0f};
    }
    const float length = *next - times[first];
    return {first, first + 1, (time - times[first]) / length, length};
}

// Weights of a cubic Hermite segment for first value, out-tangent, second value, in-tangent; the
// tangents are per second (glTF 2.0, appendix C.5).
struct Hermite {
    float firstValue;
    float outTangent;
    float secondValue;
    float inTangent;
};

Hermite hermite(const Segment& segment) {
    const float t = segment.fraction;
    const float t2 = t * t;
    const float t3 = t2 * t;
    return {2.0f * t3 - 3.0f * t2 + 1.0f,
            segment.length * (t3 - 2.0f * t2 + t),
            -2.0f * t3 + 3.0f * t2,
            segment.length * (t3 - t2)};
}

// Offsets of a spline key's three values.
constexpr std::size_t kInTangent = 0;
constexpr std::size_t kValue = 1;
constexpr std::size_t kOutTangent = 2;

template <class T>
T cubic(const assets::Track<T>& track, const Segment& segment) {
    const T* first = &track.values[segment.first * 3];
    const T* second = &track.values[segment.second * 3];
    if (segment.first == segment.second) {
        return first[kValue];
    }
    const Hermite weights = hermite(segment);
    return first[kValue] * weights.firstValue + first[kOutTangent] * weights.outTangent +
           second[kValue] * weights.secondValue + second[kInTangent] * weights.inTangent;
}

} // namespace

glm::vec3 sampleTrack(const assets::Track<glm::vec3>& track, float time) {
    SARTOR_ASSERT(!track.isEmpty());
    const Segment segment = findSegment(track.times, time);
    switch (track.interpolation) {
    case assets::Interpolation::Step:
        return track.values[segment.first];
    case assets::Interpolation::CubicSpline:
        return cubic(track, segment);
    case assets::Interpolation::Linear:
        break;
    }
    return track.values[segment.first] * (1.0f - segment.fraction) +
           track.values[segment.second] * segment.fraction;
}

glm::quat sampleTrack(const assets::Track<glm::quat>& track, float time) {
    SARTOR_ASSERT(!track.isEmpty());
    const Segment segment = findSegment(track.times, time);
    switch (track.interpolation) {
    case assets::Interpolation::Step:
        return glm::normalize(track.values[segment.first]);
    case assets::Interpolation::CubicSpline: {
        const glm::quat value = cubic(track, segment);
        const float length = glm::length(value);
        // A spline between opposite values can pass through zero, where no rotation is right.
        return length > 1e-12f ? value / length
                               : glm::normalize(track.values[segment.first * 3 + kValue]);
    }
    case assets::Interpolation::Linear:
        break;
    }
    if (segment.first == segment.second) {
        return glm::normalize(track.values[segment.first]);
    }
    return math::slerpShortest(
        track.values[segment.first], track.values[segment.second], segment.fraction);
}

void sampleTrack(const assets::MorphWeightTrack& track, float time, std::span<float> values) {
    SARTOR_ASSERT(!track.weights.isEmpty());
    SARTOR_ASSERT(values.size() == track.targetCount);
    const Segment segment = findSegment(track.weights.times, time);
    const std::size_t count = track.targetCount;
    const std::vector<float>& keys = track.weights.values;
    switch (track.weights.interpolation) {
    case assets::Interpolation::Step:
        std::copy_n(&keys[segment.first * count], count, values.begin());
        return;
    case assets::Interpolation::CubicSpline: {
        // A key holds all in-tangents, then all values, then all out-tangents.
        const float* first = &keys[segment.first * 3 * count];
        const float* second = &keys[segment.second * 3 * count];
        const Hermite weights = hermite(segment);
        for (std::size_t i = 0; i < count; ++i) {
            values[i] = segment.first == segment.second
                            ? first[kValue * count + i]
                            : first[kValue * count + i] * weights.firstValue +
                                  first[kOutTangent * count + i] * weights.outTangent +
                                  second[kValue * count + i] * weights.secondValue +
                                  second[kInTangent * count + i] * weights.inTangent;
        }
        return;
    }
    case assets::Interpolation::Linear:
        break;
    }
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = keys[segment.first * count + i] * (1.0f - segment.fraction) +
                    keys[segment.second * count + i] * segment.fraction;
    }
}

void sampleTracks(const assets::JointTracks& tracks, float time, math::Transform& parentFromJoint) {
    if (!tracks.translation.isEmpty()) {
        parentFromJoint.translation = sampleTrack(tracks.translation, time);
    }
    if (!tracks.rotation.isEmpty()) {
        parentFromJoint.rotation = sampleTrack(tracks.rotation, time);
    }
    if (!tracks.scale.isEmpty()) {
        parentFromJoint.scale = sampleTrack(tracks.scale, time);
    }
}

void restPose(const assets::Skeleton& skeleton, std::span<math::Transform> parentFromJoint) {
    SARTOR_ASSERT(parentFromJoint.size() == skeleton.jointCount());
    for (std::size_t i = 0; i < parentFromJoint.size(); ++i) {
        parentFromJoint[i] = skeleton.joints()[i].parentFromJointRest;
    }
}

void sampleClip(const assets::Skeleton& skeleton,
                const assets::Clip& clip,
                float time,
                std::span<math::Transform> parentFromJoint) {
    restPose(skeleton, parentFromJoint);
    for (const assets::JointTracks& tracks : clip.jointTracks()) {
        sampleTracks(tracks, time, parentFromJoint[tracks.joint.value()]);
    }
}

} // namespace sartor::pose
