// SPDX-License-Identifier: Apache-2.0
// The window onto the graph's picture: zoom, pan, keys, menus, and texts that are edited in place.
#include "editor/view/graph_view.h"

#include "editor/model/graph_clipboard.h"
#include "editor/model/text.h"
#include "editor/view/graph_palette.h"
#include "editor/view/graph_text_field.h"
#include "editor/view/grid_lines.h"
#include "editor/view/theme.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>

#include <cmath>
#include <utility>

namespace sartor::editor {

namespace {

constexpr double kSmallestScale = 0.05;
constexpr double kLargestScale = 2.5;
/// Pixels.
constexpr double kFitMargin = 30.0;

} // namespace

GraphView::GraphView(GraphWorkspace& workspace, QWidget* parent)
    : QGraphicsView(parent), workspace_(workspace), scene_(workspace) {
    setObjectName(QStringLiteral("graphView"));
    setAccessibleName(tr("Pose graph"));
    setScene(&scene_);
    setSceneRect(kGraphRoom);
    setFrameShape(QFrame::NoFrame);
    setDragMode(QGraphicsView::RubberBandDrag);
    setTransformationAnchor(QGraphicsView::NoAnchor);
    setResizeAnchor(QGraphicsView::AnchorViewCenter);
    setViewportUpdateMode(QGraphicsView::SmartViewportUpdate);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    palette_ = new GraphPalette(workspace, this);
    text_ = new GraphTextField(viewport());
    connect(text_, &GraphTextField::finished, this, [this] { setFocus(); });
    connect(&scene_, &GraphScene::paletteRequested, this, &GraphView::openPalette);
    connect(&scene_, &GraphScene::refused, this, &GraphView::said);
    connect(&scene_, &GraphScene::nodeActivated, this, &GraphView::nodeActivated);
    connect(&scene_, &GraphScene::groupActivated, this, &GraphView::editGroupTitle);
    connect(&scene_, &GraphScene::commentActivated, this, &GraphView::editCommentText);
    connect(&workspace_.selection, &GraphSelection::revealed, this, &GraphView::reveal);
    connect(&workspace_.document, &GraphDocument::opened, this, [this] {
        text_->finish(GraphTextField::Outcome::Dropped);
        isFitWanted_ = true;
        fitAll();
    });
    connect(&workspace_.document, &GraphDocument::changed, this, [this] {
        text_->finish(GraphTextField::Outcome::Dropped);
    });
}

void GraphView::fitAll() {
    fit(scene_.contentRect());
}

void GraphView::fitSelection() {
    QRectF rect;
    for (const QGraphicsItem* item : scene_.selectedItems()) {
        rect |= item->sceneBoundingRect();
    }
    fit(rect.isNull() ? scene_.contentRect() : rect);
}

void GraphView::fit(const QRectF& rect) {
    resetTransform();
    if (rect.isNull()) {
        centerOn(0.0, 0.0);
        return;
    }
    const double size = scaleToFit(rect);
    scale(size, size);
    centerOn(rect.center());
}

double GraphView::scaleToFit(const QRectF& rect) const {
    const auto scale = [](int pixels, double extent) {
        return std::max(pixels - 2 * kFitMargin, 1.0) / std::max(extent, 1.0);
    };
    return std::min({scale(viewport()->width(), rect.width()),
                     scale(viewport()->height(), rect.height()),
                     1.0});
}

void GraphView::reveal(const GraphPart& part) {
    const bool isOutput = part.kind == GraphPart::Kind::Output;
    if (isOutput || part.kind == GraphPart::Kind::Node) {
        GraphNodeItem* item = scene_.nodeItem(isOutput ? std::string() : part.id);
        if (item == nullptr) {
            return;
        }
        if (isOutput) {
            scene_.clearSelection();
            item->setSelected(true);
        }
        constexpr double kReadableScale = 0.5;
        if (transform().m11() < kReadableScale) {
            resetTransform();
        }
        centerOn(item);
    } else if (part.kind == GraphPart::Kind::Group) {
        const auto& groups = workspace_.document.definition().groups;
        if (part.index < groups.size()) {
            fit(groupRect(workspace_.document.definition(), groups[part.index]));
        }
    }
}

void GraphView::zoom(double factor, const QPoint& at) {
    // A large graph is looked at from as far as all of it needs.
    const double smallest = std::min(kSmallestScale, scaleToFit(scene_.contentRect()));
    const double size = std::clamp(transform().m11() * factor, smallest, kLargestScale);
    const QPointF before = mapToScene(at);
    resetTransform();
    scale(size, size);
    const QPointF moved = mapToScene(at) - before;
    translate(moved.x(), moved.y());
    isFitWanted_ = false;
}

QPointF GraphView::cursorPlace() const {
    const QPoint at = viewport()->mapFromGlobal(QCursor::pos());
    return mapToScene(viewport()->rect().contains(at) ? at : viewport()->rect().center());
}

void GraphView::copy() const {
    const QString text = copyText(workspace_.document.definition(), scene_.selectedParts());
    if (!text.isEmpty()) {
        QGuiApplication::clipboard()->setText(text);
    }
}

void GraphView::cut() {
    copy();
    scene_.deleteSelection();
}

void GraphView::paste() {
    const QString text = QGuiApplication::clipboard()->text();
    if (text.isEmpty() || !workspace_.document.isOpen()) {
        return;
    }
    const auto added = pasteText(workspace_.edits, text, cursorPlace());
    if (!added) {
        Q_EMIT said(tr("What is on the clipboard is no part of a graph: %1")
                        .arg(toQString(added.error().message)));
        return;
    }
    scene_.clearSelection();
    workspace_.selection.setNodes(*added);
}

void GraphView::addComment() {
    if (workspace_.document.isOpen()) {
        editCommentText(workspace_.edits.addComment(tr("Comment"),
                                                    QRectF(snapped(cursorPlace()), kCommentSize)));
    }
}

void GraphView::renameSelected() {
    const GraphItems parts = scene_.selectedParts();
    if (parts.nodes.size() == 1) {
        editNodeName(*parts.nodes.begin());
    } else if (parts.groups.size() == 1) {
        editGroupTitle(*parts.groups.begin());
    } else if (parts.comments.size() == 1) {
        editCommentText(*parts.comments.begin());
    }
}

void GraphView::openPalette(const QPointF& scenePlace, const PaletteWire& wire) {
    if (workspace_.document.isOpen()) {
        palette_->openAt(viewport()->mapToGlobal(mapFromScene(scenePlace)), scenePlace, wire);
    }
}

std::function<void()> GraphView::actionFor(const QKeyEvent& event) {
    constexpr double kStep = kGraphGrid;
    struct Entry {
        QKeySequence key;
        std::function<void()> run;
    };
    const Entry entries[] = {
        {Qt::Key_Tab, [this] { openPalette(cursorPlace(), {}); }},
        {Qt::Key_Delete, [this] { scene_.deleteSelection(); }},
        {Qt::Key_Backspace, [this] { scene_.deleteSelection(); }},
        {QKeySequence::Copy, [this] { copy(); }},
        {QKeySequence::Cut, [this] { cut(); }},
        {QKeySequence::Paste, [this] { paste(); }},
        {Qt::CTRL | Qt::Key_D, [this] { scene_.duplicateSelection(); }},
        {QKeySequence::SelectAll, [this] { scene_.selectAll(); }},
        {Qt::CTRL | Qt::Key_G, [this] { scene_.groupSelection(); }},
        {Qt::Key_C, [this] { addComment(); }},
        {Qt::Key_L, [this] { scene_.arrangeSelection(); }},
        {Qt::Key_F, [this] { fitSelection(); }},
        {Qt::Key_A, [this] { fitAll(); }},
        {Qt::SHIFT | Qt::Key_F, [this] { fitAll(); }},
        {Qt::Key_F2, [this] { renameSelected(); }},
        {Qt::Key_Escape,
         [this] {
             scene_.cancelGesture();
             scene_.clearSelection();
         }},
        {Qt::Key_Left,
         [this] {
             scene_.nudgeSelection({-kStep, 0.0});
         }},
        {Qt::Key_Right,
         [this] {
             scene_.nudgeSelection({kStep, 0.0});
         }},
        {Qt::Key_Up,
         [this] {
             scene_.nudgeSelection({0.0, -kStep});
         }},
        {Qt::Key_Down,
         [this] {
             scene_.nudgeSelection({0.0, kStep});
         }},
    };
    const QKeySequence pressed(QKeyCombination(event.modifiers() & ~Qt::KeypadModifier,
                                               static_cast<Qt::Key>(event.key())));
    for (const Entry& entry : entries) {
        if (entry.key == pressed) {
            return entry.run;
        }
    }
    return {};
}

bool GraphView::event(QEvent* event) {
    // Before the shortcuts of the window, and before Tab moves the focus.
    if (event->type() == QEvent::ShortcutOverride && actionFor(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Tab) {
        keyPressEvent(static_cast<QKeyEvent*>(event));
        return true;
    }
    return QGraphicsView::event(event);
}

void GraphView::keyPressEvent(QKeyEvent* event) {
    if (const auto action = actionFor(*event)) {
        action();
        event->accept();
    } else {
        event->ignore();
    }
}

void GraphView::drawBackground(QPainter* painter, const QRectF& rect) {
    const ThemeColours& colours = themeColours();
    painter->fillRect(rect, colours.field);
    // Lines that would stand closer than this are left out.
    constexpr double kClosest = 14.0;
    double step = kGraphGrid * 2.0;
    while (step * transform().m11() < kClosest) {
        step *= 5.0;
    }
    QVector<QLineF> lines;
    for (const double x : gridLines(rect.left(), rect.right(), step)) {
        lines << QLineF(x, rect.top(), x, rect.bottom());
    }
    for (const double y : gridLines(rect.top(), rect.bottom(), step)) {
        lines << QLineF(rect.left(), y, rect.right(), y);
    }
    painter->setPen(QPen(colours.panel, 0.0));
    painter->drawLines(lines);
}

void GraphView::wheelEvent(QWheelEvent* event) {
    constexpr double kPerNotch = 1.15;
    zoom(std::pow(kPerNotch, event->angleDelta().y() / 120.0), event->position().toPoint());
    event->accept();
}

void GraphView::mousePressEvent(QMouseEvent* event) {
    text_->finish(GraphTextField::Outcome::Kept);
    const bool isPan = event->button() == Qt::MiddleButton ||
                       (event->button() == Qt::LeftButton && event->modifiers() == Qt::AltModifier);
    if (isPan) {
        panFrom_ = event->pos();
        viewport()->setCursor(Qt::ClosedHandCursor);
        event->accept();
        return;
    }
    QGraphicsView::mousePressEvent(event);
}

void GraphView::mouseMoveEvent(QMouseEvent* event) {
    if (panFrom_) {
        const QPointF moved = mapToScene(event->pos()) - mapToScene(*panFrom_);
        panFrom_ = event->pos();
        translate(moved.x(), moved.y());
        isFitWanted_ = false;
        event->accept();
        return;
    }
    QGraphicsView::mouseMoveEvent(event);
}

void GraphView::mouseReleaseEvent(QMouseEvent* event) {
    if (panFrom_) {
        panFrom_.reset();
        viewport()->unsetCursor();
        event->accept();
        return;
    }
    QGraphicsView::mouseReleaseEvent(event);
}

void GraphView::resizeEvent(QResizeEvent* event) {
    QGraphicsView::resizeEvent(event);
    // Until somebody has looked closer, all of it is shown.
    if (isFitWanted_) {
        fitAll();
    }
}

void GraphView::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("graphMenu"));
    const QPointF place = mapToScene(event->pos());
    fillMenu(menu, place);
    event->accept();
    if (menu.isEmpty()) {
        openPalette(place, {});
    } else {
        menu.exec(event->globalPos());
    }
}

