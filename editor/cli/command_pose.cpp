// SPDX-License-Identifier: Apache-2.0
// sartor pose: transforms of every node and morph weights at a time.
#include "address.h"
#include "commands.h"
#include "frame_text.h"
#include "options.h"
#include "table.h"

#include <algorithm>
#include <memory>

namespace sartor::cli {
namespace {

struct Options {
    SessionRequest request;
    PoseOptions pose;
    bool isJson = false;
};

/// The first instance of each node that has morph targets: all primitives of a mesh share weights.
std::vector<std::size_t> morphInstances(const import::ImportedScene& scene) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < scene.instances.size(); ++i) {
        const bool isFirst = std::none_of(found.begin(), found.end(), [&](std::size_t other) {
            return scene.instances[other].node == scene.instances[i].node;
        });
        if (scene.instances[i].morphs && isFirst) {
            found.push_back(i);
        }
    }
    return found;
}

std::string json(const session::Session& session, const Options& options) {
    const import::ImportedScene& scene = session.scene();
    io::JsonWriter json;
    json.beginObject();
    writeFrame(json, options.request.file, options.pose, session);
    json.key("nodes").beginArray();
    for (const JointIndex index : inFileOrder(*scene.skeleton)) {
        const assets::Joint& joint = scene.skeleton->joint(index);
        const math::Transform& local = session.parentFromJoint()[index.value()];
        json.beginObject().member("node", joint.fileNode).member("name", joint.name);
        json.key("parent");
        if (joint.parent.isNone()) {
            json.null();
        } else {
            json.value(scene.skeleton->joint(joint.parent).fileNode);
        }
        json.member("translation", local.translation).member("rotation", local.rotation);
        json.member("scale", local.scale);
        json.member("matrix", session.modelFromJoint()[index.value()]).endObject();
    }
    json.endArray().key("morph_weights").beginArray();
    for (const std::size_t i : morphInstances(scene)) {
        const import::MeshInstance& instance = scene.instances[i];
        json.beginObject().member("node", instance.fileNode).member("mesh", instance.fileMesh);
        json.key("targets").beginInlineArray();
        for (const assets::MorphTarget& target : instance.morphs->targets()) {
            json.value(target.name);
        }
        json.endArray().member("weights", session.frame(i).morphWeights).endObject();
    }
    json.endArray();
    writeNotes(json, {});
    return json.endObject().take();
}

std::string text(const session::Session& session) {
    using Align = Table::Align;
    const import::ImportedScene& scene = session.scene();
    Table nodes({{"node", Align::Right},
                 {"name", Align::Left},
                 {"parent", Align::Right},
                 {"translation", Align::Left},
                 {"rotation x y z w", Align::Left},
                 {"scale", Align::Left},
                 {"model position", Align::Left}});
    for (const JointIndex index : inFileOrder(*scene.skeleton)) {
        const assets::Joint& joint = scene.skeleton->joint(index);
        const math::Transform& local = session.parentFromJoint()[index.value()];
        const glm::quat& q = local.rotation;
        nodes.addRow({std::to_string(joint.fileNode),
                      joint.name,
                      joint.parent.isNone()
                          ? ""
                          : std::to_string(scene.skeleton->joint(joint.parent).fileNode),
                      rounded(local.translation),
                      rounded(glm::vec3(q.x, q.y, q.z)) + " " + rounded(static_cast<double>(q.w)),
                      rounded(local.scale),
                      rounded(session.modelFromJoint()[index.value()].translation)});
    }
    std::string result = frameText(session) + nodes.text();
    for (const std::size_t i : morphInstances(scene)) {
        const import::MeshInstance& instance = scene.instances[i];
        Table weights({{"target", Align::Right}, {"name", Align::Left}, {"weight", Align::Right}});
        for (std::size_t target = 0; target < instance.morphs->targetCount(); ++target) {
            weights.addRow({std::to_string(target),
                            instance.morphs->targets()[target].name,
                            rounded(static_cast<double>(session.frame(i).morphWeights[target]))});
        }
        result +=
            "\nmorph weights at node " + std::to_string(instance.fileNode) + '\n' + weights.text();
    }
    return result;
}

Result<std::string> answer(const Options& options) {
    const auto session = openSession(options.request);
    if (!session) {
        return session.error();
    }
    if (const Status status = options.pose.apply(**session); !status) {
        return status.error();
    }
    return options.isJson ? json(**session, options) : text(**session);
}

} // namespace

Command addPoseCommand(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("pose", "Local and model transforms of every node, and morph weights");
    options->request.file.addTo(*command);
    options->pose.addTo(*command);
    addJsonFlag(*command, options->isJson);
    command->footer("Example: sartor pose fox.glb --clip Run --time 0.5 --json");
    return {command, [options] { return deliver(options->request.file.file, answer(*options)); }};
}

} // namespace sartor::cli
