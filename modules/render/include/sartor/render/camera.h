// SPDX-License-Identifier: Apache-2.0
// A turntable camera around a point.
#pragma once

#include <sartor/math/types.h>
#include <sartor/render/bounds.h>

namespace sartor::render {

/// Looks at `target` from `distance` away. Right-handed, +Y up. Pitch is kept inside +-89 degrees.
struct Camera {
    glm::vec3 target = glm::vec3(0.0f);
    float distance = 3.0f;
    float yaw = 0.0f;   ///< radians about +Y; 0 looks from +Z at the front of a character
    float pitch = 0.0f; ///< radians; positive looks down
    float verticalFieldOfView = 0.6f; ///< radians

    glm::mat4 viewFromWorld() const;
    /// Depth 0 near, 1 far. Near and far plane follow from the distance to the target. Vulkan's Y
    /// down is handled here and nowhere else.
    glm::mat4 clipFromView(float aspect) const;
    glm::vec3 positionWorld() const;

    void orbit(float yawDelta, float pitchDelta);
    /// Moves the target in the view plane by fractions of the view's height.
    void pan(float right, float up);
    /// A point moved parallel to the view plane so that it is seen by fractions of the picture's
    /// height farther right and up; one behind the camera stays.
    glm::vec3 moveInView(const glm::vec3& pointWorld, float right, float up) const;
    /// Multiplies the distance, at most ten times in one step.
    void zoom(float factor);
};

/// A camera that shows all of the box, from the given direction.
Camera frameBounds(const Bounds& bounds, float aspect, float yaw, float pitch);

} // namespace sartor::render
