// SPDX-License-Identifier: Apache-2.0
// What a graph did, moment by moment, and its way to a file and back.
#include "editor/model/graph_recording.h"

#include <sartor/base/file.h>
#include <sartor/graph/graph_capture.h>

#include <utility>

namespace sartor::editor {

namespace {

constexpr std::uint64_t kLargestFile = std::uint64_t{1} << 30;

Result<GraphRecording>
replayAll(graph::GraphReplay replay, GraphMoment start, const std::vector<double>& steps) {
    const graph::CompiledGraph& graph = replay.instance().graph();
    std::vector<math::Transform> parentFromJoint(graph.rig().skeleton->jointCount());
    std::vector<float> morphWeights(graph.rig().defaultMorphWeights.size());
    GraphRecording recording;
    recording.moments.push_back(std::move(start));
    std::vector<graph::NodeActivity> before;
    for (std::size_t i = 0; i < replay.frameCount(); ++i) {
        const auto step = replay.show(i, parentFromJoint, morphWeights);
        if (!step) {
            return step.error();
        }
        recording.differentCount += step->isExact ? 0u : 1u;
        const GraphMoment& last = recording.moments.back();
        GraphMoment moment;
        moment.dt = steps[i];
        moment.time = last.time + moment.dt;
        const auto state = replay.instance().state();
        moment.state.assign(state.begin(), state.end());
        moment.worldFromModel = last.worldFromModel * step->update.rootMotion;
        const auto activity = replay.instance().activity();
        moment.happenings =
            happeningsOf(graph, {moment.time, moment.dt, step->update.events, before, activity});
        before.assign(activity.begin(), activity.end());
        recording.moments.push_back(std::move(moment));
    }
    return recording;
}

} // namespace

Status writeRecording(const std::filesystem::path& path,
                      const std::shared_ptr<const graph::CompiledGraph>& graph,
                      const std::deque<GraphMoment>& moments) {
    if (moments.size() < 2) {
        return Error{"editor.nothing_recorded", "nothing was played yet that could be saved"};
    }
    const std::size_t frameCount = moments.size() - 1;
    // Room for all of them, however short or long they are.
    double seconds = static_cast<double>(frameCount) / graph::GraphRecorder::kFramesPerSecond + 1.0;
    for (const GraphMoment& moment : moments) {
        seconds += moment.dt;
    }
    graph::GraphRecorder recorder(
        graph,
        graph::RecorderSettings{.seconds = seconds, .memorySize = frameCount * graph->stateSize()});
    graph::GraphInstance instance = graph::GraphInstance::create(graph);
    for (std::size_t i = 1; i < moments.size(); ++i) {
        if (Status status = instance.restore(moments[i - 1].state); !status) {
            return status;
        }
        if (const auto update = recorder.update(instance, moments[i].dt); !update) {
            return update.error();
        }
    }
    return writeFileAtomically(path,
                               captureBytes(captureFrames(recorder, 0, recorder.frameCount())));
}

Result<GraphRecording> readRecording(const std::filesystem::path& path,
                                     const std::shared_ptr<const graph::CompiledGraph>& graph) {
    const auto bytes = readFile(path, kLargestFile);
    if (!bytes) {
        return bytes.error();
    }
    const auto withPath = [&path](const Error& error) {
        return Error{error.code, path.string() + ": " + error.message};
    };
    auto capture = graph::readCapture(*bytes);
    if (!capture) {
        return withPath(capture.error());
    }
    GraphMoment start;
    start.state = capture->frames.front().state;
    std::vector<double> steps;
    for (const graph::GraphCapture::Frame& frame : capture->frames) {
        steps.push_back(frame.dt);
    }
    auto replay = graph::GraphReplay::create(graph, std::move(*capture));
    if (!replay) {
        return withPath(replay.error());
    }
    auto recording = replayAll(std::move(*replay), std::move(start), steps);
    return recording ? std::move(recording) : withPath(recording.error());
}

} // namespace sartor::editor
