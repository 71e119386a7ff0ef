// SPDX-License-Identifier: Apache-2.0
// A link of the graph as it is drawn, with the value that flows along it.
#include "editor/view/graph_wire_item.h"

#include "editor/view/graph_paint.h"
#include "editor/view/theme.h"

#include <QApplication>
#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include <algorithm>

namespace sartor::editor {

namespace {

/// How near to a wire one clicks to take it.
constexpr qreal kReach = 10.0;
constexpr qreal kReadableScale = 0.4;
constexpr QSizeF kLabelRoom(120.0, 24.0);

} // namespace

GraphWireItem::GraphWireItem(const Link& link) : link_(link) {
    setFlags(ItemIsSelectable);
    setZValue(1.0);
}

void GraphWireItem::setLink(const Link& link, graph::PinType type) {
    link_ = link;
    if (type_ != type) {
        type_ = type;
        update();
    }
}

void GraphWireItem::setEnds(const QPointF& from, const QPointF& to) {
    const QPainterPath path = wirePath(from, to);
    if (path != path_) {
        prepareGeometryChange();
        path_ = path;
    }
}

void GraphWireItem::setLive(const QString& value, float weight) {
    if (value_ != value || weight_ != weight) {
        value_ = value;
        weight_ = weight;
        update();
    }
}

void GraphWireItem::setRefused(bool isRefused) {
    if (isRefused_ != isRefused) {
        isRefused_ = isRefused;
        update();
    }
}

QRectF GraphWireItem::boundingRect() const {
    QRectF label(QPointF(), kLabelRoom);
    label.moveCenter(path_.pointAtPercent(0.5));
    return path_.controlPointRect().adjusted(-kReach, -kReach, kReach, kReach) | label;
}

QPainterPath GraphWireItem::shape() const {
    QPainterPathStroker stroker;
    stroker.setWidth(kReach);
    return stroker.createStroke(path_);
}

void GraphWireItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
    const ThemeColours& colours = themeColours();
    const bool isReadable =
        option->levelOfDetailFromTransform(painter->worldTransform()) > kReadableScale;
    const bool isSelected = (option->state & QStyle::State_Selected) != 0;
    QColor colour = isRefused_ ? colours.bad : pinColour(type_);
    colour.setAlphaF(isSelected ? 1.0f : 0.3f + 0.55f * std::clamp(weight_, 0.0f, 1.0f));
    const qreal width = type_ == graph::PinType::Pose ? 2.6 : 1.6;
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(isSelected ? colours.accent.lighter(125) : colour,
                         isSelected ? width + 1.2 : width,
                         isRefused_ ? Qt::DashLine : Qt::SolidLine,
                         Qt::RoundCap));
    painter->drawPath(path_);
    if (value_.isEmpty() || !isReadable) {
        return;
    }
    QFont font = QApplication::font();
    font.setPixelSize(11);
    painter->setFont(font);
    const QFontMetricsF metrics(font);
    QRectF label(
        0, 0, std::min(metrics.horizontalAdvance(value_) + 10.0, kLabelRoom.width()), 16.0);
    label.moveCenter(path_.pointAtPercent(0.5));
    painter->setPen(Qt::NoPen);
    painter->setBrush(colours.field);
    painter->drawRoundedRect(label, 4, 4);
    painter->setPen(pinColour(type_));
    painter->drawText(label, Qt::AlignCenter, value_);
}

} // namespace sartor::editor
