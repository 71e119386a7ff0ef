// SPDX-License-Identifier: Apache-2.0
// Which clips run in step.
#include "compiler.h"

#include <algorithm>
#include <numeric>

namespace sartor::graph {
namespace {

/// Sets that can be united; a set is named by its smallest member.
class DisjointSets {
public:
    explicit DisjointSets(std::size_t count) : parents_(count) {
        std::iota(parents_.begin(), parents_.end(), std::size_t{0});
    }
    std::size_t find(std::size_t member) {
        while (parents_[member] != member) {
            parents_[member] = parents_[parents_[member]];
            member = parents_[member];
        }
        return member;
    }
    void unite(std::size_t a, std::size_t b) {
        const std::size_t first = std::min(find(a), find(b));
        parents_[std::max(find(a), find(b))] = first;
    }

private:
    std::vector<std::size_t> parents_;
};

/// Blends that keep the clips below them in step have a param of that name.
bool isSyncing(const NodeSchema& schema, const NodeDefinition& node) {
    const auto param = std::find_if(schema.params.begin(), schema.params.end(), [](const auto& p) {
        return p.id == "sync" && p.type == ParamType::Bool;
    });
    if (param == schema.params.end()) {
        return false;
    }
    const Value* value = find(node.params, "sync");
    return value != nullptr ? *value->truth() : param->number != 0.0;
}

} // namespace

std::vector<std::optional<std::size_t>> Compiler::findSyncScopes() const {
    std::vector<std::optional<std::size_t>> scopes(program_->nodes.size());
    // Readers come before what they read.
    for (auto i = dependencyOrder_.rbegin(); i != dependencyOrder_.rend(); ++i) {
        const CompiledNode& node = program_->nodes[*i];
        const NodeSchema& schema = *node.type->schema;
        std::optional<std::size_t> below = scopes[*i];
        if (isSyncing(schema, definition().nodes[*i])) {
            below = *i;
        }
        if (std::any_of(schema.outputs.begin(), schema.outputs.end(), [](const auto& output) {
                return output.isShared;
            })) {
            below.reset();
        }
        for (std::uint32_t pin = 0; pin < schema.inputs.size(); ++pin) {
            for (const CompiledInput& input : program_->inputsOf(node, pin)) {
                if (schema.inputs[pin].type == PinType::Pose && input.isConnected()) {
                    scopes[input.node] = below;
                }
            }
        }
    }
    return scopes;
}

std::vector<std::optional<std::size_t>> Compiler::findLeaders() const {
    std::vector<std::optional<std::size_t>> leaders(program_->nodes.size());
    for (std::size_t i = 0; i < program_->syncMembers.size(); ++i) {
        leaders[program_->syncMembers[i].node] = i;
    }
    // What is read comes before its readers.
    for (const std::size_t i : dependencyOrder_) {
        const CompiledNode& node = program_->nodes[i];
        const std::span<const InputSchema> schema = node.type->schema->inputs;
        bool hasInput = leaders[i].has_value();
        for (std::uint32_t pin = 0; pin < schema.size() && !hasInput; ++pin) {
            for (const CompiledInput& input : program_->inputsOf(node, pin)) {
                if (schema[pin].type == PinType::Pose && input.isConnected() && !hasInput) {
                    leaders[i] = leaders[input.node];
                    hasInput = true;
                }
            }
        }
    }
    return leaders;
}

void Compiler::resolveSync() {
    const std::vector<SyncMember>& members = program_->syncMembers;
    DisjointSets sets(members.size());
    std::vector<bool> isInGroup(members.size());
    std::map<std::string_view, std::size_t> memberOfName;
    std::map<std::size_t, std::size_t> memberOfScope;
    const std::vector<std::optional<std::size_t>> scopes = findSyncScopes();
    for (std::size_t i = 0; i < members.size(); ++i) {
        if (!members[i].name.empty()) {
            sets.unite(i, memberOfName.emplace(members[i].name, i).first->second);
        } else if (const auto scope = scopes[members[i].node]) {
            sets.unite(i, memberOfScope.emplace(*scope, i).first->second);
        } else {
            continue;
        }
        isInGroup[i] = true;
    }
    const std::vector<std::optional<std::size_t>> leaders = findLeaders();
    for (const auto& [node, other] : joinedNodes_) {
        const std::optional<std::size_t> leader = leaders[node];
        const std::optional<std::size_t> otherLeader = leaders[other];
        if (leader && otherLeader) {
            sets.unite(*leader, *otherLeader);
            isInGroup[*leader] = true;
            isInGroup[*otherLeader] = true;
        }
    }
    std::map<std::size_t, std::vector<std::size_t>> groups; // by the set's name
    for (std::size_t i = 0; i < members.size(); ++i) {
        if (isInGroup[i]) {
            groups[sets.find(i)].push_back(i);
        }
    }
    for (const auto& [name, group] : groups) {
        makeSyncGroup(group);
    }
}

void Compiler::makeSyncGroup(const std::vector<std::size_t>& indices) {
    std::vector<SyncMember*> members;
    std::vector<std::vector<std::pair<std::string, double>>> markers;
    SyncGroup group;
    group.isLooping = program_->syncMembers[indices[0]].isLooping;
    for (const std::size_t index : indices) {
        SyncMember& member = program_->syncMembers[index];
        if (member.isTurning || member.isLooping != group.isLooping) {
            const Place node = placeOf(member.node);
            problem("graph.sync_mode",
                    {node.pointer + "/params/mode", node.node},
                    member.isTurning
                        ? "a clip that turns at its ends cannot be in step: expected loop or clamp"
                        : "expected the mode of the other clips of its sync group, that of '" +
                              nodeIds_[program_->syncMembers[indices[0]].node] + "'");
        }
        member.group = static_cast<std::uint32_t>(program_->syncGroups.size());
        member.hasGroup = true;
        members.push_back(&member);
        auto& own = markers.emplace_back();
        if (group.isLooping) {
            for (const NamedTime& marker : program_->clips[member.clip.value()].markers) {
                own.emplace_back(marker.name, marker.time);
            }
        }
    }
    alignMarkers(members, markers);
    group.pieceCount = members[0]->starts.size();
    program_->syncGroups.push_back(group);
}

} // namespace sartor::graph
