// SPDX-License-Identifier: Apache-2.0
// The camera while root motion moves the character: it goes along, or stays where it is.
#include "editor/view/camera_follow.h"

#include <cmath>

namespace sartor::editor {

namespace {

/// Of the character's front, radians about +Y from +Z.
double headingOf(const math::DoubleRigid& worldFromModel) {
    const glm::dvec3 front = worldFromModel.rotation * glm::dvec3(0.0, 0.0, 1.0);
    return std::atan2(front.x, front.z);
}

} // namespace

CharacterPlace placeOf(const session::Session& session) {
    CharacterPlace place;
    place.worldFromModel = session.worldFromModel();
    if (session.graph() != nullptr) {
        const pose::RootMotionLedger& ledger = session.graph()->rootMotionLedger();
        if (ledger.frameCount() > 0 && ledger.lastFrame().hasPose) {
            place.characterModel = ledger.lastFrame().modelFromCharacter.translation;
        }
    }
    return place;
}

session::Ground groundOf(const CharacterPlace& place) {
    const glm::dvec3 world = math::transformPoint(place.worldFromModel, place.characterModel);
    return {place.worldFromModel, {world.x, world.z}};
}

void carryCamera(render::Camera& camera,
                 const CharacterPlace& before,
                 const CharacterPlace& now,
                 CameraMode mode) {
    const glm::dvec3 target(camera.target);
    const math::DoubleRigid modelFromWorld = math::inverse(now.worldFromModel);
    if (mode == CameraMode::Stay) {
        camera.target = glm::vec3(math::transformPoint(
            modelFromWorld, math::transformPoint(before.worldFromModel, target)));
    } else {
        // As far from the character as before, along the axes of the world. Up and down the
        // character is seen to move.
        const glm::dvec3 fromCharacter =
            before.worldFromModel.rotation *
            (target - glm::dvec3(before.characterModel.x, 0.0, before.characterModel.z));
        camera.target = glm::vec3(glm::dvec3(now.characterModel.x, 0.0, now.characterModel.z) +
                                  modelFromWorld.rotation * fromCharacter);
    }
    const double turn = headingOf(now.worldFromModel) - headingOf(before.worldFromModel);
    camera.yaw -= static_cast<float>(std::remainder(turn, 2.0 * std::acos(-1.0)));
}

} // namespace sartor::editor
