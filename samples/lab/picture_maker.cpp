// SPDX-License-Identifier: Apache-2.0
// Pictures of the characters of an experiment, or the reason why there are none.
#include "samples/lab/picture_maker.h"

namespace sartor::lab {

PictureMaker::PictureMaker(gpu::Device* device) : device_(device) {}

PictureMaker::~PictureMaker() = default;

QImage PictureMaker::draw(const Experiment& experiment,
                          std::size_t column,
                          const render::Camera& camera,
                          QSize pixels) {
    if (device_ == nullptr) {
        return {};
    }
    Status status = prepare(experiment);
    if (status) {
        const session::InstanceFrame deformed = experiment.trial(column).frame();
        const Drawing drawing = experiment.drawing(column);
        const render::SurfaceDraw surface = {.surface = surfaces_[column],
                                             .positions = {.host = deformed.positions},
                                             .normals = {.host = deformed.normals},
                                             .surfacing = drawing.colours.empty()
                                                              ? render::Surfacing::Clay
                                                              : render::Surfacing::Colours,
                                             .colours = drawing.colours};
        const render::FrameDescription frame = {.surfaces = {&surface, 1},
                                                .lines = drawing.lines,
                                                .markers = drawing.dots,
                                                .smoothing = render::Smoothing::Supersample,
                                                .camera = camera,
                                                .width = static_cast<std::uint32_t>(pixels.width()),
                                                .height =
                                                    static_cast<std::uint32_t>(pixels.height())};
        status = renderer_->render(frame, bgra_);
    }
    if (!status) {
        problem_ = QString::fromStdString(status.error().message);
        return {};
    }
    problem_.clear();
    return QImage(bgra_.data(),
                  pixels.width(),
                  pixels.height(),
                  qsizetype{4} * pixels.width(),
                  QImage::Format_RGB32)
        .copy();
}

void PictureMaker::release() {
    surfaces_.clear();
    renderer_.reset();
    experiment_ = nullptr;
}

Status PictureMaker::prepare(const Experiment& experiment) {
    if (renderer_ != nullptr && experiment_ == &experiment &&
        characterRevision_ == experiment.characterRevision()) {
        return {};
    }
    // A renderer keeps its surfaces for good, so other characters need another.
    release();
    auto renderer = render::Renderer::create(*device_);
    if (!renderer) {
        return renderer.error();
    }
    renderer_ = *std::move(renderer);
    for (std::size_t column = 0; column < experiment.columnCount(); ++column) {
        const assets::Mesh& mesh = experiment.trial(column).mesh();
        const auto surface =
            renderer_->addSurface({.vertexCount = static_cast<std::uint32_t>(mesh.vertexCount()),
                                   .triangles = mesh.triangles(),
                                   .isDoubleSided = true});
        if (!surface) {
            return surface.error();
        }
        surfaces_.push_back(*surface);
    }
    experiment_ = &experiment;
    characterRevision_ = experiment.characterRevision();
    return {};
}

std::optional<QPointF>
project(const render::Camera& camera, QSizeF size, const glm::vec3& pointModel) {
    const auto aspect = static_cast<float>(size.width() / size.height());
    const glm::vec4 clip =
        camera.clipFromView(aspect) * (camera.viewFromWorld() * glm::vec4(pointModel, 1.0f));
    if (clip.w <= 0.0f) {
        return std::nullopt;
    }
    return QPointF(static_cast<qreal>(clip.x / clip.w * 0.5f + 0.5f) * size.width(),
                   static_cast<qreal>(clip.y / clip.w * 0.5f + 0.5f) * size.height());
}

} // namespace sartor::lab
