// SPDX-License-Identifier: Apache-2.0
// Targets and poles of a graph under the mouse.
#include "editor/view/ik_handle_drag.h"

#include <algorithm>
#include <cmath>

namespace sartor::editor {

namespace {

constexpr qreal kReach = 10.0;

} // namespace

const session::IkHandle* IkHandleDrag::at(QPointF position, const Project& project) const {
    const session::IkHandle* nearest = nullptr;
    qreal nearestDistance = kReach;
    for (const session::GraphIk& chain : chains_) {
        for (const session::IkHandle& handle : chain.handles) {
            const std::optional<QPointF> point = project(handle.positionModel);
            if (!point) {
                continue;
            }
            const qreal distance = std::hypot(point->x() - position.x(), point->y() - position.y());
            if (distance <= nearestDistance) {
                nearestDistance = distance;
                nearest = &handle;
            }
        }
    }
    return nearest;
}

bool IkHandleDrag::press(QPointF position, const Project& project) {
    const session::IkHandle* handle = at(position, project);
    held_ = handle != nullptr ? std::optional(*handle) : std::nullopt;
    return isHeld();
}

glm::vec3
IkHandleDrag::positionAfter(QPoint moved, const render::Camera& camera, int height) const {
    const auto perHeight = [height](int pixels) {
        return static_cast<float>(pixels) / static_cast<float>(std::max(height, 1));
    };
    return camera.moveInView(held_->positionModel, perHeight(moved.x()), -perHeight(moved.y()));
}

} // namespace sartor::editor
