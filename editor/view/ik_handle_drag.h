// SPDX-License-Identifier: Apache-2.0
// Targets and poles of a graph under the mouse.
#pragma once

#include <sartor/render/camera.h>
#include <sartor/session/graph_ik.h>

#include <QPoint>
#include <QPointF>

#include <functional>
#include <optional>
#include <vector>

namespace sartor::editor {

/// Knows which handles a picture shows, and where one goes that is dragged: parallel to the
/// picture, so that it stays under the mouse.
class IkHandleDrag {
public:
    /// Where a point of model space is seen; none behind the camera.
    using Project = std::function<std::optional<QPointF>(const glm::vec3& pointModel)>;

    /// Those of the next picture. A handle that is held stays held.
    void setChains(std::vector<session::GraphIk> chains) { chains_ = std::move(chains); }
    const std::vector<session::GraphIk>& chains() const { return chains_; }

    /// The nearest within reach of the mouse.
    const session::IkHandle* at(QPointF position, const Project& project) const;

    /// Takes hold of the handle there, if there is one.
    bool press(QPointF position, const Project& project);
    bool isHeld() const { return held_.has_value(); }
    /// The one that is held, as it was when it was taken.
    const session::IkHandle& held() const { return *held_; }
    /// Where it goes for a mouse that has moved so far since it was taken.
    glm::vec3 positionAfter(QPoint moved, const render::Camera& camera, int height) const;
    void release() { held_.reset(); }

private:
    std::vector<session::GraphIk> chains_;
    std::optional<session::IkHandle> held_;
};

} // namespace sartor::editor
