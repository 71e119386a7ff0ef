// SPDX-License-Identifier: Apache-2.0
// The parts of compile() and what they share.
#pragma once

#include "program.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::graph {

/// The types of nodes that this module has.
std::span<const NodeType* const> nodeTypes();

/// compile() with other types of nodes.
CompileResult compileWith(const GraphDefinition& definition,
                          std::shared_ptr<const Rig> rig,
                          std::span<const NodeType* const> types);

/// A value that was checked for a pin.
glm::vec3 pinVector(const Value& value);

/// Where a record of values stands, for messages.
struct Place {
    std::string pointer{};
    std::string node{}; ///< id; empty outside of nodes
};

class Compiler {
public:
    Compiler(const GraphDefinition& definition,
             std::shared_ptr<const Rig> rig,
             std::span<const NodeType* const> types);

    CompileResult run();

    void problem(std::string_view code, const Place& place, std::string message);
    std::size_t problemCount() const { return problems_.size(); }
    /// "; did you mean 'speed'?", or nothing. Gives up where there is too much to compare.
    std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);
    bool canSuggest() const {
        return suggestionCost_ <= kMostSuggestionCost && problems_.size() < kMostProblems;
    }

    const GraphDefinition& definition() const { return program_->definition; }
    const Rig* rig() const { return program_->rig.get(); }
    Program& program() { return *program_; }
    std::size_t positionOf(const CompiledNode& node) const {
        return static_cast<std::size_t>(&node - program_->nodes.data());
    }
    Place placeOf(std::size_t node) const;
    /// Without a rig, parameters alone.
    const Names& names() const { return *names_; }
    void joinLeaders(std::size_t node, std::size_t other) {
        joinedNodes_.emplace_back(node, other);
    }

private:
    /// More than anybody reads; a hostile document has millions.
    static constexpr std::size_t kMostProblems = 1000;
    /// Letters compared with letters: enough for ten misspelt names among a thousand of ten.
    static constexpr std::size_t kMostSuggestionCost = 1000000;

    /// What a record must have: the params of a node, or the fields of an input or of a record.
    enum class RecordKind { Params, Fields };

    // compile_document.cpp
    void checkParameters();
    void checkClips();
    void checkRootMotion();
    void checkGroups();
    void checkPlaces();

    // compile_values.cpp
    void checkRecord(const Record& record,
                     std::span<const ParamSchema> schema,
                     const Place& place,
                     RecordKind kind);
    void checkParam(const Value& value, const ParamSchema& schema, const Place& place);
    void checkSingle(const Value& value, const ParamSchema& schema, const Place& place);
    void checkNumber(double number, const ParamSchema& schema, const Place& place);
    void checkName(const std::string& name, const ParamSchema& schema, const Place& place);
    bool checkPinValue(const Value& value, const InputSchema& schema, const Place& place);
    std::vector<std::string> jointNames() const;
    std::vector<std::string> clipNames() const;

    // compile_links.cpp
    void checkNodes();
    void checkInputs(std::size_t node);
    void checkPin(std::size_t node, const InputSchema& schema, const PinInputs* written);
    CompiledInput
    checkInput(const InputDefinition& input, const InputSchema& schema, const Place& place);
    CompiledInput
    checkNodeSource(const InputDefinition& input, const InputSchema& schema, const Place& place);
    CompiledInput checkParameterSource(const InputDefinition& input,
                                       const InputSchema& schema,
                                       const Place& place);
    void checkOutput();
    void checkPoseUse();
    void checkCycles();
    void reportCycle(std::size_t length,
                     std::size_t node,
                     const std::function<std::size_t(std::size_t)>& nodeAt);

    // compile_sync.cpp
    void resolveSync();
    std::vector<std::optional<std::size_t>> findLeaders() const;
    std::vector<std::optional<std::size_t>> findSyncScopes() const;
    void makeSyncGroup(const std::vector<std::size_t>& members);

    // compile_layout.cpp
    void checkDepth();
    void bindNodes();
    void layOut();
    void countRoom();

    std::unique_ptr<Program> program_;
    std::optional<Names> names_;
    std::span<const NodeType* const> types_;
    std::vector<std::string> typeNames_;
    std::vector<Problem> problems_;
    std::size_t suggestionCost_ = 0;
    std::map<std::string_view, std::size_t> nodeOfId_;
    std::map<std::string_view, std::size_t> parameterOfId_;
    std::vector<std::string> nodeIds_;
    std::vector<std::string> parameterIds_;
    std::vector<std::size_t> dependencyOrder_; ///< of nodes, sources first; where there is no cycle
    std::vector<std::pair<std::size_t, std::size_t>> joinedNodes_; ///< whose leaders run in step
    bool hasOutput_ = false;
};

} // namespace sartor::graph
