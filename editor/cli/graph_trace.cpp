// SPDX-License-Identifier: Apache-2.0
// What a graph did, frame by frame.
#include "graph_trace.h"

#include "table.h"

#include <sartor/io/text.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sartor::cli {
namespace {

using pose::RootMotionSource;

std::string_view nameOf(pose::RootMotionOwner owner) {
    switch (owner) {
    case pose::RootMotionOwner::Entity:
        return "entity";
    case pose::RootMotionOwner::Pose:
        return "pose";
    case pose::RootMotionOwner::Discard:
        break;
    }
    return "discard";
}

std::string_view nameOf(RootMotionSource::Kind kind) {
    switch (kind) {
    case RootMotionSource::Kind::Clip:
        return "clip";
    case RootMotionSource::Kind::Dropped:
        return "dropped";
    case RootMotionSource::Kind::Kept:
        return "kept";
    case RootMotionSource::Kind::Override:
        break;
    }
    return "override";
}

bool hasRootMotion(const graph::CompiledGraph& graph) {
    return !graph.definition().rootMotion.joint.empty();
}

const std::string& nodeOf(const graph::CompiledGraph& graph, std::uint32_t node) {
    return graph.definition().nodes[node].id;
}

void writeMotion(io::JsonWriter& json, std::string_view name, const math::DoubleRigid& motion) {
    const glm::dquat& q = motion.rotation;
    json.key(name).beginInlineObject().member("translation", motion.translation);
    json.member("rotation", std::vector<double>{q.x, q.y, q.z, q.w}).endObject();
}

void writeSource(io::JsonWriter& json,
                 const graph::CompiledGraph& graph,
                 const RootMotionSource& source) {
    json.beginObject().member("node", nodeOf(graph, source.node));
    json.member("kind", nameOf(source.kind)).member("weight", source.weight);
    if (source.kind == RootMotionSource::Kind::Override) {
        writeMotion(json, "before", source.before);
    } else {
        json.member("from", source.fromTime).member("to", source.toTime);
        json.member("wraps", source.wraps);
    }
    writeMotion(json, "delta", source.delta);
    json.endObject();
}

void writeLedger(io::JsonWriter& json, const graph::CompiledGraph& graph, const GraphTrace& trace) {
    json.beginArray();
    for (const GraphFrame& frame : trace.frames) {
        json.beginObject().member("frame", frame.motion.number).member("time", frame.time);
        json.key("sources").beginArray();
        for (const RootMotionSource& source : frame.sources) {
            writeSource(json, graph, source);
        }
        json.endArray();
        writeMotion(json, "blended", frame.motion.blended);
        writeMotion(json, "given_to_entity", frame.motion.entity);
        writeMotion(json, "entity", frame.motion.worldFromEntity);
        writeMotion(json, "in_pose", frame.motion.modelFromCharacter);
        writeMotion(json, "seen", frame.motion.worldFromCharacter());
        json.member("conservation_error", frame.error.distance).endObject();
    }
    json.endArray();
}

void writeRootMotion(io::JsonWriter& json,
                     const graph::CompiledGraph& graph,
                     const GraphTrace& trace) {
    const graph::RootMotionDefinition& definition = graph.definition().rootMotion;
    json.beginObject().member("joint", definition.joint).member("owner", nameOf(definition.owner));
    json.key("conservation_error").beginObject();
    json.member("distance", trace.largestError.distance);
    json.member("angle_deg", glm::degrees(trace.largestError.angle)).endObject();
    json.key("verdict").beginObject().member("fault", pose::nameOf(trace.verdict.fault));
    // None where nothing was expected to go, or to turn.
    for (const auto& [key, ratio] : {std::pair("ratio", trace.verdict.ratio),
                                     std::pair("turn_ratio", trace.verdict.turnRatio)}) {
        json.key(key);
        if (std::isfinite(ratio)) {
            json.value(ratio);
        } else {
            json.null();
        }
    }
    json.member("heading_error_deg", glm::degrees(trace.verdict.headingError));
    json.key("frames").beginInlineArray().value(trace.firstJudgedFrame);
    json.value(trace.lastJudgedFrame).endArray().endObject();
    json.key("ledger");
    writeLedger(json, graph, trace);
    json.endObject();
}

double yawDegrees(const math::DoubleRigid& motion) {
    return glm::degrees(math::rotationVector(pose::yawOf(motion.rotation)).y);
}

/// Evenly chosen frames, the last one among them.
std::vector<std::size_t> shownFrames(std::size_t frameCount) {
    constexpr std::size_t kMostRows = 24;
    const std::size_t rowCount = std::min(frameCount, kMostRows);
    std::vector<std::size_t> shown;
    for (std::size_t row = 1; row <= rowCount; ++row) {
        shown.push_back(frameCount * row / rowCount - 1);
    }
    return shown;
}

bool isFault(pose::RootMotionFault fault) {
    return fault != pose::RootMotionFault::None && fault != pose::RootMotionFault::TooShort;
}

std::string faultText(const GraphTrace& trace) {
    const pose::RootMotionFault fault = trace.verdict.fault;
    if (fault == pose::RootMotionFault::TooShort) {
        return "too little of it to tell a fault";
    }
    return "fault: " + std::string(pose::nameOf(fault)) +
           (isFault(fault) ? ", first seen in frames " + std::to_string(trace.firstJudgedFrame) +
                                 " to " + std::to_string(trace.lastJudgedFrame)
                           : "");
}

std::string motionText(const graph::CompiledGraph& graph, const GraphTrace& trace) {
    const graph::RootMotionDefinition& definition = graph.definition().rootMotion;
    using Align = Table::Align;
    Table table({{"time", Align::Right},
                 {"entity x y z", Align::Left},
                 {"yaw", Align::Right},
                 {"in the pose x y z", Align::Left},
                 {"yaw", Align::Right},
                 {"off by", Align::Right}});
    for (const std::size_t i : shownFrames(trace.frames.size())) {
        const GraphFrame& frame = trace.frames[i];
        const math::DoubleRigid& entity = frame.motion.worldFromEntity;
        const math::DoubleRigid& inPose = frame.motion.modelFromCharacter;
        table.addRow({rounded(frame.time),
                      rounded(entity.translation),
                      rounded(yawDegrees(entity)),
                      rounded(inPose.translation),
                      rounded(yawDegrees(inPose)),
                      rounded(frame.error.distance)});
    }
    return "root motion of '" + definition.joint + "', owner " +
           std::string(nameOf(definition.owner)) + "\n" + table.text() +
           "entity and pose together are at most " + rounded(trace.largestError.distance) +
           " off the way of the clips; " + faultText(trace) + "\n";
}

std::string eventText(const graph::CompiledGraph& graph, const GraphTrace& trace) {
    using Align = Table::Align;
    Table table({{"frame ends", Align::Right},
                 {"event", Align::Left},
                 {"node", Align::Left},
                 {"clip time", Align::Right},
                 {"weight", Align::Right}});
    for (const auto& [number, time, event] : trace.events) {
        table.addRow({rounded(time),
                      graph.eventNames()[event.name],
                      nodeOf(graph, event.node),
                      rounded(event.clipTime),
                      rounded(static_cast<double>(event.weight))});
    }
    const std::string text = table.text();
    return text.empty() ? "no events\n" : text;
}

/// Looks at the frames that the ledger keeps, where those before say less.
void judge(const pose::RootMotionLedger& ledger, std::size_t frameCount, GraphTrace& trace) {
    const pose::RootMotionVerdict verdict = ledger.verdict();
    const bool saysNothing = verdict.fault == pose::RootMotionFault::TooShort;
    if (isFault(trace.verdict.fault) || (saysNothing && trace.lastJudgedFrame > 0)) {
        return;
    }
    // What shows no fault goes on from the first such stretch.
    const bool goesOn = !isFault(verdict.fault) && trace.verdict.fault == verdict.fault &&
                        trace.lastJudgedFrame > 0;
    if (!goesOn) {
        trace.firstJudgedFrame = frameCount - ledger.frameCount() + 1;
    }
    trace.lastJudgedFrame = frameCount;
    trace.verdict = verdict;
}

} // namespace

