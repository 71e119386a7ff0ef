// SPDX-License-Identifier: Apache-2.0
// A node with states and transitions, read and edited as such: names follow, nothing dangles.
#include "editor/model/state_machine.h"

#include "editor/model/graph_geometry.h"
#include "editor/model/graph_links.h"
#include "editor/model/graph_values.h"
#include "editor/model/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <utility>

namespace sartor::editor {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("sartor::editor::StateMachine", text);
}

bool hasTextField(std::span<const graph::ParamSchema> fields, std::string_view id) {
    const graph::ParamSchema* field = findParam(fields, id);
    return field != nullptr && field->type == graph::ParamType::Text && !field->isList;
}

std::string textIn(const graph::Record& record, std::string_view key) {
    const graph::Value* value = graph::find(record, key);
    return value == nullptr || value->text() == nullptr ? std::string() : *value->text();
}

/// None for what says nothing, and outside the room there is.
std::optional<QPointF> placeIn(const graph::Record& record, std::string_view key) {
    const graph::Value* value = graph::find(record, key);
    const graph::List* list = value == nullptr ? nullptr : value->list();
    if (list == nullptr || list->size() != 2 || (*list)[0].number() == nullptr ||
        (*list)[1].number() == nullptr) {
        return std::nullopt;
    }
    const QPointF place(*(*list)[0].number(), *(*list)[1].number());
    return place.isNull() || !kGraphRoom.contains(place) ? std::nullopt : std::optional(place);
}

const graph::PinInputs* statesOf(const graph::NodeDefinition& node,
                                 const StateMachineSchema& schema) {
    const auto found =
        std::find_if(node.inputs.begin(), node.inputs.end(), [&schema](const auto& pin) {
            return pin.pin == schema.states->id;
        });
    return found == node.inputs.end() ? nullptr : &*found;
}

graph::PinInputs* statesOf(graph::NodeDefinition& node, const StateMachineSchema& schema) {
    return const_cast<graph::PinInputs*>(statesOf(std::as_const(node), schema));
}

graph::List transitionsOf(const graph::NodeDefinition& node, const StateMachineSchema& schema) {
    const graph::Value* value = graph::find(node.params, schema.transitions->id);
    return value == nullptr || value->list() == nullptr ? graph::List() : *value->list();
}

/// Fields in the words of their values: a choice as it is, a number with the words before it.
QString conditionText(const graph::Record& condition, std::span<const graph::ParamSchema> fields) {
    QStringList words;
    // What is tested first, then how, then against what.
    for (const bool isName : {true, false}) {
        for (const graph::ParamSchema& field : fields) {
            const graph::Value* value = graph::find(condition, field.id);
            if (value != nullptr && (field.type == graph::ParamType::Parameter) == isName) {
                QString word = valueText(*value);
                if (field.type == graph::ParamType::Choice) {
                    word = paramTitle(*value->text()).toLower();
                }
                words << word;
            }
        }
    }
    return words.join(u' ');
}

QString conditionsText(const graph::Record& transition, const graph::ParamSchema& schema) {
    for (const graph::ParamSchema& field : schema.fields) {
        if (field.type != graph::ParamType::Object || !field.isList) {
            continue;
        }
        const graph::Value* value = graph::find(transition, field.id);
        QStringList texts;
        if (value != nullptr && value->list() != nullptr) {
            for (const graph::Value& entry : *value->list()) {
                if (entry.record() != nullptr) {
                    texts << conditionText(*entry.record(), field.fields);
                }
            }
        }
        return texts.isEmpty() ? tr("at once") : texts.join(QStringLiteral(", "));
    }
    return {};
}

} // namespace

std::optional<StateMachineSchema> stateMachineSchema(const graph::NodeSchema& schema) {
    StateMachineSchema found;
    for (const graph::InputSchema& input : schema.inputs) {
        if (input.type == graph::PinType::Pose && input.count == graph::InputCount::Many &&
            hasTextField(input.fields, "name")) {
            found.states = &input;
            const graph::ParamSchema* place = findParam(input.fields, "at");
            found.place = place != nullptr && isPlace(*place) ? place : nullptr;
        }
    }
    for (const graph::ParamSchema& param : schema.params) {
        if (param.isList && param.type == graph::ParamType::Object &&
            hasTextField(param.fields, "from") && hasTextField(param.fields, "to")) {
            found.transitions = &param;
        } else if (param.id == "entry" && param.type == graph::ParamType::Text) {
            found.entry = &param;
        }
    }
    if (found.states == nullptr || found.transitions == nullptr) {
        return std::nullopt;
    }
    return found;
}

