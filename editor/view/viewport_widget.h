// SPDX-License-Identifier: Apache-2.0
// The character as a picture: orbit, pan, zoom, click; names and legends over it.
#pragma once

#include "editor/model/document.h"
#include "editor/model/selection.h"
#include "editor/model/view_settings.h"
#include "editor/view/camera_follow.h"
#include "editor/view/ik_handle_drag.h"
#include "editor/view/viewport_renderer.h"

#include <sartor/render/camera.h>

#include <QPoint>
#include <QString>
#include <QTimer>
#include <QWidget>

#include <optional>
#include <vector>

namespace sartor::editor {

class ViewportWidget : public QWidget {
    Q_OBJECT

public:
    ViewportWidget(Document& document,
                   Selection& selection,
                   ViewSettings& view,
                   ViewportRenderer::DeviceFunction makeDevice = {},
                   QWidget* parent = nullptr);

    const render::Camera& camera() const { return camera_; }
    /// Shows all of the character from where the camera looks now.
    void frameAll();
    /// Looks at the selected joint from nearby; at everything without one.
    void frameSelection();
    /// Draws the picture anew and waits for it. False where there is none to draw.
    bool drawNow();
    /// Why there is no picture; empty while there is one.
    const QString& problem() const { return renderer_.problem(); }
    QString deviceName() const { return renderer_.deviceName(); }
    /// Where a point of model space is drawn; none behind the camera.
    std::optional<QPointF> project(const glm::vec3& pointModel) const;

    QSize sizeHint() const override;

Q_SIGNALS:
    void openRequested();
    /// A new picture took this long.
    void pictureDrawn(double seconds);
    /// Another device draws, or the first.
    void deviceChanged();
    /// A target or pole of the graph is being dragged here. All moves of one drag have the same
    /// number; session::moveIkHandle() writes one into the graph.
    void ikHandleMoved(const sartor::session::IkHandle& handle,
                       const glm::vec3& positionModel,
                       int drag);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void onDocumentChanged(DocumentChange change);
    /// Whether the camera shows what is drawn, as a whole and not as a dot.
    bool isInView();
    void redraw();
    bool drawPicture();
    bool renderPicture(QSize pixels);
    /// Takes the camera along to where root motion has brought the character.
    void carryToCharacter(const session::Session& session);
    void clickAt(QPoint position);
    QPoint toPixel(QPoint position) const;
    std::optional<JointIndex> jointAt(QPointF position) const;
    bool areJointsShown() const;
    void setHovered(std::optional<JointIndex> joint);
    void hoverAt(QPointF position);
    void dragHandleTo(QPoint position);
    IkHandleDrag::Project projection() const;

    void paintMessage(QPainter& painter, const QString& title, const QString& text) const;
    void paintOverlays(QPainter& painter) const;
    void paintJointNames(QPainter& painter) const;
    void paintJointLabel(QPainter& painter, JointIndex joint) const;
    void paintTitle(QPainter& painter) const;
    void paintLegend(QPainter& painter) const;
    void paintSwatches(QPainter& painter) const;
    void paintCompass(QPainter& painter) const;

    Document& document_;
    Selection& selection_;
    ViewSettings& view_;
    ViewportRenderer renderer_;
    render::Camera camera_;
    CharacterPlace place_;
    /// What can be hovered, clicked and named.
    std::vector<JointIndex> namedJoints_;
    std::optional<JointIndex> hovered_;
    IkHandleDrag handleDrag_;
    int dragCount_ = 0;
    QPoint pressPosition_;
    QPoint lastPosition_;
    Qt::MouseButton pressedButton_ = Qt::NoButton;
    bool isDragging_ = false;
    /// Time or camera is in motion: quick pictures, and a good one when it comes to rest.
    bool isMoving_ = false;
    QTimer restTimer_;
    bool isPictureCurrent_ = false;
    bool needsFraming_ = false;
};

} // namespace sartor::editor
