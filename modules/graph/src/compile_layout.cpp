// SPDX-License-Identifier: Apache-2.0
// Nodes take what they need, and everything gets its place.
#include "compiler.h"

#include <algorithm>

namespace sartor::graph {

const Rig& BindContext::rig() const {
    return *compiler_.rig();
}

ParamView BindContext::params() const {
    return {compiler_.definition().nodes[compiler_.positionOf(node_)].params,
            node_.type->schema->params,
            compiler_.names()};
}

ParamView BindContext::fields(AnyPin pin, std::size_t item) const {
    const InputSchema& schema = node_.type->schema->inputs[pin.index];
    const std::vector<PinInputs>& written =
        compiler_.definition().nodes[compiler_.positionOf(node_)].inputs;
    const auto found = std::find_if(
        written.begin(), written.end(), [&](const PinInputs& p) { return p.pin == schema.id; });
    SARTOR_ASSERT(found != written.end() && item < found->inputs.size());
    return {found->inputs[item].fields, schema.fields, compiler_.names()};
}

std::size_t BindContext::inputCount(AnyPin pin) const {
    return compiler_.program().inputsOf(node_, pin.index).size();
}

bool BindContext::isLinked(AnyPin pin, std::size_t item) const {
    return compiler_.program().inputsOf(node_, pin.index)[item].isConnected();
}

ParameterType BindContext::parameterType(ParameterIndex parameter) const {
    return compiler_.definition().parameters[parameter.value()].type;
}

const CompiledClip& BindContext::clip(ClipIndex clip) const {
    return compiler_.program().clips[clip.value()];
}

void BindContext::problem(std::string_view code, std::string_view where, std::string message) {
    const Place node = compiler_.placeOf(compiler_.positionOf(node_));
    compiler_.problem(code, {node.pointer + std::string(where), node.node}, std::move(message));
}

std::string BindContext::suggestion(std::string_view word,
                                    const std::vector<std::string>& candidates) {
    return compiler_.suggestion(word, candidates);
}

void BindContext::reserveTasks(std::size_t count, std::size_t payloadSize) {
    node_.taskCount = count;
    node_.payloadSize = payloadSize;
}

void BindContext::reserveScratch(std::size_t size) {
    compiler_.program().scratchSize = std::max(compiler_.program().scratchSize, size);
}

void BindContext::limitActiveInputs(std::size_t count) {
    node_.activeInputCount = count;
}

StatePose BindContext::reserveStatePose() {
    return {static_cast<std::uint32_t>(compiler_.program().statePoseCount++)};
}

SyncMemberIndex
BindContext::joinSyncGroup(ClipIndex clip, std::string_view name, pose::PlaybackMode mode) {
    std::vector<SyncMember>& members = compiler_.program().syncMembers;
    SyncMember& member = members.emplace_back();
    member.node = static_cast<std::uint32_t>(compiler_.positionOf(node_));
    member.isLooping = mode == pose::PlaybackMode::Loop;
    member.isTurning = mode == pose::PlaybackMode::PingPong;
    member.clip = clip;
    member.name = name;
    member.duration = compiler_.program().clips[clip.value()].duration;
    return SyncMemberIndex(members.size() - 1);
}

void BindContext::joinLeaders(PosePin pin, std::size_t item, std::size_t other) {
    const std::span<const CompiledInput> inputs = compiler_.program().inputsOf(node_, pin.index);
    compiler_.joinLeaders(inputs[item].node, inputs[other].node);
}

void Compiler::checkDepth() {
    std::vector<std::size_t> depths(program().nodes.size(), 1);
    for (const std::size_t i : dependencyOrder_) {
        const CompiledNode& node = program().nodes[i];
        for (std::uint32_t pin = 0; pin < node.type->schema->inputs.size(); ++pin) {
            for (const CompiledInput& input : program().inputsOf(node, pin)) {
                if (input.source == InputDefinition::Source::Node) {
                    depths[i] = std::max(depths[i], depths[input.node] + 1);
                }
            }
        }
    }
    const auto deepest = std::max_element(depths.begin(), depths.end());
    if (deepest != depths.end() && *deepest > kMaximumDepth) {
        problem("graph.too_deep",
                placeOf(static_cast<std::size_t>(deepest - depths.begin())),
                "the longest way of links to this node goes over " + std::to_string(*deepest) +
                    " nodes: expected at most " + std::to_string(kMaximumDepth));
    }
}

void Compiler::bindNodes() {
    for (CompiledNode& node : program().nodes) {
        BindContext context(*this, node);
        const std::size_t before = problemCount();
        if (node.type->check != nullptr) {
            node.type->check(context);
        }
        if (rig() != nullptr && problemCount() == before) {
            node.data = NodeDataPointer(node.type->createData(), node.type->destroyData);
            node.type->bind(context, node.data.get());
        }
    }
}

void Compiler::layOut() {
    constexpr std::size_t kAlignment = alignof(std::max_align_t);
    StateLayout& layout = program().layout;
    std::size_t end = sizeof(StateHeader);
    const auto place = [&](std::size_t size) {
        const std::size_t offset = (end + kAlignment - 1) / kAlignment * kAlignment;
        end = offset + size;
        return offset;
    };
    layout.parameters = place(program().parameters.size() * sizeof(glm::vec3));
    layout.values = place(program().values.size() * sizeof(glm::vec3));
    layout.lastFrames = place(program().nodes.size() * sizeof(std::uint64_t));
    for (CompiledNode& node : program().nodes) {
        node.stateOffset = place(node.type->stateSize);
    }
    for (SyncGroup& group : program().syncGroups) {
        group.stateOffset = place(sizeof(SyncState) + 2 * group.pieceCount * sizeof(double));
    }
    layout.poseFrames = place(program().statePoseCount * sizeof(std::uint64_t));
    layout.transforms =
        place(program().statePoseCount * program().jointCount() * sizeof(math::Transform));
    layout.morphWeights =
        place(program().statePoseCount * program().morphWeightCount() * sizeof(float));
    layout.size = place(0);
}

void Compiler::countRoom() {
    // While a node is updated, the poses of its inputs that are done and what it has recorded
    // itself are held; when it is done, its result alone.
    std::vector<std::size_t> slots(program().nodes.size(), 0);
    std::size_t sharedCount = 0;
    for (const std::size_t i : dependencyOrder_) {
        const CompiledNode& node = program().nodes[i];
        const NodeSchema& schema = *node.type->schema;
        std::size_t poseInputCount = 0;
        std::size_t largestInput = 0;
        for (std::uint32_t pin = 0; pin < schema.inputs.size(); ++pin) {
            if (schema.inputs[pin].type != PinType::Pose) {
                continue;
            }
            for (const CompiledInput& input : program().inputsOf(node, pin)) {
                if (input.isConnected()) {
                    ++poseInputCount;
                    largestInput = std::max(largestInput, slots[input.node]);
                }
            }
        }
        const std::size_t activeCount = std::min(poseInputCount, node.activeInputCount);
        slots[i] = std::max(activeCount + node.taskCount,
                            activeCount == 0 ? 0 : activeCount - 1 + largestInput);
        sharedCount += std::any_of(
            schema.outputs.begin(), schema.outputs.end(), [](const auto& o) { return o.isShared; });
        if (node.type->update != nullptr) {
            program().taskCount += node.taskCount;
            constexpr std::size_t kAlignment = alignof(std::max_align_t);
            program().payloadSize +=
                node.taskCount * ((node.payloadSize + kAlignment - 1) / kAlignment * kAlignment);
            program().taskInputCount += node.taskCount * (activeCount + node.taskCount);
        }
    }
    program().poseSlotCount = slots[program().outputNode] + sharedCount;
}

} // namespace sartor::graph
