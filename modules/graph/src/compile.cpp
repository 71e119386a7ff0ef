// SPDX-License-Identifier: Apache-2.0
// compile(): the order of its parts, and what they say.
#include "compiler.h"

#include <sartor/base/similar_names.h>

#include <algorithm>

namespace sartor::graph {

CompiledGraph::CompiledGraph(std::unique_ptr<const Program> program)
    : program_(std::move(program)) {}

CompiledGraph::~CompiledGraph() = default;

const GraphDefinition& CompiledGraph::definition() const {
    return program_->definition;
}

const Rig& CompiledGraph::rig() const {
    return *program_->rig;
}

ParameterIndex CompiledGraph::findParameter(std::string_view id) const {
    const std::span<const ParameterDefinition> all = parameters();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& p) { return p.id == id; });
    return found == all.end() ? ParameterIndex()
                              : ParameterIndex(static_cast<std::size_t>(found - all.begin()));
}

std::optional<std::size_t> CompiledGraph::findNode(std::string_view id) const {
    const std::vector<NodeDefinition>& nodes = definition().nodes;
    const auto found =
        std::find_if(nodes.begin(), nodes.end(), [&](const auto& n) { return n.id == id; });
    return found == nodes.end() ? std::nullopt
                                : std::optional(static_cast<std::size_t>(found - nodes.begin()));
}

std::span<const std::string> CompiledGraph::eventNames() const {
    return program_->eventNames;
}

std::size_t CompiledGraph::stateSize() const {
    return program_->layout.size;
}

std::size_t CompiledGraph::poseSlotCount() const {
    return program_->poseSlotCount;
}

glm::vec3 pinVector(const Value& value) {
    if (const double* number = value.number()) {
        return {static_cast<float>(*number), 0.0f, 0.0f};
    }
    if (const bool* truth = value.truth()) {
        return {*truth ? 1.0f : 0.0f, 0.0f, 0.0f};
    }
    const List& list = *value.list();
    return {static_cast<float>(*list[0].number()),
            static_cast<float>(*list[1].number()),
            static_cast<float>(*list[2].number())};
}

Compiler::Compiler(const GraphDefinition& definition,
                   std::shared_ptr<const Rig> rig,
                   std::span<const NodeType* const> types)
    : program_(std::make_unique<Program>()), types_(types) {
    program_->definition = definition;
    program_->rig = std::move(rig);
    names_.emplace(program_->rig.get(), program_->definition);
    for (const NodeType* type : types) {
        typeNames_.emplace_back(type->schema->id);
    }
}

Place Compiler::placeOf(std::size_t node) const {
    return {joinPointer("/nodes", node), definition().nodes[node].id};
}

void Compiler::problem(std::string_view code, const Place& place, std::string message) {
    if (problems_.size() < kMostProblems) {
        problems_.push_back({std::string(code), place.pointer, std::move(message), place.node});
    }
}

std::string Compiler::suggestion(std::string_view word,
                                 const std::vector<std::string>& candidates) {
    if (!canSuggest()) {
        return {};
    }
    for (const std::string& candidate : candidates) {
        suggestionCost_ += word.size() * candidate.size();
    }
    if (!canSuggest()) {
        return {};
    }
    const std::vector<std::string> alike = namesLike(word, candidates);
    if (alike.empty()) {
        return {};
    }
    std::vector<std::string> quoted;
    for (const std::string& name : alike) {
        quoted.push_back("'" + name + "'");
    }
    return "; did you mean " + alternatives(quoted) + "?";
}

CompileResult Compiler::run() {
    checkParameters();
    checkClips();
    checkRootMotion();
    checkNodes();
    checkOutput();
    checkPoseUse();
    checkCycles();
    if (problems_.empty()) {
        checkDepth();
    }
    checkGroups();
    checkPlaces();
    if (problems_.empty()) {
        bindNodes();
        if (rig() != nullptr) {
            resolveSync();
        }
    }
    CompileResult result;
    if (rig() != nullptr && problems_.empty()) {
        layOut();
        countRoom();
        result.graph = std::make_shared<const CompiledGraph>(std::move(program_));
    }
    result.problems = std::move(problems_);
    return result;
}

CompileResult compileWith(const GraphDefinition& definition,
                          std::shared_ptr<const Rig> rig,
                          std::span<const NodeType* const> types) {
    return Compiler(definition, std::move(rig), types).run();
}

CompileResult compile(const GraphDefinition& definition, std::shared_ptr<const Rig> rig) {
    return compileWith(definition, std::move(rig), nodeTypes());
}

} // namespace sartor::graph
