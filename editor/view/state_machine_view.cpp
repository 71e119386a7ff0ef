// SPDX-License-Identifier: Apache-2.0
// A state machine as boxes and arrows: states where they were put, transitions with what they wait
// for.
#include "editor/view/state_machine_view.h"

#include "editor/model/graph_geometry.h"
#include "editor/model/text.h"
#include "editor/view/graph_paint.h"
#include "editor/view/theme.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QPainterPathStroker>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace sartor::editor {

namespace {

constexpr QSizeF kAnySize(84.0, 30.0);
constexpr qreal kReach = 9.0;
constexpr qreal kMargin = 14.0;

} // namespace

StateMachineView::StateMachineView(GraphWorkspace& workspace, QWidget* parent)
    : QWidget(parent), workspace_(workspace) {
    setObjectName(QStringLiteral("stateMachineView"));
    setAccessibleName(tr("State machine"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    connect(&workspace_.document, &GraphDocument::opened, this, [this] { setNode({}); });
    connect(&workspace_.document, &GraphDocument::changed, this, [this](const GraphDelta& delta) {
        for (const NodeChange& change : delta.nodes) {
            if (change.before && change.after && change.before->id == node_) {
                node_ = change.after->id;
            }
        }
        refresh();
    });
    connect(&workspace_.live, &GraphLive::frameChanged, this, qOverload<>(&QWidget::update));
    connect(
        &workspace_.breakpoints, &GraphBreakpoints::changed, this, qOverload<>(&QWidget::update));
}

void StateMachineView::setNode(const std::string& node) {
    node_ = node;
    state_.reset();
    transition_.reset();
    drawnFrom_.reset();
    refresh();
}

void StateMachineView::refresh() {
    machine_ = stateMachineOf(workspace_.document.definition(), node_);
    // What the hand was at may be another one now.
    stateDrag_.reset();
    if (!machine_ || (state_ && *state_ >= machine_->states.size())) {
        state_.reset();
    }
    if (!machine_ || (transition_ && *transition_ >= machine_->transitions.size())) {
        transition_.reset();
    }
    update();
    Q_EMIT selectionChanged();
}

void StateMachineView::selectState(std::size_t state) {
    state_ = state;
    transition_.reset();
    refresh();
}

void StateMachineView::selectTransition(std::size_t transition) {
    transition_ = transition;
    state_.reset();
    refresh();
}

void StateMachineView::selectTransition(const std::string& from, const std::string& to) {
    for (std::size_t i = 0; machine_ && i < machine_->transitions.size(); ++i) {
        if (machine_->transitions[i].leads(from, to)) {
            selectTransition(i);
            return;
        }
    }
}

void StateMachineView::removeSelected() {
    if (transition_) {
        edits().removeTransition(*transition_);
    } else if (state_) {
        edits().removeState(*state_);
    }
}

QRectF StateMachineView::roomForStates() const {
    const qreal left = kMargin + kAnySize.width() + kMargin;
    return {left, kMargin, width() - left - kMargin, height() - 2 * kMargin};
}

std::vector<QPointF> StateMachineView::places() const {
    return stateDrag_ ? stateDrag_->places : statePlaces(*machine_, roomForStates().size());
}

QTransform StateMachineView::viewOf(const std::vector<QPointF>& places) const {
    return stateDrag_ ? stateDrag_->viewFromPlaces : viewFromPlaces(places, roomForStates());
}

QPointF StateMachineView::middleOf(std::size_t state) const {
    const std::vector<QPointF> all = places();
    return viewOf(all).map(all[state]);
}

QRectF StateMachineView::stateRect(std::size_t state) const {
    QRectF rect(QPointF(), kStateSize);
    rect.moveCenter(middleOf(state));
    return rect;
}

QRectF StateMachineView::anyRect() const {
    return {QPointF(kMargin, kMargin), kAnySize};
}

std::optional<QRectF> StateMachineView::endRect(const std::string& name) const {
    if (name == kAnyState) {
        return anyRect();
    }
    const auto state = machine_->findState(name);
    return state ? std::optional(stateRect(*state)) : std::nullopt;
}

std::optional<MachineArrow> StateMachineView::arrowOf(std::size_t index) const {
    const auto from = endRect(machine_->transitions[index].from);
    const auto to = endRect(machine_->transitions[index].to);
    // Of a state that is not there the node's problem says so.
    return from && to ? std::optional(arrowBetween(*machine_, index, *from, *to)) : std::nullopt;
}

QPointF StateMachineView::transitionMiddle(std::size_t transition) const {
    const auto arrow = arrowOf(transition);
    return arrow ? arrow->middle : QPointF();
}

std::optional<std::size_t> StateMachineView::stateAt(const QPointF& place) const {
    for (std::size_t i = 0; machine_ && i < machine_->states.size(); ++i) {
        if (stateRect(i).contains(place)) {
            return i;
        }
    }
    return std::nullopt;
}

std::optional<std::size_t> StateMachineView::transitionAt(const QPointF& place) const {
    for (std::size_t i = 0; machine_ && i < machine_->transitions.size(); ++i) {
        if (const auto arrow = arrowOf(i)) {
            QPainterPathStroker stroker;
            stroker.setWidth(2 * kReach);
            if (stroker.createStroke(arrow->path()).contains(place)) {
                return i;
            }
        }
    }
    return std::nullopt;
}

const graph::NodeActivity* StateMachineView::activity() const {
    const graph::GraphInstance* instance = workspace_.live.instance();
    if (instance == nullptr) {
        return nullptr;
    }
    const auto index = instance->graph().findNode(node_);
    return index && instance->activity()[*index].isActive ? &instance->activity()[*index] : nullptr;
}

void StateMachineView::paintEvent(QPaintEvent*) {
    const ThemeColours& colours = themeColours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), colours.field);
    if (!machine_) {
        return;
    }
    painter.setPen(QPen(colours.quietText, 1.0, Qt::DashLine));
    painter.setBrush(colours.panel);
    painter.drawRoundedRect(anyRect(), 15, 15);
    painter.setPen(colours.quietText);
    painter.drawText(anyRect(), Qt::AlignCenter, tr("Any state"));
    for (std::size_t i = 0; i < machine_->transitions.size(); ++i) {
        paintTransition(painter, i);
    }
    for (std::size_t i = 0; i < machine_->states.size(); ++i) {
        paintState(painter, i);
    }
    if (drawnFrom_) {
        if (const auto from = endRect(*drawnFrom_)) {
            painter.setPen(QPen(colours.accent, 2.0, Qt::DashLine));
            painter.drawLine(edgeTowards(*from, cursor_), cursor_);
        }
    }
    if (machine_->states.empty()) {
        painter.setPen(colours.quietText);
        painter.drawText(rect(), Qt::AlignCenter, tr("No states yet"));
    }
}

