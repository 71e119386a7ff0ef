// SPDX-License-Identifier: Apache-2.0
// Small pictures for buttons, painted from shapes so that they are sharp at any scale.
#include "editor/view/icons.h"

#include "editor/view/theme.h"

#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

namespace sartor::editor {

namespace {

/// Shapes live in a square of 16 x 16.
constexpr qreal kUnits = 16.0;

QPolygonF triangle(qreal left, qreal right, qreal height) {
    return QPolygonF({{left, 8.0 - height}, {right, 8.0}, {left, 8.0 + height}});
}

void paintPlayer(QPainter& painter, IconShape shape) {
    switch (shape) {
    case IconShape::Play:
        painter.drawPolygon(triangle(4, 13, 6));
        break;
    case IconShape::Pause:
        painter.drawRect(QRectF(4, 3, 3, 10));
        painter.drawRect(QRectF(9, 3, 3, 10));
        break;
    case IconShape::ToStart:
        painter.drawPolygon(triangle(13, 5, 5));
        painter.drawRect(QRectF(3, 3, 2, 10));
        break;
    case IconShape::ToEnd:
        painter.drawPolygon(triangle(3, 11, 5));
        painter.drawRect(QRectF(11, 3, 2, 10));
        break;
    case IconShape::StepBack:
        painter.drawPolygon(triangle(8, 2, 4));
        painter.drawRect(QRectF(10, 4, 2, 8));
        break;
    case IconShape::StepForward:
        painter.drawPolygon(triangle(8, 14, 4));
        painter.drawRect(QRectF(4, 4, 2, 8));
        break;
    default:
        break;
    }
}

void paintMark(QPainter& painter, IconShape shape) {
    const ThemeColours& colours = themeColours();
    const bool isWarning = shape == IconShape::Warning;
    painter.setBrush(isWarning ? colours.warning
                               : (shape == IconShape::Error ? colours.bad : colours.accent));
    if (isWarning) {
        painter.drawPolygon(QPolygonF({{8, 2}, {15, 14}, {1, 14}}));
    } else {
        painter.drawEllipse(QRectF(2, 2, 12, 12));
    }
    painter.setBrush(colours.field);
    painter.drawRect(QRectF(7.2, shape == IconShape::Info ? 7 : (isWarning ? 6 : 4.5), 1.6, 4.5));
    painter.drawRect(
        QRectF(7.2, shape == IconShape::Info ? 4.3 : (isWarning ? 11.4 : 10), 1.6, 1.6));
}

void paintNode(QPainter& painter, IconShape shape, const QColor& colour) {
    const ThemeColours& colours = themeColours();
    if (shape == IconShape::Joint) {
        painter.setBrush(colours.playhead);
        painter.drawEllipse(QRectF(4.5, 4.5, 7, 7));
        return;
    }
    painter.setBrush(Qt::NoBrush);
    if (shape == IconShape::Node) {
        painter.setPen(QPen(colours.quietText, 1.3));
        painter.drawEllipse(QRectF(5, 5, 6, 6));
        return;
    }
    painter.setPen(QPen(colour, 1.2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolygon(QPolygonF({{8, 2}, {14, 5}, {14, 11}, {8, 14}, {2, 11}, {2, 5}}));
    painter.drawPolyline(QPolygonF({{2, 5}, {8, 8}, {14, 5}}));
    painter.drawLine(QPointF(8, 8), QPointF(8, 14));
}

void paintStroke(QPainter& painter, IconShape shape, const QColor& colour) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    switch (shape) {
    case IconShape::Loop:
        painter.drawArc(QRectF(3, 3, 10, 10), 50 * 16, 290 * 16);
        painter.drawPolyline(QPolygonF({{8.6, 3.8}, {11.8, 4.2}, {11.9, 1.2}}));
        break;
    case IconShape::Once:
        painter.drawLine(QPointF(2, 8), QPointF(11, 8));
        painter.drawPolyline(QPolygonF({{8, 5}, {11, 8}, {8, 11}}));
        painter.drawLine(QPointF(14, 3.5), QPointF(14, 12.5));
        break;
    case IconShape::Open: {
        QPainterPath path(QPointF(2, 13));
        path.lineTo(2, 3.5);
        path.lineTo(6, 3.5);
        path.lineTo(7.5, 5.5);
        path.lineTo(13, 5.5);
        path.lineTo(13, 7.5);
        path.moveTo(2, 13);
        path.lineTo(4.5, 7.5);
        path.lineTo(15, 7.5);
        path.lineTo(12.5, 13);
        path.closeSubpath();
        painter.drawPath(path);
        break;
    }
    case IconShape::Undo:
    case IconShape::Redo: {
        if (shape == IconShape::Redo) {
            painter.translate(kUnits, 0);
            painter.scale(-1, 1);
        }
        QPainterPath path(QPointF(3, 6));
        path.lineTo(9.5, 6);
        path.cubicTo(14.5, 6, 14.5, 13, 9.5, 13);
        path.lineTo(6, 13);
        painter.drawPath(path);
        painter.drawPolyline(QPolygonF({{6, 3}, {3, 6}, {6, 9}}));
        break;
    }
    case IconShape::Frame:
        for (int corner = 0; corner < 4; ++corner) {
            painter.drawPolyline(QPolygonF({{2.5, 6}, {2.5, 2.5}, {6, 2.5}}));
            painter.translate(8, 8);
            painter.rotate(90);
            painter.translate(-8, -8);
        }
        painter.setBrush(colour);
        painter.drawEllipse(QRectF(6.5, 6.5, 3, 3));
        break;
    case IconShape::More:
        for (const double left : {3.5, 8.5}) {
            painter.drawPolyline(
                QPolygonF({QPointF(left, 4.0), QPointF(left + 4.0, 8.0), QPointF(left, 12.0)}));
        }
        break;
    case IconShape::Release:
        painter.drawLine(QPointF(4.5, 4.5), QPointF(11.5, 11.5));
        painter.drawLine(QPointF(11.5, 4.5), QPointF(4.5, 11.5));
        break;
    default:
        break;
    }
}

class ShapeEngine : public QIconEngine {
public:
    explicit ShapeEngine(IconShape shape) : shape_(shape) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        const ThemeColours& colours = themeColours();
        const QColor colour =
            mode == QIcon::Disabled ? colours.quietText.darker(150) : colours.text;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->translate(rect.topLeft());
        painter->scale(rect.width() / kUnits, rect.height() / kUnits);
        painter->setPen(Qt::NoPen);
        painter->setBrush(colour);
        if (shape_ <= IconShape::StepForward) {
            paintPlayer(*painter, shape_);
        } else if (shape_ >= IconShape::Error && shape_ <= IconShape::Info) {
            paintMark(*painter, shape_);
        } else if (shape_ >= IconShape::Joint && shape_ <= IconShape::Mesh) {
            paintNode(*painter, shape_, colour);
        } else {
            paintStroke(*painter, shape_, colour);
        }
        painter->restore();
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        if (size.isEmpty()) {
            return {};
        }
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return pixmap;
    }

    QIconEngine* clone() const override { return new ShapeEngine(shape_); }

private:
    IconShape shape_;
};

} // namespace

QIcon shapeIcon(IconShape shape) {
    return QIcon(new ShapeEngine(shape));
}

} // namespace sartor::editor
