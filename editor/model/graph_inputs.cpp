// SPDX-License-Identifier: Apache-2.0
// Changes to what feeds a pin, in a definition that nobody looks at yet.
#include "editor/model/graph_inputs.h"

#include "editor/model/graph_values.h"

#include <algorithm>
#include <utility>

namespace sartor::editor {

using graph::InputDefinition;

namespace {

/// Pins stand in the order of the schema, so that a graph made by hand is the file that is read.
graph::PinInputs& pinAt(graph::NodeDefinition& node, const std::string& pin) {
    const auto found = std::find_if(node.inputs.begin(),
                                    node.inputs.end(),
                                    [&pin](const auto& each) { return each.pin == pin; });
    if (found != node.inputs.end()) {
        return *found;
    }
    const graph::NodeSchema* schema = graph::findNodeSchema(node.type);
    const auto rank = [schema](const std::string& id) {
        const graph::InputSchema* input = schema == nullptr ? nullptr : findInput(*schema, id);
        return input == nullptr ? std::ptrdiff_t{1 << 20} : input - schema->inputs.data();
    };
    const auto before = std::find_if(node.inputs.begin(), node.inputs.end(), [&](const auto& each) {
        return rank(each.pin) > rank(pin);
    });
    return *node.inputs.insert(before, {pin, {}});
}

} // namespace

graph::PinInputs* findPin(graph::GraphDefinition& definition, const InputPlace& place) {
    graph::NodeDefinition* node = findNode(definition, place.node);
    if (node == nullptr) {
        return nullptr;
    }
    const auto found = std::find_if(node->inputs.begin(),
                                    node->inputs.end(),
                                    [&place](const auto& pin) { return pin.pin == place.pin; });
    return found == node->inputs.end() ? nullptr : &*found;
}

InputDefinition* makePlace(graph::GraphDefinition& definition, const InputPlace& place) {
    if (place.node.empty()) {
        return &definition.output;
    }
    graph::NodeDefinition* node = findNode(definition, place.node);
    if (node == nullptr) {
        return nullptr;
    }
    graph::PinInputs& pin = pinAt(*node, place.pin);
    if (place.index >= pin.inputs.size()) {
        const graph::InputSchema* schema = findInput(definition, place);
        pin.inputs.emplace_back();
        if (schema != nullptr) {
            pin.inputs.back().fields = defaultRecord(schema->fields);
        }
        return &pin.inputs.back();
    }
    return &pin.inputs[place.index];
}

void setSource(InputDefinition& input, InputDefinition source) {
    source.fields = std::move(input.fields);
    input = std::move(source);
}

void link(graph::GraphDefinition& definition, const OutputPlace& from, const InputPlace& to) {
    InputDefinition* input = makePlace(definition, to);
    if (input == nullptr) {
        return;
    }
    // The pin is spelt out only where it says something.
    const graph::NodeDefinition* node = findNode(definition, from.node);
    const graph::NodeSchema* schema = node == nullptr ? nullptr : graph::findNodeSchema(node->type);
    const auto type = typeOf(definition, from);
    const bool isOnly =
        schema != nullptr && type &&
        std::count_if(schema->outputs.begin(), schema->outputs.end(), [&type](const auto& output) {
            return output.type == *type;
        }) == 1;
    setSource(*input, graph::nodeInput(from.node, isOnly ? std::string() : from.pin));
}

void removePlace(graph::GraphDefinition& definition, const InputPlace& place) {
    graph::PinInputs* pin = findPin(definition, place);
    if (pin == nullptr || place.index >= pin->inputs.size()) {
        return;
    }
    pin->inputs.erase(pin->inputs.begin() + static_cast<std::ptrdiff_t>(place.index));
    if (pin->inputs.empty()) {
        std::erase_if(findNode(definition, place.node)->inputs,
                      [&place](const auto& each) { return each.pin == place.pin; });
    }
}

bool outlivesLink(const graph::GraphDefinition& definition, const InputPlace& place) {
    const graph::InputSchema* schema = findInput(definition, place);
    return place.node.empty() || (schema != nullptr && !schema->fields.empty());
}

void unlink(graph::GraphDefinition& definition, const InputPlace& place) {
    InputDefinition* input = sourceOf(definition, place);
    if (input != nullptr && outlivesLink(definition, place)) {
        clearSource(*input);
    } else if (input != nullptr) {
        removePlace(definition, place);
    }
}

void unlinkAll(graph::GraphDefinition& definition, const std::set<InputPlace>& places) {
    // From the last place of each pin to the first, so that positions stay true meanwhile.
    for (auto place = places.rbegin(); place != places.rend(); ++place) {
        unlink(definition, *place);
    }
}

} // namespace sartor::editor
