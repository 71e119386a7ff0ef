// SPDX-License-Identifier: Apache-2.0
// Parts of graphs as text: the graph's own file format, so that they travel anywhere text does.
#include "editor/model/graph_clipboard.h"

#include "editor/model/graph_file.h"
#include "editor/model/graph_geometry.h"
#include "editor/model/graph_layout.h"
#include "editor/model/text.h"

#include <sartor/io/graph_document.h>

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <utility>

namespace sartor::editor {

namespace {

using graph::InputDefinition;

constexpr QPointF kDuplicateOffset(40.0, 40.0);

QString tr(const char* text) {
    return QCoreApplication::translate("sartor::editor::graphClipboard", text);
}

/// All texts that stand anywhere in a value: names of parameters and clips are among them.
void collectTexts(const graph::Value& value, std::set<std::string>& texts) {
    if (const auto* text = value.text()) {
        texts.insert(*text);
    } else if (const auto* list = value.list()) {
        for (const graph::Value& entry : *list) {
            collectTexts(entry, texts);
        }
    } else if (const auto* record = value.record()) {
        for (const auto& [key, member] : *record) {
            collectTexts(member, texts);
        }
    }
}

graph::GraphDefinition partOf(const graph::GraphDefinition& definition, const GraphItems& items) {
    graph::GraphDefinition part;
    std::set<std::string> texts;
    for (const graph::NodeDefinition& node : definition.nodes) {
        if (!items.nodes.contains(node.id)) {
            continue;
        }
        part.nodes.push_back(node);
        part.nodes.back().hasPlace = true;
        for (const auto& [key, value] : node.params) {
            collectTexts(value, texts);
        }
        for (const graph::PinInputs& pin : node.inputs) {
            for (const InputDefinition& input : pin.inputs) {
                if (input.source == InputDefinition::Source::Parameter) {
                    texts.insert(input.parameter);
                }
                for (const auto& [key, value] : input.fields) {
                    collectTexts(value, texts);
                }
            }
        }
    }
    for (const graph::ParameterDefinition& parameter : definition.parameters) {
        if (texts.contains(parameter.id)) {
            part.parameters.push_back(parameter);
        }
    }
    for (const graph::ClipDefinition& clip : definition.clips) {
        if (texts.contains(clip.clip)) {
            part.clips.push_back(clip);
        }
    }
    for (const graph::GroupDefinition& group : definition.groups) {
        const bool isWhole =
            std::all_of(group.nodes.begin(), group.nodes.end(), [&items](const auto& id) {
                return items.nodes.contains(id);
            });
        if (isWhole) {
            part.groups.push_back(group);
        }
    }
    for (const std::size_t comment : items.comments) {
        if (comment < definition.comments.size()) {
            part.comments.push_back(definition.comments[comment]);
        }
    }
    return part;
}

QRectF boundsOf(const graph::GraphDefinition& part) {
    QRectF bounds;
    for (const graph::NodeDefinition& node : part.nodes) {
        bounds |= nodeRect(node);
    }
    for (const graph::CommentDefinition& comment : part.comments) {
        bounds |= commentRect(comment);
    }
    return bounds;
}

/// Whether the graph has the output, and there may be one more use of it.
bool canFeed(const graph::GraphDefinition& definition,
             const OutputPlace& output,
             std::size_t useCount) {
    const auto type = typeOf(definition, output);
    if (!type) {
        return false;
    }
    const graph::NodeSchema& schema =
        *graph::findNodeSchema(findNode(definition, output.node)->type);
    return *type != graph::PinType::Pose || findOutput(schema, output.pin)->isShared ||
           useCount == 0;
}

std::set<std::string> addPart(GraphEdits& edits,
                              graph::GraphDefinition part,
                              const QPointF& offset,
                              const QString& text) {
    const graph::GraphDefinition& definition = edits.definition();
    std::map<std::string, std::string> newIds;
    graph::GraphDefinition taken = definition;
    std::set<std::string> added;
    for (graph::NodeDefinition& node : part.nodes) {
        const std::string id = freeNodeId(taken, node.id);
        newIds.emplace(node.id, id);
        taken.nodes.push_back({.id = id});
        added.insert(id);
    }
    const LinkIndex links(definition);
    std::map<OutputPlace, std::size_t> uses;
    for (graph::NodeDefinition& node : part.nodes) {
        for (const Link& link : linksInto(part, node)) {
            InputDefinition& input = *sourceOf(part, link.to);
            if (const auto renewed = newIds.find(input.node); renewed != newIds.end()) {
                continue;
            }
            OutputPlace output{input.node, input.pin};
            if (output.pin.empty()) {
                // Its pin is known where the node is.
                graph::GraphDefinition probe = definition;
                probe.output = input;
                output = linkAt(probe, InputPlace{}).value_or(output);
            }
            if (canFeed(definition, output, links.usersOf(output).size() + uses[output])) {
                ++uses[output];
            } else {
                clearSource(input);
            }
        }
    }
    for (graph::NodeDefinition& node : part.nodes) {
        for (graph::PinInputs& pin : node.inputs) {
            for (InputDefinition& input : pin.inputs) {
                if (const auto renewed = newIds.find(input.node); renewed != newIds.end()) {
                    input.node = renewed->second;
                }
            }
        }
    }
    for (graph::NodeDefinition& node : part.nodes) {
        node.id = newIds.at(node.id);
        const QPointF place = snapped(placeOf(node) + offset);
        node.at = {place.x(), place.y()};
        node.hasPlace = true;
    }
    for (graph::GroupDefinition& group : part.groups) {
        for (std::string& id : group.nodes) {
            id = newIds.at(id);
        }
    }
    for (graph::CommentDefinition& comment : part.comments) {
        const QPointF place = snapped(QPointF(comment.at.x, comment.at.y) + offset);
        comment.at = {place.x(), place.y()};
    }
    std::erase_if(part.parameters, [&definition](const auto& parameter) {
        return std::any_of(definition.parameters.begin(),
                           definition.parameters.end(),
                           [&parameter](const auto& own) { return own.id == parameter.id; });
    });
    std::erase_if(part.clips, [&definition](const auto& clip) {
        return std::any_of(definition.clips.begin(),
                           definition.clips.end(),
                           [&clip](const auto& own) { return own.clip == clip.clip; });
    });
    edits.add(part, text);
    return added;
}

} // namespace

QString copyText(const graph::GraphDefinition& definition, const GraphItems& items) {
    const graph::GraphDefinition part = partOf(definition, items);
    return part.nodes.empty() && part.comments.empty() ? QString()
                                                       : toQString(io::graphDocument(part));
}

Result<std::set<std::string>> pasteText(GraphEdits& edits, const QString& text, const QPointF& at) {
    auto part = parseGraph(text.toStdString());
    if (!part) {
        return part.error();
    }
    placeUnplaced(*part);
    const QPointF offset = at - boundsOf(*part).center();
    return addPart(edits, std::move(*part), offset, tr("Paste"));
}

std::set<std::string> duplicate(GraphEdits& edits, const GraphItems& items) {
    return addPart(edits, partOf(edits.definition(), items), kDuplicateOffset, tr("Duplicate"));
}

} // namespace sartor::editor
