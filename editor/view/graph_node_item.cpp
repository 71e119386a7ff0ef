// SPDX-License-Identifier: Apache-2.0
// A node of the graph as it is drawn: title, pins with what feeds them, errors, what it does now.
#include "editor/view/graph_node_item.h"

#include "editor/model/graph_values.h"
#include "editor/model/text.h"
#include "editor/view/graph_paint.h"
#include "editor/view/theme.h"

#include <QApplication>
#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sartor::editor {

namespace {

constexpr qreal kCorner = 6.0;
/// Pins stick out, and the selection's frame is wider than the node.
constexpr qreal kMargin = 8.0;
constexpr qreal kTextLeft = 13.0;
/// How near to its middle a pin is taken hold of.
constexpr qreal kPinReach = 11.0;
/// Smaller than this texts are not read, and not drawn; titles are large enough for longer.
constexpr qreal kReadableScale = 0.4;
constexpr qreal kTitleScale = 0.15;
constexpr qreal kMarkSize = 14.0;
/// The pose stands on the node's right.
constexpr QRectF kPoseRect(kNodeWidth - 72.0, -76.0, 72.0, 72.0);

QString tr(const char* text) {
    return QCoreApplication::translate("sartor::editor::GraphNodeItem", text);
}

QFont textFont(bool isBold) {
    QFont font = QApplication::font();
    font.setPixelSize(12);
    font.setBold(isBold);
    return font;
}

void drawElided(QPainter& painter, const QRectF& rect, Qt::Alignment align, const QString& text) {
    const QFontMetricsF metrics(painter.font());
    painter.drawText(rect,
                     static_cast<int>(align | Qt::AlignVCenter) | Qt::TextSingleLine,
                     metrics.elidedText(text, Qt::ElideRight, rect.width()));
}

} // namespace

GraphNodeItem::GraphNodeItem(const graph::GraphDefinition& definition) {
    setFlags(ItemIsSelectable);
    setZValue(2.0);
    setOutput(definition);
}

void GraphNodeItem::setNode(const graph::NodeDefinition& node) {
    prepareGeometryChange();
    id_ = node.id;
    geometry_ = nodeGeometry(node);
    const graph::NodeSchema* schema = graph::findNodeSchema(node.type);
    title_ = toQString(node.id);
    subtitle_ = schema == nullptr ? tr("Unknown type '%1'").arg(toQString(node.type))
                                  : toQString(schema->title);
    if (const QString subject = nodeSubject(node); !subject.isEmpty()) {
        subtitle_ += QStringLiteral(" · ") + subject;
    }
    colour_ = schema == nullptr ? themeColours().bad.darker(200) : categoryColour(schema->category);
    rows_.clear();
    for (const InputRow& row : geometry_.inputs) {
        rows_.push_back(rowText(node, row));
    }
    outputLabels_.clear();
    for (const OutputRow& row : geometry_.outputs) {
        outputLabels_.push_back(toQString(row.place.pin));
    }
    setPos(placeOf(node));
    update();
}

void GraphNodeItem::setOutput(const graph::GraphDefinition& definition) {
    prepareGeometryChange();
    id_.clear();
    geometry_ = outputGeometry();
    title_ = tr("Output");
    subtitle_ = definition.rootMotion.joint.empty()
                    ? tr("Pose of the character")
                    : tr("Root motion: %1").arg(toQString(definition.rootMotion.joint));
    colour_ = themeColours().accent.darker(190);
    rows_ = {{tr("pose"), {}, false, !definition.output.node.empty()}};
    outputLabels_.clear();
    setPos(outputPlace(definition));
    update();
}

