// SPDX-License-Identifier: Apache-2.0
// Pictures of the characters of an experiment, or the reason why there are none.
#pragma once

#include "samples/lab/experiment.h"

#include <sartor/gpu/device.h>
#include <sartor/render/camera.h>
#include <sartor/render/renderer.h>

#include <QImage>
#include <QPointF>
#include <QSize>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace sartor::lab {

class PictureMaker {
public:
    /// Without a device there are no pictures. It must outlive the maker.
    explicit PictureMaker(gpu::Device* device);
    ~PictureMaker();
    PictureMaker(const PictureMaker&) = delete;
    PictureMaker& operator=(const PictureMaker&) = delete;
    PictureMaker(PictureMaker&&) = delete;
    PictureMaker& operator=(PictureMaker&&) = delete;

    /// The surface of one column with its lines and dots; a null image where that is not possible,
    /// see problem(). Labels are left to whoever has a font.
    QImage draw(const Experiment& experiment,
                std::size_t column,
                const render::Camera& camera,
                QSize pixels);

    /// Lets go of everything that was made for an experiment: another one may come to lie where it
    /// was.
    void release();

    /// Empty while all is well.
    const QString& problem() const { return problem_; }

private:
    Status prepare(const Experiment& experiment);

    gpu::Device* device_ = nullptr;
    std::unique_ptr<render::Renderer> renderer_;
    /// By column, of the experiment and revision that follow.
    std::vector<render::SurfaceIndex> surfaces_;
    const Experiment* experiment_ = nullptr;
    std::uint64_t characterRevision_ = 0;
    std::vector<std::uint8_t> bgra_;
    QString problem_;
};

/// Where a point of model space is drawn in a picture of that size; none behind the camera.
std::optional<QPointF>
project(const render::Camera& camera, QSizeF size, const glm::vec3& pointModel);

} // namespace sartor::lab
