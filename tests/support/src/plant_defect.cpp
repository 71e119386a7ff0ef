// SPDX-License-Identifier: Apache-2.0
// All defects, and what several of them begin with.
#include "plant_lists.h"

#include <glm/gtc/quaternion.hpp>

#include <iterator>

namespace sartor::test {

std::vector<DefectPlant> defectPlants() {
    std::vector<DefectPlant> all = palettePlants();
    for (std::vector<DefectPlant> plants :
         {spacePlants(), hierarchyPlants(), indexPlants(), weightPlants()}) {
        all.insert(all.end(),
                   std::make_move_iterator(plants.begin()),
                   std::make_move_iterator(plants.end()));
    }
    return all;
}

void bakeClip(CharacterParts& parts, assets::Interpolation interpolation) {
    const bool isCubic = interpolation == assets::Interpolation::CubicSpline;
    assets::ClipData clip;
    clip.name = "Baked";
    for (std::size_t i = 0; i < parts.joints.size(); ++i) {
        const math::Transform& rest = parts.joints[i].parentFromJointRest;
        assets::JointTracks& tracks = clip.jointTracks.emplace_back();
        tracks.joint = JointIndex(i);
        tracks.translation.interpolation = tracks.rotation.interpolation =
            tracks.scale.interpolation = interpolation;
        const auto place = static_cast<float>(i);
        const glm::vec3 axis = glm::normalize(glm::vec3(std::sin(place), std::cos(place), 0.4f));
        for (const float time : {0.0f, 0.25f, 0.5f, 0.75f}) {
            const float angle = 0.8f * time;
            const glm::quat turned = rest.rotation * glm::angleAxis(angle, axis);
            const glm::quat turning =
                rest.rotation *
                (0.4f * glm::quat(-std::sin(0.5f * angle), std::cos(0.5f * angle) * axis));
            const auto add = [&](auto& track, const auto& value, const auto& tangent) {
                track.times.push_back(time);
                if (isCubic) {
                    track.values.push_back(tangent);
                }
                track.values.push_back(value);
                if (isCubic) {
                    track.values.push_back(tangent);
                }
            };
            const glm::vec3 drift = 0.1f * rest.translation;
            add(tracks.translation, rest.translation + time * drift, drift);
            add(tracks.rotation, turned, turning);
            add(tracks.scale, rest.scale, glm::vec3(0.0f));
        }
    }
    parts.clips = {std::move(clip)};
}

} // namespace sartor::test
