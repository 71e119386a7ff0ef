// SPDX-License-Identifier: Apache-2.0
// A graph as it runs: indices instead of names, and how much room each thing takes.
#pragma once

#include "node.h"

#include <sartor/pose/root_motion_curve.h>
#include <sartor/pose/root_motion_ledger.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sartor::graph {

struct CompiledInput {
    InputDefinition::Source source = InputDefinition::Source::Constant;
    PinValue constant{};
    std::uint32_t node = 0;      ///< Source::Node; position in Program::nodes
    std::uint32_t output = 0;    ///< Source::Node; position in Program::values
    std::uint32_t parameter = 0; ///< Source::Parameter

    bool isConnected() const { return source != InputDefinition::Source::Constant; }
};

/// The inputs of one pin, a range of Program::inputs.
struct PinRange {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

using NodeDataPointer = std::unique_ptr<void, void (*)(void*)>;

/// One node, at the same position as in the definition.
struct CompiledNode {
    const NodeType* type = nullptr;
    NodeDataPointer data = NodeDataPointer(nullptr, nullptr);
    std::uint32_t firstPin = 0;    ///< of Program::pins, one for each input of the schema
    std::uint32_t firstValue = 0;  ///< of Program::values, one for each output of the schema
    std::size_t stateOffset = 0;   ///< in the state block
    std::size_t taskCount = 1;     ///< at most, in one update
    std::size_t payloadSize = 128; ///< of each task, at most
    std::size_t activeInputCount = static_cast<std::size_t>(-1); ///< at most
};

struct ClipEvent {
    double time = 0.0;
    std::uint32_t name = 0; ///< position in Program::eventNames
};

/// What the graph says about a clip, sorted by time; those of one time in the document's order.
struct CompiledClip {
    double duration = 0.0;
    std::vector<ClipEvent> events{};
    std::vector<NamedTime> markers{};
    /// Where the graph has root motion.
    std::optional<pose::RootMotionCurve> rootMotion{};
};

/// Where things lie in the state block of an instance, as offsets in bytes.
struct StateLayout {
    std::size_t parameters = 0;   ///< a glm::vec3 each
    std::size_t values = 0;       ///< a glm::vec3 each
    std::size_t lastFrames = 0;   ///< a std::uint64_t for each node
    std::size_t poseFrames = 0;   ///< a std::uint64_t for each state pose
    std::size_t transforms = 0;   ///< those of each state pose
    std::size_t morphWeights = 0; ///< those of each state pose
    std::size_t size = 0;
};

/// The beginning of a state block.
struct StateHeader {
    /// Of the last update. The first is 2, so that no node has run in the frame before it.
    std::uint64_t frame = 1;
    /// Of the books of root motion; its path is what the pose carries where that is the owner.
    pose::RootMotionTotals rootMotion{};
};

struct Program {
    GraphDefinition definition{};
    std::shared_ptr<const Rig> rig{};
    std::vector<CompiledNode> nodes{};
    std::vector<PinRange> pins{};
    std::vector<CompiledInput> inputs{};
    std::vector<PinType> values{};
    std::vector<PinValue> parameters{}; ///< as they begin
    std::vector<CompiledClip> clips{};  ///< of each clip of the rig
    /// Where the graph has root motion.
    std::optional<pose::RootMotionSettings> rootMotion{};
    pose::RootMotionReference rootAtRest{};
    std::vector<std::string> eventNames{};
    std::vector<SyncMember> syncMembers{};
    std::vector<SyncGroup> syncGroups{};
    std::uint32_t outputNode = 0;

    StateLayout layout{};
    std::size_t statePoseCount = 0;
    std::size_t taskCount = 0;
    std::size_t taskInputCount = 0;
    std::size_t payloadSize = 0;
    std::size_t scratchSize = 0;
    std::size_t poseSlotCount = 0;

    std::size_t jointCount() const { return rig->skeleton->jointCount(); }
    std::size_t morphWeightCount() const { return rig->defaultMorphWeights.size(); }
    std::span<const CompiledInput> inputsOf(const CompiledNode& node, std::uint32_t pin) const {
        const PinRange& range = pins[node.firstPin + pin];
        return std::span(inputs).subspan(range.first, range.count);
    }
};

} // namespace sartor::graph
