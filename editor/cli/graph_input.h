// SPDX-License-Identifier: Apache-2.0
// Graph documents for commands.
#pragma once

#include "options.h"

#include <sartor/graph/compiled_graph.h>

#include <filesystem>
#include <memory>
#include <vector>

namespace sartor::cli {

/// A graph document and everything that is wrong with it.
struct CheckedGraph {
    graph::GraphDefinition definition;
    std::vector<graph::Problem> problems;
    /// Null where there are problems, and without a rig.
    std::shared_ptr<const graph::CompiledGraph> graph;
};

/// Reads and compiles. Without a rig, clips and joints go unchecked. Errors: "graph.unreadable" for
/// a file that cannot be read or is no JSON, naming it and the place.
Result<CheckedGraph> checkGraph(const std::filesystem::path& file,
                                const std::shared_ptr<const graph::Rig>& rig);

/// The same for a document that has to be right.
/// Errors: "graph.invalid", which says every problem with its place.
Result<CheckedGraph> requireGraph(const std::filesystem::path& file,
                                  const std::shared_ptr<const graph::Rig>& rig);

} // namespace sartor::cli