Result<GraphTrace> traceGraph(graph::GraphInstance& instance,
                              graph::GraphRecorder* recorder,
                              GraphSchedule schedule,
                              double dt,
                              std::size_t frameCount,
                              KeepFrames keep) {
    const graph::Rig& rig = instance.graph().rig();
    std::vector<math::Transform> parentFromJoint(rig.skeleton->jointCount());
    std::vector<float> morphWeights(rig.defaultMorphWeights.size());
    GraphTrace trace;
    trace.frameCount = frameCount;
    const std::vector<std::size_t> shown = shownFrames(frameCount);
    auto nextShown = shown.begin();
    for (std::size_t i = 0; i < frameCount; ++i) {
        schedule.apply(dt * static_cast<double>(i), instance);
        const Result<graph::GraphUpdate> update =
            recorder == nullptr ? instance.update(dt) : recorder->update(instance, dt);
        if (!update) {
            return update.error();
        }
        instance.evaluate(parentFromJoint, morphWeights);
        GraphFrame frame;
        frame.time = dt * static_cast<double>(i + 1);
        for (const graph::Event& event : update->events) {
            trace.events.push_back({i + 1, frame.time, event});
        }
        trace.droppedEventCount += update->droppedEventCount;
        const pose::RootMotionLedger& ledger = instance.rootMotionLedger();
        if (hasRootMotion(instance.graph())) {
            frame.motion = ledger.lastFrame();
            frame.sources.assign(ledger.sources().begin(), ledger.sources().end());
            frame.error = ledger.conservationError();
        }
        // Half of the frames that the ledgers of graphs keep; fewer would judge a start-up alone.
        constexpr std::size_t kStride = 32;
        if ((i + 1) % kStride == 0 || i + 1 == frameCount) {
            judge(ledger, i + 1, trace);
        }
        trace.largestError = {std::max(trace.largestError.distance, frame.error.distance),
                              std::max(trace.largestError.angle, frame.error.angle)};
        if (keep == KeepFrames::AllWithPoses) {
            frame.parentFromJoint = parentFromJoint;
            frame.morphWeights = morphWeights;
        }
        const bool isShown = i == *nextShown;
        if (isShown) {
            ++nextShown;
        }
        if (isShown || keep != KeepFrames::Shown) {
            trace.frames.push_back(std::move(frame));
        }
    }
    return trace;
}

void writeTrace(io::JsonWriter& json, const graph::CompiledGraph& graph, const GraphTrace& trace) {
    json.key("root_motion");
    if (hasRootMotion(graph)) {
        writeRootMotion(json, graph, trace);
    } else {
        json.null();
    }
    json.key("events").beginArray();
    for (const auto& [number, time, event] : trace.events) {
        json.beginObject().member("frame", number).member("time", time);
        json.member("name", graph.eventNames()[event.name]);
        json.member("node", nodeOf(graph, event.node)).member("weight", event.weight);
        json.member("clip_time", event.clipTime).member("frame_time", event.frameTime);
        json.member("is_reverse", event.isReverse).endObject();
    }
    json.endArray();
}

std::string traceText(const graph::CompiledGraph& graph, const GraphTrace& trace) {
    return (hasRootMotion(graph) ? motionText(graph, trace)
                                 : "the graph has no root motion: poses keep what clips do\n") +
           "\n" + eventText(graph, trace);
}

} // namespace sartor::cli
