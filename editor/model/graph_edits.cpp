// SPDX-License-Identifier: Apache-2.0
// Everything that can be done to a graph by hand; each call is one undo step.
#include "editor/model/graph_edits.h"

#include "editor/model/graph_inputs.h"
#include "editor/model/graph_layout.h"
#include "editor/model/graph_rename.h"
#include "editor/model/graph_values.h"
#include "editor/model/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>
#include <utility>

namespace sartor::editor {

namespace {

using graph::InputDefinition;
using Definition = graph::GraphDefinition;

QString tr(const char* text) {
    return QCoreApplication::translate("sartor::editor::GraphEdits", text);
}

Error refused(const QString& why) {
    return {"editor.graph_link", why.toStdString()};
}

void removeNodes(Definition& definition, const std::set<std::string>& ids) {
    std::set<InputPlace> links;
    for (const Link& each : linksOf(definition)) {
        if (ids.contains(each.from.node) && !ids.contains(each.to.node)) {
            links.insert(each.to);
        }
    }
    unlinkAll(definition, links);
    std::erase_if(definition.nodes, [&ids](const auto& node) { return ids.contains(node.id); });
    for (graph::GroupDefinition& group : definition.groups) {
        std::erase_if(group.nodes, [&ids](const auto& id) { return ids.contains(id); });
    }
    std::erase_if(definition.groups, [](const auto& group) { return group.nodes.empty(); });
}

template <class Entries>
void removeAt(Entries& entries, const std::set<std::size_t>& positions) {
    for (auto position = positions.rbegin(); position != positions.rend(); ++position) {
        if (*position < entries.size()) {
            entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(*position));
        }
    }
}

void place(graph::NodeDefinition& node, const QPointF& at) {
    node.at = {at.x(), at.y()};
    node.hasPlace = true;
}

bool isTaken(const Definition& definition, const std::string& id) {
    return std::any_of(definition.parameters.begin(),
                       definition.parameters.end(),
                       [&id](const auto& parameter) { return parameter.id == id; });
}

} // namespace

std::string freeNodeId(const Definition& definition, std::string_view base) {
    std::string id(base);
    for (int number = 2; findNode(definition, id) != nullptr; ++number) {
        id = std::string(base) + '_' + std::to_string(number);
    }
    return id;
}

graph::PinType pinTypeOf(graph::ParameterType type) {
    switch (type) {
    case graph::ParameterType::Float:
        return graph::PinType::Float;
    case graph::ParameterType::Vector3:
        return graph::PinType::Vector3;
    case graph::ParameterType::Bool:
    case graph::ParameterType::Trigger:
        break;
    }
    return graph::PinType::Bool;
}

std::string
GraphEdits::addNodeAnd(std::string_view type,
                       const QPointF& at,
                       const std::function<void(Definition&, const std::string&)>& linkIt) {
    const graph::NodeSchema* schema = graph::findNodeSchema(type);
    if (schema == nullptr) {
        return {};
    }
    const std::string id = freeNodeId(definition(), type);
    const QString text = tr("Add %1").arg(toQString(schema->title));
    document_.edit(text, [&](Definition& definition) {
        graph::NodeDefinition node;
        node.id = id;
        node.type = std::string(type);
        place(node, at);
        definition.nodes.push_back(std::move(node));
        linkIt(definition, id);
    });
    return id;
}

std::string GraphEdits::addNode(std::string_view type, const QPointF& at) {
    return addNodeAnd(type, at, [](Definition& definition, const std::string& id) {
        // The first pose of a graph is what the graph gives out.
        const graph::NodeSchema& schema = *graph::findNodeSchema(definition.nodes.back().type);
        if (definition.nodes.size() == 1 && !schema.outputs.empty() &&
            schema.outputs.front().type == graph::PinType::Pose) {
            link(definition, {id, std::string(schema.outputs.front().id)}, InputPlace{});
        }
    });
}

std::string
GraphEdits::addNodeFrom(std::string_view type, const QPointF& at, const OutputPlace& from) {
    return addNodeAnd(type, at, [&from](Definition& definition, const std::string& id) {
        for (const graph::InputSchema& input :
             graph::findNodeSchema(definition.nodes.back().type)->inputs) {
            const InputPlace to{id, std::string(input.id)};
            if (linkRefusal(definition, from, to).isEmpty()) {
                link(definition, from, to);
                return;
            }
        }
    });
}

