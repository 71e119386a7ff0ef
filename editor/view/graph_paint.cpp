// SPDX-License-Identifier: Apache-2.0
// How the kinds of pins, wires and nodes of a graph look, wherever they are drawn.
#include "editor/view/graph_paint.h"

#include "editor/view/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <vector>

namespace sartor::editor {

QColor pinColour(graph::PinType type) {
    const ThemeColours& colours = themeColours();
    switch (type) {
    case graph::PinType::Pose:
        return colours.pose;
    case graph::PinType::Float:
        return colours.number;
    case graph::PinType::Bool:
        return colours.truth;
    case graph::PinType::Vector3:
        break;
    }
    return colours.vector;
}

void paintPin(QPainter& painter, graph::PinType type, const QPointF& centre, PinFill fill) {
    const QColor colour = pinColour(type);
    const qreal r = kPinRadius;
    painter.setPen(QPen(colour, 1.5));
    painter.setBrush(fill == PinFill::Filled ? colour : themeColours().field);
    switch (type) {
    case graph::PinType::Pose:
        painter.drawPolygon(QPolygonF({centre + QPointF(-r, -r),
                                       centre + QPointF(0, -r),
                                       centre + QPointF(r, 0),
                                       centre + QPointF(0, r),
                                       centre + QPointF(-r, r)}));
        break;
    case graph::PinType::Float:
        painter.drawEllipse(centre, r - 0.5, r - 0.5);
        break;
    case graph::PinType::Bool:
        painter.drawRect(QRectF(centre.x() - r + 1, centre.y() - r + 1, 2 * r - 2, 2 * r - 2));
        break;
    case graph::PinType::Vector3:
        painter.drawPolygon(QPolygonF(
            {centre + QPointF(-r, r - 1), centre + QPointF(0, -r), centre + QPointF(r, r - 1)}));
        break;
    }
}

void paintBreakpoint(QPainter& painter, const QPointF& centre) {
    constexpr qreal kRadius = 6.0;
    painter.setPen(QPen(themeColours().field, 1.5));
    painter.setBrush(themeColours().bad);
    painter.drawEllipse(centre, kRadius, kRadius);
}

QColor categoryColour(std::string_view category) {
    static const std::vector<std::string_view> kCategories = [] {
        std::vector<std::string_view> found;
        for (const graph::NodeSchema* schema : graph::nodeSchemas()) {
            if (std::find(found.begin(), found.end(), schema->category) == found.end()) {
                found.push_back(schema->category);
            }
        }
        return found;
    }();
    const auto place = std::find(kCategories.begin(), kCategories.end(), category);
    if (place == kCategories.end()) {
        return themeColours().raised;
    }
    constexpr double kFirstHue = 0.45;
    const auto step = static_cast<double>(place - kCategories.begin());
    const double hue = std::fmod(kFirstHue + step / static_cast<double>(kCategories.size()), 1.0);
    return QColor::fromHsvF(static_cast<float>(hue), 0.42f, 0.42f);
}

QPainterPath wirePath(const QPointF& from, const QPointF& to) {
    const qreal reach = std::clamp(std::abs(to.x() - from.x()) * 0.5, 30.0, 160.0);
    QPainterPath path(from);
    path.cubicTo(from + QPointF(reach, 0), to - QPointF(reach, 0), to);
    return path;
}

} // namespace sartor::editor
