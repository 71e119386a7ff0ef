// SPDX-License-Identifier: Apache-2.0
// The camera while root motion moves the character: it goes along, or stays where it is.
#pragma once

#include <sartor/math/double_rigid.h>
#include <sartor/render/camera.h>
#include <sartor/session/session.h>
#include <sartor/session/view_options.h>

namespace sartor::editor {

/// Where root motion has brought a character, by whoever owns it.
struct CharacterPlace {
    math::DoubleRigid worldFromModel{};
    /// What stayed in the pose: the character in its own space.
    glm::dvec3 characterModel = glm::dvec3(0.0);
};

/// Of the last frame; where clips play, and without root motion, the origin.
CharacterPlace placeOf(const session::Session& session);

/// The ground below it, with the grid around it.
session::Ground groundOf(const CharacterPlace& place);

enum class CameraMode {
    Follow, ///< the character stays where it is in the picture, and is seen to turn
    Stay    ///< the camera does not move in the world
};

/// Brings a camera, which looks in the character's own space, from one place to the next. Turns
/// about other axes than the vertical one are taken along.
void carryCamera(render::Camera& camera,
                 const CharacterPlace& before,
                 const CharacterPlace& now,
                 CameraMode mode);

} // namespace sartor::editor
