// SPDX-License-Identifier: Apache-2.0
// Where states and transitions of a machine are drawn.
#pragma once

#include "editor/model/state_machine.h"

#include <QPainterPath>
#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QTransform>

#include <vector>

namespace sartor::editor {

inline constexpr QSizeF kStateSize(140.0, 44.0);

/// Middles of all states, in the coordinates that are kept in the graph, whose origin is the middle
/// of the view: what has no place of its own stands on an ellipse, as wide as a room for all where
/// nobody has placed anything.
std::vector<QPointF> statePlaces(const StateMachine& machine, const QSizeF& room);

/// Brings them into a room of the view so that all are in sight. Boxes keep their size: it is their
/// middles that come together.
QTransform viewFromPlaces(const std::vector<QPointF>& places, const QRectF& room);

struct MachineArrow {
    QPointF from;
    QPointF middle;
    QPointF to;

    QPainterPath path() const;
};

/// Of a transition between two boxes, so that none covers another.
MachineArrow
arrowBetween(const StateMachine& machine, std::size_t index, const QRectF& from, const QRectF& to);

/// Where a line from inside a rectangle leaves it.
QPointF edgeTowards(const QRectF& rect, const QPointF& place);

} // namespace sartor::editor
