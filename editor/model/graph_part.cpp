// SPDX-License-Identifier: Apache-2.0
// The parts of a graph that something can be said about, and that one can be led to.
#include "editor/model/graph_part.h"

#include "editor/model/text.h"

#include <QCoreApplication>

#include <charconv>
#include <optional>
#include <string_view>

namespace sartor::editor {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("sartor::editor::GraphPart", text);
}

bool isWithin(std::string_view path, std::string_view member) {
    return path.starts_with(member) && (path.size() == member.size() || path[member.size()] == '/');
}

/// 3 of "/clips/3/events/0", in a list of `count`.
std::optional<std::size_t>
indexIn(std::string_view path, std::string_view list, std::size_t count) {
    if (!isWithin(path, list) || path.size() == list.size()) {
        return std::nullopt;
    }
    const std::string_view rest = path.substr(list.size() + 1);
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), index);
    const bool isWhole = error == std::errc() && (end == rest.data() + rest.size() || *end == '/');
    return isWhole && index < count ? std::optional(index) : std::nullopt;
}

} // namespace

GraphPart partOf(const graph::GraphDefinition& definition, const graph::Problem& problem) {
    using Kind = GraphPart::Kind;
    if (!problem.node.empty()) {
        return {Kind::Node, problem.node};
    }
    if (isWithin(problem.path, "/output")) {
        return {Kind::Output};
    }
    if (isWithin(problem.path, "/root_motion")) {
        return {Kind::RootMotion};
    }
    if (const auto clip = indexIn(problem.path, "/clips", definition.clips.size())) {
        return {Kind::Clip, definition.clips[*clip].clip};
    }
    if (const auto parameter = indexIn(problem.path, "/parameters", definition.parameters.size())) {
        return {Kind::Parameter, definition.parameters[*parameter].id};
    }
    if (const auto group = indexIn(problem.path, "/groups", definition.groups.size())) {
        return {Kind::Group, definition.groups[*group].title, *group};
    }
    return {};
}

QString partName(const GraphPart& part) {
    const QString id = toQString(part.id);
    switch (part.kind) {
    case GraphPart::Kind::Graph:
        return tr("Graph");
    case GraphPart::Kind::Node:
        return id;
    case GraphPart::Kind::Output:
        return tr("Output");
    case GraphPart::Kind::RootMotion:
        return tr("Root motion");
    case GraphPart::Kind::Clip:
        return tr("Clip %1").arg(id);
    case GraphPart::Kind::Parameter:
        return tr("Parameter %1").arg(id);
    case GraphPart::Kind::Group:
        return tr("Group %1").arg(id);
    }
    return {};
}

} // namespace sartor::editor
