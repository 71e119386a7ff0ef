// SPDX-License-Identifier: Apache-2.0
// Graphs from text and files, all or nothing: what an editor could not write back it does not open.
#include "editor/model/graph_file.h"

#include <sartor/io/graph_document.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sartor::editor {

namespace {

/// Edits are kept by the ids of nodes: two of one id could not be told apart.
Status checkIds(const std::vector<graph::NodeDefinition>& nodes) {
    std::set<std::string_view> ids;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const std::string path = "/nodes/" + std::to_string(i) + "/id: ";
        if (nodes[i].id.empty()) {
            return Error{"graph.missing_id", path + "a node needs an id"};
        }
        if (!ids.insert(nodes[i].id).second) {
            return Error{"graph.duplicate_id",
                         path + "a node before this one is called '" + nodes[i].id + "'"};
        }
    }
    return {};
}

Result<graph::GraphDefinition> definitionOf(io::GraphDocument document) {
    if (!document.problems.empty()) {
        return Error{document.problems.front().code, io::describe(document.problems)};
    }
    if (Status status = checkIds(document.definition.nodes); !status) {
        return status.error();
    }
    return std::move(document.definition);
}

} // namespace

Result<graph::GraphDefinition> parseGraph(std::string_view text) {
    return definitionOf(io::parseGraphDocument(text));
}

Result<graph::GraphDefinition> readGraph(const std::filesystem::path& path) {
    auto document = io::readGraphDocument(path);
    if (!document) {
        return document.error();
    }
    auto definition = definitionOf(std::move(*document));
    if (!definition) {
        return Error{definition.error().code, path.string() + ": " + definition.error().message};
    }
    return definition;
}

} // namespace sartor::editor