void StateMachineView::paintTransition(QPainter& painter, std::size_t index) const {
    const auto arrow = arrowOf(index);
    if (!arrow) {
        return;
    }
    const ThemeColours& colours = themeColours();
    const MachineTransition& transition = machine_->transitions[index];
    const bool isSelected = transition_ == index;
    const QColor colour = isSelected ? colours.accent.lighter(125) : colours.quietText;
    const QPainterPath path = arrow->path();
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, isSelected ? 2.4 : 1.5));
    painter.drawPath(path);
    // How far a transition between these two has come.
    const graph::NodeActivity* live = activity();
    const auto from = machine_->findState(transition.from);
    const auto to = machine_->findState(transition.to);
    const bool isUnderWay = live != nullptr && live->transition < 1.0f && to == live->state &&
                            (transition.from == kAnyState || from == live->previousState);
    if (isUnderWay) {
        const int steps = std::max(1, static_cast<int>(40.0f * live->transition));
        QPolygonF done;
        for (int i = 0; i <= steps; ++i) {
            done << path.pointAtPercent(static_cast<qreal>(live->transition) * i / steps);
        }
        painter.setPen(QPen(colours.playhead, 3.5, Qt::SolidLine, Qt::RoundCap));
        painter.drawPolyline(done);
    }
    const QPointF before = path.pointAtPercent(0.94);
    const QPointF way = arrow->to - before;
    const qreal length = std::max(std::hypot(way.x(), way.y()), 1e-6);
    const QPointF along = way / length;
    const QPointF aside(-along.y(), along.x());
    painter.setPen(Qt::NoPen);
    painter.setBrush(isUnderWay ? colours.playhead : colour);
    painter.drawPolygon(QPolygonF({arrow->to,
                                   arrow->to - along * 10.0 + aside * 5.0,
                                   arrow->to - along * 10.0 - aside * 5.0}));
    constexpr qreal kWidest = 190.0;
    const QFontMetricsF metrics(painter.font());
    const QString text = metrics.elidedText(transition.conditions, Qt::ElideRight, kWidest);
    QRectF label(0, 0, metrics.horizontalAdvance(text) + 10.0, metrics.height() + 4.0);
    label.moveCenter(arrow->middle);
    painter.setPen(isSelected ? QPen(colours.accent) : QPen(Qt::NoPen));
    painter.setBrush(colours.raised);
    painter.drawRoundedRect(label, 4, 4);
    painter.setPen(colours.text);
    painter.drawText(label, Qt::AlignCenter, text);
    if (workspace_.breakpoints.isSet(nameOf(index))) {
        paintBreakpoint(painter, QPointF(label.left() - 2.0, label.center().y()));
    }
}

