// SPDX-License-Identifier: Apache-2.0
// Findings with their places.
#include "findings.h"

#include "scene_facts.h"

#include <algorithm>

namespace sartor::diagnose {
namespace {

std::string quoted(std::string_view kind, const std::string& name, std::size_t index) {
    return std::string(kind) + " " + (name.empty() ? std::to_string(index) : "'" + name + "'");
}

void setJoints(Diagnostic& diagnostic, std::span<const JointIndex> joints) {
    const auto named = joints.first(std::min(joints.size(), kExampleCount));
    diagnostic.count = joints.size();
    diagnostic.joints.assign(named.begin(), named.end());
}

} // namespace

Diagnostic& Findings::add(std::string place, std::string subject, std::string message) {
    Diagnostic& added = found_.emplace_back();
    added.rule = rule_.id;
    added.severity = rule_.severity;
    added.place = std::move(place);
    added.subject = std::move(subject);
    added.message = std::move(message);
    return added;
}

Diagnostic& Findings::addToInstance(std::uint32_t instance, std::string message) {
    const import::MeshInstance& where = scene_.instances[instance];
    Diagnostic& added = add(placeOf(where),
                            quoted("mesh", where.meshName, where.fileMesh) + ", primitive " +
                                std::to_string(where.filePrimitive),
                            std::move(message));
    added.instance = instance;
    added.skin = where.skin;
    return added;
}

Diagnostic& Findings::addToNodeOf(std::uint32_t instance, std::string message) {
    Diagnostic& added = addToJoint(scene_.instances[instance].node, std::move(message));
    added.instance = instance;
    return added;
}

Diagnostic& Findings::addToSkin(std::uint32_t skin, std::string message) {
    Diagnostic& added = add("/skins/" + std::to_string(skin),
                            quoted("skin", scene_.skins[skin]->name(), skin),
                            std::move(message));
    added.skin = skin;
    return added;
}

Diagnostic& Findings::addJointsOfSkin(std::uint32_t skin,
                                      std::span<const JointIndex> joints,
                                      std::string message) {
    Diagnostic& added = addToSkin(skin, std::move(message));
    setJoints(added, joints);
    return added;
}

Diagnostic& Findings::addToClip(std::uint32_t clip, std::string message) {
    Diagnostic& added = add("/animations/" + std::to_string(clip),
                            quoted("clip", scene_.clips[clip]->name(), clip),
                            std::move(message));
    added.clip = clip;
    return added;
}

Diagnostic& Findings::addToJoint(JointIndex joint, std::string message) {
    Diagnostic& added = add("/nodes/" + std::to_string(scene_.skeleton->joint(joint).fileNode),
                            nameOf(scene_, joint),
                            std::move(message));
    added.joints = {joint};
    return added;
}

Diagnostic&
Findings::addJoints(JointIndex place, std::span<const JointIndex> joints, std::string message) {
    Diagnostic& added = addToJoint(place, std::move(message));
    setJoints(added, joints);
    return added;
}

Diagnostic&
Findings::addVertices(std::uint32_t instance, const VertexFinding& vertices, std::string message) {
    Diagnostic& added = addToInstance(instance, std::move(message));
    added.count = vertices.count;
    added.vertices = vertices.examples;
    return added;
}

std::string nameOf(const import::ImportedScene& scene, JointIndex joint) {
    const assets::Joint& named = scene.skeleton->joint(joint);
    return quoted("joint", named.name, named.fileNode);
}

std::string listOf(const import::ImportedScene& scene, std::span<const JointIndex> joints) {
    constexpr std::size_t kNamed = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(kNamed, joints.size()); ++i) {
        const std::string& name = scene.skeleton->joint(joints[i]).name;
        text += i == 0 ? "" : i + 1 == joints.size() ? " and " : ", ";
        text += name.empty() ? nameOf(scene, joints[i]) : "'" + name + "'";
    }
    if (joints.size() > kNamed) {
        text += " and " + std::to_string(joints.size() - kNamed) + " more";
    }
    return text;
}

} // namespace sartor::diagnose