std::optional<std::size_t> StateMachine::findState(std::string_view name) const {
    for (std::size_t i = 0; i < states.size(); ++i) {
        if (states[i].name == name) {
            return i;
        }
    }
    return std::nullopt;
}

std::optional<StateMachine> stateMachineOf(const graph::GraphDefinition& definition,
                                           const std::string& id) {
    const graph::NodeDefinition* node = findNode(definition, id);
    const graph::NodeSchema* type = node == nullptr ? nullptr : graph::findNodeSchema(node->type);
    const auto schema = type == nullptr ? std::nullopt : stateMachineSchema(*type);
    if (!schema) {
        return std::nullopt;
    }
    StateMachine machine;
    machine.schema = *schema;
    if (const graph::PinInputs* states = statesOf(*node, *schema)) {
        for (const graph::InputDefinition& input : states->inputs) {
            machine.states.push_back({textIn(input.fields, "name"),
                                      input.node,
                                      false,
                                      schema->place == nullptr
                                          ? std::nullopt
                                          : placeIn(input.fields, schema->place->id)});
        }
    }
    if (!machine.states.empty()) {
        const std::string entry =
            schema->entry == nullptr ? std::string() : textIn(node->params, schema->entry->id);
        const std::size_t first = machine.findState(entry).value_or(0);
        machine.states[first].isEntry = true;
    }
    for (const graph::Value& entry : transitionsOf(*node, *schema)) {
        const graph::Record record = entry.record() == nullptr ? graph::Record() : *entry.record();
        machine.transitions.push_back({textIn(record, "from"),
                                       textIn(record, "to"),
                                       conditionsText(record, *schema->transitions)});
    }
    return machine;
}

void StateMachineEdits::edit(
    const QString& text,
    const std::function<void(graph::NodeDefinition&, const StateMachineSchema&)>& change,
    const MergeKey& key) {
    document_.edit(
        text,
        [&](graph::GraphDefinition& definition) {
            graph::NodeDefinition* node = findNode(definition, node_);
            const graph::NodeSchema* type =
                node == nullptr ? nullptr : graph::findNodeSchema(node->type);
            if (type != nullptr) {
                if (const auto schema = stateMachineSchema(*type)) {
                    change(*node, *schema);
                }
            }
        },
        key);
}

std::string StateMachineEdits::addState() {
    const auto machine = stateMachineOf(document_.definition(), node_);
    if (!machine) {
        return {};
    }
    std::string name = tr("State").toStdString();
    for (int number = 2; machine->findState(name); ++number) {
        name = tr("State %1").arg(number).toStdString();
    }
    edit(tr("Add State"), [&name](graph::NodeDefinition& node, const StateMachineSchema& schema) {
        graph::PinInputs* states = statesOf(node, schema);
        if (states == nullptr) {
            node.inputs.push_back({std::string(schema.states->id), {}});
            states = &node.inputs.back();
        }
        graph::InputDefinition input;
        input.fields = defaultRecord(schema.states->fields);
        graph::set(input.fields, "name", name);
        states->inputs.push_back(std::move(input));
    });
    return name;
}

Status StateMachineEdits::renameState(std::size_t state, const std::string& name) {
    const auto machine = stateMachineOf(document_.definition(), node_);
    if (!machine || state >= machine->states.size() || machine->states[state].name == name) {
        return {};
    }
    if (name.empty() || name == kAnyState || machine->findState(name)) {
        return Error{"editor.graph_id",
                     machine->findState(name) ? "there is another state called '" + name + "'"
                                              : "a state needs a name of its own"};
    }
    const std::string before = machine->states[state].name;
    edit(tr("Rename State"), [&](graph::NodeDefinition& node, const StateMachineSchema& schema) {
        graph::set(statesOf(node, schema)->inputs[state].fields, "name", name);
        graph::List transitions = transitionsOf(node, schema);
        for (graph::Value& transition : transitions) {
            if (auto* record = std::get_if<graph::Record>(&transition.data)) {
                for (const char* end : {"from", "to"}) {
                    if (textIn(*record, end) == before) {
                        graph::set(*record, end, name);
                    }
                }
            }
        }
        setIn(node.params, *schema.transitions, std::move(transitions));
        if (schema.entry != nullptr && textIn(node.params, schema.entry->id) == before) {
            graph::set(node.params, schema.entry->id, name);
        }
    });
    return {};
}

