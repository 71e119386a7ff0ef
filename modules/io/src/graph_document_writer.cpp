// SPDX-License-Identifier: Apache-2.0
// The one form in which a graph is written.
#include "graph_document_names.h"

#include <sartor/graph/schema.h>
#include <sartor/io/graph_document.h>
#include <sartor/io/json_writer.h>

#include <algorithm>

namespace sartor::io {
namespace {

using graph::InputDefinition;
using graph::ParamSchema;
using graph::Record;
using graph::Value;

class Writer {
public:
    std::string write(const graph::GraphDefinition& definition);

private:
    void writeParameter(const graph::ParameterDefinition& parameter);
    void writeClip(const graph::ClipDefinition& clip);
    void writeRootMotion(const graph::RootMotionDefinition& motion);
    void writeNode(const graph::NodeDefinition& node);
    void writeInputs(const graph::NodeDefinition& node, const graph::NodeSchema* schema);
    void writePin(const graph::PinInputs& pin, const graph::InputSchema* schema);
    void writeSource(const InputDefinition& input, std::span<const ParamSchema> fields);
    void writeMembers(const Record& record, std::span<const ParamSchema> schema);
    void writeValue(const Value& value, const ParamSchema* schema);
    void writePoint(std::string_view key, const glm::dvec2& point) {
        json_.key(key).beginInlineArray().value(point.x + 0.0).value(point.y + 0.0).endArray();
    }
    template <class T>
    void writeList(std::string_view key,
                   const std::vector<T>& list,
                   void (Writer::*writeItem)(const T&)) {
        if (!list.empty()) {
            json_.key(key).beginArray();
            for (const T& item : list) {
                (this->*writeItem)(item);
            }
            json_.endArray();
        }
    }
    void writeNamedTime(const graph::NamedTime& time) {
        json_.beginInlineObject().member("name", time.name).member("time", time.time).endObject();
    }
    void writeGroup(const graph::GroupDefinition& group) {
        json_.beginObject().member("title", group.title).member("nodes", group.nodes).endObject();
    }
    void writeComment(const graph::CommentDefinition& comment) {
        json_.beginObject().member("text", comment.text);
        writePoint("at", comment.at);
        writePoint("size", comment.size);
        json_.endObject();
    }

