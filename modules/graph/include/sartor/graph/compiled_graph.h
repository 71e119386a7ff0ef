// SPDX-License-Identifier: Apache-2.0
// A definition checked against node types and a rig: immutable, shared by all instances.
#pragma once

#include <sartor/graph/definition.h>
#include <sartor/graph/rig.h>
#include <sartor/graph/schema.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace sartor::graph {

using ParameterIndex = Index<struct ParameterTag>;

struct Program;

class CompiledGraph {
public:
    explicit CompiledGraph(std::unique_ptr<const Program> program);
    ~CompiledGraph();
    CompiledGraph(const CompiledGraph&) = delete;
    CompiledGraph& operator=(const CompiledGraph&) = delete;
    CompiledGraph(CompiledGraph&&) = delete;
    CompiledGraph& operator=(CompiledGraph&&) = delete;

    const GraphDefinition& definition() const;
    const Rig& rig() const;
    std::span<const ParameterDefinition> parameters() const { return definition().parameters; }
    /// None where there is no parameter of that id.
    ParameterIndex findParameter(std::string_view id) const;
    /// Position in definition().nodes; none where there is no node of that id.
    std::optional<std::size_t> findNode(std::string_view id) const;
    /// Event::name is a position in this list; each name once.
    std::span<const std::string> eventNames() const;
    /// Size of the state of one instance, in bytes.
    std::size_t stateSize() const;
    /// Poses that an instance holds at most at a time.
    std::size_t poseSlotCount() const;

    /// For this module alone.
    const Program& program() const { return *program_; }

private:
    std::unique_ptr<const Program> program_;
};

struct CompileResult {
    std::shared_ptr<const CompiledGraph> graph{}; ///< null where there are problems
    std::vector<Problem> problems{};              ///< all of them, in the order of the document
};

/// Largest graph that is taken: more nodes, or a longer way from the output, is a problem. The way
/// is bounded because a graph is walked by recursion.
inline constexpr std::size_t kMaximumNodeCount = 16384;
inline constexpr std::size_t kMaximumDepth = 1024;

/// Checks everything that can be wrong with a definition, and makes it ready to run on the rig.
///
/// Problems: "graph.too_many_nodes", "graph.too_deep", "graph.duplicate_id", "graph.missing_id",
/// "graph.unknown_node_type", "graph.unknown_param", "graph.unknown_field", "graph.unknown_input",
/// "graph.unknown_output", "graph.unknown_node", "graph.unknown_parameter", "graph.unknown_clip",
/// "graph.unknown_joint", "graph.ambiguous_name", "graph.duplicate_key", "graph.wrong_type",
/// "graph.out_of_range", "graph.missing_param", "graph.missing_field", "graph.missing_input",
/// "graph.missing_output", "graph.too_many_inputs", "graph.type_mismatch", "graph.cycle",
/// "graph.pose_used_twice", and those that single nodes add.
/// Cost: linear in the definition, but for the suggestions of misspelt names.
CompileResult compile(const GraphDefinition& definition, std::shared_ptr<const Rig> rig);

} // namespace sartor::graph