void GraphView::fillMenu(QMenu& menu, const QPointF& scenePlace) {
    if (const auto pin = scene_.pinAt(scenePlace)) {
        if (pin->input) {
            fillInputMenu(menu, *pin->input);
        }
        return;
    }
    QGraphicsItem* under = nullptr;
    for (QGraphicsItem* item : scene_.items(scenePlace)) {
        if ((item->flags() & QGraphicsItem::ItemIsSelectable) != 0) {
            under = item;
            break;
        }
    }
    if (under == nullptr) {
        return;
    }
    if (!under->isSelected()) {
        scene_.clearSelection();
        under->setSelected(true);
    }
    const GraphItems parts = scene_.selectedParts();
    const bool isOne = parts.nodes.size() + parts.groups.size() + parts.comments.size() == 1;
    const auto add = [&](const QString& title, const QKeySequence& key, auto run) {
        QAction* action = menu.addAction(title, this, run);
        action->setShortcut(key);
    };
    if (isOne) {
        add(tr("&Rename"), Qt::Key_F2, [this] { renameSelected(); });
    }
    if (!parts.nodes.empty()) {
        add(tr("&Group"), Qt::CTRL | Qt::Key_G, [this] { scene_.groupSelection(); });
        add(tr("&Arrange"), Qt::Key_L, [this] { scene_.arrangeSelection(); });
        menu.addSeparator();
    }
    if (parts.nodes.size() == 1 && isOne) {
        fillBreakpointMenu(menu, *parts.nodes.begin());
    }
    if (!parts.nodes.empty() || !parts.comments.empty()) {
        add(tr("Cu&t"), QKeySequence::Cut, [this] { cut(); });
        add(tr("&Copy"), QKeySequence::Copy, [this] { copy(); });
        add(tr("D&uplicate"), Qt::CTRL | Qt::Key_D, [this] { scene_.duplicateSelection(); });
    }
    if (!parts.isEmpty()) {
        add(parts.nodes.empty() && parts.comments.empty() && !parts.groups.empty() ? tr("&Ungroup")
                                                                                   : tr("&Delete"),
            QKeySequence::Delete,
            [this] { scene_.deleteSelection(); });
    }
}

