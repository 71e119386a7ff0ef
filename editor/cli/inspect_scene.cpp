// SPDX-License-Identifier: Apache-2.0
// Nodes, skins, instances, clips and the import report.
#include "inspect_scene.h"

#include "address.h"
#include "answer.h"
#include "table.h"

#include <sartor/io/text.h>

#include <algorithm>
#include <set>

namespace sartor::cli {
namespace {

std::string_view text(assets::Interpolation interpolation) {
    switch (interpolation) {
    case assets::Interpolation::Step:
        return "STEP";
    case assets::Interpolation::Linear:
        return "LINEAR";
    case assets::Interpolation::CubicSpline:
        return "CUBICSPLINE";
    }
    return "";
}

std::string_view text(import::NoteSeverity severity) {
    switch (severity) {
    case import::NoteSeverity::Info:
        return "info";
    case import::NoteSeverity::Warning:
        return "warning";
    case import::NoteSeverity::Error:
        return "error";
    }
    return "";
}

std::uint32_t fileNode(const import::ImportedScene& scene, JointIndex joint) {
    return scene.skeleton->joint(joint).fileNode;
}

/// One animated channel of a clip.
struct Channel {
    std::uint32_t node = 0;
    std::string_view path;
    assets::Interpolation interpolation = assets::Interpolation::Linear;
    std::size_t keyCount = 0;
    float firstTime = 0.0f;
    float lastTime = 0.0f;
    std::size_t byteCount = 0;
};

std::vector<Channel> channelsOf(const import::ImportedScene& scene, const assets::Clip& clip) {
    std::vector<Channel> channels;
    const auto add = [&](JointIndex node, std::string_view path, const auto& track) {
        if (!track.isEmpty()) {
            channels.push_back({.node = fileNode(scene, node),
                                .path = path,
                                .interpolation = track.interpolation,
                                .keyCount = track.times.size(),
                                .firstTime = track.times.front(),
                                .lastTime = track.times.back(),
                                .byteCount = std::as_bytes(std::span(track.times)).size() +
                                             std::as_bytes(std::span(track.values)).size()});
        }
    };
    for (const assets::JointTracks& tracks : clip.jointTracks()) {
        add(tracks.joint, "translation", tracks.translation);
        add(tracks.joint, "rotation", tracks.rotation);
        add(tracks.joint, "scale", tracks.scale);
    }
    for (const assets::MorphWeightTrack& track : clip.morphWeightTracks()) {
        add(track.node, "weights", track.weights);
    }
    return channels;
}

std::size_t byteCount(const std::vector<Channel>& channels) {
    std::size_t sum = 0;
    for (const Channel& channel : channels) {
        sum += channel.byteCount;
    }
    return sum;
}

/// Influences of the vertices as the file has them: how many slots carry weight, at most.
std::size_t largestInfluenceCount(const assets::Mesh& mesh) {
    const assets::FileInfluences* file = mesh.fileInfluences();
    if (file == nullptr) {
        return 0;
    }
    std::size_t largest = 0;
    for (std::size_t first = 0; first < file->weights.size(); first += file->slotsPerVertex) {
        const auto row = std::span(file->weights).subspan(first, file->slotsPerVertex);
        largest = std::max(largest,
                           row.size() -
                               static_cast<std::size_t>(std::count(row.begin(), row.end(), 0.0f)));
    }
    return largest;
}

void writeNodes(io::JsonWriter& json, const import::ImportedScene& scene) {
    json.key("nodes").beginArray();
    for (const JointIndex index : inFileOrder(*scene.skeleton)) {
        const assets::Joint& joint = scene.skeleton->joint(index);
        json.beginObject().member("node", joint.fileNode).member("name", joint.name).key("parent");
        if (joint.parent.isNone()) {
            json.null();
        } else {
            json.value(fileNode(scene, joint.parent));
        }
        json.member("translation", joint.parentFromJointRest.translation);
        json.member("rotation", joint.parentFromJointRest.rotation);
        json.member("scale", joint.parentFromJointRest.scale).endObject();
    }
    json.endArray();
}

void writeSkins(io::JsonWriter& json, const import::ImportedScene& scene) {
    json.key("skins").beginArray();
    for (std::size_t i = 0; i < scene.skins.size(); ++i) {
        const assets::Skin& skin = *scene.skins[i];
        json.beginObject().member("skin", i).member("name", skin.name()).key("joints").beginArray();
        for (std::size_t slot = 0; slot < skin.jointCount(); ++slot) {
            const assets::Joint& joint = scene.skeleton->joint(skin.joints()[slot]);
            json.beginObject().member("slot", slot).member("node", joint.fileNode);
            json.member("name", joint.name).member("inverse_bind", skin.jointFromBind()[slot]);
            json.endObject();
        }
        json.endArray().endObject();
    }
    json.endArray();
}

void writeInstances(io::JsonWriter& json, const import::ImportedScene& scene) {
    json.key("instances").beginArray();
    for (const import::MeshInstance& instance : scene.instances) {
        const assets::Mesh& mesh = *instance.mesh;
        const assets::FileInfluences* influences = mesh.fileInfluences();
        json.beginObject().member("node", instance.fileNode).member("mesh", instance.fileMesh);
        json.member("primitive", instance.filePrimitive).member("name", instance.meshName);
        json.member("skin", instance.skin).member("material", instance.material);
        json.member("vertices", mesh.vertexCount());
        json.member("triangles", mesh.triangles().size() / 3);
        json.member("has_normals", !mesh.normals().empty());
        json.member("has_tangents", !mesh.tangents().empty());
        json.member("has_uvs", !mesh.uvs().empty());
        json.member("slots_per_vertex", influences != nullptr ? influences->slotsPerVertex : 0);
        json.member("max_influences", largestInfluenceCount(mesh)).key("targets").beginArray();
        for (std::size_t i = 0; instance.morphs && i < instance.morphs->targetCount(); ++i) {
            const assets::MorphTarget& target = instance.morphs->targets()[i];
            json.beginInlineObject().member("target", i).member("name", target.name);
            json.member("vertices", target.vertices.size());
            json.member("has_normals", !target.normalDeltas.empty());
            json.member("has_tangents", !target.tangentDeltas.empty());
            json.member("default_weight", instance.defaultMorphWeights[i]).endObject();
        }
        json.endArray().endObject();
    }
    json.endArray();
}

void writeClips(io::JsonWriter& json, const import::ImportedScene& scene) {
    json.key("clips").beginArray();
    for (std::size_t i = 0; i < scene.clips.size(); ++i) {
        const assets::Clip& clip = *scene.clips[i];
        const std::vector<Channel> channels = channelsOf(scene, clip);
        json.beginObject().member("clip", i).member("name", clip.name());
        json.member("duration", clip.duration()).member("channels", channels.size());
        json.member("runtime_bytes", byteCount(channels)).key("tracks").beginArray();
        for (const Channel& channel : channels) {
            json.beginInlineObject().member("node", channel.node).member("path", channel.path);
            json.member("interpolation", text(channel.interpolation));
            json.member("keys", channel.keyCount).member("first", channel.firstTime);
            json.member("last", channel.lastTime).endObject();
        }
        json.endArray().endObject();
    }
    json.endArray();
}

void writeReport(io::JsonWriter& json, const import::ImportReport& report) {
    json.key("report").beginArray();
    for (const import::ImportNote& note : report.notes) {
        json.beginObject().member("severity", text(note.severity)).member("code", note.code);
        json.member("place", note.place).member("message", note.message);
        json.member("count", note.count).member("examples", note.examples).endObject();
    }
    json.endArray();
}

std::string nodeTree(const import::ImportedScene& scene) {
    std::vector<std::vector<JointIndex>> children(scene.skeleton->jointCount());
    std::vector<std::pair<JointIndex, std::size_t>> pending; // joint and depth, next one last
    const std::vector<JointIndex> order = inFileOrder(*scene.skeleton);
    for (auto joint = order.rbegin(); joint != order.rend(); ++joint) {
        const JointIndex parent = scene.skeleton->joint(*joint).parent;
        if (parent.isNone()) {
            pending.emplace_back(*joint, 0);
        } else {
            children[parent.value()].push_back(*joint);
        }
    }
    std::set<JointIndex> skinJoints;
    for (const auto& skin : scene.skins) {
        skinJoints.insert(skin->joints().begin(), skin->joints().end());
    }
    std::set<JointIndex> meshNodes;
    for (const import::MeshInstance& instance : scene.instances) {
        meshNodes.insert(instance.node);
    }
    std::string tree;
    while (!pending.empty()) {
        const auto [index, depth] = pending.back();
        pending.pop_back();
        // A very deep chain stays readable: beyond this the depth is a number.
        constexpr std::size_t kDeepest = 40;
        tree += std::string(2 + 2 * std::min(depth, kDeepest), ' ');
        if (depth > kDeepest) {
            tree += "(depth " + std::to_string(depth) + ") ";
        }
        tree += io::printable(nodeText(scene, index));
        tree += skinJoints.contains(index) ? " joint" : "";
        tree += meshNodes.contains(index) ? " mesh" : "";
        tree += '\n';
        for (const JointIndex child : children[index.value()]) {
            pending.emplace_back(child, depth + 1);
        }
    }
    return tree;
}

std::string skinsText(const import::ImportedScene& scene) {
    std::string result;
    for (std::size_t i = 0; i < scene.skins.size(); ++i) {
        const assets::Skin& skin = *scene.skins[i];
        Table table({{"slot", Table::Align::Right},
                     {"joint", Table::Align::Left},
                     {"bound at", Table::Align::Left}});
        for (std::size_t slot = 0; slot < skin.jointCount(); ++slot) {
            const auto bindFromJoint = math::inverse(skin.jointFromBind()[slot]);
            table.addRow(
                {std::to_string(slot),
                 nodeText(scene, skin.joints()[slot]),
                 bindFromJoint ? rounded(bindFromJoint->translation) : "(singular inverse bind)"});
        }
        result += "\nskin #" + std::to_string(i) + " '" + io::printable(skin.name()) +
                  "': " + std::to_string(skin.jointCount()) + " joints\n" + table.text();
    }
    return result;
}

std::string instancesText(const import::ImportedScene& scene) {
    using Align = Table::Align;
    Table table({{"node", Align::Right},
                 {"mesh", Align::Right},
                 {"primitive", Align::Right},
                 {"name", Align::Left},
                 {"skin", Align::Right},
                 {"vertices", Align::Right},
                 {"triangles", Align::Right},
                 {"influences", Align::Right},
                 {"targets", Align::Right},
                 {"streams", Align::Left}});
    for (const import::MeshInstance& instance : scene.instances) {
        const assets::Mesh& mesh = *instance.mesh;
        table.addRow({std::to_string(instance.fileNode),
                      std::to_string(instance.fileMesh),
                      std::to_string(instance.filePrimitive),
                      instance.meshName,
                      instance.skin ? std::to_string(*instance.skin) : "",
                      std::to_string(mesh.vertexCount()),
                      std::to_string(mesh.triangles().size() / 3),
                      std::to_string(largestInfluenceCount(mesh)),
                      std::to_string(instance.morphs ? instance.morphs->targetCount() : 0),
                      std::string("positions") + (mesh.normals().empty() ? "" : " normals") +
                          (mesh.tangents().empty() ? "" : " tangents") +
                          (mesh.uvs().empty() ? "" : " uvs")});
    }
    const std::string rows = table.text();
    return rows.empty() ? "" : "\nmeshes\n" + rows;
}

std::string clipsText(const import::ImportedScene& scene) {
    using Align = Table::Align;
    Table table({{"clip", Align::Right},
                 {"name", Align::Left},
                 {"seconds", Align::Right},
                 {"channels", Align::Right},
                 {"bytes", Align::Right},
                 {"interpolation", Align::Left}});
    for (std::size_t i = 0; i < scene.clips.size(); ++i) {
        const std::vector<Channel> channels = channelsOf(scene, *scene.clips[i]);
        std::set<std::string_view> interpolations;
        for (const Channel& channel : channels) {
            interpolations.insert(text(channel.interpolation));
        }
        std::string joined;
        for (const std::string_view interpolation : interpolations) {
            joined += (joined.empty() ? "" : " ") + std::string(interpolation);
        }
        table.addRow({std::to_string(i),
                      scene.clips[i]->name(),
                      rounded(static_cast<double>(scene.clips[i]->duration())),
                      std::to_string(channels.size()),
                      std::to_string(byteCount(channels)),
                      joined});
    }
    const std::string rows = table.text();
    return rows.empty() ? "" : "\nclips\n" + rows;
}

std::string reportText(const import::ImportReport& report) {
    if (report.notes.empty()) {
        return "\nimport changed nothing\n";
    }
    std::string result = "\nimport report\n";
    for (const import::ImportNote& note : report.notes) {
        result += "  " + std::string(text(note.severity)) + " " + note.code + " at " +
                  io::printable(note.place) + ": " + io::printable(note.message) + '\n';
    }
    return result;
}

} // namespace

std::string sceneJson(const import::ImportedScene& scene, const FileOptions& file) {
    io::JsonWriter json;
    json.beginObject().member("file", file.file.string()).member("format", scene.format);
    json.member("metres_per_unit", scene.metresPerUnit);
    writeNodes(json, scene);
    writeSkins(json, scene);
    writeInstances(json, scene);
    writeClips(json, scene);
    json.key("materials").beginArray();
    for (const assets::Material& material : scene.materials) {
        json.value(material.name);
    }
    json.endArray().member("images", scene.images.size());
    writeReport(json, scene.report);
    writeNotes(json, {});
    return json.endObject().take();
}

std::string sceneText(const import::ImportedScene& scene) {
    return scene.format + ", 1 unit = " + rounded(static_cast<double>(scene.metresPerUnit)) +
           " m\n\nnodes\n" + nodeTree(scene) + skinsText(scene) + instancesText(scene) +
           clipsText(scene) + reportText(scene.report);
}

} // namespace sartor::cli