std::string
GraphEdits::addNodeInto(std::string_view type, const QPointF& at, const InputPlace& to) {
    return addNodeAnd(type, at, [&to](Definition& definition, const std::string& id) {
        for (const graph::OutputSchema& output :
             graph::findNodeSchema(definition.nodes.back().type)->outputs) {
            const OutputPlace from{id, std::string(output.id)};
            if (linkRefusal(definition, from, to).isEmpty()) {
                link(definition, from, to);
                return;
            }
        }
    });
}

void GraphEdits::remove(const GraphItems& items) {
    document_.edit(tr("Delete"), [&items](Definition& definition) {
        unlinkAll(definition, items.links);
        removeAt(definition.groups, items.groups);
        removeAt(definition.comments, items.comments);
        removeNodes(definition, items.nodes);
    });
}

void GraphEdits::move(const GraphPlaces& places, Gesture gesture) {
    document_.edit(tr("Move"),
                   [&places](Definition& definition) {
                       for (graph::NodeDefinition& node : definition.nodes) {
                           if (const auto found = places.nodes.find(node.id);
                               found != places.nodes.end()) {
                               place(node, found->second);
                           }
                       }
                       for (const auto& [comment, at] : places.comments) {
                           if (comment < definition.comments.size()) {
                               definition.comments[comment].at = {at.x(), at.y()};
                           }
                       }
                   },
                   {QStringLiteral("move"), gesture});
}

Status GraphEdits::renameNode(const std::string& id, const std::string& newId) {
    if (newId == id) {
        return {};
    }
    if (newId.empty() || findNode(definition(), newId) != nullptr) {
        return Error{"editor.graph_id",
                     newId.empty() ? "a node needs a name"
                                   : "there is another node called '" + newId + "'"};
    }
    document_.edit(tr("Rename"), [&](Definition& definition) {
        if (graph::NodeDefinition* node = findNode(definition, id)) {
            node->id = newId;
            renameInLinks(definition, id, newId);
        }
    });
    return {};
}

void GraphEdits::layOut(const std::set<std::string>& ids) {
    document_.edit(tr("Arrange"), [&ids](Definition& definition) {
        const auto places = graphLayout(definition, ids);
        // What is arranged alone stays where it is.
        QPointF before(std::numeric_limits<double>::max(), std::numeric_limits<double>::max());
        QPointF after = before;
        if (ids.empty()) {
            before = after = {};
        }
        for (const graph::NodeDefinition& node : definition.nodes) {
            if (ids.contains(node.id)) {
                const QPointF& to = places.at(node.id);
                before = {std::min(before.x(), node.at.x), std::min(before.y(), node.at.y)};
                after = {std::min(after.x(), to.x()), std::min(after.y(), to.y())};
            }
        }
        for (graph::NodeDefinition& node : definition.nodes) {
            if (const auto found = places.find(node.id); found != places.end()) {
                place(node, found->second + before - after);
            }
        }
    });
}

void GraphEdits::add(const Definition& addition, const QString& text) {
    document_.edit(text, [&addition](Definition& definition) {
        const auto append = [](auto& to, const auto& from) {
            to.insert(to.end(), from.begin(), from.end());
        };
        append(definition.parameters, addition.parameters);
        append(definition.clips, addition.clips);
        append(definition.nodes, addition.nodes);
        append(definition.groups, addition.groups);
        append(definition.comments, addition.comments);
    });
}

Status GraphEdits::connect(const OutputPlace& from, const InputPlace& to) {
    if (const QString why = linkRefusal(definition(), from, to); !why.isEmpty()) {
        return refused(why);
    }
    document_.edit(tr("Connect"), [&](Definition& definition) { link(definition, from, to); });
    return {};
}

Status GraphEdits::reconnect(const OutputPlace& from, const InputPlace& old, const InputPlace& to) {
    Definition without = definition();
    unlink(without, old);
    InputPlace place = to;
    const bool isShifted = old.node == to.node && old.pin == to.pin && old.index < to.index &&
                           takesMany(definition(), to) && !outlivesLink(definition(), old);
    if (isShifted) {
        --place.index;
    }
    if (const QString why = linkRefusal(without, from, place); !why.isEmpty()) {
        return refused(why);
    }
    document_.edit(tr("Connect"), [&](Definition& definition) {
        if (old != to) {
            unlink(definition, old);
            link(definition, from, place);
        } else {
            link(definition, from, to);
        }
    });
    return {};
}

