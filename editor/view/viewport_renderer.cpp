// SPDX-License-Identifier: Apache-2.0
// Pictures of the document's character, or the reason why there are none.
#include "editor/view/viewport_renderer.h"

#include "editor/model/text.h"

#include <sartor/base/log.h>

#include <QElapsedTimer>

namespace sartor::editor {

ViewportRenderer::ViewportRenderer(DeviceFunction makeDevice)
    : makeDevice_(makeDevice ? std::move(makeDevice)
                             : DeviceFunction([] { return gpu::Device::create({}); })) {}

ViewportRenderer::~ViewportRenderer() {
    release();
}

bool ViewportRenderer::render(const std::shared_ptr<const session::Session>& session,
                              const session::ViewOptions& options,
                              const render::Camera& camera,
                              QSize pixels) {
    if (!prepare(session)) {
        return false;
    }
    QElapsedTimer timer;
    timer.start();
    const Status status = view_->render(options,
                                        camera,
                                        static_cast<std::uint32_t>(pixels.width()),
                                        static_cast<std::uint32_t>(pixels.height()),
                                        picture_);
    if (!status) {
        fail(status.error());
        return false;
    }
    seconds_ = static_cast<double>(timer.nsecsElapsed()) * 1e-9;
    problem_.clear();
    return true;
}

QImage ViewportRenderer::image() const {
    if (picture_.bgra.empty()) {
        return {};
    }
    const int width = static_cast<int>(picture_.width);
    return QImage(picture_.bgra.data(),
                  width,
                  static_cast<int>(picture_.height),
                  qsizetype{width} * 4,
                  QImage::Format_RGB32);
}

std::optional<session::Pick> ViewportRenderer::pick(QPoint pixel) const {
    const bool isInside = view_ != nullptr && pixel.x() >= 0 && pixel.y() >= 0 &&
                          pixel.x() < static_cast<int>(picture_.width) &&
                          pixel.y() < static_cast<int>(picture_.height);
    return isInside ? view_->pick(static_cast<std::uint32_t>(pixel.x()),
                                  static_cast<std::uint32_t>(pixel.y()))
                    : std::nullopt;
}

void ViewportRenderer::release() {
    view_.reset();
    session_.reset();
    device_ = nullptr;
    picture_ = {};
}

QString ViewportRenderer::deviceName() const {
    return device_ == nullptr ? QString() : toQString(device_->deviceName());
}

bool ViewportRenderer::prepare(const std::shared_ptr<const session::Session>& session) {
    gpu::Device* device = deviceFor(*session);
    if (device == nullptr) {
        return false;
    }
    if (view_ != nullptr && session == session_ && device == device_) {
        return true;
    }
    release();
    auto view = session::SceneView::create(*device, *session);
    if (!view) {
        fail(view.error());
        return false;
    }
    view_ = std::move(*view);
    session_ = session;
    device_ = device;
    return true;
}

gpu::Device* ViewportRenderer::deviceFor(const session::Session& session) {
    if (session.device() != nullptr) {
        return session.device();
    }
    // One try a run: what is missing on this machine does not come by itself.
    if (!hasTriedDevice_) {
        hasTriedDevice_ = true;
        auto device = makeDevice_();
        if (device) {
            ownDevice_ = std::move(*device);
        } else {
            fail(device.error());
        }
    }
    return ownDevice_.get();
}

void ViewportRenderer::fail(const Error& error) {
    const QString problem = toQString(error.message);
    if (problem != problem_) {
        log(LogLevel::Error, "viewport: " + error.message);
    }
    problem_ = problem;
}

} // namespace sartor::editor
