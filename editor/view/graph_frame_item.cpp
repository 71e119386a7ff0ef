// SPDX-License-Identifier: Apache-2.0
// What stands behind the nodes of a graph: the frame of a group, and comments.
#include "editor/view/graph_frame_item.h"

#include "editor/view/theme.h"

#include <QApplication>
#include <QPainter>
#include <QStyleOptionGraphicsItem>

namespace sartor::editor {

namespace {

constexpr qreal kTitleHeight = 24.0;
constexpr qreal kCornerSize = 14.0;

QFont fontOf(int pixels, bool isBold) {
    QFont font = QApplication::font();
    font.setPixelSize(pixels);
    font.setBold(isBold);
    return font;
}

QColor withAlpha(QColor colour, int alpha) {
    colour.setAlpha(alpha);
    return colour;
}

} // namespace

GraphGroupItem::GraphGroupItem(std::size_t index) : index_(index) {
    setFlags(ItemIsSelectable);
    setZValue(-2.0);
}

void GraphGroupItem::setGroup(const QString& title, const QRectF& rect) {
    prepareGeometryChange();
    title_ = title;
    rect_ = rect;
    update();
}

QRectF GraphGroupItem::titleRect() const {
    return {rect_.topLeft(), QSizeF(rect_.width(), kTitleHeight)};
}

QRectF GraphGroupItem::boundingRect() const {
    return rect_.adjusted(-2, -2, 2, 2);
}

QPainterPath GraphGroupItem::shape() const {
    QPainterPath path;
    path.addRect(titleRect());
    return path;
}

void GraphGroupItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
    const ThemeColours& colours = themeColours();
    const bool isSelected = (option->state & QStyle::State_Selected) != 0;
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(isSelected ? colours.accent : colours.raised.lighter(120), 1.2));
    painter->setBrush(withAlpha(colours.raised, 90));
    painter->drawRoundedRect(rect_, 8, 8);
    painter->setPen(Qt::NoPen);
    painter->setBrush(withAlpha(isSelected ? colours.accent : colours.raised, 150));
    painter->drawRoundedRect(titleRect(), 8, 8);
    painter->setPen(colours.text);
    painter->setFont(fontOf(13, true));
    painter->drawText(
        titleRect().adjusted(10, 0, -10, 0), Qt::AlignVCenter | Qt::AlignLeft, title_);
}

GraphCommentItem::GraphCommentItem(std::size_t index) : index_(index) {
    setFlags(ItemIsSelectable);
    setZValue(-1.0);
}

void GraphCommentItem::setComment(const QString& text, const QRectF& rect) {
    prepareGeometryChange();
    text_ = text;
    size_ = rect.size().expandedTo(kSmallest);
    setPos(rect.topLeft());
    update();
}

void GraphCommentItem::setSize(const QSizeF& size) {
    prepareGeometryChange();
    size_ = size.expandedTo(kSmallest);
}

bool GraphCommentItem::isAtCorner(const QPointF& scenePlace) const {
    const QPointF place = scenePlace - pos();
    return place.x() > size_.width() - kCornerSize && place.y() > size_.height() - kCornerSize &&
           place.x() < size_.width() + 4.0 && place.y() < size_.height() + 4.0;
}

QRectF GraphCommentItem::boundingRect() const {
    return QRectF(QPointF(), size_).adjusted(-2, -2, 4, 4);
}

void GraphCommentItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
    const ThemeColours& colours = themeColours();
    const bool isSelected = (option->state & QStyle::State_Selected) != 0;
    const QRectF rect(QPointF(), size_);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(isSelected ? colours.accent : colours.warning.darker(160), 1.2));
    painter->setBrush(withAlpha(colours.warning.darker(300), 200));
    painter->drawRoundedRect(rect, 5, 5);
    painter->setPen(colours.text);
    painter->setFont(fontOf(13, false));
    painter->drawText(rect.adjusted(8, 6, -8, -6), Qt::AlignLeft | Qt::TextWordWrap, text_);
    painter->setPen(QPen(colours.quietText, 1.2));
    for (const qreal step : {4.0, 8.0}) {
        painter->drawLine(rect.bottomRight() - QPointF(step, 2.0),
                          rect.bottomRight() - QPointF(2.0, step));
    }
}

} // namespace sartor::editor
