// SPDX-License-Identifier: Apache-2.0
// sartor experiment: one part of a character switched off, what is left drawn, and what follows.
#include "address.h"
#include "commands.h"
#include "experiment_trace.h"
#include "options.h"
#include "picture.h"
#include "table.h"
#include "usage.h"

#include <sartor/diagnose/experiments.h>
#include <sartor/io/text.h>
#include <sartor/session/session.h>

#include <algorithm>
#include <memory>

namespace sartor::cli {
namespace {

struct Options {
    FileOptions file;
    std::string run;
    std::string joint;
    std::string node;
    std::uint32_t primitive = 0;
    std::optional<std::uint32_t> vertex;
    std::string clip;
    std::optional<double> time;
    std::filesystem::path screenshot;
    std::string size = "1280x720";
    std::string camera = "auto";
    bool isList = false;
    bool isJson = false;
};

const diagnose::ExperimentKind& kindOf(const diagnose::Experiment& experiment) {
    const auto kinds = diagnose::experimentKinds();
    return *std::find_if(kinds.begin(), kinds.end(), [&](const diagnose::ExperimentKind& kind) {
        return kind.id == experiment.id;
    });
}

std::string namesOf(const std::vector<diagnose::CharacterPart>& parts) {
    std::string names;
    for (const diagnose::CharacterPart part : parts) {
        names += (names.empty() ? "" : ", ") + std::string(nameOf(part));
    }
    return names;
}

/// What is made of a vertex rather than of a character.
constexpr diagnose::ExperimentKind kTraceKind = {
    .id = kVertexTrace,
    .title = "One vertex all the way",
    .change = "Nothing is changed; one vertex is followed from the bytes of the file to what each "
              "backend makes of it.",
    .lookFor = "The stage at which its numbers change, and whether backends agree."};

std::string list(bool isJson) {
    io::JsonWriter json;
    json.beginObject().key("experiments").beginArray();
    std::string text;
    std::vector<diagnose::ExperimentKind> kinds(diagnose::experimentKinds().begin(),
                                                diagnose::experimentKinds().end());
    kinds.push_back(kTraceKind);
    for (const diagnose::ExperimentKind& kind : kinds) {
        json.beginObject().member("id", kind.id).member("title", kind.title);
        json.member("change", kind.change).member("look_for", kind.lookFor).endObject();
        text += std::string(kind.id) + "\n  " + std::string(kind.title) +
                "\n  done:     " + std::string(kind.change) +
                "\n  look for: " + std::string(kind.lookFor) + "\n";
    }
    json.endArray();
    return isJson ? json.endObject().take() : text;
}

void writeParts(io::JsonWriter& json,
                std::string_view key,
                const std::vector<diagnose::CharacterPart>& parts) {
    json.key(key).beginArray();
    for (const diagnose::CharacterPart part : parts) {
        json.value(nameOf(part));
    }
    json.endArray();
}

std::string json(const std::vector<diagnose::Experiment>& experiments, const Options& options) {
    io::JsonWriter json;
    json.beginObject().member("file", options.file.file.string());
    json.key("experiments").beginArray();
    for (const diagnose::Experiment& experiment : experiments) {
        const diagnose::ExperimentKind& kind = kindOf(experiment);
        json.beginObject().member("id", experiment.id).member("title", kind.title);
        json.member("change", kind.change).member("look_for", kind.lookFor);
        json.member("conclusion", experiment.conclusion);
        writeParts(json, "right", experiment.cleared);
        writeParts(json, "suspect", experiment.suspected);
        json.key("measures").beginArray();
        for (const diagnose::ExperimentMeasure& measure : experiment.measures) {
            json.beginInlineObject().member("name", measure.name).member("value", measure.value);
            json.member("unit", measure.unit).endObject();
        }
        json.endArray().endObject();
    }
    json.endArray();
    if (!options.screenshot.empty()) {
        json.member("screenshot", options.screenshot.string());
    }
    writeNotes(json, {});
    return json.endObject().take();
}

std::string text(const std::vector<diagnose::Experiment>& experiments, const Options& options) {
    std::string result = io::printable(options.file.file.string()) + "\n";
    for (const diagnose::Experiment& experiment : experiments) {
        const diagnose::ExperimentKind& kind = kindOf(experiment);
        result += "\n" + std::string(kind.title) + "  [" + experiment.id + "]\n";
        if (experiments.size() == 1) {
            result += "   done:     " + std::string(kind.change) + "\n";
            result += "   look for: " + std::string(kind.lookFor) + "\n";
        }
        result += "   " + io::printable(experiment.conclusion) + "\n";
        if (!experiment.cleared.empty()) {
            result += "   right:    " + namesOf(experiment.cleared) + "\n";
        }
        if (!experiment.suspected.empty()) {
            result += "   suspect:  " + namesOf(experiment.suspected) + "\n";
        }
        if (experiments.size() == 1) {
            Table table({{"measured", Table::Align::Left},
                         {"", Table::Align::Right},
                         {"", Table::Align::Left}});
            for (const diagnose::ExperimentMeasure& measure : experiment.measures) {
                table.addRow({measure.name, rounded(measure.value), measure.unit});
            }
            result += "\n" + table.text();
        }
    }
    if (experiments.size() > 1) {
        result += "\n`--run ID` shows one with its numbers, and draws it with --screenshot.\n";
    }
    return result;
}

#ifdef SARTOR_HAS_GPU

session::ViewOptions viewOf(const diagnose::Experiment& experiment) {
    session::ViewOptions view;
    view.isSmooth = true;
    view.showSkeleton = true;
    switch (experiment.view) {
    case diagnose::ExperimentView::Surface:
        break;
    case diagnose::ExperimentView::Bones:
        view.showAxes = true;
        break;
    case diagnose::ExperimentView::JointColours:
        view.mode = session::ViewMode::Ids;
        view.showSkeleton = false;
        break;
    case diagnose::ExperimentView::Directions:
        view.mode = session::ViewMode::Direction;
        view.showSkeleton = false;
        break;
    }
    return view;
}

/// With the weights of the file, right or wrong.
Result<std::string> draw(const diagnose::Experiment& experiment,
                         const diagnose::Moment& moment,
                         const Options& options) {
    const Result<PictureSize> size = parseSize(options.size);
    const Result<CameraRequest> camera = parseCamera(options.camera);
    if (!size || !camera) {
        return size ? camera.error() : size.error();
    }
    session::SessionOptions sessionOptions;
    sessionOptions.influences.policy = assets::WeightPolicy::None;
    const auto session = session::Session::create(experiment.scene, sessionOptions);
    if (!session) {
        return session.error();
    }
    Status status = (*session)->setClip(moment.clip);
    if (status) {
        status = (*session)->evaluate(static_cast<double>(moment.time));
    }
    const session::ViewOptions view = viewOf(experiment);
    if (status) {
        status = writePicture(options.screenshot, **session, view, *size, *camera);
    }
    if (!status) {
        return status.error();
    }
    return "\nwrote " + io::printable(options.screenshot.string()) + "\n" +
           legendText(**session, view);
}

#else

Result<std::string>
draw(const diagnose::Experiment&, const diagnose::Moment&, const Options& options) {
    const Result<PictureSize> size = parseSize(options.size);
    const Result<CameraRequest> camera = parseCamera(options.camera);
    if (!size || !camera) {
        return size ? camera.error() : size.error();
    }
    return Error{"gpu.unavailable", "this build cannot render (SARTOR_BUILD_GPU=OFF)"};
}

#endif

Result<diagnose::ExperimentOptions> experimentOptions(const import::ImportedScene& scene,
                                                      const Options& options) {
    diagnose::ExperimentOptions made;
    if (!options.clip.empty()) {
        const Result<std::uint32_t> clip = findClip(scene, options.clip);
        if (!clip) {
            return clip.error();
        }
        made.moment.clip = *clip;
        made.moment.time = std::clamp(
            static_cast<float>(options.time.value_or(0.0)), 0.0f, scene.clips[*clip]->duration());
    }
    if (!options.joint.empty()) {
        const Result<JointIndex> joint = findNode(scene, options.joint);
        if (!joint) {
            return joint.error();
        }
        made.joint = *joint;
    }
    return made;
}

Result<Answer> trace(const Options& options) {
    if (options.node.empty() || !options.vertex) {
        return Error{"usage.missing", "expected --node and --vertex with --run vertex-trace"};
    }
    if (!options.screenshot.empty()) {
        return Error{"usage.together",
                     "--run vertex-trace has no picture: --screenshot has no "
                     "effect"};
    }
    const Result<std::string> traced = traceAnswer({.file = options.file,
                                                    .node = options.node,
                                                    .primitive = options.primitive,
                                                    .vertex = *options.vertex,
                                                    .clip = options.clip,
                                                    .time = options.time},
                                                   options.isJson);
    if (!traced) {
        return traced.error();
    }
    return Answer{*traced, ExitCode::Done};
}

Result<Answer> answer(const Options& options) {
    if (options.isList) {
        return Answer{list(options.isJson)};
    }
    if (options.file.file.empty()) {
        return Error{"usage.missing", "expected FILE, or --list"};
    }
    if (options.run == kVertexTrace) {
        return trace(options);
    }
    const Result<import::ImportedScene> scene = readScene(options.file);
    if (!scene) {
        return scene.error();
    }
    const auto experimentRequest = experimentOptions(*scene, options);
    if (!experimentRequest) {
        return experimentRequest.error();
    }
    std::vector<std::string> ids = {options.run};
    if (options.run.empty()) {
        ids.clear();
        for (const diagnose::ExperimentKind& kind : diagnose::experimentKinds()) {
            ids.emplace_back(kind.id);
        }
    }
    std::vector<diagnose::Experiment> experiments;
    bool isSuspect = false;
    for (const std::string& id : ids) {
        auto experiment = diagnose::runExperiment(*scene, id, *experimentRequest);
        if (!experiment) {
            return experiment.error();
        }
        isSuspect = isSuspect || !experiment->suspected.empty();
        experiments.push_back(*std::move(experiment));
    }
    std::string drawn;
    if (!options.screenshot.empty()) {
        Result<std::string> written = draw(experiments.front(), experimentRequest->moment, options);
        if (!written) {
            return written.error();
        }
        drawn = *std::move(written);
    }
    return Answer{options.isJson ? json(experiments, options) : text(experiments, options) + drawn,
                  isSuspect ? ExitCode::Found : ExitCode::Done};
}

} // namespace

Command addExperimentCommand(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand(
        "experiment", "Switch one part of a character off, and see which part is wrong");
    options->file.addTo(*command);
    command->get_option("FILE")->required(false);
    command->add_flag("--list", options->isList, "All experiments, and what to look for");
    CLI::Option* run = command->add_option("--run", options->run, "Only this one, with its numbers")
                           ->type_name("ID");
    command
        ->add_option("--joint",
                     options->joint,
                     "With force-index-0, the joint that everything follows [first of the skin]")
        ->type_name("JOINT")
        ->needs(run);
    CLI::Option* node =
        command->add_option("--node", options->node, "With vertex-trace, the node of the mesh")
            ->type_name("NODE")
            ->needs(run);
    command->add_option("--primitive", options->primitive, "Of that mesh [0]")
        ->check(wholeNumber(0, kMaximumIndex))
        ->type_name("P")
        ->needs(node);
    command->add_option("--vertex", options->vertex, "Its vertex")
        ->check(wholeNumber(0, kMaximumIndex))
        ->type_name("V")
        ->needs(node);
    CLI::Option* clip =
        command->add_option("--clip", options->clip, "A clip, by index or name [rest pose]")
            ->type_name("CLIP");
    command->add_option("--time", options->time, "Seconds into the clip [0]")
        ->type_name("SECONDS")
        ->check(finiteNumber())
        ->needs(clip);
    CLI::Option* screenshot = addOutOption(*command,
                                           options->screenshot,
                                           {".png"},
                                           "--screenshot",
                                           "Draw the changed character into this file");
    screenshot->needs(run);
    command->add_option("--size", options->size, "Width and height in pixels [1280x720]")
        ->type_name("WxH")
        ->needs(screenshot);
    command
        ->add_option("--camera",
                     options->camera,
                     "auto, or some of yaw=DEGREES,pitch=DEGREES,distance=LENGTH [auto]")
        ->type_name("CAMERA")
        ->needs(screenshot);
    addJsonFlag(*command, options->isJson);
    command->footer(
        "Example: sartor experiment broken.glb --run force-index-0 --screenshot one_joint.png\n"
        "         sartor experiment broken.glb --run vertex-trace --node Body --vertex 42\n"
        "Without --run, all of them. Ends with 1 where a part of the character is suspected. "
        "Weights and indices are those of the file, right or wrong.");
    return {command, [options] { return deliver(options->file.file, answer(*options)); }};
}

} // namespace sartor::cli
