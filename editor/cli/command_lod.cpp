// SPDX-License-Identifier: Apache-2.0
// sartor lod: what a level of detail with fewer joints, influences or bits costs in the clips.
#include "address.h"
#include "commands.h"
#include "options.h"
#include "progress.h"
#include "table.h"
#include "usage.h"

#include <sartor/diagnose/detail_level.h>
#include <sartor/diagnose/joint_choice.h>
#include <sartor/diagnose/joint_class.h>
#include <sartor/io/text.h>

#include <algorithm>
#include <memory>

namespace sartor::cli {
namespace {

using import::ImportedScene;
using import::MeshInstance;

struct Options {
    FileOptions file;
    std::vector<std::string> removed;
    std::vector<std::string> removedBelow;
    diagnose::JointBudget budget;
    std::vector<std::string> kept;
    std::uint32_t maxInfluences = 0;
    std::uint32_t weightBits = 0;
    std::size_t momentCount = diagnose::kMomentCount;
    std::optional<double> failAbove;
    bool isJson = false;
};

/// The level, and whether it is what was asked for.
struct Simulated {
    ImportedScene scene;
    diagnose::DetailLevel level;
    std::size_t momentCount = 0;
    double maxMillimetres = 0.0;
    bool isTooMany = false; ///< more joints are left than --joints allows
};

Result<std::vector<JointIndex>> findJoints(const ImportedScene& scene,
                                           std::span<const std::string> texts) {
    std::vector<JointIndex> joints;
    for (const std::string& text : texts) {
        const Result<JointIndex> node = findNode(scene, text);
        if (!node) {
            return node.error();
        }
        joints.push_back(*node);
    }
    return joints;
}

/// --remove and --remove-below, or what --joints and --max-error choose.
Result<std::vector<JointIndex>> findRemoved(const ImportedScene& scene,
                                            const Options& options,
                                            std::span<const diagnose::Moment> moments) {
    const std::vector<bool> isSkinJoint = diagnose::findSkinJoints(scene);
    Result<std::vector<JointIndex>> removed = findJoints(scene, options.removed);
    if (!removed) {
        return removed;
    }
    for (const JointIndex joint : *removed) {
        if (!isSkinJoint[joint.value()]) {
            return Error{"usage.joint",
                         "node " + nodeText(scene, joint) + " is no joint of a skin"};
        }
    }
    const Result<std::vector<JointIndex>> above = findJoints(scene, options.removedBelow);
    if (!above) {
        return above;
    }
    std::vector<bool> isBelow(scene.skeleton->jointCount());
    for (std::size_t i = 0; i < isBelow.size(); ++i) {
        const JointIndex parent = scene.skeleton->joints()[i].parent;
        isBelow[i] =
            !parent.isNone() && (isBelow[parent.value()] ||
                                 std::find(above->begin(), above->end(), parent) != above->end());
        if (isBelow[i] && isSkinJoint[i]) {
            removed->emplace_back(i);
        }
    }
    if (options.budget.jointCount || options.budget.millimetres) {
        const Result<std::vector<JointIndex>> kept = findJoints(scene, options.kept);
        if (!kept) {
            return kept;
        }
        diagnose::JointBudget budget = options.budget;
        budget.kept = *kept;
        *removed = diagnose::chooseRemovals(scene, budget, moments);
    }
    return removed;
}

Result<Simulated> simulate(const Options& options) {
    Progress progress("reading " + options.file.file.string());
    Result<ImportedScene> scene = readScene(options.file);
    if (!scene) {
        return scene.error();
    }
    progress.set("measuring");
    const std::vector<diagnose::Moment> moments =
        diagnose::chooseMoments(*scene, options.momentCount);
    const Result<std::vector<JointIndex>> removed = findRemoved(*scene, options, moments);
    if (!removed) {
        return removed.error();
    }
    Result<diagnose::DetailLevel> level =
        diagnose::simulateDetailLevel(*scene,
                                      {.removed = *removed,
                                       .maximumInfluences = options.maxInfluences,
                                       .weightBits = options.weightBits},
                                      moments);
    if (!level) {
        // The file is sound; what was asked of it cannot be.
        return Error{"usage.joint", level.error().message};
    }
    Simulated simulated{std::move(*scene), std::move(*level), moments.size()};
    for (const diagnose::DetailMesh& mesh : simulated.level.meshes) {
        simulated.maxMillimetres = std::max(simulated.maxMillimetres, mesh.cost.maxMillimetres);
    }
    simulated.isTooMany =
        options.budget.jointCount && simulated.level.jointsAfter > *options.budget.jointCount;
    return simulated;
}

/// Calls function(joint that goes, joint that takes its weights) in the order of the skin.
template <class Function>
void forEachRemoved(const assets::Skin& skin,
                    const assets::ReducedSkin& reduced,
                    Function function) {
    for (std::size_t slot = 0; slot < skin.jointCount(); ++slot) {
        const JointIndex heir = reduced.skin->joint(reduced.newFromOld[slot]);
        if (heir != skin.joints()[slot]) {
            function(skin.joints()[slot], heir);
        }
    }
}

void writeNode(io::JsonWriter& json, const ImportedScene& scene, JointIndex joint) {
    json.beginInlineObject().member("node", scene.skeleton->joint(joint).fileNode);
    json.member("name", scene.skeleton->joint(joint).name).endObject();
}

void writeMesh(io::JsonWriter& json, const ImportedScene& scene, const diagnose::DetailMesh& mesh) {
    const MeshInstance& instance = scene.instances[mesh.instance];
    json.beginObject().member("node", instance.fileNode).member("mesh", instance.meshName);
    json.member("primitive", instance.filePrimitive);
    json.member("vertices", instance.mesh->vertexCount());
    json.member("changed_vertices", mesh.cost.changedCount);
    json.member("max_influences_before", mesh.influencesBefore);
    json.member("max_influences_after", mesh.influencesAfter);
    json.member("max_millimetres", mesh.cost.maxMillimetres);
    json.member("rms_millimetres", mesh.cost.rmsMillimetres);
    json.member("relative", mesh.cost.relative).key("worst").beginArray();
    for (const diagnose::VertexCost& vertex : mesh.cost.worst) {
        json.beginInlineObject().member("vertex", vertex.vertex);
        json.member("distance", vertex.distance).member("clip", vertex.moment.clip);
        json.member("time", vertex.moment.time).endObject();
    }
    json.endArray().endObject();
}

std::string json(const Simulated& simulated, const Options& options) {
    const ImportedScene& scene = simulated.scene;
    const diagnose::DetailLevel& level = simulated.level;
    io::JsonWriter json;
    json.beginObject().member("file", options.file.file.string());
    json.member("joints_before", level.jointsBefore).member("joints_after", level.jointsAfter);
    json.member("moments", simulated.momentCount);
    json.member("max_millimetres", simulated.maxMillimetres).key("skins").beginArray();
    for (std::size_t i = 0; i < level.skins.size(); ++i) {
        json.beginObject().member("skin", i).member("name", scene.skins[i]->name());
        json.member("joints_before", scene.skins[i]->jointCount());
        json.member("joints_after", level.skins[i].skin->jointCount()).key("removed").beginArray();
        forEachRemoved(*scene.skins[i], level.skins[i], [&](JointIndex joint, JointIndex heir) {
            json.beginInlineObject().key("joint");
            writeNode(json, scene, joint);
            json.key("weights_to");
            writeNode(json, scene, heir);
            json.endObject();
        });
        json.endArray().endObject();
    }
    json.endArray().key("meshes").beginArray();
    for (const diagnose::DetailMesh& mesh : level.meshes) {
        writeMesh(json, scene, mesh);
    }
    json.endArray();
    writeNotes(json, {});
    return json.endObject().take();
}

std::string momentText(const ImportedScene& scene, const diagnose::Moment& moment) {
    if (!moment.clip) {
        return "the file's own pose";
    }
    return "clip #" + std::to_string(*moment.clip) + " '" +
           io::printable(scene.clips[*moment.clip]->name()) + "' at " +
           rounded(static_cast<double>(moment.time)) + " s";
}

std::string text(const Simulated& simulated) {
    using Align = Table::Align;
    const ImportedScene& scene = simulated.scene;
    const diagnose::DetailLevel& level = simulated.level;
    std::string result = std::to_string(level.jointsBefore) + " joints, " +
                         std::to_string(level.jointsAfter) + " stay; measured at " +
                         std::to_string(simulated.momentCount) + " moments\n";
    for (std::size_t i = 0; i < level.skins.size(); ++i) {
        Table table({{"joint", Align::Left}, {"weights go to", Align::Left}});
        forEachRemoved(*scene.skins[i], level.skins[i], [&](JointIndex joint, JointIndex heir) {
            table.addRow({nodeText(scene, joint), nodeText(scene, heir)});
        });
        const std::string rows = table.text();
        if (!rows.empty()) {
            result += "\nskin #" + std::to_string(i) + " '" +
                      io::printable(scene.skins[i]->name()) +
                      "': " + std::to_string(scene.skins[i]->jointCount()) + " joints, " +
                      std::to_string(level.skins[i].skin->jointCount()) + " stay\n" + rows;
        }
    }
    Table table({{"node", Align::Left},
                 {"primitive", Align::Right},
                 {"changed", Align::Right},
                 {"influences", Align::Right},
                 {"max mm", Align::Right},
                 {"rms mm", Align::Right},
                 {"% of size", Align::Right},
                 {"vertex", Align::Right},
                 {"worst at", Align::Left}});
    for (const diagnose::DetailMesh& mesh : level.meshes) {
        const MeshInstance& instance = scene.instances[mesh.instance];
        const bool isMoved = !mesh.cost.worst.empty();
        table.addRow(
            {nodeText(scene, instance.node),
             std::to_string(instance.filePrimitive),
             std::to_string(mesh.cost.changedCount) + " of " +
                 std::to_string(instance.mesh->vertexCount()),
             std::to_string(mesh.influencesBefore) + " -> " + std::to_string(mesh.influencesAfter),
             rounded(mesh.cost.maxMillimetres),
             rounded(mesh.cost.rmsMillimetres),
             rounded(100.0 * mesh.cost.relative),
             isMoved ? std::to_string(mesh.cost.worst[0].vertex) : "",
             isMoved ? momentText(scene, mesh.cost.worst[0].moment) : ""});
    }
    const std::string meshes = table.text();
    return result + '\n' + (meshes.empty() ? "no skin deforms a mesh\n" : meshes);
}

ExitCode run(const Options& options) {
    const bool isAutomatic = options.budget.jointCount || options.budget.millimetres;
    if (options.removed.empty() && options.removedBelow.empty() && !isAutomatic &&
        options.maxInfluences == 0 && options.weightBits == 0) {
        return deliver({},
                       Error{"usage.lod",
                             "nothing to leave out: say --remove, --remove-below, --joints, "
                             "--max-error, --max-influences or --weight-bits"});
    }
    if (!options.kept.empty() && !isAutomatic) {
        return deliver({},
                       Error{"usage.lod", "--keep says something with --joints or --max-error"});
    }
    const Result<Simulated> simulated = simulate(options);
    if (!simulated) {
        return deliver(options.file.file, simulated.error());
    }
    const ExitCode code =
        deliver(options.file.file, options.isJson ? json(*simulated, options) : text(*simulated));
    if (code != ExitCode::Done) {
        return code;
    }
    if (simulated->isTooMany) {
        printRemark("no more joints can go: " + std::to_string(simulated->level.jointsAfter) +
                    " stay, more than --joints " + std::to_string(*options.budget.jointCount));
        return ExitCode::Found;
    }
    const bool isAbove = options.failAbove && simulated->maxMillimetres > *options.failAbove;
    return isAbove ? ExitCode::Found : ExitCode::Done;
}

} // namespace

Command addLodCommand(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand(
        "lod", "What a level of detail with fewer joints costs, in millimetres over all clips");
    options->file.addTo(*command);
    auto* removed = command
                        ->add_option("--remove",
                                     options->removed,
                                     "Joints whose weights the nearest joint above takes")
                        ->type_name("JOINT,...")
                        ->delimiter(',')
                        ->allow_extra_args(false);
    auto* below = command
                      ->add_option("--remove-below",
                                   options->removedBelow,
                                   "Joints that take the weights of everything below them")
                      ->type_name("JOINT,...")
                      ->delimiter(',')
                      ->allow_extra_args(false);
    command
        ->add_option("--joints",
                     options->budget.jointCount,
                     "Remove the joints that cost least until so many are left")
        ->check(wholeNumber(0, kMaximumIndex))
        ->type_name("N")
        ->excludes(removed)
        ->excludes(below);
    command
        ->add_option("--max-error",
                     options->budget.millimetres,
                     "Remove joints as long as no vertex is further off than this")
        ->check(finiteFrom(0))
        ->type_name("MILLIMETRES")
        ->excludes(removed)
        ->excludes(below);
    command->add_option("--keep", options->kept, "Joints that --joints and --max-error leave alone")
        ->type_name("JOINT,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    command
        ->add_option("--max-influences",
                     options->maxInfluences,
                     "Then keep the heaviest so many influences of a vertex [all]")
        ->check(wholeNumber(1, kMaximumIndex))
        ->type_name("N");
    command
        ->add_option("--weight-bits",
                     options->weightBits,
                     "Then store weights in so many bits, 8 or 16 in most engines [floats]")
        ->check(wholeNumber(1, 24))
        ->type_name("N");
    command
        ->add_option("--moments", options->momentCount, "Most moments of the clips to look at [64]")
        ->check(wholeNumber(1, 100000))
        ->type_name("N");
    command
        ->add_option("--fail-above",
                     options->failAbove,
                     "End with exit code 1 where a vertex is further off than this")
        ->check(finiteFrom(0))
        ->type_name("MILLIMETRES");
    addJsonFlag(*command, options->isJson);
    command->footer(
        "Example: sartor lod character.glb --remove-below hand.L,hand.R --fail-above 20\n"
        "Example: sartor lod character.glb --max-error 2 --keep weapon\n"
        "Distances are those of linear blend skinning between the full level, with its weights "
        "normalised, and the reduced one, at keys of the clips and between them. Exit code 1: "
        "further off than --fail-above, or more joints left than --joints.");
    return {command, [options] { return run(*options); }};
}

} // namespace sartor::cli