TransitionName StateMachineView::nameOf(std::size_t transition) const {
    const MachineTransition& named = machine_->transitions[transition];
    return {node_, named.from, named.to};
}

void StateMachineView::paintState(QPainter& painter, std::size_t index) const {
    const ThemeColours& colours = themeColours();
    const MachineState& state = machine_->states[index];
    const QRectF rect = stateRect(index);
    const graph::NodeActivity* live = activity();
    const bool isCurrent = live != nullptr && live->state == index;
    const bool isLeft = live != nullptr && live->transition < 1.0f && live->previousState == index;
    painter.setPen(QPen(state_ == index ? colours.accent.lighter(125)
                        : isCurrent     ? colours.good
                                        : colours.line,
                        state_ == index || isCurrent ? 2.2 : 1.0));
    painter.setBrush(isCurrent ? colours.good.darker(260)
                     : isLeft  ? colours.good.darker(400)
                               : colours.raised);
    painter.drawRoundedRect(rect, 7, 7);
    if (state.isEntry) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colours.good);
        const QPointF tip(rect.left() - 3, rect.center().y());
        painter.drawPolygon(QPolygonF({tip, tip - QPointF(10, 6), tip - QPointF(10, -6)}));
    }
    const QFontMetricsF metrics(painter.font());
    painter.setPen(colours.text);
    painter.drawText(rect.adjusted(8, 4, -8, -rect.height() / 2),
                     Qt::AlignCenter,
                     metrics.elidedText(toQString(state.name), Qt::ElideRight, rect.width() - 16));
    painter.setPen(state.node.empty() ? colours.bad : colours.quietText);
    const QString source = state.node.empty() ? tr("no pose") : toQString(state.node);
    painter.drawText(rect.adjusted(8, rect.height() / 2, -8, -4),
                     Qt::AlignCenter,
                     metrics.elidedText(source, Qt::ElideRight, rect.width() - 16));
}

void StateMachineView::mousePressEvent(QMouseEvent* event) {
    if (!machine_ || event->button() != Qt::LeftButton) {
        return;
    }
    pressed_ = cursor_ = event->position();
    if (const auto state = stateAt(pressed_)) {
        selectState(*state);
        if (gripAt(*state, pressed_) == Grip::Draw) {
            drawnFrom_ = machine_->states[*state].name;
        } else {
            const std::vector<QPointF> all = places();
            const QTransform view = viewOf(all);
            stateDrag_ = StateDrag{*state, pressed_ - view.map(all[*state]), all, view, false};
        }
    } else if (anyRect().contains(pressed_)) {
        drawnFrom_ = std::string(kAnyState);
    } else if (const auto transition = transitionAt(pressed_)) {
        selectTransition(*transition);
    } else {
        state_.reset();
        transition_.reset();
        refresh();
    }
}

