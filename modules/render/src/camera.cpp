// SPDX-License-Identifier: Apache-2.0
// Turntable camera.
#include <sartor/render/camera.h>

#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace sartor::render {

namespace {

constexpr float kLargestPitch = 1.5533430f; // 89 degrees
constexpr float kSmallestDistance = 1e-4f;
constexpr float kLargestDistance = 1e7f;
/// Room around a framed box.
constexpr float kFrameMargin = 1.06f;

/// From the target to the camera, unit.
glm::vec3 backward(float yaw, float pitch) {
    return glm::vec3(
        std::cos(pitch) * std::sin(yaw), std::sin(pitch), std::cos(pitch) * std::cos(yaw));
}

glm::vec3 rightward(float yaw) {
    return glm::vec3(std::cos(yaw), 0.0f, -std::sin(yaw));
}

} // namespace

glm::vec3 Camera::positionWorld() const {
    return target + distance * backward(yaw, pitch);
}

glm::mat4 Camera::viewFromWorld() const {
    return glm::lookAtRH(positionWorld(), target, glm::vec3(0.0f, 1.0f, 0.0f));
}

glm::mat4 Camera::clipFromView(float aspect) const {
    const float nearest = distance * 0.01f;
    const float farthest = distance * 1000.0f;
    glm::mat4 clip = glm::perspectiveRH_ZO(verticalFieldOfView, aspect, nearest, farthest);
    clip[1][1] = -clip[1][1];
    return clip;
}

void Camera::orbit(float yawDelta, float pitchDelta) {
    yaw = std::remainder(yaw + yawDelta, 6.2831853f);
    pitch = std::clamp(pitch + pitchDelta, -kLargestPitch, kLargestPitch);
}

void Camera::pan(float right, float up) {
    const float height = 2.0f * distance * std::tan(verticalFieldOfView * 0.5f);
    const glm::vec3 rightAxis = rightward(yaw);
    const glm::vec3 upAxis = glm::cross(backward(yaw, pitch), rightAxis);
    target += (rightAxis * right + upAxis * up) * height;
}

glm::vec3 Camera::moveInView(const glm::vec3& pointWorld, float right, float up) const {
    const glm::vec3 backAxis = backward(yaw, pitch);
    const glm::vec3 rightAxis = rightward(yaw);
    const glm::vec3 upAxis = glm::cross(backAxis, rightAxis);
    const float depth = glm::dot(positionWorld() - pointWorld, backAxis);
    const float height = 2.0f * std::max(depth, 0.0f) * std::tan(verticalFieldOfView * 0.5f);
    return pointWorld + (rightAxis * right + upAxis * up) * height;
}

void Camera::zoom(float factor) {
    const float bounded = std::clamp(factor, 0.1f, 10.0f);
    distance = std::clamp(distance * bounded, kSmallestDistance, kLargestDistance);
}

Camera frameBounds(const Bounds& bounds, float aspect, float yaw, float pitch) {
    Camera camera;
    camera.yaw = yaw;
    camera.pitch = std::clamp(pitch, -kLargestPitch, kLargestPitch);
    camera.target = bounds.center();
    const float radius = bounds.radius();
    if (bounds.isEmpty || !(radius > 0.0f) || !std::isfinite(radius)) {
        return camera;
    }
    const glm::vec3 back = backward(camera.yaw, camera.pitch);
    const glm::vec3 right = rightward(camera.yaw);
    const glm::vec3 up = glm::cross(back, right);
    const float tangentY = std::tan(camera.verticalFieldOfView * 0.5f);
    const float tangentX = tangentY * aspect;
    // A corner at (x, y, z) along right, up and back is inside the picture when
    // |x| <= (distance - z) tangentX and |y| <= (distance - z) tangentY.
    float distance = 0.0f;
    for (unsigned corner = 0; corner < 8; ++corner) {
        const glm::vec3 point((corner & 1u) != 0 ? bounds.maximum.x : bounds.minimum.x,
                              (corner & 2u) != 0 ? bounds.maximum.y : bounds.minimum.y,
                              (corner & 4u) != 0 ? bounds.maximum.z : bounds.minimum.z);
        const glm::vec3 fromCenter = point - camera.target;
        const float across = std::max(std::abs(glm::dot(fromCenter, right)) / tangentX,
                                      std::abs(glm::dot(fromCenter, up)) / tangentY);
        distance = std::max(distance, glm::dot(fromCenter, back) + across * kFrameMargin);
    }
    camera.distance = std::clamp(distance, kSmallestDistance, kLargestDistance);
    return camera;
}

} // namespace sartor::render