void StateMachineEdits::removeState(std::size_t state) {
    edit(tr("Delete State"),
         [state](graph::NodeDefinition& node, const StateMachineSchema& schema) {
             graph::PinInputs* states = statesOf(node, schema);
             if (states == nullptr || state >= states->inputs.size()) {
                 return;
             }
             const std::string name = textIn(states->inputs[state].fields, "name");
             states->inputs.erase(states->inputs.begin() + static_cast<std::ptrdiff_t>(state));
             graph::List transitions = transitionsOf(node, schema);
             std::erase_if(transitions, [&name](const graph::Value& transition) {
                 const auto* record = transition.record();
                 return record != nullptr &&
                        (textIn(*record, "from") == name || textIn(*record, "to") == name);
             });
             setIn(node.params, *schema.transitions, std::move(transitions));
             if (schema.entry != nullptr && textIn(node.params, schema.entry->id) == name) {
                 setIn(node.params, *schema.entry, std::string());
             }
         });
}

void StateMachineEdits::moveStates(const std::map<std::size_t, QPointF>& places) {
    edit(
        tr("Move State"), [&places](graph::NodeDefinition& node, const StateMachineSchema& schema) {
            graph::PinInputs* states = statesOf(node, schema);
            for (const auto& [state, place] : places) {
                if (schema.place != nullptr && states != nullptr && state < states->inputs.size()) {
                    // The very middle would say that there is no place.
                    const QPointF at = place.isNull() ? QPointF(1.0, 0.0) : place;
                    setIn(states->inputs[state].fields, *schema.place, graph::List{at.x(), at.y()});
                }
            }
        });
}

void StateMachineEdits::setEntry(std::size_t state) {
    edit(tr("Set Entry State"),
         [state](graph::NodeDefinition& node, const StateMachineSchema& schema) {
             const graph::PinInputs* states = statesOf(node, schema);
             if (schema.entry != nullptr && states != nullptr && state < states->inputs.size()) {
                 setIn(node.params, *schema.entry, textIn(states->inputs[state].fields, "name"));
             }
         });
}

std::size_t StateMachineEdits::addTransition(const std::string& from, const std::string& to) {
    std::size_t index = 0;
    edit(tr("Add Transition"), [&](graph::NodeDefinition& node, const StateMachineSchema& schema) {
        graph::List transitions = transitionsOf(node, schema);
        graph::Record record = defaultRecord(schema.transitions->fields);
        graph::set(record, "from", from);
        graph::set(record, "to", to);
        index = transitions.size();
        transitions.push_back(std::move(record));
        setIn(node.params, *schema.transitions, std::move(transitions));
    });
    return index;
}

void StateMachineEdits::removeTransition(std::size_t transition) {
    edit(tr("Delete Transition"),
         [transition](graph::NodeDefinition& node, const StateMachineSchema& schema) {
             graph::List transitions = transitionsOf(node, schema);
             if (transition < transitions.size()) {
                 transitions.erase(transitions.begin() + static_cast<std::ptrdiff_t>(transition));
                 setIn(node.params, *schema.transitions, std::move(transitions));
             }
         });
}

graph::Value StateMachineEdits::transition(std::size_t index) const {
    const graph::NodeDefinition* node = findNode(document_.definition(), node_);
    const auto machine = stateMachineOf(document_.definition(), node_);
    if (node == nullptr || !machine) {
        return {};
    }
    const graph::List transitions = transitionsOf(*node, machine->schema);
    return index < transitions.size() ? transitions[index] : graph::Value();
}

void StateMachineEdits::setTransition(std::size_t index, graph::Value value, Gesture gesture) {
    edit(tr("Change Transition"),
         [&](graph::NodeDefinition& node, const StateMachineSchema& schema) {
             graph::List transitions = transitionsOf(node, schema);
             if (index < transitions.size()) {
                 transitions[index] = std::move(value);
                 setIn(node.params, *schema.transitions, std::move(transitions));
             }
         },
         {QStringLiteral("transition %1 %2").arg(toQString(node_)).arg(index), gesture});
}

} // namespace sartor::editor
