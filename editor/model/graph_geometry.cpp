// SPDX-License-Identifier: Apache-2.0
// How large a node of the graph is drawn and where its pins sit: one answer for layout and painter.
#include "editor/model/graph_geometry.h"

#include "editor/model/text.h"

#include <algorithm>
#include <cmath>

namespace sartor::editor {

namespace {

constexpr double kBelowRows = 8.0;
constexpr double kOutputGap = 90.0;
constexpr double kGroupMargin = 16.0;
constexpr double kGroupTitle = 26.0;

const graph::PinInputs* inputsOf(const graph::NodeDefinition& node, std::string_view pin) {
    for (const graph::PinInputs& inputs : node.inputs) {
        if (inputs.pin == pin) {
            return &inputs;
        }
    }
    return nullptr;
}

double rowMiddle(std::size_t row) {
    return kNodeHeader + kPinRow * (static_cast<double>(row) + 0.5);
}

template <class Rows, class Place>
std::optional<std::size_t> findRow(const Rows& rows, const Place& place) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].place == place) {
            return i;
        }
    }
    return std::nullopt;
}

} // namespace

double NodeGeometry::height() const {
    const auto rows = static_cast<double>(std::max(inputs.size(), outputs.size()));
    return kNodeHeader + kPinRow * rows + kBelowRows;
}

QPointF NodeGeometry::inputAt(std::size_t row) {
    return {0.0, rowMiddle(row)};
}

QPointF NodeGeometry::outputAt(std::size_t row) {
    return {kNodeWidth, rowMiddle(row)};
}

std::optional<std::size_t> NodeGeometry::rowOf(const InputPlace& place) const {
    return findRow(inputs, place);
}

std::optional<std::size_t> NodeGeometry::rowOf(const OutputPlace& place) const {
    return findRow(outputs, place);
}

NodeGeometry nodeGeometry(const graph::NodeDefinition& node) {
    NodeGeometry geometry;
    const graph::NodeSchema* schema = graph::findNodeSchema(node.type);
    if (schema != nullptr) {
        for (const graph::InputSchema& input : schema->inputs) {
            const graph::PinInputs* given = inputsOf(node, input.id);
            const std::size_t count = given == nullptr ? 0 : given->inputs.size();
            const bool isMany = input.count == graph::InputCount::Many;
            for (std::size_t i = 0; i < (isMany ? count : 1); ++i) {
                geometry.inputs.push_back({{node.id, std::string(input.id), i}, input.type});
            }
            if (isMany) {
                geometry.inputs.push_back(
                    {{node.id, std::string(input.id), count}, input.type, true});
            }
        }
        for (const graph::OutputSchema& output : schema->outputs) {
            geometry.outputs.push_back({{node.id, std::string(output.id)}, output.type});
        }
    }
    for (const graph::PinInputs& pin : node.inputs) {
        if (schema != nullptr && findInput(*schema, pin.pin) != nullptr) {
            continue;
        }
        for (std::size_t i = 0; i < pin.inputs.size(); ++i) {
            geometry.inputs.push_back({{node.id, pin.pin, i}, graph::PinType::Pose, false, false});
        }
    }
    if (schema == nullptr) {
        geometry.outputs.push_back({{node.id, std::string()}, graph::PinType::Pose, false});
    }
    return geometry;
}

NodeGeometry outputGeometry() {
    NodeGeometry geometry;
    geometry.inputs.push_back({InputPlace{}, graph::PinType::Pose});
    return geometry;
}

QRectF nodeRect(const graph::NodeDefinition& node) {
    return {placeOf(node), nodeGeometry(node).size()};
}

QRectF commentRect(const graph::CommentDefinition& comment) {
    return {comment.at.x, comment.at.y, comment.size.x, comment.size.y};
}

QPointF outputPlace(const graph::GraphDefinition& definition) {
    if (definition.nodes.empty()) {
        return {};
    }
    double right = -std::numeric_limits<double>::infinity();
    double top = std::numeric_limits<double>::infinity();
    for (const graph::NodeDefinition& node : definition.nodes) {
        right = std::max(right, node.at.x + kNodeWidth);
        top = std::min(top, node.at.y);
    }
    const graph::NodeDefinition* source = findNode(definition, definition.output.node);
    return {right + kOutputGap, source == nullptr ? top : source->at.y};
}

QRectF groupRect(const graph::GraphDefinition& definition, const graph::GroupDefinition& group) {
    QRectF around;
    for (const std::string& id : group.nodes) {
        if (const graph::NodeDefinition* node = findNode(definition, id)) {
            around |= nodeRect(*node);
        }
    }
    return around.isNull()
               ? around
               : around.adjusted(
                     -kGroupMargin, -kGroupMargin - kGroupTitle, kGroupMargin, kGroupMargin);
}

QString nodeSubject(const graph::NodeDefinition& node) {
    const graph::NodeSchema* schema = graph::findNodeSchema(node.type);
    if (schema == nullptr) {
        return {};
    }
    for (const graph::ParamSchema& param : schema->params) {
        const bool isName = param.type == graph::ParamType::Clip ||
                            param.type == graph::ParamType::Joint ||
                            param.type == graph::ParamType::Parameter;
        const graph::Value* value = graph::find(node.params, param.id);
        const auto* text = value == nullptr ? nullptr : std::get_if<std::string>(&value->data);
        if (isName && text != nullptr && !text->empty()) {
            return toQString(*text);
        }
    }
    return {};
}

QPointF snapped(const QPointF& place) {
    return {std::round(place.x() / kGraphGrid) * kGraphGrid,
            std::round(place.y() / kGraphGrid) * kGraphGrid};
}

} // namespace sartor::editor
