// SPDX-License-Identifier: Apache-2.0
// Graph documents for commands.
#include "graph_input.h"

#include <sartor/io/graph_document.h>

#include <iterator>
#include <utility>

namespace sartor::cli {

Result<CheckedGraph> checkGraph(const std::filesystem::path& file,
                                const std::shared_ptr<const graph::Rig>& rig) {
    Result<io::GraphDocument> document = io::readGraphDocument(file);
    if (!document) {
        return Error{"graph.unreadable", document.error().message};
    }
    // Where the text is no JSON, nothing was read that could be right or wrong.
    if (!document->problems.empty() && document->problems.front().code == "document.json") {
        const graph::Problem& problem = document->problems.front();
        return Error{"graph.unreadable",
                     file.string() + ": " + (problem.path.empty() ? "" : problem.path + ": ") +
                         problem.message};
    }
    CheckedGraph checked{std::move(document->definition), std::move(document->problems), nullptr};
    graph::CompileResult compiled = graph::compile(checked.definition, rig);
    // What could not be read is not there, and would be missed a second time.
    if (checked.problems.empty()) {
        checked.problems = std::move(compiled.problems);
        checked.graph = std::move(compiled.graph);
    }
    return checked;
}

Result<CheckedGraph> requireGraph(const std::filesystem::path& file,
                                  const std::shared_ptr<const graph::Rig>& rig) {
    Result<CheckedGraph> checked = checkGraph(file, rig);
    if (checked && !checked->problems.empty()) {
        std::string message = file.string() + ": ";
        for (const graph::Problem& problem : checked->problems) {
            message += (&problem == checked->problems.data() ? "" : "; ") +
                       (problem.path.empty() ? "" : problem.path + ": ") + problem.message;
        }
        return Error{"graph.invalid", message};
    }
    return checked;
}

} // namespace sartor::cli
