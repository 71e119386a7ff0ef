// SPDX-License-Identifier: Apache-2.0
// The characters of an experiment side by side, under one camera, each with its number and curve.
#pragma once

#include "samples/lab/picture_maker.h"

#include <QRectF>
#include <QWidget>

class QPainter;

namespace sartor::lab {

class ColumnsView : public QWidget {
    Q_OBJECT

public:
    explicit ColumnsView(gpu::Device* device, QWidget* parent = nullptr);

    /// Shows this experiment, from where its sample is best seen; must outlive the view or be
    /// replaced. Null for none.
    void setExperiment(const Experiment* experiment);
    /// Draws what the experiment shows now.
    void refresh();

    const render::Camera& camera() const { return camera_; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    /// Of one column: words on top, picture, curve below.
    struct Tile {
        QRectF words;
        QRectF picture;
        QRectF curve;
    };
    Tile tile(std::size_t column) const;
    void frameAll();

    void paintWords(QPainter& painter, std::size_t column, const QRectF& area) const;
    void paintPicture(QPainter& painter, std::size_t column, const QRectF& area);
    void paintHeadline(QPainter& painter, const Readout& readout, const QRectF& area) const;
    void paintCurve(QPainter& painter, const Curve& curve, const QRectF& area) const;

    PictureMaker pictures_;
    const Experiment* experiment_ = nullptr;
    render::Camera camera_;
    /// The user has moved the camera: a new size of the window does not move it back.
    bool isCameraMoved_ = false;
    QPointF lastPosition_;
};

} // namespace sartor::lab
