// SPDX-License-Identifier: Apache-2.0
// Which pin feeds which in a pose graph, and why one may not.
#include "editor/model/graph_links.h"

#include "editor/model/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <set>
#include <utility>

namespace sartor::editor {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("sartor::editor::graphLinks", text);
}

template <class Definition>
auto findNodeIn(Definition& definition, std::string_view id) -> decltype(definition.nodes.data()) {
    for (auto& node : definition.nodes) {
        if (node.id == id) {
            return &node;
        }
    }
    return nullptr;
}

template <class Definition>
auto sourceIn(Definition& definition, const InputPlace& place) -> decltype(&definition.output) {
    if (place.node.empty()) {
        return &definition.output;
    }
    auto* node = findNodeIn(definition, place.node);
    if (node == nullptr) {
        return nullptr;
    }
    for (auto& pin : node->inputs) {
        if (pin.pin == place.pin) {
            return place.index < pin.inputs.size() ? &pin.inputs[place.index] : nullptr;
        }
    }
    return nullptr;
}

/// The only output of a type, for links that do not name one; empty where there are none or more.
std::string_view onlyOutput(const graph::NodeSchema& schema, std::optional<graph::PinType> type) {
    std::string_view found;
    for (const graph::OutputSchema& output : schema.outputs) {
        if (!type || output.type == *type) {
            if (!found.empty()) {
                return {};
            }
            found = output.id;
        }
    }
    return found;
}

OutputPlace outputOf(const graph::GraphDefinition& definition,
                     const graph::InputDefinition& source,
                     std::optional<graph::PinType> type) {
    OutputPlace output{source.node, source.pin};
    if (output.pin.empty()) {
        const graph::NodeDefinition* node = findNode(definition, source.node);
        const graph::NodeSchema* schema =
            node == nullptr ? nullptr : graph::findNodeSchema(node->type);
        if (schema != nullptr) {
            output.pin = onlyOutput(*schema, type);
        }
    }
    return output;
}

/// A path along links from `start` down to `end`, by ids; empty where there is none.
std::vector<std::string>
findPath(const LinkIndex& links, const std::string& start, const std::string& end) {
    std::multimap<std::string_view, std::string_view> users;
    for (const Link& link : links.links()) {
        users.emplace(link.from.node, link.to.node);
    }
    std::map<std::string_view, std::string_view> cameFrom;
    std::vector<std::string_view> waiting = {start};
    while (!waiting.empty()) {
        const std::string_view node = waiting.back();
        waiting.pop_back();
        if (node == end) {
            std::vector<std::string> path = {std::string(node)};
            while (path.back() != start) {
                path.emplace_back(cameFrom.at(path.back()));
            }
            std::reverse(path.begin(), path.end());
            return path;
        }
        const auto [first, last] = users.equal_range(node);
        for (auto user = first; user != last; ++user) {
            if (user->second != start && cameFrom.emplace(user->second, node).second) {
                waiting.push_back(user->second);
            }
        }
    }
    return {};
}

QString placeName(const InputPlace& place) {
    return place.node.empty() ? tr("the graph's output")
                              : tr("'%1' of '%2'").arg(toQString(place.pin), toQString(place.node));
}

} // namespace

const graph::NodeDefinition* findNode(const graph::GraphDefinition& definition,
                                      std::string_view id) {
    return findNodeIn(definition, id);
}

graph::NodeDefinition* findNode(graph::GraphDefinition& definition, std::string_view id) {
    return findNodeIn(definition, id);
}

const graph::InputSchema* findInput(const graph::NodeSchema& schema, std::string_view pin) {
    const auto found = std::find_if(schema.inputs.begin(),
                                    schema.inputs.end(),
                                    [pin](const auto& input) { return input.id == pin; });
    return found == schema.inputs.end() ? nullptr : &*found;
}

const graph::OutputSchema* findOutput(const graph::NodeSchema& schema, std::string_view pin) {
    const auto found = std::find_if(schema.outputs.begin(),
                                    schema.outputs.end(),
                                    [pin](const auto& output) { return output.id == pin; });
    return found == schema.outputs.end() ? nullptr : &*found;
}

const graph::InputSchema* findInput(const graph::GraphDefinition& definition,
                                    const InputPlace& place) {
    const graph::NodeDefinition* node = findNode(definition, place.node);
    const graph::NodeSchema* schema = node == nullptr ? nullptr : graph::findNodeSchema(node->type);
    return schema == nullptr ? nullptr : findInput(*schema, place.pin);
}

bool takesMany(const graph::GraphDefinition& definition, const InputPlace& place) {
    const graph::InputSchema* input = findInput(definition, place);
    return input != nullptr && input->count == graph::InputCount::Many;
}

std::optional<graph::PinType> typeOf(const graph::GraphDefinition& definition,
                                     const InputPlace& place) {
    if (place.node.empty()) {
        return graph::PinType::Pose;
    }
    const graph::InputSchema* input = findInput(definition, place);
    return input == nullptr ? std::nullopt : std::optional(input->type);
}

