// SPDX-License-Identifier: Apache-2.0
// sartor graph run: a pose graph on a character, frame by frame.
#include "commands.h"
#include "graph_input.h"
#include "graph_trace.h"
#include "options.h"
#include "table.h"
#include "usage.h"

#include <sartor/base/file.h>
#include <sartor/graph/graph_capture.h>
#include <sartor/io/json_writer.h>
#include <sartor/io/npz_writer.h>
#include <sartor/session/graph_rig.h>

#include <CLI/Validators.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>

namespace sartor::cli {
namespace {

struct Options {
    std::filesystem::path graph;
    FileOptions asset;
    double dt = 1.0 / 60.0;
    std::size_t frameCount = 60;
    std::vector<std::string> settings;
    std::filesystem::path out;
    std::filesystem::path record;
    std::filesystem::path replay;
    bool isJson = false;
};

std::vector<std::string> notesOf(const GraphTrace& trace) {
    return trace.droppedEventCount == 0
               ? std::vector<std::string>()
               : std::vector{std::to_string(trace.droppedEventCount) +
                             " events came beyond the room there is for one frame"};
}

std::string
json(const Options& options, const graph::CompiledGraph& graph, const GraphTrace& trace) {
    io::JsonWriter json;
    json.beginObject().member("graph", options.graph.string());
    json.member("asset", options.asset.file.string()).member("dt", options.dt);
    json.member("frames", trace.frameCount);
    writeTrace(json, graph, trace);
    writeNotes(json, notesOf(trace));
    return json.endObject().take();
}

std::string
text(const Options& options, const graph::CompiledGraph& graph, const GraphTrace& trace) {
    std::string text = std::to_string(trace.frameCount) + " frames of " + rounded(options.dt) +
                       " s\n\n" + traceText(graph, trace);
    for (const std::string& note : notesOf(trace)) {
        text += "note: " + note + "\n";
    }
    return text;
}

std::string posesAsJson(const graph::Rig& rig, const GraphTrace& trace) {
    io::JsonWriter json;
    json.beginObject().key("frames").beginArray();
    for (const GraphFrame& frame : trace.frames) {
        json.beginObject().member("time", frame.time).key("nodes").beginArray();
        for (std::size_t joint = 0; joint < frame.parentFromJoint.size(); ++joint) {
            const math::Transform& local = frame.parentFromJoint[joint];
            json.beginInlineObject();
            json.member("node", rig.skeleton->joints()[joint].fileNode);
            json.member("translation", local.translation).member("rotation", local.rotation);
            json.member("scale", local.scale).endObject();
        }
        json.endArray().key("morph_weights").beginArray();
        for (const graph::MorphChannel& channel : rig.morphChannels) {
            json.beginInlineObject();
            json.member("node", rig.skeleton->joint(channel.node).fileNode);
            json.member(
                "weights",
                std::span<const float>(frame.morphWeights).subspan(channel.first, channel.count));
            json.endObject();
        }
        json.endArray().endObject();
    }
    return json.endArray().endObject().take();
}

/// Arrays of frames by joints by components, and joints by their node in the file.
Result<std::vector<std::byte>> posesAsArrays(const graph::Rig& rig, const GraphTrace& trace) {
    std::vector<float> times;
    std::vector<float> translations;
    std::vector<float> rotations;
    std::vector<float> scales;
    std::vector<float> weights;
    std::vector<std::uint32_t> nodes;
    const auto append = [](std::vector<float>& values, const auto& vector) {
        for (int i = 0; i < vector.length(); ++i) {
            values.push_back(vector[i]);
        }
    };
    for (const assets::Joint& joint : rig.skeleton->joints()) {
        nodes.push_back(joint.fileNode);
    }
    for (const GraphFrame& frame : trace.frames) {
        times.push_back(static_cast<float>(frame.time));
        for (const math::Transform& local : frame.parentFromJoint) {
            append(translations, local.translation);
            append(rotations, local.rotation);
            append(scales, local.scale);
        }
        weights.insert(weights.end(), frame.morphWeights.begin(), frame.morphWeights.end());
    }
    const std::size_t frames = trace.frames.size();
    const io::NpyArray arrays[] = {
        {"times", {frames}, std::span<const float>(times)},
        {"nodes", {nodes.size()}, std::span<const std::uint32_t>(nodes)},
        {"translations", {frames, nodes.size(), 3}, std::span<const float>(translations)},
        {"rotations", {frames, nodes.size(), 4}, std::span<const float>(rotations)},
        {"scales", {frames, nodes.size(), 3}, std::span<const float>(scales)},
        {"morph_weights",
         {frames, rig.defaultMorphWeights.size()},
         std::span<const float>(weights)}};
    return io::npzBytes(arrays);
}

Status writePoses(const Options& options, const graph::Rig& rig, const GraphTrace& trace) {
    if (options.out.extension() == ".json") {
        return writeFileAtomically(options.out, posesAsJson(rig, trace));
    }
    const auto bytes = posesAsArrays(rig, trace);
    return bytes ? writeFileAtomically(options.out, *bytes) : bytes.error();
}

Status writeRecord(const Options& options, const graph::GraphRecorder& recorder) {
    const graph::GraphCapture capture = captureFrames(recorder, 0, recorder.frameCount());
    return writeFileAtomically(options.record, captureBytes(capture));
}

/// Goes through a capture again; any pose with other bits than the captured one is a finding.
Result<Answer> replay(const Options& options,
                      const std::shared_ptr<const graph::CompiledGraph>& graph) {
    constexpr std::uint64_t kLargestFile = std::uint64_t{1} << 30;
    const auto bytes = readFile(options.replay, kLargestFile);
    if (!bytes) {
        return bytes.error();
    }
    auto capture = graph::readCapture(*bytes);
    if (!capture) {
        return Error{capture.error().code,
                     options.replay.string() + ": " + capture.error().message};
    }
    auto replay = graph::GraphReplay::create(graph, std::move(*capture));
    if (!replay) {
        return Error{replay.error().code, options.replay.string() + ": " + replay.error().message};
    }
    std::vector<math::Transform> parentFromJoint(graph->rig().skeleton->jointCount());
    std::vector<float> morphWeights(graph->rig().defaultMorphWeights.size());
    std::vector<std::size_t> different;
    for (std::size_t i = 0; i < replay->frameCount(); ++i) {
        const auto step = replay->show(i, parentFromJoint, morphWeights);
        if (!step) {
            return Error{step.error().code, options.replay.string() + ": " + step.error().message};
        }
        if (!step->isExact) {
            different.push_back(i + 1);
        }
    }
    Answer answer;
    answer.exitCode = different.empty() ? ExitCode::Done : ExitCode::Found;
    if (options.isJson) {
        io::JsonWriter json;
        json.beginObject().member("replay", options.replay.string());
        json.member("frames", replay->frameCount()).member("different", different);
        answer.text = json.endObject().take();
    } else {
        answer.text = std::to_string(replay->frameCount()) + " frames, " +
                      (different.empty() ? "all with the bits that were recorded\n"
                                         : std::to_string(different.size()) +
                                               " with other bits, the first is frame " +
                                               std::to_string(different.front()) + "\n");
    }
    return answer;
}

Result<Answer> answer(const Options& options) {
    const std::filesystem::path inputs[] = {options.graph, options.asset.file};
    for (const std::filesystem::path& out : {options.out, options.record}) {
        if (Status status = expectNoInput(out, inputs); !out.empty() && !status) {
            return status.error();
        }
    }
    const auto scene = readScene(options.asset);
    if (!scene) {
        return scene.error();
    }
    const auto checked = requireGraph(options.graph, session::makeGraphRig(*scene));
    if (!checked) {
        return checked.error();
    }
    if (!options.replay.empty()) {
        return replay(options, checked->graph);
    }
    const graph::CompiledGraph& graph = *checked->graph;
    auto schedule = GraphSchedule::parse(options.settings, graph);
    if (!schedule) {
        return schedule.error();
    }
    graph::GraphInstance instance = graph::GraphInstance::create(checked->graph);
    std::optional<graph::GraphRecorder> recorder;
    if (!options.record.empty()) {
        constexpr std::size_t kMostMemory = std::size_t{1} << 30;
        const double seconds = static_cast<double>(options.frameCount + 1) *
                               std::max(options.dt, 1.0 / graph::GraphRecorder::kFramesPerSecond);
        recorder.emplace(checked->graph,
                         graph::RecorderSettings{.seconds = seconds, .memorySize = kMostMemory});
    }
    const auto trace = traceGraph(instance,
                                  recorder ? &*recorder : nullptr,
                                  std::move(*schedule),
                                  options.dt,
                                  options.frameCount,
                                  !options.out.empty() ? KeepFrames::AllWithPoses
                                  : options.isJson     ? KeepFrames::All
                                                       : KeepFrames::Shown);
    if (!trace) {
        return Error{"usage.time", "--dt: " + trace.error().message};
    }
    if (!options.out.empty()) {
        if (const Status status = writePoses(options, graph.rig(), *trace); !status) {
            return status.error();
        }
    }
    if (recorder) {
        if (const Status status = writeRecord(options, *recorder); !status) {
            return status.error();
        }
    }
    return Answer{options.isJson ? json(options, graph, *trace) : text(options, graph, *trace)};
}

} // namespace

Command addGraphRunCommand(CLI::App& group) {
    constexpr std::uint64_t kMostFrames = 1000000;
    auto options = std::make_shared<Options>();
    CLI::App* command = group.add_subcommand(
        "run", "Run a graph on a character: root motion with its books, events, poses");
    command->add_option("graph", options->graph, "A graph document (.graph.json)")
        ->required()
        ->type_name("GRAPH");
    command->add_option("--asset", options->asset.file, "The character with its clips")
        ->required()
        ->type_name("FILE");
    options->asset.reading.addTo(*command);
    command->add_option("--dt", options->dt, "Length of a frame; default 1/60 s")
        ->check(finiteFrom(0.0))
        ->type_name("SECONDS");
    command->add_option("--frames", options->frameCount, "How many; default 60")
        ->check(wholeNumber(1, kMostFrames))
        ->type_name("COUNT");
    command
        ->add_option("--set",
                     options->settings,
                     "Value of a parameter, and from when: speed=1.5, speed=0@0,2@1.5, "
                     "aim=true, target=0:1:2, jump=fire@0.5")
        ->type_name("NAME=VALUE[@SECONDS]")
        ->allow_extra_args(false);
    addOutOption(*command, options->out, {".json", ".npz"}, "--out", "Poses of all frames");
    addOutOption(*command,
                 options->record,
                 {".capture"},
                 "--record",
                 "All frames with what made them, to be gone through again");
    command
        ->add_option("--replay",
                     options->replay,
                     "Goes through recorded frames instead; exit code 1 where bits differ")
        ->type_name("CAPTURE");
    addJsonFlag(*command, options->isJson);
    command->footer("Example: sartor graph run walk.graph.json --asset character.glb --frames 120 "
                    "--set speed=0@0,2@1.5 --json");
    return {command, [options, command] {
                const Status alone =
                    options->replay.empty()
                        ? Status()
                        : expectNoneOf(*command,
                                       {"--dt", "--frames", "--set", "--out", "--record"},
                                       "frames that were recorded have all that made them");
                return alone ? deliver(options->asset.file, answer(*options))
                             : deliver(options->graph, alone.error());
            }};
}

} // namespace sartor::cli
