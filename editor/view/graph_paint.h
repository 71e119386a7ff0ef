// SPDX-License-Identifier: Apache-2.0
// How the kinds of pins, wires and nodes of a graph look, wherever they are drawn.
#pragma once

#include <sartor/graph/schema.h>

#include <QColor>
#include <QPainterPath>
#include <QPointF>

#include <string_view>

class QPainter;

namespace sartor::editor {

inline constexpr qreal kPinRadius = 5.0;

QColor pinColour(graph::PinType type);

enum class PinFill { Filled, Hollow };

/// A pose is an arrow, a number a disc, a truth a square, a vector a triangle; around `centre`.
void paintPin(QPainter& painter, graph::PinType type, const QPointF& centre, PinFill fill);

/// The mark of what a graph stops at, around `centre`.
void paintBreakpoint(QPainter& painter, const QPointF& centre);

/// Of nodes of one category; the categories there are share the circle of hues.
QColor categoryColour(std::string_view category);

/// From an output to an input, leaving and entering level.
QPainterPath wirePath(const QPointF& from, const QPointF& to);

} // namespace sartor::editor
