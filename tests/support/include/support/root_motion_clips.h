// SPDX-License-Identifier: Apache-2.0
// Clips that walk: what root motion is tested with.
#pragma once

#include <sartor/assets/clip.h>
#include <sartor/assets/skeleton.h>

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sartor::test {

/// Rotation about the vertical axis, degrees.
inline glm::quat yaw(double degrees) {
    return glm::angleAxis(glm::radians(static_cast<float>(degrees)), glm::vec3(0, 1, 0));
}

inline assets::Joint
jointOf(std::string name, JointIndex parent, const math::Transform& rest, std::uint32_t node) {
    return {std::move(name), parent, rest, node};
}

/// armature (as given) > root (as given) > hips (1 m up) > spine (0.5 m up).
inline std::shared_ptr<const assets::Skeleton> walkerSkeleton(const math::Transform& armature = {},
                                                              const math::Transform& root = {}) {
    return *assets::Skeleton::create(
        {jointOf("armature", {}, armature, 0),
         jointOf("root", JointIndex(0), root, 1),
         jointOf("hips", JointIndex(1), {.translation = glm::vec3(0, 1, 0)}, 2),
         jointOf("spine", JointIndex(2), {.translation = glm::vec3(0, 0.5f, 0)}, 3)});
}

/// A clip that poses one joint by a function of time, with linear keys at equal distances.
inline std::shared_ptr<const assets::Clip>
clipOf(std::string name,
       JointIndex joint,
       float duration,
       int segmentCount,
       const std::function<math::Transform(double)>& parentFromJoint) {
    assets::JointTracks tracks;
    tracks.joint = joint;
    for (int i = 0; i <= segmentCount; ++i) {
        const float time = duration * static_cast<float>(i) / static_cast<float>(segmentCount);
        const math::Transform local = parentFromJoint(static_cast<double>(time));
        tracks.translation.times.push_back(time);
        tracks.rotation.times.push_back(time);
        tracks.translation.values.push_back(local.translation);
        tracks.rotation.values.push_back(local.rotation);
    }
    return *assets::Clip::create({std::move(name), {std::move(tracks)}, {}}, 64);
}

/// Goes `metres` along +Z in `duration` seconds.
inline std::shared_ptr<const assets::Clip>
forwardClip(JointIndex joint, float duration = 1.0f, float metres = 1.0f) {
    return clipOf("Forward", joint, duration, 1, [=](double time) {
        return math::Transform{.translation =
                                   glm::vec3(0, 0, metres * static_cast<float>(time) / duration)};
    });
}

/// Stands at the origin.
inline std::shared_ptr<const assets::Clip> idleClip(JointIndex joint, float duration = 1.0f) {
    return clipOf("Idle", joint, duration, 1, [](double) { return math::Transform{}; });
}

/// A quarter of a circle of one metre, to the left, in two seconds.
inline std::shared_ptr<const assets::Clip> quarterCircleClip(JointIndex joint) {
    return clipOf("Quarter circle", joint, 2.0f, 32, [](double time) {
        const double degrees = 45.0 * time;
        const double angle = glm::radians(degrees);
        return math::Transform{.translation = glm::vec3(1.0 - std::cos(angle), 0, std::sin(angle)),
                               .rotation = yaw(degrees)};
    });
}

/// Starts at (2, 0.3, 3) heading along +X and goes that way, swaying, nodding and bobbing.
inline std::shared_ptr<const assets::Clip> offAxisClip(JointIndex joint) {
    return clipOf("Off axis", joint, 1.5f, 24, [](double time) {
        const double phase = glm::radians(360.0 * time / 1.5);
        const glm::quat lean = glm::angleAxis(0.2f * static_cast<float>(std::sin(phase)),
                                              glm::normalize(glm::vec3(1, 0, 0.3f)));
        return math::Transform{
            .translation = glm::vec3(2.0 + 1.2 * time, 0.3 + 0.05 * std::cos(2.0 * phase), 3.0),
            .rotation = yaw(90.0 + 10.0 * std::sin(phase) + 20.0 * time) * lean};
    });
}

} // namespace sartor::test