GraphNodeItem::RowText GraphNodeItem::rowText(const graph::NodeDefinition& node,
                                              const InputRow& row) const {
    const QString pin = paramTitle(row.place.pin).toLower();
    if (row.isAddSlot) {
        return {tr("+ %1").arg(pin), {}, false, false};
    }
    const graph::NodeSchema* schema = graph::findNodeSchema(node.type);
    const graph::InputSchema* input =
        schema == nullptr ? nullptr : findInput(*schema, row.place.pin);
    RowText text;
    text.label = pin;
    const graph::InputDefinition* source = nullptr;
    for (const graph::PinInputs& inputs : node.inputs) {
        if (inputs.pin == row.place.pin && row.place.index < inputs.inputs.size()) {
            source = &inputs.inputs[row.place.index];
        }
    }
    if (input != nullptr && input->count == graph::InputCount::Many) {
        text.label = tr("%1 %2").arg(pin).arg(row.place.index + 1);
        QStringList fields;
        for (const graph::ParamSchema& field : input->fields) {
            const graph::Value* given =
                source == nullptr ? nullptr : graph::find(source->fields, field.id);
            if (given == nullptr || isPlace(field)) {
                continue;
            }
            const bool isName = given->text() != nullptr && fields.isEmpty();
            fields << (isName ? valueText(*given)
                              : tr("%1 %2").arg(paramTitle(field.id).toLower(), valueText(*given)));
        }
        if (!fields.isEmpty()) {
            text.label = fields.join(QStringLiteral(", "));
        }
    }
    if (source != nullptr && source->source == graph::InputDefinition::Source::Parameter) {
        text.value = toQString(source->parameter);
        text.isParameter = true;
    } else if (source != nullptr && source->source == graph::InputDefinition::Source::Node) {
        text.isLinked = true;
    } else if (row.type != graph::PinType::Pose && input != nullptr) {
        if (source != nullptr && !source->constant.isNothing()) {
            text.value = valueText(source->constant);
        } else if (row.type == graph::PinType::Bool) {
            text.value = valueText(input->number != 0.0);
        } else {
            text.value = valueText(input->number);
        }
    }
    return text;
}

void GraphNodeItem::setProblems(const QStringList& messages) {
    if (messages == problems_) {
        return;
    }
    problems_ = messages;
    setToolTip(messages.join(u'\n'));
    update();
}

void GraphNodeItem::setBreakpoint(bool isSet) {
    if (hasBreakpoint_ != isSet) {
        hasBreakpoint_ = isSet;
        update();
    }
}

void GraphNodeItem::setActivity(const std::optional<graph::NodeActivity>& activity) {
    const bool isSame =
        activity.has_value() == activity_.has_value() &&
        (!activity || (activity->isActive == activity_->isActive &&
                       activity->weight == activity_->weight && activity->time == activity_->time &&
                       activity->state == activity_->state && activity->flags == activity_->flags));
    if (!isSame) {
        activity_ = activity;
        update();
    }
}

void GraphNodeItem::setPose(std::vector<QLineF> lines) {
    if (pose_.empty() && lines.empty()) {
        return;
    }
    if (pose_.empty() != lines.empty()) {
        prepareGeometryChange();
    }
    pose_ = std::move(lines);
    update();
}

void GraphNodeItem::setWireFilter(std::optional<graph::PinType> type, bool isForInputs) {
    if (wireType_ != type || isWireForInputs_ != isForInputs) {
        wireType_ = type;
        isWireForInputs_ = isForInputs;
        update();
    }
}

QPointF GraphNodeItem::inputAt(const InputPlace& place) const {
    return pos() + NodeGeometry::inputAt(geometry_.rowOf(place).value_or(0));
}

QPointF GraphNodeItem::outputAt(const OutputPlace& place) const {
    return pos() + NodeGeometry::outputAt(geometry_.rowOf(place).value_or(0));
}

std::optional<PinHit> GraphNodeItem::pinAt(const QPointF& scenePlace) const {
    const QPointF place = scenePlace - pos();
    const auto isNear = [&place](const QPointF& pin) {
        return QLineF(place, pin).length() <= kPinReach;
    };
    for (std::size_t i = 0; i < geometry_.inputs.size(); ++i) {
        if (isNear(NodeGeometry::inputAt(i))) {
            return PinHit{geometry_.inputs[i].place, std::nullopt, geometry_.inputs[i].type};
        }
    }
    for (std::size_t i = 0; i < geometry_.outputs.size(); ++i) {
        if (isNear(NodeGeometry::outputAt(i))) {
            return PinHit{std::nullopt, geometry_.outputs[i].place, geometry_.outputs[i].type};
        }
    }
    return std::nullopt;
}

QRectF GraphNodeItem::frame() const {
    return {QPointF(), geometry_.size()};
}