void GraphView::fillBreakpointMenu(QMenu& menu, const std::string& node) {
    using Kind = GraphBreakpoints::Kind;
    GraphBreakpoints& breakpoints = workspace_.breakpoints;
    const std::pair<QString, Kind> kinds[] = {{tr("Stop When It &Starts"), Kind::Starts},
                                              {tr("Stop When It Is Not &Finite"), Kind::NotFinite}};
    for (const auto& [title, kind] : kinds) {
        QAction* action = menu.addAction(
            title, this, [&breakpoints, node, kind = kind] { breakpoints.toggle(node, kind); });
        action->setCheckable(true);
        action->setChecked(breakpoints.isSet(node, kind));
    }
    menu.addSeparator();
}

void GraphView::fillInputMenu(QMenu& menu, const InputPlace& place) {
    const graph::GraphDefinition& definition = workspace_.document.definition();
    GraphEdits& edits = workspace_.edits;
    const graph::InputDefinition* source = sourceOf(definition, place);
    const auto type = typeOf(definition, place);
    if (source != nullptr && source->source != graph::InputDefinition::Source::Constant) {
        menu.addAction(tr("&Disconnect"), this, [&edits, place] { edits.disconnect(place); });
    }
    if (type && *type != graph::PinType::Pose) {
        QMenu* bind = menu.addMenu(tr("Use &Parameter"));
        for (const graph::ParameterDefinition& parameter : definition.parameters) {
            if (pinTypeOf(parameter.type) == *type) {
                bind->addAction(
                    toQString(parameter.id), this, [this, &edits, place, id = parameter.id] {
                        if (const Status status = edits.bindParameter(place, id); !status) {
                            Q_EMIT said(toQString(status.error().message));
                        }
                    });
            }
        }
        bind->setEnabled(!bind->isEmpty());
    }
    if (!takesMany(definition, place)) {
        return;
    }
    if (source != nullptr) {
        menu.addSeparator();
        QAction* up = menu.addAction(
            tr("Move &Up"), this, [&edits, place] { edits.moveInput(place, place.index - 1); });
        up->setEnabled(place.index > 0);
        QAction* down = menu.addAction(
            tr("Move Do&wn"), this, [&edits, place] { edits.moveInput(place, place.index + 1); });
        down->setEnabled(sourceOf(definition, {place.node, place.pin, place.index + 1}) != nullptr);
        menu.addAction(tr("&Remove Input"), this, [&edits, place] { edits.removeInput(place); });
    } else {
        menu.addAction(
            tr("&Add Input"), this, [&edits, place] { edits.addInput(place.node, place.pin); });
    }
}

