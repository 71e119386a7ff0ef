// SPDX-License-Identifier: Apache-2.0
// What a graph did, frame by frame.
#pragma once

#include "graph_schedule.h"

#include <sartor/graph/graph_recorder.h>
#include <sartor/io/json_writer.h>
#include <sartor/math/transform.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sartor::cli {

struct GraphFrame {
    double time = 0.0; ///< seconds, at the end of the frame
    pose::RootMotionFrame motion;
    std::vector<pose::RootMotionSource> sources;
    pose::RootMotionError error; ///< of conservation
    /// Where poses are kept.
    std::vector<math::Transform> parentFromJoint;
    std::vector<float> morphWeights;
};

struct TracedEvent {
    std::size_t frame = 0; ///< from 1
    double time = 0.0;     ///< seconds, at the end of the frame
    graph::Event event;
};

struct GraphTrace {
    std::size_t frameCount = 0;
    std::vector<GraphFrame> frames; ///< those that are kept
    std::vector<TracedEvent> events;
    std::size_t droppedEventCount = 0;
    /// Of the first stretch of frames that shows a fault, else of the last one in which there was
    /// enough motion to tell. A ledger judges the frames it keeps; stretches overlap by half.
    pose::RootMotionVerdict verdict;
    /// From 1: of the stretch with the fault; without one, from the first to the last stretch in
    /// which there was enough motion to tell.
    std::size_t firstJudgedFrame = 0;
    std::size_t lastJudgedFrame = 0;
    pose::RootMotionError largestError;
};

/// Which frames a trace keeps: the few that traceText() shows, so that a long run takes no more
/// memory than a short one; all; or all with their poses.
enum class KeepFrames { Shown, All, AllWithPoses };

/// Runs a graph for frames of the same length, and records them where there is a recorder.
/// Errors: those of GraphInstance::update().
Result<GraphTrace> traceGraph(graph::GraphInstance& instance,
                              graph::GraphRecorder* recorder,
                              GraphSchedule schedule,
                              double dt,
                              std::size_t frameCount,
                              KeepFrames keep);

/// The trace, with all frames, as JSON: members root_motion (null without), events.
void writeTrace(io::JsonWriter& json, const graph::CompiledGraph& graph, const GraphTrace& trace);

/// The trace for people.
std::string traceText(const graph::CompiledGraph& graph, const GraphTrace& trace);

} // namespace sartor::cli