void StateMachineView::mouseMoveEvent(QMouseEvent* event) {
    cursor_ = event->position();
    if (stateDrag_) {
        dragState(cursor_);
    } else if (drawnFrom_) {
        update();
    } else {
        const auto state = stateAt(cursor_);
        setCursor(!state                                  ? Qt::ArrowCursor
                  : gripAt(*state, cursor_) == Grip::Draw ? Qt::CrossCursor
                                                          : Qt::SizeAllCursor);
    }
}

StateMachineView::Grip StateMachineView::gripAt(std::size_t state, const QPointF& place) const {
    constexpr qreal kEdge = 10.0;
    const bool isInside = stateRect(state).adjusted(kEdge, kEdge, -kEdge, -kEdge).contains(place);
    return isInside && machine_->schema.place != nullptr ? Grip::Move : Grip::Draw;
}

void StateMachineView::dragState(const QPointF& place) {
    constexpr qreal kStill = 4.0;
    StateDrag& drag = *stateDrag_;
    if (!drag.isMoved && (place - pressed_).manhattanLength() < kStill) {
        return;
    }
    drag.isMoved = true;
    drag.places[drag.state] = snapped(drag.viewFromPlaces.inverted().map(place - drag.hold));
    update();
}

void StateMachineView::dropState() {
    const StateDrag drag = *std::exchange(stateDrag_, std::nullopt);
    if (!drag.isMoved) {
        return;
    }
    // One that is placed places all: what stood around it stays there.
    std::map<std::size_t, QPointF> moved;
    for (std::size_t i = 0; i < drag.places.size(); ++i) {
        if (i == drag.state || !machine_->states[i].at) {
            moved.emplace(i, snapped(drag.places[i]));
        }
    }
    edits().moveStates(moved);
    update();
}

void StateMachineView::mouseReleaseEvent(QMouseEvent* event) {
    if (stateDrag_) {
        dropState();
        return;
    }
    const auto from = std::exchange(drawnFrom_, std::nullopt);
    update();
    constexpr qreal kStill = 6.0;
    const bool isClick = (event->position() - pressed_).manhattanLength() < kStill;
    const auto to = stateAt(event->position());
    if (from && to && !isClick && machine_->states[*to].name != *from) {
        const std::string name = machine_->states[*to].name;
        selectTransition(edits().addTransition(*from, name));
    }
}

bool StateMachineView::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Delete || key == Qt::Key_Backspace) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void StateMachineView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace) {
        removeSelected();
    } else if (event->key() == Qt::Key_Escape && (stateDrag_ || drawnFrom_)) {
        stateDrag_.reset();
        drawnFrom_.reset();
        update();
    } else {
        QWidget::keyPressEvent(event);
    }
}

void StateMachineView::contextMenuEvent(QContextMenuEvent* event) {
    if (!machine_) {
        return;
    }
    QMenu menu(this);
    const QPointF place = event->pos();
    if (const auto state = stateAt(place)) {
        selectState(*state);
        QAction* entry =
            menu.addAction(tr("Start &Here"), this, [this, state] { edits().setEntry(*state); });
        entry->setEnabled(!machine_->states[*state].isEntry);
        menu.addAction(tr("&Restart Itself"), this, [this, state] {
            const std::string name = machine_->states[*state].name;
            selectTransition(edits().addTransition(name, name));
        });
        menu.addAction(tr("&Delete"), this, [this] { removeSelected(); });
    } else if (const auto transition = transitionAt(place)) {
        selectTransition(*transition);
        const TransitionName name = nameOf(*transition);
        QAction* stop = menu.addAction(
            tr("&Stop When Taken"), this, [this, name] { workspace_.breakpoints.toggle(name); });
        stop->setCheckable(true);
        stop->setChecked(workspace_.breakpoints.isSet(name));
        menu.addAction(tr("&Delete"), this, [this] { removeSelected(); });
    } else {
        menu.addAction(tr("&Add State"), this, [this] {
            const std::string name = edits().addState();
            if (const auto added = machine_->findState(name)) {
                selectState(*added);
            }
        });
    }
    menu.exec(event->globalPos());
}

} // namespace sartor::editor
