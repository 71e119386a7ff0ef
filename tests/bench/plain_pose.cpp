// SPDX-License-Identifier: Apache-2.0
// The plain pose jobs.
#include "plain_pose.h"

#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>

namespace sartor::bench {
namespace {

template <class T>
std::pair<std::size_t, float> keyAt(const assets::Track<T>& track, float time) {
    const auto next = std::upper_bound(track.times.begin() + 1, track.times.end() - 1, time);
    const auto key = static_cast<std::size_t>(next - track.times.begin()) - 1;
    const float t = (time - track.times[key]) / (track.times[key + 1] - track.times[key]);
    return {key, std::clamp(t, 0.0f, 1.0f)};
}

} // namespace

PlainPose::PlainPose(const assets::Skeleton& skeleton) {
    for (const assets::Joint& joint : skeleton.joints()) {
        parents_.push_back(joint.parent.isNone() ? -1 : static_cast<int>(joint.parent.value()));
        rest_.push_back(joint.parentFromJointRest);
    }
}

void PlainPose::sample(const assets::Clip& clip,
                       float time,
                       std::span<math::Transform> pose) const {
    std::copy(rest_.begin(), rest_.end(), pose.begin());
    for (const assets::JointTracks& tracks : clip.jointTracks()) {
        math::Transform& transform = pose[tracks.joint.value()];
        if (!tracks.translation.isEmpty()) {
            const auto [key, t] = keyAt(tracks.translation, time);
            transform.translation =
                glm::mix(tracks.translation.values[key], tracks.translation.values[key + 1], t);
        }
        if (!tracks.rotation.isEmpty()) {
            const auto [key, t] = keyAt(tracks.rotation, time);
            const glm::quat& from = tracks.rotation.values[key];
            const glm::quat& to = tracks.rotation.values[key + 1];
            const float side = glm::dot(from, to) < 0.0f ? -t : t;
            transform.rotation = glm::normalize(from * (1.0f - t) + to * side);
        }
        if (!tracks.scale.isEmpty()) {
            const auto [key, t] = keyAt(tracks.scale, time);
            transform.scale = glm::mix(tracks.scale.values[key], tracks.scale.values[key + 1], t);
        }
    }
}

void PlainPose::blend(std::span<const std::span<const math::Transform>> poses,
                      std::span<const float> weights,
                      std::span<math::Transform> result) const {
    for (std::size_t joint = 0; joint < result.size(); ++joint) {
        const glm::quat& first = poses[0][joint].rotation;
        glm::vec3 translation(0.0f);
        glm::quat rotation(0.0f, 0.0f, 0.0f, 0.0f);
        glm::vec3 scale(0.0f);
        for (std::size_t i = 0; i < poses.size(); ++i) {
            const math::Transform& transform = poses[i][joint];
            const float side =
                glm::dot(transform.rotation, first) < 0.0f ? -weights[i] : weights[i];
            translation += transform.translation * weights[i];
            rotation = rotation + transform.rotation * side;
            scale += transform.scale * weights[i];
        }
        result[joint] = {translation, glm::normalize(rotation), scale};
    }
}

void PlainPose::localToModel(std::span<const math::Transform> pose,
                             std::span<glm::mat4> model) const {
    for (std::size_t joint = 0; joint < pose.size(); ++joint) {
        glm::mat4 local = glm::mat4_cast(pose[joint].rotation);
        for (int axis = 0; axis < 3; ++axis) {
            local[axis] *= pose[joint].scale[axis];
        }
        local[3] = glm::vec4(pose[joint].translation, 1.0f);
        const int parent = parents_[joint];
        model[joint] = parent < 0 ? local : model[static_cast<std::size_t>(parent)] * local;
    }
}

} // namespace sartor::bench
