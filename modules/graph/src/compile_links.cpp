// SPDX-License-Identifier: Apache-2.0
// Nodes and the links between them.
#include "compiler.h"

#include <algorithm>

namespace sartor::graph {

void Compiler::checkNodes() {
    const std::vector<NodeDefinition>& nodes = definition().nodes;
    if (nodes.size() > kMaximumNodeCount) {
        problem("graph.too_many_nodes",
                {"/nodes", {}},
                std::to_string(nodes.size()) + " nodes: expected at most " +
                    std::to_string(kMaximumNodeCount));
    }
    program().nodes.resize(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const NodeDefinition& node = nodes[i];
        const Place place = placeOf(i);
        const Place idPlace{joinPointer(place.pointer, "id"), node.id};
        if (node.id.empty()) {
            problem("graph.missing_id", idPlace, "expected a text that names the node");
        } else if (!nodeOfId_.emplace(node.id, i).second) {
            problem("graph.duplicate_id",
                    idPlace,
                    "a node before this one is called '" + node.id + "'");
        }
        nodeIds_.push_back(node.id);
        const auto type = std::find_if(types_.begin(), types_.end(), [&](const NodeType* t) {
            return t->schema->id == node.type;
        });
        if (type == types_.end()) {
            problem("graph.unknown_node_type",
                    {joinPointer(place.pointer, "type"), node.id},
                    "there is no type of node '" + node.type + "'" +
                        suggestion(node.type, typeNames_));
            continue;
        }
        program().nodes[i].type = *type;
    }
    // The value slots of all nodes stand before links are looked up.
    for (CompiledNode& node : program().nodes) {
        node.firstValue = static_cast<std::uint32_t>(program().values.size());
        for (std::size_t i = 0; node.type != nullptr && i < node.type->schema->outputs.size();
             ++i) {
            program().values.push_back(node.type->schema->outputs[i].type);
        }
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (program().nodes[i].type == nullptr) {
            continue;
        }
        const Place place = placeOf(i);
        checkRecord(nodes[i].params,
                    program().nodes[i].type->schema->params,
                    {joinPointer(place.pointer, "params"), place.node},
                    RecordKind::Params);
        checkInputs(i);
    }
}

void Compiler::checkInputs(std::size_t node) {
    const NodeSchema& schema = *program().nodes[node].type->schema;
    const std::vector<PinInputs>& written = definition().nodes[node].inputs;
    const Place place = placeOf(node);
    const std::string pointer = joinPointer(place.pointer, "inputs");
    for (auto pin = written.begin(); pin != written.end(); ++pin) {
        const auto hasName = [&](const auto& other) { return other.pin == pin->pin; };
        if (std::find_if(written.begin(), pin, hasName) != pin) {
            problem("graph.duplicate_key",
                    {joinPointer(pointer, pin->pin), place.node},
                    "this input has sources already");
        }
        if (std::none_of(schema.inputs.begin(), schema.inputs.end(), [&](const InputSchema& input) {
                return input.id == pin->pin;
            })) {
            std::vector<std::string> names;
            for (const InputSchema& input : schema.inputs) {
                names.emplace_back(input.id);
            }
            problem("graph.unknown_input",
                    {joinPointer(pointer, pin->pin), place.node},
                    "'" + std::string(schema.id) + "' has no input '" + pin->pin + "'" +
                        suggestion(pin->pin, names));
        }
    }
    program().nodes[node].firstPin = static_cast<std::uint32_t>(program().pins.size());
    for (const InputSchema& input : schema.inputs) {
        const auto pin = std::find_if(
            written.begin(), written.end(), [&](const PinInputs& p) { return p.pin == input.id; });
        checkPin(node, input, pin == written.end() ? nullptr : &*pin);
    }
}

void Compiler::checkPin(std::size_t node, const InputSchema& schema, const PinInputs* written) {
    const Place nodePlace = placeOf(node);
    const std::string inputs = joinPointer(nodePlace.pointer, "inputs");
    const Place place{joinPointer(inputs, schema.id), nodePlace.node};
    const std::size_t count = written == nullptr ? 0 : written->inputs.size();
    const std::size_t first = program().inputs.size();
    const bool takesMany = schema.count == InputCount::Many;
    if (takesMany && count < schema.minimumCount) {
        problem("graph.missing_input",
                place,
                std::to_string(count) + " inputs: expected at least " +
                    std::to_string(schema.minimumCount));
    }
    if (!takesMany && count > 1) {
        problem("graph.too_many_inputs", place, "expected one source, not a list");
    }
    for (std::size_t i = 0; i < count; ++i) {
        const InputDefinition& input = written->inputs[i];
        const Place itemPlace =
            takesMany ? Place{joinPointer(place.pointer, i), place.node} : place;
        checkRecord(input.fields,
                    takesMany ? schema.fields : std::span<const ParamSchema>{},
                    itemPlace,
                    RecordKind::Fields);
        program().inputs.push_back(checkInput(input, schema, itemPlace));
    }
    if (!takesMany && count == 0) {
        if (schema.type == PinType::Pose && schema.count == InputCount::One) {
            problem("graph.missing_input", place, "expected a link to a pose");
        }
        program().inputs.push_back(
            {.constant = {schema.type, glm::vec3(static_cast<float>(schema.number))}});
    }
    program().pins.push_back({static_cast<std::uint32_t>(first),
                              static_cast<std::uint32_t>(program().inputs.size() - first)});
}

CompiledInput
Compiler::checkInput(const InputDefinition& input, const InputSchema& schema, const Place& place) {
    switch (input.source) {
    case InputDefinition::Source::Node:
        return checkNodeSource(input, schema, place);
    case InputDefinition::Source::Parameter:
        return checkParameterSource(input, schema, place);
    case InputDefinition::Source::Constant:
        break;
    }
    CompiledInput compiled;
    compiled.constant = {schema.type, glm::vec3(static_cast<float>(schema.number))};
    if (schema.type == PinType::Pose) {
        if (!input.constant.isNothing()) {
            problem("graph.type_mismatch", place, "expected a link to a pose, not a value");
        } else if (schema.count != InputCount::Optional) {
            problem("graph.missing_input", place, "expected a link to a pose");
        }
    } else if (!input.constant.isNothing() && checkPinValue(input.constant, schema, place)) {
        compiled.constant.vector = pinVector(input.constant);
    }
    return compiled;
}

CompiledInput Compiler::checkNodeSource(const InputDefinition& input,
                                        const InputSchema& schema,
                                        const Place& place) {
    CompiledInput compiled;
    const Place nodePlace{joinPointer(place.pointer, "node"), place.node};
    const auto source = nodeOfId_.find(input.node);
    if (source == nodeOfId_.end()) {
        problem("graph.unknown_node",
                nodePlace,
                "there is no node '" + input.node + "'" + suggestion(input.node, nodeIds_));
        return compiled;
    }
    const CompiledNode& node = program().nodes[source->second];
    if (node.type == nullptr) {
        return compiled; // said already
    }
    const std::span<const OutputSchema> outputs = node.type->schema->outputs;
    const std::string wanted(nameOf(schema.type));
    auto output = outputs.end();
    if (!input.pin.empty()) {
        output = std::find_if(
            outputs.begin(), outputs.end(), [&](const auto& o) { return o.id == input.pin; });
        if (output == outputs.end()) {
            std::vector<std::string> names;
            for (const OutputSchema& o : outputs) {
                names.emplace_back(o.id);
            }
            problem("graph.unknown_output",
                    {joinPointer(place.pointer, "pin"), place.node},
                    "'" + input.node + "' has no output '" + input.pin + "'" +
                        suggestion(input.pin, names));
            return compiled;
        }
        if (output->type != schema.type) {
            problem("graph.type_mismatch",
                    {joinPointer(place.pointer, "pin"), place.node},
                    "'" + input.node + "' gives a " + std::string(nameOf(output->type)) +
                        " there: expected a " + wanted);
            return compiled;
        }
    } else {
        const auto hasType = [&](const OutputSchema& o) { return o.type == schema.type; };
        output = std::find_if(outputs.begin(), outputs.end(), hasType);
        if (output == outputs.end()) {
            problem("graph.type_mismatch",
                    nodePlace,
                    "'" + input.node + "' has no output that is a " + wanted);
            return compiled;
        }
        if (std::find_if(output + 1, outputs.end(), hasType) != outputs.end()) {
            problem("graph.missing_output",
                    nodePlace,
                    "'" + input.node + "' has several outputs that are a " + wanted +
                        ": expected the name of one as \"pin\"");
            return compiled;
        }
    }
    compiled.source = InputDefinition::Source::Node;
    compiled.node = static_cast<std::uint32_t>(source->second);
    compiled.output = node.firstValue + static_cast<std::uint32_t>(output - outputs.begin());
    return compiled;
}

CompiledInput Compiler::checkParameterSource(const InputDefinition& input,
                                             const InputSchema& schema,
                                             const Place& place) {
    CompiledInput compiled;
    const Place parameterPlace{joinPointer(place.pointer, "parameter"), place.node};
    const auto parameter = parameterOfId_.find(input.parameter);
    if (parameter == parameterOfId_.end()) {
        problem("graph.unknown_parameter",
                parameterPlace,
                "there is no parameter '" + input.parameter + "'" +
                    suggestion(input.parameter, parameterIds_));
        return compiled;
    }
    const PinType type = program().parameters[parameter->second].type;
    if (type != schema.type) {
        problem("graph.type_mismatch",
                parameterPlace,
                "'" + input.parameter + "' is a " + std::string(nameOf(type)) + ": expected a " +
                    std::string(nameOf(schema.type)));
        return compiled;
    }
    compiled.source = InputDefinition::Source::Parameter;
    compiled.parameter = static_cast<std::uint32_t>(parameter->second);
    return compiled;
}

void Compiler::checkOutput() {
    const InputDefinition& output = definition().output;
    const Place place{"/output", {}};
    if (output.source != InputDefinition::Source::Node || output.node.empty()) {
        problem("graph.missing_output", place, "expected a link to the pose that comes out");
        return;
    }
    const InputSchema schema{.id = "output", .type = PinType::Pose};
    const CompiledInput compiled = checkNodeSource(output, schema, place);
    hasOutput_ = compiled.isConnected();
    program().outputNode = compiled.node;
}

void Compiler::checkPoseUse() {
    std::map<std::uint32_t, std::string> userOf; // of outputs
    const auto use = [&](const InputDefinition& input,
                         const CompiledInput& compiled,
                         const Place& place,
                         const std::string& user) {
        if (!compiled.isConnected() || compiled.source != InputDefinition::Source::Node) {
            return;
        }
        const CompiledNode& source = program().nodes[compiled.node];
        const OutputSchema& output =
            source.type->schema->outputs[compiled.output - source.firstValue];
        if (output.type != PinType::Pose || output.isShared) {
            return;
        }
        if (input.node == place.node) {
            return; // a cycle, which is told
        }
        const auto [entry, isFirst] = userOf.emplace(compiled.output, user);
        if (!isFirst) {
            problem("graph.pose_used_twice",
                    {joinPointer(place.pointer, "node"), place.node},
                    "the pose of '" + input.node + "' is used by " + entry->second +
                        " already: put a pose_cache node between");
        }
    };
    for (std::size_t i = 0; i < program().nodes.size(); ++i) {
        const CompiledNode& node = program().nodes[i];
        for (std::uint32_t pin = 0; node.type != nullptr && pin < node.type->schema->inputs.size();
             ++pin) {
            const InputSchema& schema = node.type->schema->inputs[pin];
            const auto written = std::find_if(definition().nodes[i].inputs.begin(),
                                              definition().nodes[i].inputs.end(),
                                              [&](const auto& p) { return p.pin == schema.id; });
            const std::span<const CompiledInput> inputs = program().inputsOf(node, pin);
            for (std::size_t item = 0;
                 written != definition().nodes[i].inputs.end() && item < written->inputs.size();
                 ++item) {
                std::string pointer =
                    joinPointer(joinPointer(placeOf(i).pointer, "inputs"), schema.id);
                if (schema.count == InputCount::Many) {
                    pointer = joinPointer(pointer, item);
                }
                use(written->inputs[item],
                    inputs[item],
                    {pointer, definition().nodes[i].id},
                    "'" + definition().nodes[i].id + "'");
            }
        }
    }
    if (hasOutput_) {
        const CompiledNode& node = program().nodes[program().outputNode];
        const auto outputs = node.type->schema->outputs;
        const auto pose = std::find_if(outputs.begin(), outputs.end(), [&](const auto& o) {
            return o.type == PinType::Pose &&
                   (definition().output.pin.empty() || o.id == definition().output.pin);
        });
        CompiledInput compiled;
        compiled.source = InputDefinition::Source::Node;
        compiled.node = program().outputNode;
        compiled.output = node.firstValue + static_cast<std::uint32_t>(pose - outputs.begin());
        use(definition().output, compiled, {"/output", {}}, "the output");
    }
}

void Compiler::checkCycles() {
    enum class Mark : std::uint8_t { New, Open, Done };
    struct Step {
        std::size_t node;
        std::size_t nextInput; // of Program::inputs
        std::size_t endInput;
    };
    const auto stepInto = [&](std::size_t i) {
        const CompiledNode& node = program().nodes[i];
        if (node.type == nullptr || node.type->schema->inputs.empty()) {
            return Step{i, 0, 0};
        }
        const PinRange& first = program().pins[node.firstPin];
        const PinRange& last = program().pins[node.firstPin + node.type->schema->inputs.size() - 1];
        return Step{i, first.first, last.first + last.count};
    };
    std::vector<Mark> marks(program().nodes.size(), Mark::New);
    std::vector<Step> way;
    for (std::size_t root = 0; root < marks.size(); ++root) {
        if (marks[root] != Mark::New) {
            continue;
        }
        marks[root] = Mark::Open;
        way.push_back(stepInto(root));
        while (!way.empty()) {
            Step& step = way.back();
            if (step.nextInput == step.endInput) {
                marks[step.node] = Mark::Done;
                dependencyOrder_.push_back(step.node);
                way.pop_back();
                continue;
            }
            const CompiledInput& input = program().inputs[step.nextInput++];
            if (input.source != InputDefinition::Source::Node || marks[input.node] == Mark::Done) {
                continue;
            }
            if (marks[input.node] == Mark::Open) {
                reportCycle(way.size(), input.node, [&](std::size_t i) { return way[i].node; });
                continue;
            }
            marks[input.node] = Mark::Open;
            way.push_back(stepInto(input.node));
        }
    }
}

void Compiler::reportCycle(std::size_t length,
                           std::size_t node,
                           const std::function<std::size_t(std::size_t)>& nodeAt) {
    constexpr std::size_t kMostNames = 20;
    std::size_t first = 0;
    while (nodeAt(first) != node) {
        ++first;
    }
    std::string names;
    for (std::size_t i = first; i < length; ++i) {
        if (i - first == kMostNames) {
            names += "... -> ";
            break;
        }
        names += "'" + nodeIds_[nodeAt(i)] + "' -> ";
    }
    problem("graph.cycle",
            {joinPointer(placeOf(node).pointer, "inputs"), nodeIds_[node]},
            "the inputs lead back to the node itself: " + names + "'" + nodeIds_[node] + "'");
}

} // namespace sartor::graph