void GraphEdits::disconnect(const InputPlace& place) {
    document_.edit(tr("Disconnect"), [&](Definition& definition) { unlink(definition, place); });
}

void GraphEdits::removeInput(const InputPlace& place) {
    document_.edit(tr("Remove Input"),
                   [&](Definition& definition) { removePlace(definition, place); });
}

void GraphEdits::addInput(const std::string& node, const std::string& pin) {
    document_.edit(tr("Add Input"), [&](Definition& definition) {
        makePlace(definition, {node, pin, std::numeric_limits<std::size_t>::max()});
    });
}

void GraphEdits::moveInput(const InputPlace& place, std::size_t index) {
    document_.edit(tr("Reorder Inputs"), [&](Definition& definition) {
        graph::PinInputs* pin = findPin(definition, place);
        if (pin == nullptr || place.index >= pin->inputs.size() || index >= pin->inputs.size()) {
            return;
        }
        const auto from = pin->inputs.begin() + static_cast<std::ptrdiff_t>(place.index);
        const auto to = pin->inputs.begin() + static_cast<std::ptrdiff_t>(index);
        if (from < to) {
            std::rotate(from, from + 1, to + 1);
        } else {
            std::rotate(to, from, from + 1);
        }
    });
}

void GraphEdits::setConstant(const InputPlace& place, graph::Value value, Gesture gesture) {
    document_.edit(tr("Set Value"),
                   [&](Definition& definition) {
                       if (InputDefinition* input = makePlace(definition, place)) {
                           setSource(*input, graph::constantInput(std::move(value)));
                       }
                   },
                   {QStringLiteral("constant %1 %2 %3")
                        .arg(toQString(place.node), toQString(place.pin))
                        .arg(place.index),
                    gesture});
}

Status GraphEdits::bindParameter(const InputPlace& place, const std::string& parameter) {
    const auto& parameters = definition().parameters;
    const auto found =
        std::find_if(parameters.begin(), parameters.end(), [&parameter](const auto& each) {
            return each.id == parameter;
        });
    const auto type = typeOf(definition(), place);
    if (found == parameters.end() || !type) {
        return refused(tr("There is no parameter '%1'.").arg(toQString(parameter)));
    }
    if (pinTypeOf(found->type) != *type) {
        return refused(tr("%1 does not fit: '%2' takes %3.")
                           .arg(pinTypeName(pinTypeOf(found->type)),
                                toQString(place.pin),
                                pinTypeName(*type).toLower()));
    }
    document_.edit(tr("Use Parameter"), [&](Definition& definition) {
        if (InputDefinition* input = makePlace(definition, place)) {
            setSource(*input, graph::parameterInput(parameter));
        }
    });
    return {};
}

void GraphEdits::setField(const InputPlace& place,
                          const graph::ParamSchema& field,
                          graph::Value value,
                          Gesture gesture) {
    document_.edit(tr("Set %1").arg(paramTitle(field.id)),
                   [&](Definition& definition) {
                       if (InputDefinition* input = sourceOf(definition, place)) {
                           setIn(input->fields, field, std::move(value));
                       }
                   },
                   {QStringLiteral("field %1 %2 %3 %4")
                        .arg(toQString(place.node), toQString(place.pin))
                        .arg(place.index)
                        .arg(toQString(field.id)),
                    gesture});
}

void GraphEdits::setParam(const std::string& node,
                          const graph::ParamSchema& param,
                          graph::Value value,
                          Gesture gesture) {
    document_.edit(
        tr("Set %1").arg(paramTitle(param.id)),
        [&](Definition& definition) {
            if (graph::NodeDefinition* found = findNode(definition, node)) {
                setIn(found->params, param, std::move(value));
            }
        },
        {QStringLiteral("param %1 %2").arg(toQString(node), toQString(param.id)), gesture});
}

std::string GraphEdits::addParameter(graph::ParameterType type) {
    std::string id = "parameter";
    for (int number = 2; isTaken(definition(), id); ++number) {
        id = "parameter_" + std::to_string(number);
    }
    document_.edit(tr("Add Parameter"), [&](Definition& definition) {
        graph::ParameterDefinition parameter;
        parameter.id = id;
        parameter.type = type;
        definition.parameters.push_back(std::move(parameter));
    });
    return id;
}

