// SPDX-License-Identifier: Apache-2.0
// sartor bind: is the rest pose the pose in which the skin was bound, and if not, how far off?
#include "address.h"
#include "commands.h"
#include "options.h"
#include "table.h"

#include <sartor/diagnose/bind_history.h>
#include <sartor/diagnose/bind_pose.h>
#include <sartor/io/text.h>
#include <sartor/math/quaternion.h>
#include <sartor/math/rigid_stretch.h>
#include <sartor/math/singular_values.h>

#include <memory>

namespace sartor::cli {
namespace {

struct Options {
    FileOptions file;
    std::string joint;
    bool isJson = false;
};

std::string_view text(diagnose::CommonMap map) {
    switch (map) {
    case diagnose::CommonMap::Identity:
        return "identity";
    case diagnose::CommonMap::NodeTransform:
        return "node-transform";
    case diagnose::CommonMap::Other:
        return "other";
    }
    return "";
}

std::string_view sentence(diagnose::CommonMap map) {
    switch (map) {
    case diagnose::CommonMap::Identity:
        return "the rest pose is the bind pose";
    case diagnose::CommonMap::NodeTransform:
        return "the mesh was bound in the space of its node";
    case diagnose::CommonMap::Other:
        return "bind space differs from model space";
    }
    return "";
}

void writeDifference(io::JsonWriter& json, const diagnose::BindDifference& difference) {
    json.beginInlineObject().member("length", difference.length);
    json.member("relative_length", difference.relativeLength);
    json.member("degrees", difference.degrees).member("scale", difference.scale).endObject();
}

/// Of the rotation in the map, [0, 180].
double turnOf(const math::DoubleAffine& map) {
    const glm::quat rotation = math::splitRigid(math::toFloat(map)).rigid.real;
    return static_cast<double>(glm::degrees(math::angleBetween(math::identityQuat(), rotation)));
}

/// Where one skin has the joint, and what its matrices are made of.
struct JointHistory {
    std::size_t skin = 0;
    SkinJointIndex slot;
    std::vector<diagnose::BindHistoryStep> steps;
};

/// Errors: those of findNode(); "usage.unknown" where no skin has the joint.
Result<std::vector<JointHistory>> findHistories(const import::ImportedScene& scene,
                                                const std::vector<diagnose::BindPose>& poses,
                                                const std::string& name) {
    std::vector<JointHistory> histories;
    if (name.empty()) {
        return histories;
    }
    const Result<JointIndex> joint = findNode(scene, name);
    if (!joint) {
        return joint.error();
    }
    for (std::size_t i = 0; i < scene.skins.size(); ++i) {
        const assets::Skin& skin = *scene.skins[i];
        for (std::uint32_t slot = 0; slot < skin.jointCount(); ++slot) {
            if (skin.joints()[slot] == *joint) {
                histories.push_back(
                    {i,
                     SkinJointIndex(slot),
                     diagnose::bindHistory(*scene.skeleton, skin, poses[i], SkinJointIndex(slot))});
            }
        }
    }
    if (histories.empty()) {
        return Error{"usage.unknown", "no skin has the node " + nodeText(scene, *joint)};
    }
    return histories;
}

void writeHistories(io::JsonWriter& json,
                    const import::ImportedScene& scene,
                    const std::vector<JointHistory>& histories) {
    json.key("histories").beginArray();
    for (const JointHistory& history : histories) {
        json.beginObject().member("skin", history.skin).member("slot", history.slot.value());
        json.key("steps").beginArray();
        for (const diagnose::BindHistoryStep& step : history.steps) {
            const assets::Joint& joint = scene.skeleton->joint(step.joint);
            json.beginObject().member(
                "kind", diagnose::kBindMatrixNames[static_cast<std::size_t>(step.kind)]);
            json.member("node", joint.fileNode).member("name", joint.name);
            json.member("matrix", math::toFloat(step.matrix)).endObject();
        }
        json.endArray().endObject();
    }
    json.endArray();
}

std::string historyText(const import::ImportedScene& scene, const JointHistory& history) {
    using Align = Table::Align;
    Table table({{"matrix", Align::Left},
                 {"of", Align::Left},
                 {"place", Align::Left},
                 {"degrees", Align::Right},
                 {"stretch", Align::Left},
                 {"", Align::Left}});
    for (const diagnose::BindHistoryStep& step : history.steps) {
        const glm::dvec3 stretch = math::singularValues(step.matrix.linear).sigma;
        const bool isSingular = !math::inverse(step.matrix);
        table.addRow({std::string(diagnose::kBindMatrixNames[static_cast<std::size_t>(step.kind)]),
                      nodeText(scene, step.joint),
                      rounded(step.matrix.translation),
                      rounded(turnOf(step.matrix)),
                      rounded(stretch),
                      isSingular                                   ? "singular"
                      : glm::determinant(step.matrix.linear) < 0.0 ? "mirrored"
                                                                   : ""});
    }
    return "\nhistory of slot " + std::to_string(history.slot.value()) + " of skin #" +
           std::to_string(history.skin) + '\n' + table.text();
}

std::string json(const import::ImportedScene& scene,
                 const std::vector<diagnose::BindPose>& poses,
                 const std::vector<JointHistory>& histories,
                 const Options& options) {
    io::JsonWriter json;
    json.beginObject().member("file", options.file.file.string()).key("skins").beginArray();
    for (std::size_t i = 0; i < poses.size(); ++i) {
        const diagnose::BindPose& pose = poses[i];
        json.beginObject().member("skin", i).member("name", scene.skins[i]->name());
        json.member("size", pose.size).member("spread", pose.spread);
        json.member("is_other_pose", pose.isOtherPose).member("common", pose.common);
        json.member("common_map", text(pose.commonMap)).key("common_difference");
        writeDifference(json, pose.commonDifference);
        json.key("clusters").beginArray();
        for (const diagnose::BindGroup& group : pose.groups) {
            json.beginObject().member("matrix", group.modelFromBind);
            json.key("slots").beginInlineArray();
            for (const SkinJointIndex slot : group.members) {
                json.value(slot.value());
            }
            json.endArray().endObject();
        }
        json.endArray().key("joints").beginArray();
        for (std::size_t slot = 0; slot < pose.joints.size(); ++slot) {
            const diagnose::JointBind& bind = pose.joints[slot];
            const assets::Joint& joint = scene.skeleton->joint(bind.joint);
            json.beginObject().member("slot", slot).member("node", joint.fileNode);
            json.member("name", joint.name).member("matrix", bind.modelFromBind).key("residual");
            writeDifference(json, bind.residual);
            json.member("cluster", bind.group).member("is_singular", bind.isSingular);
            json.member("is_mirrored", bind.isMirrored).endObject();
        }
        json.endArray().endObject();
    }
    json.endArray();
    if (!histories.empty()) {
        writeHistories(json, scene, histories);
    }
    writeNotes(json, {});
    return json.endObject().take();
}

std::string
skinText(const import::ImportedScene& scene, std::size_t skin, const diagnose::BindPose& pose) {
    using Align = Table::Align;
    Table table({{"slot", Align::Right},
                 {"joint", Align::Left},
                 {"length", Align::Right},
                 {"relative", Align::Right},
                 {"degrees", Align::Right},
                 {"scale", Align::Right},
                 {"cluster", Align::Right},
                 {"", Align::Left}});
    for (std::size_t slot = 0; slot < pose.joints.size(); ++slot) {
        const diagnose::JointBind& bind = pose.joints[slot];
        table.addRow({std::to_string(slot),
                      nodeText(scene, bind.joint),
                      rounded(bind.residual.length),
                      rounded(bind.residual.relativeLength),
                      rounded(bind.residual.degrees),
                      rounded(bind.residual.scale),
                      std::to_string(bind.group),
                      std::string(bind.isSingular ? "singular " : "") +
                          (bind.isMirrored ? "mirrored" : "")});
    }
    std::string result = "skin #" + std::to_string(skin) + " '" +
                         io::printable(scene.skins[skin]->name()) +
                         "': " + std::to_string(pose.joints.size()) + " joints, size " +
                         rounded(pose.size) + ", spread " + rounded(pose.spread) + '\n';
    if (pose.groups.size() <= 1) {
        result += "  all joints agree: " + std::string(sentence(pose.commonMap)) + '\n';
    } else if (pose.isOtherPose) {
        result += "  the joints disagree as in another pose of the same skeleton: the rest pose "
                  "is not the bind pose\n";
    } else {
        result += "  the joints fall into " + std::to_string(pose.groups.size()) +
                  " clusters, the largest has " + std::to_string(pose.groups[0].members.size()) +
                  " joints\n";
    }
    const diagnose::BindDifference& common = pose.commonDifference;
    result += "  common map against the identity: length " + rounded(common.length) + ", " +
              rounded(common.degrees) + " degrees, scale " + rounded(common.scale) + '\n';
    return result + table.text();
}

std::string text(const import::ImportedScene& scene,
                 const std::vector<diagnose::BindPose>& poses,
                 const std::vector<JointHistory>& histories) {
    if (poses.empty()) {
        return "the file has no skin\n";
    }
    std::string result;
    for (std::size_t i = 0; i < poses.size(); ++i) {
        result += (i == 0 ? "" : "\n") + skinText(scene, i, poses[i]);
    }
    for (const JointHistory& history : histories) {
        result += historyText(scene, history);
    }
    return result;
}

Result<std::string> answer(const Options& options) {
    const Result<import::ImportedScene> scene = readScene(options.file);
    if (!scene) {
        return scene.error();
    }
    const std::vector<diagnose::BindPose> poses = diagnose::computeBindPosesAtRest(*scene);
    const auto histories = findHistories(*scene, poses, options.joint);
    if (!histories) {
        return histories.error();
    }
    return options.isJson ? json(*scene, poses, *histories, options)
                          : text(*scene, poses, *histories);
}

} // namespace

Command addBindCommand(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand(
        "bind", "Bind-pose identity of every skin: residual of each joint, common map, clusters");
    options->file.addTo(*command);
    command
        ->add_option("--joint",
                     options->joint,
                     "Also every matrix of this joint, from the file's to its residual")
        ->type_name("JOINT");
    addJsonFlag(*command, options->isJson);
    command->footer("Example: sartor bind character.glb --joint Hips\n"
                    "R = rest pose * inverse bind of a joint is the same map for all joints when "
                    "the rest pose is the bind pose.");
    return {command, [options] { return deliver(options->file.file, answer(*options)); }};
}

} // namespace sartor::cli