QRect GraphView::inView(const QRectF& sceneRect) const {
    return mapFromScene(sceneRect).boundingRect();
}

void GraphView::editNodeName(const std::string& id) {
    const GraphNodeItem* item = scene_.nodeItem(id);
    if (item == nullptr || id.empty()) {
        return;
    }
    text_->edit(inView(QRectF(item->pos(), QSizeF(kNodeWidth, 24.0))),
                toQString(id),
                GraphTextField::Lines::One,
                [this, id](const QString& text) {
                    if (const Status status = workspace_.edits.renameNode(id, text.toStdString());
                        !status) {
                        Q_EMIT said(toQString(status.error().message));
                    }
                });
}

void GraphView::editGroupTitle(std::size_t group) {
    const auto& groups = workspace_.document.definition().groups;
    const QRectF rect = groupRect(workspace_.document.definition(), groups[group]);
    text_->edit(
        inView(QRectF(rect.topLeft(), QSizeF(rect.width(), 26.0))),
        toQString(groups[group].title),
        GraphTextField::Lines::One,
        [this, group](const QString& text) { workspace_.edits.setGroupTitle(group, text); });
}

void GraphView::editCommentText(std::size_t comment) {
    const graph::CommentDefinition& edited = workspace_.document.definition().comments[comment];
    text_->edit(
        inView(commentRect(edited)),
        toQString(edited.text),
        GraphTextField::Lines::Many,
        [this, comment](const QString& text) { workspace_.edits.setCommentText(comment, text); });
}

} // namespace sartor::editor