QRectF GraphNodeItem::boundingRect() const {
    const QRectF around = frame().adjusted(-kMargin, -kMargin, kMargin, kMargin);
    return pose_.empty() ? around : around | kPoseRect;
}

QPainterPath GraphNodeItem::shape() const {
    QPainterPath path;
    path.addRect(frame().adjusted(-kPinRadius, 0, kPinRadius, 0));
    return path;
}

void GraphNodeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
    const ThemeColours& colours = themeColours();
    const qreal scale = option->levelOfDetailFromTransform(painter->worldTransform());
    const bool isReadable = scale > kReadableScale;
    const bool isSelected = (option->state & QStyle::State_Selected) != 0;
    const bool isIdle = activity_ && !activity_->isActive;
    painter->setRenderHint(QPainter::Antialiasing, isReadable);
    painter->setOpacity(isIdle ? 0.55 : 1.0);
    const QRectF rect = frame();
    painter->setPen(Qt::NoPen);
    painter->setBrush(colours.panel);
    painter->drawRoundedRect(rect, kCorner, kCorner);
    paintHeader(*painter);
    if (isReadable) {
        paintRows(*painter);
    }
    paintPins(*painter);
    if (activity_ && activity_->isActive) {
        paintActivity(*painter);
    }
    const QColor edge = isSelected             ? colours.accent.lighter(125)
                        : !problems_.isEmpty() ? colours.bad
                                               : colours.line;
    painter->setPen(QPen(edge, isSelected || !problems_.isEmpty() ? 2.0 : 1.0));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(rect, kCorner, kCorner);
    if (isReadable) {
        painter->setFont(textFont(true));
        painter->setPen(colours.text);
        const qreal room = kNodeWidth - 20.0 - (problems_.isEmpty() ? 0.0 : kMarkSize + 4.0);
        drawElided(*painter, QRectF(10, 3, room, 18), Qt::AlignLeft, title_);
        painter->setFont(textFont(false));
        painter->setPen(colours.text.darker(125));
        drawElided(*painter, QRectF(10, 19, kNodeWidth - 20.0, 17), Qt::AlignLeft, subtitle_);
    } else if (scale > kTitleScale) {
        // From afar the title alone, as large as the header lets it be.
        QFont font = textFont(true);
        font.setPixelSize(static_cast<int>(kNodeHeader * 0.7));
        painter->setFont(font);
        painter->setPen(colours.text);
        drawElided(*painter, QRectF(8, 0, kNodeWidth - 16.0, kNodeHeader), Qt::AlignLeft, title_);
    }
    if (!problems_.isEmpty()) {
        const QRectF mark(kNodeWidth - kMarkSize - 6.0, 4.0, kMarkSize, kMarkSize);
        painter->setPen(Qt::NoPen);
        painter->setBrush(colours.bad);
        painter->drawEllipse(mark);
        painter->setPen(Qt::white);
        painter->setFont(textFont(true));
        painter->drawText(mark, Qt::AlignCenter, QStringLiteral("!"));
    }
    if (!pose_.empty()) {
        paintPose(*painter);
    }
    if (hasBreakpoint_) {
        paintBreakpoint(*painter, QPointF(0.0, 0.0));
    }
    painter->setOpacity(1.0);
}

void GraphNodeItem::paintHeader(QPainter& painter) const {
    const QRectF rect = frame();
    QPainterPath header;
    header.setFillRule(Qt::WindingFill);
    header.addRoundedRect(QRectF(0, 0, rect.width(), kNodeHeader), kCorner, kCorner);
    header.addRect(QRectF(0, kNodeHeader - kCorner, rect.width(), kCorner));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour_);
    painter.drawPath(header);
}

