// SPDX-License-Identifier: Apache-2.0
// sartor collapse: where the surface will get thin when joints turn, told before anything is posed.
#include "address.h"
#include "commands.h"
#include "options.h"
#include "progress.h"
#include "rom_joints.h"
#include "table.h"
#include "usage.h"

#include <sartor/diagnose/collapse_prediction.h>
#include <sartor/io/text.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace sartor::cli {
namespace {

using diagnose::CollapseRegion;
using import::ImportedScene;

struct Options {
    FileOptions file;
    RomJointOptions joints;
    diagnose::CollapseThresholds thresholds;
    double unclassified = diagnose::kUnclassifiedDegrees;
    std::optional<double> failBelow;
    std::size_t top = 10;
    bool isJson = false;
};

/// A region, and the mesh that it is of.
struct RankedRegion {
    CollapseRegion region;
    std::uint32_t instance = 0;
};

struct Predicted {
    ImportedScene scene;
    std::vector<diagnose::ClassifiedJoint> joints;
    std::size_t meshCount = 0;
    std::size_t vertexCount = 0;
    /// Of any vertex, in a region or not.
    double least = 1.0;
    /// The worst first.
    std::vector<RankedRegion> regions;
};

Status checkNumbers(const Options& options) {
    if (!(options.thresholds.retention > 0.0 && options.thresholds.retention <= 1.0)) {
        return Error{"usage.number", "--below: expected a share above 0, at most 1"};
    }
    if (!(options.thresholds.wanted >= 0.0 && options.thresholds.wanted < 1.0)) {
        return Error{"usage.number", "--wanted: expected a share from 0, below 1"};
    }
    if (!(options.unclassified >= 0.0 && options.unclassified <= 180.0)) {
        return Error{"usage.number", "--unclassified: expected degrees from 0 to 180"};
    }
    return {};
}

Result<Predicted> predict(const Options& options) {
    Progress progress("reading " + options.file.file.string());
    Result<ImportedScene> scene = readScene(options.file);
    if (!scene) {
        return scene.error();
    }
    auto joints = findRomJoints(*scene, options.joints);
    if (!joints) {
        return joints.error();
    }
    progress.set("predicting");
    // Who asks for some classes alone wants to hear of no other joint.
    const auto turns = diagnose::findAllowedTurns(
        *scene, *joints, options.joints.only.empty() ? options.unclassified : 0.0);
    auto predictions = diagnose::predictCollapse(*scene, turns, options.thresholds);
    Predicted predicted;
    predicted.scene = *std::move(scene);
    predicted.joints = *std::move(joints);
    predicted.meshCount = predictions.size();
    for (diagnose::CollapsePrediction& prediction : predictions) {
        predicted.vertexCount += prediction.vertices.size();
        for (const diagnose::VertexCollapse& vertex : prediction.vertices) {
            predicted.least = std::min(predicted.least, vertex.retention);
        }
        for (CollapseRegion& region : prediction.regions) {
            predicted.regions.push_back({std::move(region), prediction.instance});
        }
    }
    std::stable_sort(predicted.regions.begin(),
                     predicted.regions.end(),
                     [](const RankedRegion& a, const RankedRegion& b) {
                         return a.region.worst < b.region.worst;
                     });
    return predicted;
}

void writeNode(io::JsonWriter& json,
               std::string_view key,
               const ImportedScene& scene,
               JointIndex joint) {
    json.key(key).beginInlineObject().member("node", scene.skeleton->joint(joint).fileNode);
    json.member("name", scene.skeleton->joint(joint).name).endObject();
}

void writeRegion(io::JsonWriter& json, const ImportedScene& scene, const RankedRegion& ranked) {
    const CollapseRegion& region = ranked.region;
    const import::MeshInstance& instance = scene.instances[ranked.instance];
    json.beginObject();
    writeNode(json, "joint", scene, region.hinge);
    writeNode(json, "turned", scene, region.turned);
    writeNode(json, "still", scene, region.still);
    json.member("node", instance.fileNode).member("mesh", instance.meshName);
    json.member("primitive", instance.filePrimitive);
    json.member("retention", region.worst).member("mean_retention", region.mean);
    json.member("vertex", region.worstVertex).member("turn", region.turn);
    json.member("degrees", region.degrees).member("is_twist", region.isTwist);
    json.member("bulge", region.bulge);
    json.member("shared_by", region.twistJointCount);
    json.member("shared_retention", region.twistRetention);
    json.key("remedies").beginArray();
    for (const std::string& remedy : diagnose::describeRemedies(scene, region)) {
        json.value(remedy);
    }
    json.endArray().key("vertices").beginInlineArray();
    for (const std::uint32_t vertex : region.vertices) {
        json.value(vertex);
    }
    json.endArray().endObject();
}

std::string json(const Predicted& predicted, const Options& options) {
    const ImportedScene& scene = predicted.scene;
    io::JsonWriter json;
    json.beginObject().member("file", options.file.file.string());
    json.member("below", options.thresholds.retention).member("wanted", options.thresholds.wanted);
    json.member("least_retention", predicted.least);
    json.key("joints").beginArray();
    for (const diagnose::ClassifiedJoint& joint : predicted.joints) {
        json.beginInlineObject().member("node", scene.skeleton->joint(joint.joint).fileNode);
        json.member("name", scene.skeleton->joint(joint.joint).name);
        json.member("class", diagnose::kJointClassNames[static_cast<std::size_t>(joint.kind)]);
        json.endObject();
    }
    json.endArray().key("regions").beginArray();
    for (const RankedRegion& ranked : predicted.regions) {
        writeRegion(json, scene, ranked);
    }
    json.endArray();
    writeNotes(json, {});
    return json.endObject().take();
}

std::string percent(double share) {
    return rounded(std::round(1000.0 * share) / 10.0) + " %";
}

std::string text(const Predicted& predicted, const Options& options) {
    using Align = Table::Align;
    const ImportedScene& scene = predicted.scene;
    const auto counted = [](std::size_t count, const char* one, const char* many) {
        return std::to_string(count) + ' ' + (count == 1 ? one : many);
    };
    if (predicted.meshCount == 0) {
        return "no skin deforms a mesh\n";
    }
    std::string result = counted(predicted.meshCount, "mesh", "meshes") + ", " +
                         counted(predicted.vertexCount, "vertex", "vertices") +
                         "; linear blend skinning keeps at least " + percent(predicted.least) +
                         " of the distance from a joint\n" +
                         counted(predicted.regions.size(), "region", "regions") + " below " +
                         percent(options.thresholds.retention) + '\n';
    Table table({{"", Align::Right},
                 {"keeps", Align::Right},
                 {"mean", Align::Right},
                 {"joint", Align::Left},
                 {"turn", Align::Left},
                 {"between", Align::Left},
                 {"places", Align::Right},
                 {"mesh", Align::Left},
                 {"vertex", Align::Right},
                 {"dual quaternions bulge", Align::Right}});
    const std::size_t shown = std::min(options.top, predicted.regions.size());
    std::string advice;
    for (std::size_t i = 0; i < shown; ++i) {
        const CollapseRegion& region = predicted.regions[i].region;
        const import::MeshInstance& instance = scene.instances[predicted.regions[i].instance];
        const std::string number = std::to_string(i + 1);
        table.addRow({number,
                      percent(region.worst),
                      percent(region.mean),
                      nodeText(scene, region.hinge),
                      region.turn,
                      nodeText(scene, region.still) + " and " + nodeText(scene, region.turned),
                      std::to_string(region.vertices.size()),
                      nodeText(scene, instance.node) + " primitive " +
                          std::to_string(instance.filePrimitive),
                      std::to_string(region.worstVertex),
                      percent(region.bulge - 1.0)});
        advice += number + ". " + nodeText(scene, region.hinge) + ", " + region.turn + '\n';
        for (const std::string& remedy : diagnose::describeRemedies(scene, region)) {
            advice += "   - " + io::printable(remedy) + '\n';
        }
    }
    if (shown > 0) {
        result += '\n' + table.text() + "\nwhat helps\n" + advice;
    }
    if (shown < predicted.regions.size()) {
        result += "and " + std::to_string(predicted.regions.size() - shown) + " more (--top)\n";
    }
    return result;
}

ExitCode run(const Options& options) {
    if (const Status status = checkNumbers(options); !status) {
        return deliver({}, status.error());
    }
    const std::array inputs = {options.file.file, options.joints.classes};
    if (const Status status = expectNoInput(options.joints.saveClasses, inputs); !status) {
        return deliver({}, status.error());
    }
    const Result<Predicted> predicted = predict(options);
    if (!predicted) {
        return deliver(options.file.file, predicted.error());
    }
    if (!options.joints.saveClasses.empty()) {
        const Status saved =
            saveRomJoints(options.joints.saveClasses, predicted->scene, predicted->joints);
        if (!saved) {
            return deliver({}, saved.error());
        }
    }
    const bool isFound = options.failBelow && predicted->least < *options.failBelow;
    return deliver(options.file.file,
                   Answer{options.isJson ? json(*predicted, options) : text(*predicted, options),
                          isFound ? ExitCode::Found : ExitCode::Done});
}

} // namespace