std::optional<graph::PinType> typeOf(const graph::GraphDefinition& definition,
                                     const OutputPlace& place) {
    const graph::NodeDefinition* node = findNode(definition, place.node);
    const graph::NodeSchema* schema = node == nullptr ? nullptr : graph::findNodeSchema(node->type);
    const graph::OutputSchema* output =
        schema == nullptr ? nullptr : findOutput(*schema, place.pin);
    return output == nullptr ? std::nullopt : std::optional(output->type);
}

const graph::InputDefinition* sourceOf(const graph::GraphDefinition& definition,
                                       const InputPlace& place) {
    return sourceIn(definition, place);
}

graph::InputDefinition* sourceOf(graph::GraphDefinition& definition, const InputPlace& place) {
    return sourceIn(definition, place);
}

std::optional<OutputPlace> linkAt(const graph::GraphDefinition& definition,
                                  const InputPlace& place) {
    const graph::InputDefinition* source = sourceOf(definition, place);
    if (source == nullptr || source->source != graph::InputDefinition::Source::Node) {
        return std::nullopt;
    }
    return outputOf(definition, *source, typeOf(definition, place));
}

void clearSource(graph::InputDefinition& input) {
    input.source = graph::InputDefinition::Source::Constant;
    input.constant.data.emplace<std::monostate>();
    input.node.clear();
    input.pin.clear();
    input.parameter.clear();
}

std::vector<Link> linksInto(const graph::GraphDefinition& definition,
                            const graph::NodeDefinition& node) {
    const graph::NodeSchema* schema = graph::findNodeSchema(node.type);
    std::vector<Link> links;
    for (const graph::PinInputs& pin : node.inputs) {
        const graph::InputSchema* input = schema == nullptr ? nullptr : findInput(*schema, pin.pin);
        std::optional<graph::PinType> type;
        if (input != nullptr) {
            type = input->type;
        }
        for (std::size_t i = 0; i < pin.inputs.size(); ++i) {
            if (pin.inputs[i].source == graph::InputDefinition::Source::Node) {
                links.push_back({{node.id, pin.pin, i}, outputOf(definition, pin.inputs[i], type)});
            }
        }
    }
    return links;
}

std::vector<Link> linksOf(const graph::GraphDefinition& definition) {
    std::vector<Link> links;
    for (const graph::NodeDefinition& node : definition.nodes) {
        const std::vector<Link> own = linksInto(definition, node);
        links.insert(links.end(), own.begin(), own.end());
    }
    if (const auto output = linkAt(definition, InputPlace{})) {
        links.push_back({InputPlace{}, *output});
    }
    return links;
}

LinkIndex::LinkIndex(const graph::GraphDefinition& definition) : links_(linksOf(definition)) {
    for (std::size_t i = 0; i < links_.size(); ++i) {
        byOutput_.emplace(links_[i].from, i);
    }
}

std::vector<InputPlace> LinkIndex::usersOf(const OutputPlace& output) const {
    std::vector<InputPlace> users;
    const auto [first, last] = byOutput_.equal_range(output);
    for (auto entry = first; entry != last; ++entry) {
        users.push_back(links_[entry->second].to);
    }
    return users;
}

QString pinTypeName(graph::PinType type) {
    switch (type) {
    case graph::PinType::Pose:
        return tr("Pose");
    case graph::PinType::Float:
        return tr("Number");
    case graph::PinType::Bool:
        return tr("Truth");
    case graph::PinType::Vector3:
        return tr("Vector");
    }
    return {};
}

QString linkRefusal(const graph::GraphDefinition& definition,
                    const OutputPlace& from,
                    const InputPlace& to) {
    const auto fromType = typeOf(definition, from);
    const auto toType = typeOf(definition, to);
    if (!fromType || !toType) {
        return tr("There is no such pin.");
    }
    if (*fromType != *toType) {
        return tr("%1 does not fit: %2 takes %3.")
            .arg(pinTypeName(*fromType), placeName(to), pinTypeName(*toType).toLower());
    }
    const LinkIndex links(definition);
    if (const auto loop = findPath(links, to.node, from.node); !to.node.empty() && !loop.empty()) {
        QStringList names;
        for (const std::string& id : loop) {
            names << toQString(id);
        }
        names << toQString(loop.front());
        return tr("This would make a loop: %1.").arg(names.join(QStringLiteral(" → ")));
    }
    const graph::NodeSchema& schema = *graph::findNodeSchema(findNode(definition, from.node)->type);
    if (*fromType == graph::PinType::Pose && !findOutput(schema, from.pin)->isShared) {
        for (const InputPlace& user : links.usersOf(from)) {
            if (user != to) {
                return tr("The pose of '%1' feeds %2 already: put a pose cache between to use it "
                          "more than once.")
                    .arg(toQString(from.node), placeName(user));
            }
        }
    }
    return {};
}

} // namespace sartor::editor
