// SPDX-License-Identifier: Apache-2.0
// Where states and transitions of a machine are drawn.
#include "editor/view/state_machine_layout.h"

#include "editor/model/graph_geometry.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sartor::editor {

namespace {

/// How far arrows between the same two states keep apart.
constexpr qreal kBend = 26.0;

} // namespace

std::vector<QPointF> statePlaces(const StateMachine& machine, const QSizeF& roomForAll) {
    const auto& states = machine.states;
    const bool isPlaced =
        std::any_of(states.begin(), states.end(), [](const auto& state) { return state.at; });
    // As wide as the widget where nobody has placed anything; else as it was for them.
    constexpr QSizeF kUsual(720.0, 420.0);
    const QSizeF room = isPlaced ? kUsual : roomForAll;
    // Brought to the grid they still fit.
    const qreal across = std::max((room.width() - kStateSize.width()) / 2 - kGraphGrid, 40.0);
    const qreal down = std::max((room.height() - kStateSize.height()) / 2 - kGraphGrid, 40.0);
    std::vector<QPointF> places;
    for (std::size_t i = 0; i < states.size(); ++i) {
        // The first one on the left, the others clockwise.
        const qreal turn = std::numbers::pi + 2.0 * std::numbers::pi * static_cast<qreal>(i) /
                                                  static_cast<qreal>(states.size());
        const QPointF onCircle = states.size() == 1
                                     ? QPointF()
                                     : QPointF(across * std::cos(turn), down * std::sin(turn));
        places.push_back(states[i].at.value_or(onCircle));
    }
    return places;
}

QTransform viewFromPlaces(const std::vector<QPointF>& places, const QRectF& room) {
    QRectF around;
    for (const QPointF& place : places) {
        around |= QRectF(place - QPointF(0.5, 0.5), QSizeF(1.0, 1.0));
    }
    // Boxes keep their size: it is their middles that come together.
    const auto scale = [](qreal wanted, qreal present) {
        return std::clamp(wanted / std::max(present, 1.0), 0.0, 1.0);
    };
    const qreal size = std::min(scale(room.width() - kStateSize.width(), around.width() - 1.0),
                                scale(room.height() - kStateSize.height(), around.height() - 1.0));
    QTransform view;
    view.translate(room.center().x(), room.center().y());
    view.scale(std::max(size, 1e-3), std::max(size, 1e-3));
    // What was placed around the middle stays there while it fits.
    const QRectF fitting(QPointF(-room.width() / 2, -room.height() / 2), room.size());
    const QRectF boxes = around.adjusted(-kStateSize.width() / 2,
                                         -kStateSize.height() / 2,
                                         kStateSize.width() / 2,
                                         kStateSize.height() / 2);
    if (!fitting.contains(boxes)) {
        view.translate(-around.center().x(), -around.center().y());
    }
    return view;
}

MachineArrow
arrowBetween(const StateMachine& machine, std::size_t index, const QRectF& from, const QRectF& to) {
    const MachineTransition& transition = machine.transitions[index];
    // Which of those between the two it is, so that none covers another.
    int place = 0;
    for (std::size_t i = 0; i < index; ++i) {
        place += machine.transitions[i].from == transition.from &&
                 machine.transitions[i].to == transition.to;
    }
    if (transition.from == transition.to) {
        const qreal rise = kBend * (1.2 + place);
        const QPointF top(from.center().x(), from.top());
        return {top - QPointF(24, 0), top - QPointF(0, rise), top + QPointF(24, 0)};
    }
    const QPointF way = to.center() - from.center();
    const qreal length = std::max(std::hypot(way.x(), way.y()), 1.0);
    // To the right of the way, so that there and back stand apart.
    const QPointF aside = QPointF(-way.y(), way.x()) / length * kBend * (1.0 + 1.4 * place);
    const QPointF middle = (from.center() + to.center()) / 2.0 + aside;
    return {edgeTowards(from, middle), middle, edgeTowards(to, middle)};
}

QPainterPath MachineArrow::path() const {
    QPainterPath path(from);
    // The curve passes the middle.
    path.quadTo(middle * 2.0 - (from + to) / 2.0, to);
    return path;
}

QPointF edgeTowards(const QRectF& rect, const QPointF& place) {
    const QPointF way = place - rect.center();
    const qreal x = std::abs(way.x()) < 1e-9 ? 1e9 : rect.width() / 2 / std::abs(way.x());
    const qreal y = std::abs(way.y()) < 1e-9 ? 1e9 : rect.height() / 2 / std::abs(way.y());
    return rect.center() + way * std::min({x, y, 1.0});
}

} // namespace sartor::editor
