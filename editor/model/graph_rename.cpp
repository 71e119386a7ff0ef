// SPDX-License-Identifier: Apache-2.0
// Another name for what is named all over a graph.
#include "editor/model/graph_rename.h"

#include "editor/model/graph_links.h"

#include <algorithm>
#include <span>
#include <variant>

namespace sartor::editor {

using graph::InputDefinition;

namespace {

void renameParameterIn(graph::Record& record,
                       std::span<const graph::ParamSchema> schemas,
                       const std::string& id,
                       const std::string& newId) {
    for (const graph::ParamSchema& schema : schemas) {
        const auto member = std::find_if(record.begin(), record.end(), [&schema](const auto& each) {
            return each.first == schema.id;
        });
        if (member == record.end()) {
            continue;
        }
        const auto visit = [&](graph::Value& value) {
            if (schema.type == graph::ParamType::Parameter && value == graph::Value(id)) {
                value = newId;
            } else if (auto* inner = std::get_if<graph::Record>(&value.data)) {
                renameParameterIn(*inner, schema.fields, id, newId);
            }
        };
        if (auto* list = std::get_if<graph::List>(&member->second.data); list && schema.isList) {
            std::for_each(list->begin(), list->end(), visit);
        } else {
            visit(member->second);
        }
    }
}

} // namespace

void renameInLinks(graph::GraphDefinition& definition,
                   const std::string& id,
                   const std::string& newId) {
    const auto rename = [&](InputDefinition& input) {
        if (input.source == InputDefinition::Source::Node && input.node == id) {
            input.node = newId;
        }
    };
    for (graph::NodeDefinition& node : definition.nodes) {
        for (graph::PinInputs& pin : node.inputs) {
            std::for_each(pin.inputs.begin(), pin.inputs.end(), rename);
        }
    }
    rename(definition.output);
    for (graph::GroupDefinition& group : definition.groups) {
        std::replace(group.nodes.begin(), group.nodes.end(), id, newId);
    }
}

void renameParameter(graph::GraphDefinition& definition,
                     const std::string& id,
                     const std::string& newId) {
    for (graph::NodeDefinition& node : definition.nodes) {
        const graph::NodeSchema* schema = graph::findNodeSchema(node.type);
        if (schema != nullptr) {
            renameParameterIn(node.params, schema->params, id, newId);
        }
        for (graph::PinInputs& pin : node.inputs) {
            const graph::InputSchema* input =
                schema == nullptr ? nullptr : findInput(*schema, pin.pin);
            for (InputDefinition& each : pin.inputs) {
                if (each.source == InputDefinition::Source::Parameter && each.parameter == id) {
                    each.parameter = newId;
                }
                if (input != nullptr) {
                    renameParameterIn(each.fields, input->fields, id, newId);
                }
            }
        }
    }
}

} // namespace sartor::editor
