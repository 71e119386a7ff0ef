// SPDX-License-Identifier: Apache-2.0
// Pictures of the document's character, or the reason why there are none.
#pragma once

#include "editor/model/document.h"

#include <sartor/gpu/device.h>
#include <sartor/session/scene_view.h>

#include <QImage>
#include <QSize>
#include <QString>

#include <functional>
#include <memory>
#include <optional>

namespace sartor::editor {

class ViewportRenderer {
public:
    using DeviceFunction = std::function<Result<std::unique_ptr<gpu::Device>>()>;

    /// Without a function of the caller's, the device that the environment says.
    explicit ViewportRenderer(DeviceFunction makeDevice = {});
    ~ViewportRenderer();
    ViewportRenderer(const ViewportRenderer&) = delete;
    ViewportRenderer& operator=(const ViewportRenderer&) = delete;
    ViewportRenderer(ViewportRenderer&&) = delete;
    ViewportRenderer& operator=(ViewportRenderer&&) = delete;

    /// Draws the session's current frame; false when that is not possible, see problem().
    bool render(const std::shared_ptr<const session::Session>& session,
                const session::ViewOptions& options,
                const render::Camera& camera,
                QSize pixels);
    /// The last picture; valid until the next render().
    QImage image() const;
    std::optional<session::Pick> pick(QPoint pixel) const;
    /// Lets go of everything that was made for a session.
    void release();

    /// Empty while all is well.
    const QString& problem() const { return problem_; }
    /// What the last picture took, without what is made once for a session.
    double seconds() const { return seconds_; }
    /// Empty before the first picture.
    QString deviceName() const;

private:
    bool prepare(const std::shared_ptr<const session::Session>& session);
    gpu::Device* deviceFor(const session::Session& session);
    void fail(const Error& error);

    DeviceFunction makeDevice_;
    std::unique_ptr<gpu::Device> ownDevice_;
    /// Kept alive for the view, which reads it.
    std::shared_ptr<const session::Session> session_;
    const gpu::Device* device_ = nullptr;
    std::unique_ptr<session::SceneView> view_;
    session::Picture picture_;
    QString problem_;
    double seconds_ = 0.0;
    bool hasTriedDevice_ = false;
};

} // namespace sartor::editor