void GraphEdits::removeParameter(const std::string& id) {
    document_.edit(tr("Delete Parameter"), [&](Definition& definition) {
        std::erase_if(definition.parameters, [&id](const auto& each) { return each.id == id; });
        std::set<InputPlace> bound;
        for (const graph::NodeDefinition& node : definition.nodes) {
            for (const graph::PinInputs& pin : node.inputs) {
                for (std::size_t i = 0; i < pin.inputs.size(); ++i) {
                    if (pin.inputs[i].source == InputDefinition::Source::Parameter &&
                        pin.inputs[i].parameter == id) {
                        bound.insert({node.id, pin.pin, i});
                    }
                }
            }
        }
        unlinkAll(definition, bound);
    });
}

Status GraphEdits::setParameter(const std::string& id,
                                const graph::ParameterDefinition& parameter,
                                Gesture gesture) {
    if (parameter.id.empty() || (parameter.id != id && isTaken(definition(), parameter.id))) {
        return Error{"editor.graph_id",
                     parameter.id.empty()
                         ? "a parameter needs a name"
                         : "there is another parameter called '" + parameter.id + "'"};
    }
    if (!(parameter.minimum <= parameter.maximum)) {
        return Error{"editor.graph_range",
                     "the minimum of '" + id + "' must not be above its maximum"};
    }
    document_.edit(tr("Change Parameter"),
                   [&](Definition& definition) {
                       for (graph::ParameterDefinition& each : definition.parameters) {
                           if (each.id == id) {
                               each = parameter;
                           }
                       }
                       if (parameter.id != id) {
                           renameParameter(definition, id, parameter.id);
                       }
                   },
                   {QStringLiteral("parameter %1").arg(toQString(id)), gesture});
    return {};
}

void GraphEdits::setClip(const graph::ClipDefinition& clip, Gesture gesture) {
    document_.edit(tr("Change Events"),
                   [&clip](Definition& definition) {
                       auto& clips = definition.clips;
                       const auto found =
                           std::find_if(clips.begin(), clips.end(), [&clip](const auto& each) {
                               return each.clip == clip.clip;
                           });
                       const bool saysNothing = clip.events.empty() && clip.markers.empty();
                       if (found == clips.end()) {
                           if (!saysNothing) {
                               clips.push_back(clip);
                           }
                       } else if (saysNothing) {
                           clips.erase(found);
                       } else {
                           *found = clip;
                       }
                   },
                   {QStringLiteral("clip %1").arg(toQString(clip.clip)), gesture});
}

void GraphEdits::setRootMotion(const graph::RootMotionDefinition& settings) {
    document_.edit(tr("Change Root Motion"),
                   [&settings](Definition& definition) { definition.rootMotion = settings; });
}

void GraphEdits::addGroup(const QString& title, const std::set<std::string>& nodes) {
    if (nodes.empty()) {
        return;
    }
    document_.edit(tr("Group"), [&](Definition& definition) {
        definition.groups.push_back({title.toStdString(), {nodes.begin(), nodes.end()}});
    });
}

void GraphEdits::setGroupTitle(std::size_t group, const QString& title) {
    document_.edit(tr("Rename Group"), [&](Definition& definition) {
        if (group < definition.groups.size()) {
            definition.groups[group].title = title.toStdString();
        }
    });
}

std::size_t GraphEdits::addComment(const QString& text, const QRectF& rect) {
    document_.edit(tr("Add Comment"), [&](Definition& definition) {
        definition.comments.push_back(
            {text.toStdString(), {rect.x(), rect.y()}, {rect.width(), rect.height()}});
    });
    return definition().comments.size() - 1;
}

void GraphEdits::setCommentText(std::size_t comment, const QString& text) {
    document_.edit(tr("Change Comment"), [&](Definition& definition) {
        if (comment < definition.comments.size()) {
            definition.comments[comment].text = text.toStdString();
        }
    });
}

void GraphEdits::setCommentRect(std::size_t comment, const QRectF& rect, Gesture gesture) {
    document_.edit(tr("Resize Comment"),
                   [&](Definition& definition) {
                       if (comment < definition.comments.size()) {
                           definition.comments[comment].at = {rect.x(), rect.y()};
                           definition.comments[comment].size = {rect.width(), rect.height()};
                       }
                   },
                   {QStringLiteral("comment %1").arg(comment), gesture});
}

} // namespace sartor::editor