Command addCollapseCommand(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand(
        "collapse", "Where the surface will get thin when joints turn, before anything is posed");
    options->file.addTo(*command);
    options->joints.addTo(*command);
    command
        ->add_option("--unclassified",
                     options->unclassified,
                     "How far joints of no class bend and twist [90]")
        ->type_name("DEGREES");
    command
        ->add_option("--below",
                     options->thresholds.retention,
                     "Vertices that keep less than this belong to a region [0.75]")
        ->type_name("SHARE");
    command
        ->add_option("--wanted",
                     options->thresholds.wanted,
                     "What joints that share a turn are to keep [0.9]")
        ->type_name("SHARE");
    command
        ->add_option("--fail-below",
                     options->failBelow,
                     "End with exit code 1 where a vertex keeps less than this")
        ->check(finiteFrom(0))
        ->type_name("SHARE");
    command->add_option("--top", options->top, "Rows of the table; JSON has all [10]")
        ->type_name("COUNT");
    addJsonFlag(*command, options->isJson);
    command->footer(
        "Example: sartor collapse character.glb\n"
        "         sartor collapse character.glb --save-classes joints.json\n"
        "         sartor collapse character.glb --classes joints.json --fail-below 0.4\n"
        "Linear blending puts a vertex between two joints at the mean of two turned places, which "
        "is nearer to the joint: of weights w and 1 - w at an angle a it keeps "
        "sqrt(1 - 2 w (1 - w) (1 - cos a)) of the distance. Each joint is turned alone, to the "
        "ends of what a joint of its class does in a body (`sartor rom` poses them), or by the "
        "degrees that a file of classes says: {\"node\": \"Tail3\", \"degrees\": 60}. Neighbours "
        "that one joint takes too much from are a region. With --only no other joint turns.");
    return {command, [options] { return run(*options); }};
}

} // namespace sartor::cli