void GraphNodeItem::paintRows(QPainter& painter) const {
    const ThemeColours& colours = themeColours();
    painter.setFont(textFont(false));
    const QFontMetricsF metrics(painter.font());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const RowText& text = rows_[i];
        const qreal top = NodeGeometry::inputAt(i).y() - kPinRow / 2;
        const qreal right =
            i < outputLabels_.size()
                ? kNodeWidth - kTextLeft - 8.0 - metrics.horizontalAdvance(outputLabels_[i])
                : kNodeWidth - kTextLeft;
        painter.setPen(geometry_.inputs[i].isAddSlot ? colours.quietText.darker(125)
                                                     : colours.quietText.lighter(120));
        const qreal wanted = metrics.horizontalAdvance(text.label);
        const qreal room = right - kTextLeft;
        const qreal valueRoom =
            text.value.isEmpty()
                ? 0.0
                : std::min(metrics.horizontalAdvance(text.value) + 12.0, room * 0.6);
        const qreal labelRoom = std::min(wanted + 1.0, room - valueRoom);
        drawElided(painter, QRectF(kTextLeft, top, labelRoom, kPinRow), Qt::AlignLeft, text.label);
        if (!text.value.isEmpty()) {
            const QRectF chip(
                kTextLeft + labelRoom + 6.0, top + 2.5, valueRoom - 6.0, kPinRow - 5.0);
            painter.setPen(Qt::NoPen);
            painter.setBrush(text.isParameter ? colours.accent.darker(150) : colours.field);
            painter.drawRoundedRect(chip, 4, 4);
            painter.setPen(text.isParameter ? QColor(Qt::white) : colours.text);
            drawElided(painter, chip.adjusted(3, 0, -3, 0), Qt::AlignHCenter, text.value);
        }
    }
    painter.setPen(colours.quietText);
    for (std::size_t i = 0; i < outputLabels_.size(); ++i) {
        const qreal top = NodeGeometry::outputAt(i).y() - kPinRow / 2;
        drawElided(painter,
                   QRectF(kNodeWidth / 2, top, kNodeWidth / 2 - kTextLeft, kPinRow),
                   Qt::AlignRight,
                   outputLabels_[i]);
    }
}

bool GraphNodeItem::isDimmed(graph::PinType type, bool isInput) const {
    return wireType_ && (*wireType_ != type || isWireForInputs_ != isInput);
}

void GraphNodeItem::paintPins(QPainter& painter) const {
    const qreal opacity = painter.opacity();
    for (std::size_t i = 0; i < geometry_.inputs.size(); ++i) {
        const bool isFed = rows_[i].isLinked || rows_[i].isParameter;
        painter.setOpacity(isDimmed(geometry_.inputs[i].type, true) ? 0.25 : opacity);
        paintPin(painter,
                 geometry_.inputs[i].type,
                 NodeGeometry::inputAt(i),
                 isFed ? PinFill::Filled : PinFill::Hollow);
    }
    for (std::size_t i = 0; i < geometry_.outputs.size(); ++i) {
        painter.setOpacity(isDimmed(geometry_.outputs[i].type, false) ? 0.25 : opacity);
        paintPin(painter, geometry_.outputs[i].type, NodeGeometry::outputAt(i), PinFill::Filled);
    }
    painter.setOpacity(opacity);
}

void GraphNodeItem::paintPose(QPainter& painter) const {
    const ThemeColours& colours = themeColours();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colours.line, 1.0));
    painter.setBrush(colours.field);
    painter.drawRoundedRect(kPoseRect, 4, 4);
    painter.save();
    painter.setClipRect(kPoseRect, Qt::IntersectClip);
    painter.setPen(QPen(colours.text, 1.4, Qt::SolidLine, Qt::RoundCap));
    for (const QLineF& line : pose_) {
        painter.drawLine(kPoseRect.topLeft() + line.p1() * kPoseRect.width(),
                         kPoseRect.topLeft() + line.p2() * kPoseRect.width());
    }
    painter.restore();
}

void GraphNodeItem::paintActivity(QPainter& painter) const {
    const ThemeColours& colours = themeColours();
    const qreal width = kNodeWidth;
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.good);
    const qreal weight = std::clamp(static_cast<qreal>(activity_->weight), 0.0, 1.0);
    painter.drawRect(QRectF(0, kNodeHeader - 2.0, width * weight, 2.0));
    if (activity_->duration > 0.0) {
        const qreal part = std::clamp(activity_->time / activity_->duration, 0.0, 1.0);
        painter.setBrush(colours.field);
        painter.drawRect(QRectF(kCorner, frame().bottom() - 5.0, width - 2 * kCorner, 2.0));
        painter.setBrush(colours.playhead);
        painter.drawRect(
            QRectF(kCorner, frame().bottom() - 5.0, (width - 2 * kCorner) * part, 2.0));
    }
}

} // namespace sartor::editor
