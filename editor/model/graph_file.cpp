// SPDX-License-Identifier: Apache-2.0
// Graphs from text and files, all or nothing: what an editor could not write back it does not open.
#include "editor/model/graph_file.h"

#include <sartor/io/graph_document.h>

#include <utility>

namespace sartor::editor {

namespace {

Result<graph::GraphDefinition> definitionOf(io::GraphDocument document) {
    if (!document.problems.empty()) {
        return Error{document.problems.front().code, io::describe(document.problems)};
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
