// SPDX-License-Identifier: Apache-2.0
// The window onto the graph's picture: zoom, pan, keys, menus, and texts that are edited in place.
#pragma once

#include "editor/view/graph_scene.h"

#include <QGraphicsView>

#include <functional>

class QMenu;

namespace sartor::editor {

class GraphPalette;
class GraphTextField;

class GraphView : public QGraphicsView {
    Q_OBJECT

public:
    explicit GraphView(GraphWorkspace& workspace, QWidget* parent = nullptr);

    GraphScene& graphScene() { return scene_; }
    /// Everything, or what is selected, in sight and readable where that is possible.
    void fitAll();
    void fitSelection();
    void copy() const;
    void cut();
    void paste();
    void addComment();
    void renameSelected();
    void openPalette(const QPointF& scenePlace, const PaletteWire& wire);
    /// What can be done with what is at a place.
    void fillMenu(QMenu& menu, const QPointF& scenePlace);

Q_SIGNALS:
    /// For the line below the picture.
    void said(const QString& text);
    /// A node was double-clicked.
    void nodeActivated(const QString& node);

protected:
    bool event(QEvent* event) override;
    void drawBackground(QPainter* painter, const QRectF& rect) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// A key that the picture takes before the window does; null where there is none.
    std::function<void()> actionFor(const QKeyEvent& event);
    void fit(const QRectF& rect);
    void zoom(double factor, const QPoint& at);
    void reveal(const GraphPart& part);
    /// At which everything is in sight.
    double scaleToFit(const QRectF& rect) const;
    QPointF cursorPlace() const;
    void fillBreakpointMenu(QMenu& menu, const std::string& node);
    void fillInputMenu(QMenu& menu, const InputPlace& place);
    QRect inView(const QRectF& sceneRect) const;
    void editNodeName(const std::string& id);
    void editGroupTitle(std::size_t group);
    void editCommentText(std::size_t comment);

    GraphWorkspace& workspace_;
    GraphScene scene_;
    GraphPalette* palette_ = nullptr;
    GraphTextField* text_ = nullptr;
    std::optional<QPoint> panFrom_;
    bool isFitWanted_ = true;
};

} // namespace sartor::editor