    JsonWriter json_{};
};

/// The order of the schema for what it has; the rest behind it, as it comes.
template <class T, class Schema, class IdOf>
std::vector<const T*>
sorted(const std::vector<T>& items, std::span<const Schema> schema, IdOf idOf) {
    std::vector<std::pair<std::size_t, const T*>> places;
    for (const T& item : items) {
        const auto found = std::find_if(
            schema.begin(), schema.end(), [&](const Schema& s) { return s.id == idOf(item); });
        places.emplace_back(static_cast<std::size_t>(found - schema.begin()), &item);
    }
    std::stable_sort(places.begin(), places.end(), [](const auto& a, const auto& b) {
        return a.first < b.first;
    });
    std::vector<const T*> result;
    for (const auto& [place, item] : places) {
        result.push_back(item);
    }
    return result;
}

const ParamSchema* find(std::span<const ParamSchema> schema, std::string_view id) {
    const auto found =
        std::find_if(schema.begin(), schema.end(), [&](const auto& s) { return s.id == id; });
    return found == schema.end() ? nullptr : &*found;
}

void Writer::writeValue(const Value& value, const ParamSchema* schema) {
    if (const bool* truth = value.truth()) {
        json_.value(*truth);
    } else if (const double* number = value.number()) {
        json_.value(*number + 0.0); // no negative zero, which is the same number
    } else if (const std::string* text = value.text()) {
        json_.value(*text);
    } else if (const graph::List* list = value.list()) {
        // Numbers and texts stay together; records have a line each.
        const bool isOfRecords = !list->empty() && list->front().record() != nullptr;
        isOfRecords ? json_.beginArray() : json_.beginInlineArray();
        for (const Value& item : *list) {
            writeValue(item, schema);
        }
        json_.endArray();
    } else if (const Record* record = value.record()) {
        json_.beginInlineObject();
        writeMembers(*record, schema != nullptr ? schema->fields : std::span<const ParamSchema>{});
        json_.endObject();
    } else {
        json_.null();
    }
}

void Writer::writeMembers(const Record& record, std::span<const ParamSchema> schema) {
    using Member = Record::value_type;
    const auto idOf = [](const Member& member) { return std::string_view(member.first); };
    for (const Member* member : sorted(record, schema, idOf)) {
        const ParamSchema* param = find(schema, member->first);
        if (param == nullptr || param->isRequired || member->second != defaultOf(*param)) {
            json_.key(member->first);
            writeValue(member->second, param);
        }
    }
}

void Writer::writeParameter(const graph::ParameterDefinition& parameter) {
    json_.beginObject().member("id", parameter.id);
    json_.member("type", kParameterTypes[static_cast<std::size_t>(parameter.type)]);
    if (!parameter.initial.isNothing()) {
        json_.key("default");
        writeValue(parameter.initial, nullptr);
    }
    const graph::ParameterDefinition usual;
    if (parameter.type == graph::ParameterType::Float || parameter.minimum != usual.minimum ||
        parameter.maximum != usual.maximum) {
        json_.member("minimum", parameter.minimum).member("maximum", parameter.maximum);
    }
    if (!parameter.unit.empty()) {
        json_.member("unit", parameter.unit);
    }
    if (!parameter.doc.empty()) {
        json_.member("doc", parameter.doc);
    }
    json_.endObject();
}

void Writer::writeClip(const graph::ClipDefinition& clip) {
    json_.beginObject().member("clip", clip.clip);
    writeList("events", clip.events, &Writer::writeNamedTime);
    writeList("markers", clip.markers, &Writer::writeNamedTime);
    json_.endObject();
}

void Writer::writeRootMotion(const graph::RootMotionDefinition& motion) {
    if (motion == graph::RootMotionDefinition{}) {
        return;
    }
    json_.key("root_motion").beginObject().member("joint", motion.joint);
    json_.key("components").beginInlineArray();
    for (const RootMotionComponent& component : kRootMotionComponents) {
        if (motion.components.*component.member) {
            json_.value(component.name);
        }
    }
    json_.endArray();
    json_.member("owner", kRootMotionOwners[static_cast<std::size_t>(motion.owner)]);
    json_.endObject();
}

void Writer::writeSource(const InputDefinition& input, std::span<const ParamSchema> fields) {
    json_.beginInlineObject();
    switch (input.source) {
    case InputDefinition::Source::Node:
        json_.member("node", input.node);
        if (!input.pin.empty()) {
            json_.member("pin", input.pin);
        }
        break;
    case InputDefinition::Source::Parameter:
        json_.member("parameter", input.parameter);
        break;
    case InputDefinition::Source::Constant:
        if (!input.constant.isNothing()) {
            json_.key("value");
            writeValue(input.constant, nullptr);
        }
        break;
    }
    writeMembers(input.fields, fields);
    json_.endObject();
}

/// Whether a constant can stand by itself and be read as what it is.
bool standsAlone(const InputDefinition& input) {
    if (input.source != InputDefinition::Source::Constant || !input.fields.empty() ||
        input.constant.isNothing() || input.constant.record() != nullptr) {
        return false;
    }
    const graph::List* list = input.constant.list();
    return list == nullptr || (!list->empty() && list->front().number() != nullptr);
}

void Writer::writePin(const graph::PinInputs& pin, const graph::InputSchema* schema) {
    const std::span<const ParamSchema> fields =
        schema != nullptr ? schema->fields : std::span<const ParamSchema>{};
    const bool isMany =
        schema != nullptr ? schema->count == graph::InputCount::Many : pin.inputs.size() != 1;
    json_.key(pin.pin);
    // One source on a pin of no known kind is written as one: reading makes no difference.
    if (!isMany && pin.inputs.size() == 1) {
        if (standsAlone(pin.inputs.front())) {
            writeValue(pin.inputs.front().constant, nullptr);
        } else {
            writeSource(pin.inputs.front(), fields);
        }
        return;
    }
    json_.beginArray();
    for (const InputDefinition& input : pin.inputs) {
        writeSource(input, fields);
    }
    json_.endArray();
}

void Writer::writeInputs(const graph::NodeDefinition& node, const graph::NodeSchema* schema) {
    const std::span<const graph::InputSchema> inputs =
        schema != nullptr ? schema->inputs : std::span<const graph::InputSchema>{};
    json_.key("inputs").beginObject();
    const auto idOf = [](const graph::PinInputs& pin) { return std::string_view(pin.pin); };
    for (const graph::PinInputs* pin : sorted(node.inputs, inputs, idOf)) {
        const auto input = std::find_if(
            inputs.begin(), inputs.end(), [&](const auto& s) { return s.id == pin->pin; });
        writePin(*pin, input == inputs.end() ? nullptr : &*input);
    }
    json_.endObject();
}

void Writer::writeNode(const graph::NodeDefinition& node) {
    const graph::NodeSchema* schema = graph::findNodeSchema(node.type);
    const std::span<const ParamSchema> params =
        schema != nullptr ? schema->params : std::span<const ParamSchema>{};
    json_.beginObject().member("id", node.id).member("type", node.type);
    const bool hasParams =
        std::any_of(node.params.begin(), node.params.end(), [&](const auto& member) {
            const ParamSchema* param = find(params, member.first);
            return param == nullptr || param->isRequired || member.second != defaultOf(*param);
        });
    if (hasParams) {
        json_.key("params").beginObject();
        writeMembers(node.params, params);
        json_.endObject();
    }
    if (!node.inputs.empty()) {
        writeInputs(node, schema);
    }
    if (node.hasPlace) {
        writePoint("at", node.at);
    }
    json_.endObject();
}

std::string Writer::write(const graph::GraphDefinition& definition) {
    json_.beginObject().member("format", kGraphFormat).member("version", 1);
    writeList("parameters", definition.parameters, &Writer::writeParameter);
    writeList("clips", definition.clips, &Writer::writeClip);
    writeRootMotion(definition.rootMotion);
    json_.key("nodes").beginArray();
    for (const graph::NodeDefinition& node : definition.nodes) {
        writeNode(node);
    }
    json_.endArray();
    if (definition.output.source == InputDefinition::Source::Node) {
        json_.key("output");
        writeSource(definition.output, {});
    }
    writeList("groups", definition.groups, &Writer::writeGroup);
    writeList("comments", definition.comments, &Writer::writeComment);
    return json_.endObject().take();
}

} // namespace

std::string graphDocument(const graph::GraphDefinition& definition) {
    return Writer().write(definition);
}

} // namespace sartor::io
