// SPDX-License-Identifier: Apache-2.0
// Curves of the selected joint along the clip, one strip above the other.
#pragma once

#include "editor/model/motion_curves.h"
#include "editor/model/player.h"

#include <QWidget>

class QLabel;
class QPainter;

namespace sartor::editor {

/// The strips and the time; a click or a drag takes hold of the time.
class MotionCurvesView : public QWidget {
    Q_OBJECT

public:
    MotionCurvesView(Document& document, const MotionCurvesModel& model, QWidget* parent = nullptr);

    double timeAt(double x) const;
    double positionOf(double seconds) const;
    QSize minimumSizeHint() const override { return {320, 120}; }

Q_SIGNALS:
    void scrubbed(double seconds);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void paintStrip(QPainter& painter, const MotionStrip& strip, const QRectF& band) const;

    Document& document_;
    const MotionCurvesModel& model_;
};

class MotionCurvesPanel : public QWidget {
    Q_OBJECT

public:
    MotionCurvesPanel(Document& document,
                      Selection& selection,
                      Player& player,
                      QWidget* parent = nullptr);

    const MotionCurvesModel& model() const { return model_; }

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void refresh();

    Document& document_;
    Selection& selection_;
    MotionCurvesModel model_;
    QLabel* joint_ = nullptr;
    MotionCurvesView* view_ = nullptr;
};

} // namespace sartor::editor
