// SPDX-License-Identifier: Apache-2.0
// Declares the shared options once and turns them into a session.
#include "options.h"

#include "address.h"
#include "answer.h"
#include "graph_input.h"
#include "graph_schedule.h"
#include "progress.h"
#include "usage.h"

#include <sartor/base/path.h>
#include <sartor/io/chain_document.h>
#include <sartor/io/text.h>
#include <sartor/pose/playback.h>

#include <CLI/Validators.hpp>

#include <algorithm>

namespace sartor::cli {

using import::ImportOptions;
using import::Isolation;

Status expectNoInput(const std::filesystem::path& out,
                     std::span<const std::filesystem::path> inputs) {
    for (const std::filesystem::path& input : inputs) {
        std::error_code isNotThere;
        if (std::filesystem::equivalent(out, input, isNotThere)) {
            return Error{"usage.output_is_input",
                         out.string() + " is a file that is read here; it is not written over"};
        }
    }
    return {};
}

void ReadOptions::addTo(CLI::App& app) {
    app.add_option("--joints-from",
                   codedInfluences.joints,
                   "glTF: attributes to read joints from, as COLOR_0 or TEXCOORD_2 [JOINTS_n]")
        ->type_name("ATTRIBUTE,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    app.add_option("--weights-from",
                   codedInfluences.weights,
                   "glTF: attributes to read weights from, component by component [WEIGHTS_n]")
        ->type_name("ATTRIBUTE,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    app.add_option("--import-seconds",
                   foreignSeconds,
                   "Time that reading a file of a foreign format may take [" +
                       std::to_string(static_cast<int>(foreignSeconds)) + "]")
        ->check(finiteFrom(1e-9))
        ->type_name("SECONDS");
    app.add_option("--import-memory",
                   foreignMebibytes,
                   "Memory that it may take [" + std::to_string(foreignMebibytes) + "]")
        ->check(wholeNumber(64, std::uint64_t{1} << 24))
        ->type_name("MIB");
    app.add_flag("--trust",
                 isTrusted,
                 "Read foreign formats in this process, without limits: a bad file can end it");
    app.add_option("--max-decoded-size",
                   maximumDecodedSize,
                   "Most memory for the data of the file, refused before it is used [2GiB]")
        ->transform(CLI::AsSizeValue(false).description(""))
        ->check(wholeNumber(1, std::uint64_t{1} << 50))
        ->type_name("SIZE");
    app.add_option("--max-expansion",
                   maximumExpansion,
                   "glTF: most bytes of data for each byte of the files, beyond 256 MiB [64]")
        ->check(wholeNumber(1, std::uint64_t{1} << 50))
        ->type_name("FACTOR");
    app.add_flag("--allow-outside-folder",
                 mayLeaveFolder,
                 "glTF: read files that it names by paths out of its folder");
}

ImportOptions ReadOptions::importOptions() const {
    ImportOptions options;
    options.codedInfluences = codedInfluences;
    options.maximumDecodedSize = maximumDecodedSize;
    options.maximumExpansion = maximumExpansion;
    options.mayLeaveFolder = mayLeaveFolder;
    options.foreign.isolation = isTrusted ? Isolation::InProcess : Isolation::Process;
    options.foreign.maximumSeconds = foreignSeconds;
    options.foreign.maximumMemorySize = foreignMebibytes << 20;
    return options;
}

void FileOptions::addTo(CLI::App& app) {
    app.add_option("FILE", file, "The character: .gltf, .glb, .fbx, .dae, .bvh, ...")->required();
    app.add_option("--scene", scene, "Scene of the file [its default scene]")
        ->check(wholeNumber(0, kMaximumIndex))
        ->type_name("INDEX");
    reading.addTo(app);
}

ImportOptions FileOptions::importOptions() const {
    ImportOptions options = reading.importOptions();
    options.scene = scene;
    return options;
}

void PoseOptions::addTo(CLI::App& app) {
    auto* clipOption = app.add_option("--clip",
                                      clip,
                                      "Animation by index or name [the file's own node transforms]")
                           ->type_name("CLIP");
    auto* graphOption =
        app.add_option("--graph", graph, "Poses of a graph document, run from its start to --time")
            ->type_name("GRAPH")
            ->excludes(clipOption);
    app.add_option("--set",
                   settings,
                   "Value of a parameter of the graph, and from when: speed=1.5, speed=0@0,2@1.5")
        ->type_name("NAME=VALUE[@SECONDS]")
        ->allow_extra_args(false)
        ->needs(graphOption);
    auto* timeOption = app.add_option("--time",
                                      time,
                                      "Time of the clip, clamped to its length; with --graph since "
                                      "its start [0]")
                           ->check(finiteNumber())
                           ->type_name("SECONDS");
    auto* modeOption =
        app.add_option("--mode", mode, "Take the time from --speed and --elapsed: once or loop")
            ->check(CLI::IsMember({"once", "loop"}))
            ->type_name("MODE")
            ->excludes(timeOption)
            ->excludes(graphOption);
    app.add_option("--speed", speed, "Playback speed with --mode, negative for backwards [1]")
        ->check(finiteNumber())
        ->type_name("FACTOR")
        ->needs(modeOption);
    app.add_option("--elapsed", elapsed, "Seconds since the start with --mode [0]")
        ->check(finiteNumber())
        ->type_name("SECONDS")
        ->needs(modeOption);
}

Status PoseOptions::applyGraph(session::Session& session) const {
    constexpr double kFrame = 1.0 / 60.0;
    constexpr double kLongest = 24.0 * 60.0 * 60.0; // seconds: five million frames
    const double end = time.value_or(0.0);
    if (!(end >= 0.0 && end <= kLongest)) {
        return Error{"usage.time", "--time: with --graph expected 0 to 86400 s"};
    }
    const auto checked = requireGraph(graph, session.graphRig());
    if (!checked) {
        return checked.error();
    }
    auto schedule = GraphSchedule::parse(settings, *checked->graph);
    if (!schedule) {
        return schedule.error();
    }
    if (const Status status = session.setGraph(checked->graph); !status) {
        return status;
    }
    // All frames are posed, because poses can depend on those before; only the last is deformed.
    graph::GraphInstance& instance = *session.graph();
    std::vector<math::Transform> parentFromJoint(session.graphRig()->skeleton->jointCount());
    std::vector<float> morphWeights(session.graphRig()->defaultMorphWeights.size());
    math::DoubleRigid worldFromModel;
    double now = 0.0;
    for (std::size_t frame = 1;; ++frame) {
        schedule->apply(now, instance);
        const double whole = kFrame * static_cast<double>(frame);
        const double next = whole < end - 1e-9 ? whole : end;
        const Result<graph::GraphUpdate> update = instance.update(next - now);
        if (!update) {
            return update.error();
        }
        worldFromModel = worldFromModel * update->rootMotion;
        now = next;
        if (now >= end) {
            break;
        }
        instance.evaluate(parentFromJoint, morphWeights);
    }
    session.setWorldFromModel(worldFromModel);
    return session.evaluate(end);
}

Status PoseOptions::apply(session::Session& session) const {
    if (!graph.empty()) {
        return applyGraph(session);
    }
    double duration = 0.0;
    if (!clip.empty()) {
        const Result<std::uint32_t> index = findClip(session.scene(), clip);
        if (!index) {
            return index.error();
        }
        if (const Status status = session.setClip(*index); !status) {
            return status;
        }
        duration = static_cast<double>(session.scene().clips[*index]->duration());
    } else if (!mode.empty()) {
        printRemark("--mode has no effect without --clip");
    } else if (time.value_or(0.0) != 0.0) {
        printRemark("--time has no effect without --clip");
    }
    if (mode.empty()) {
        return session.evaluate(time.value_or(0.0));
    }
    const pose::Playback playback{.mode = mode == "loop" ? pose::PlaybackMode::Loop
                                                         : pose::PlaybackMode::Once,
                                  .speed = speed};
    const Result<double> clipTime = pose::clipTime(playback, elapsed, duration);
    if (!clipTime) {
        return Error{"usage.time", clipTime.error().message};
    }
    return session.evaluate(*clipTime);
}

void DeformOptions::addTo(CLI::App& app) {
    app.add_option("--backend", backend, "What runs the deformers: cpu, vulkan or vertex [cpu]")
        ->check(CLI::IsMember({"cpu", "vulkan", "vertex"}))
        ->type_name("BACKEND");
    addWithoutBackendTo(app);
}

void DeformOptions::addWithoutBackendTo(CLI::App& app) {
    app.add_option("--kernels", kernels, "CPU kernels: auto, reference, sse4, avx2, avx512 [auto]")
        ->check(CLI::IsMember({"auto", "reference", "sse4", "avx2", "avx512"}))
        ->type_name("KERNELS");
    app.add_option("--plugin-path", pluginFolders, "More folders with deformer plugins")
        ->type_name("DIR")
        ->allow_extra_args(false);
    app.add_flag("--verify-plugins",
                 isVerified,
                 "Watch what deformers do to their buffers; one that breaks a rule is left out, "
                 "and that is exit code 1");
    app.add_option(
           "--max-influences", maxInfluences, "Keep only the heaviest so many a vertex [all]")
        ->check(wholeNumber(1, kMaximumIndex))
        ->type_name("N");
    app.add_option("--weights",
                   weights,
                   "Weights that do not sum to one: renormalize, none or last-remainder "
                   "[renormalize]")
        ->check(CLI::IsMember({"renormalize", "none", "last-remainder"}))
        ->type_name("POLICY");
}

Status expectNoFrame(const CLI::App& command, std::string_view reason) {
    return expectNoneOf(command,
                        {"--clip",
                         "--graph",
                         "--set",
                         "--time",
                         "--mode",
                         "--kernels",
                         "--plugin-path",
                         "--verify-plugins",
                         "--max-influences",
                         "--weights"},
                        reason);
}

CLI::Option* addChainOption(CLI::App& app, std::string& chain) {
    return app
        .add_option("--chain",
                    chain,
                    "Deformers joined with '+', parameters in brackets: morph+lbs[normals=linear], "
                    "or a chain document, FILE.json [what the file's format asks for]")
        ->type_name("CHAIN");
}

CLI::Option* addOutOption(CLI::App& app,
                          std::filesystem::path& out,
                          std::vector<std::string> extensions,
                          const std::string& name,
                          const std::string& description) {
    std::string list;
    for (const std::string& extension : extensions) {
        list += (list.empty() ? "" : ", ") + extension;
    }
    return app.add_option(name, out, description + ": " + list)
        ->check([extensions = std::move(extensions), list](const std::string& path) -> std::string {
            const bool isKnown =
                std::find(extensions.begin(), extensions.end(), lowerExtension(path)) !=
                extensions.end();
            return isKnown ? "" : "'" + path + "' does not end in " + list;
        })
        ->type_name("FILE");
}

Result<std::string> readChain(const std::string& chain) {
    return chain.ends_with(".json") ? io::readChainDocument(chain) : chain;
}

void addJsonFlag(CLI::App& app, bool& isJson) {
    app.add_flag("--json", isJson, "Answer as JSON");
}

std::string backendText(session::Backend backend) {
    return std::string(nameOf(backend));
}

Result<session::Backend> parseBackend(const std::string& text) {
    const auto* const name =
        std::find(session::kBackendNames.begin(), session::kBackendNames.end(), text);
    if (name == session::kBackendNames.end()) {
        return Error{"usage.backend",
                     "there is no backend '" + text + "'; there is cpu, vulkan and vertex"};
    }
    return static_cast<session::Backend>(name - session::kBackendNames.begin());
}

Result<import::ImportedScene> readScene(const FileOptions& options) {
    const Progress progress("reading " + options.file.string());
    return import::importFile(options.file, options.importOptions());
}

Result<std::unique_ptr<session::Session>> openSession(const SessionRequest& request) {
    const Result<session::Backend> backend = parseBackend(request.deform.backend);
    if (!backend) {
        return backend.error();
    }
    const std::string& kernels = request.deform.kernels;
    if (kernels != "auto" && kernels != "reference") {
        return Error{"environment.kernels",
                     "kernels '" + kernels + "' are not part of this build; it has reference"};
    }
    session::SessionOptions options;
    options.import = request.file.importOptions();
    options.pluginFolders = request.deform.pluginFolders;
    options.influences.maxPerVertex = request.deform.maxInfluences;
    options.influences.policy = request.deform.weights == "none" ? assets::WeightPolicy::None
                                : request.deform.weights == "last-remainder"
                                    ? assets::WeightPolicy::LastRemainder
                                    : assets::WeightPolicy::Renormalize;
    options.backend = *backend;
    if (request.deform.isVerified && *backend != session::Backend::Cpu) {
        printRemark("--verify-plugins watches what runs on the CPU, and has no effect with "
                    "--backend " +
                    backendText(*backend));
    }
    options.verify = request.deform.isVerified ? deform::Verify::Stages : deform::kUsualVerify;
    Result<std::string> chain = readChain(request.chain);
    if (!chain) {
        return chain.error();
    }
    options.chain = std::move(*chain);
    const Progress progress("reading " + request.file.file.string());
    return session::Session::open(request.file.file, options);
}

} // namespace sartor::cli
