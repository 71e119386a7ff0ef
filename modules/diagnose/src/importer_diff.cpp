// SPDX-License-Identifier: Apache-2.0
// Meshes at nodes: geometry, joints, weights and morph targets; the rest is in its own files.
#include "importer_causes.h"
#include "importer_clips.h"
#include "importer_nodes.h"

#include <sartor/diagnose/importer_diff.h>

#include <algorithm>
#include <cmath>

namespace sartor::diagnose {
namespace {

using import::ImportedScene;
using import::MeshInstance;

// Streams of one value for each vertex; the first that differs stands for all.
template <class T>
void compareStream(const std::string& place,
                   const char* field,
                   std::span<const T> ours,
                   std::span<const T> theirs,
                   Differences& differences) {
    if (ours.size() != theirs.size()) {
        differences.add({.place = place,
                         .field = field,
                         .gltf = std::to_string(ours.size()),
                         .assimp = std::to_string(theirs.size()),
                         .cause = ""});
        return;
    }
    double size = 0.0; // texture coordinates are turned round and back, deltas subtracted
    for (const T& value : ours) {
        for (const float component : componentsOf(value)) {
            size = std::max(size, std::abs(static_cast<double>(component)));
        }
    }
    for (std::size_t i = 0; i < ours.size(); ++i) {
        if (!isSame(componentsOf(ours[i]), componentsOf(theirs[i]), kCopied, size)) {
            differences.add(
                {.place = place,
                 .field = field,
                 .gltf = "vertex " + std::to_string(i) + ": " + text(componentsOf(ours[i])),
                 .assimp = text(componentsOf(theirs[i])),
                 .cause = integersReadAsFloats(componentsOf(ours[i]))});
        }
    }
}

std::string describeInfluences(std::span<const SlotWeight> influences) {
    std::string line;
    for (const auto& [slot, weight] : influences) {
        line += (line.empty() ? "" : ", ") + std::string("joint ") + std::to_string(slot) + ": " +
                text(static_cast<double>(weight));
    }
    return line.empty() ? "no joint" : line;
}

// Slots with weight, sorted; those of the file itself and those of Assimp's bones.
std::vector<SlotWeight> weightedSlots(const assets::Mesh& mesh, std::size_t vertex) {
    std::vector<SlotWeight> slots = slotsOf(mesh, vertex);
    std::erase_if(slots, [](const SlotWeight& slot) { return slot.weight == 0.0f; });
    std::sort(slots.begin(), slots.end());
    return slots;
}

void compareWeights(const std::string& place,
                    const MeshInstance& ours,
                    const MeshInstance& theirs,
                    std::size_t jointCount,
                    Differences& differences) {
    const std::size_t vertexCount = std::min(ours.mesh->vertexCount(), theirs.mesh->vertexCount());
    for (std::size_t vertex = 0; vertex < vertexCount; ++vertex) {
        const std::vector<SlotWeight> all = slotsOf(*ours.mesh, vertex);
        const std::vector<SlotWeight> ourSlots = weightedSlots(*ours.mesh, vertex);
        const std::vector<SlotWeight> theirSlots = weightedSlots(*theirs.mesh, vertex);
        const bool hasNoWeight = ourSlots.empty() && !all.empty();
        if (ourSlots == theirSlots && !hasNoWeight) {
            continue;
        }
        const ExplainedWeights explained = explainWeights(all, theirSlots, jointCount);
        differences.add(
            {.place = place,
             .field = "weights",
             .gltf = "vertex " + std::to_string(vertex) + ": " +
                     describeInfluences(hasNoWeight ? std::span(all).first(1) : ourSlots),
             .assimp = describeInfluences(explained.theirs),
             .cause = hasNoWeight && theirSlots.empty()
                          ? "Assimp hands over no zero weights: the vertex belongs to no bone."
                          : explained.cause});
    }
}

std::vector<std::optional<std::uint32_t>> jointNodes(const Sides& sides,
                                                     const MeshInstance& theirs) {
    std::vector<std::optional<std::uint32_t>> nodes;
    if (theirs.skin) {
        for (const JointIndex joint : sides.assimp.skins[*theirs.skin]->joints()) {
            nodes.push_back(sides.ourNodeOf(joint));
        }
    }
    return nodes;
}

// Why the bones of an instance are others than its joints.
std::string causeOfJoints(const Sides& sides,
                          const MeshInstance& ours,
                          const std::vector<std::optional<std::uint32_t>>& theirJoints) {
    for (const MeshInstance& other : sides.gltf.instances) {
        if (other.mesh != ours.mesh || other.skin == ours.skin || !other.skin) {
            continue;
        }
        std::vector<std::optional<std::uint32_t>> joints;
        for (const JointIndex joint : sides.gltf.skins[*other.skin]->joints()) {
            joints.emplace_back(sides.gltf.skeleton->joint(joint).fileNode);
        }
        if (joints == theirJoints) {
            return "Of several skins on one mesh, the last stands in Assimp for all.";
        }
    }
    if (ours.skin) {
        for (const JointIndex joint : sides.gltf.skins[*ours.skin]->joints()) {
            if (sides.isAmbiguous(sides.gltf.skeleton->joint(joint).fileNode)) {
                return kByName;
            }
        }
    }
    return "";
}

void compareSkins(const std::string& place,
                  const Sides& sides,
                  const MeshInstance& ours,
                  const MeshInstance& theirs,
                  Differences& differences) {
    std::vector<std::optional<std::uint32_t>> ourJoints;
    if (ours.skin) {
        for (const JointIndex joint : sides.gltf.skins[*ours.skin]->joints()) {
            ourJoints.emplace_back(sides.gltf.skeleton->joint(joint).fileNode);
        }
    }
    const std::vector<std::optional<std::uint32_t>> theirJoints = jointNodes(sides, theirs);
    const std::string cause =
        ourJoints == theirJoints ? "" : causeOfJoints(sides, ours, theirJoints);
    if (ourJoints.size() != theirJoints.size()) {
        differences.add({.place = place,
                         .field = "joints",
                         .gltf = std::to_string(ourJoints.size()) + " joints",
                         .assimp = std::to_string(theirJoints.size()) + " bones",
                         .cause = cause});
        return;
    }
    for (std::size_t slot = 0; slot < ourJoints.size(); ++slot) {
        if (ourJoints[slot] != theirJoints[slot]) {
            differences.add(
                {.place = place,
                 .field = "joints",
                 .gltf =
                     "joint " + std::to_string(slot) + ": " + sides.ours.describe(*ourJoints[slot]),
                 .assimp = theirJoints[slot] ? sides.ours.describe(*theirJoints[slot]) : "none",
                 .cause = cause});
        }
        const math::Affine& ourBind = sides.gltf.skins[*ours.skin]->jointFromBind()[slot];
        const math::Affine& theirBind = sides.assimp.skins[*theirs.skin]->jointFromBind()[slot];
        if (!isSame(componentsOf(ourBind), componentsOf(theirBind), kCopied, 0.0)) {
            differences.add(
                {.place = place,
                 .field = "inverse binds",
                 .gltf = "joint " + std::to_string(slot) + ": " + text(componentsOf(ourBind)),
                 .assimp = text(componentsOf(theirBind)),
                 .cause = cause});
        }
    }
    if (ours.skin) {
        compareWeights(place, ours, theirs, ourJoints.size(), differences);
    }
}

// Deltas of one stream of a target for every vertex.
std::vector<glm::vec3> denseDeltas(const assets::MorphTarget& target,
                                   const std::vector<glm::vec3>& deltas,
                                   std::size_t vertexCount) {
    std::vector<glm::vec3> dense(vertexCount, glm::vec3(0.0f));
    for (std::size_t i = 0; i < deltas.size(); ++i) {
        dense[target.vertices[i]] = deltas[i];
    }
    return dense;
}

void compareMorphs(const std::string& place,
                   const MeshInstance& ours,
                   const MeshInstance& theirs,
                   Differences& differences) {
    const std::size_t ourCount = ours.morphs ? ours.morphs->targetCount() : 0;
    const std::size_t theirCount = theirs.morphs ? theirs.morphs->targetCount() : 0;
    if (ourCount != theirCount) {
        differences.add({.place = place,
                         .field = "morph targets",
                         .gltf = std::to_string(ourCount),
                         .assimp = std::to_string(theirCount),
                         .cause = ""});
        return;
    }
    double extent = 0.0; // Assimp keeps whole positions, so deltas have their rounding
    for (const glm::vec3& position : ours.mesh->positions()) {
        for (const float component : componentsOf(position)) {
            extent = std::max(extent, std::abs(static_cast<double>(component)));
        }
    }
    for (std::size_t t = 0; t < ourCount; ++t) {
        const assets::MorphTarget& ourTarget = ours.morphs->targets()[t];
        const assets::MorphTarget& theirTarget = theirs.morphs->targets()[t];
        const std::string target = "target " + std::to_string(t) + ": ";
        if (ourTarget.name != theirTarget.name) {
            differences.add({.place = place,
                             .field = "name of morph target",
                             .gltf = target + quoted(ourTarget.name),
                             .assimp = quoted(theirTarget.name),
                             .cause = ourTarget.name.empty()
                                          ? "Assimp makes up a name for what has none."
                                          : ""});
        }
        const std::size_t count = ours.mesh->vertexCount();
        const auto ourDeltas = denseDeltas(ourTarget, ourTarget.positionDeltas, count);
        const auto theirDeltas = denseDeltas(theirTarget, theirTarget.positionDeltas, count);
        for (std::size_t i = 0; i < count; ++i) {
            if (!isSame(
                    componentsOf(ourDeltas[i]), componentsOf(theirDeltas[i]), kCopied, extent)) {
                differences.add({.place = place,
                                 .field = "morph deltas",
                                 .gltf = target + "vertex " + std::to_string(i) + ": " +
                                         text(componentsOf(ourDeltas[i])),
                                 .assimp = text(componentsOf(theirDeltas[i])),
                                 .cause = ""});
            }
        }
    }
    if (!isSame(ours.defaultMorphWeights, theirs.defaultMorphWeights, kCopied, 0.0)) {
        differences.add(
            {.place = place,
             .field = "morph weights without a clip",
             .gltf = text(ours.defaultMorphWeights),
             .assimp = text(theirs.defaultMorphWeights),
             .cause = causeOfDefaultWeights(ours.defaultMorphWeights, theirs.defaultMorphWeights)});
    }
}

// The instances of a scene by our node and their number at it.
using InstanceTable = std::map<std::pair<std::uint32_t, std::uint32_t>, const MeshInstance*>;

void compareInstances(const Sides& sides, Differences& differences) {
    InstanceTable theirs;
    std::map<std::uint32_t, std::uint32_t> countAtNode;
    for (const MeshInstance& instance : sides.assimp.instances) {
        if (const auto node = sides.match.ourNode(instance.fileNode)) {
            theirs[{*node, countAtNode[*node]++}] = &instance;
        }
    }
    for (const MeshInstance& ours : sides.gltf.instances) {
        const std::string place = sides.ours.describe(ours.fileNode) + ", primitive " +
                                  std::to_string(ours.filePrimitive);
        const auto found = theirs.find({ours.fileNode, ours.filePrimitive});
        if (found == theirs.end()) {
            differences.add({.place = place,
                             .field = "mesh",
                             .gltf = std::to_string(ours.mesh->vertexCount()) + " vertices",
                             .assimp = "no usable mesh",
                             .cause = ""});
            continue;
        }
        const assets::Mesh& ourMesh = *ours.mesh;
        const assets::Mesh& theirMesh = *found->second->mesh;
        compareStream(place, "positions", ourMesh.positions(), theirMesh.positions(), differences);
        compareStream(place, "normals", ourMesh.normals(), theirMesh.normals(), differences);
        compareStream(place, "texture coordinates", ourMesh.uvs(), theirMesh.uvs(), differences);
        if (!std::ranges::equal(ourMesh.triangles(), theirMesh.triangles())) {
            differences.add({.place = place,
                             .field = "triangles",
                             .gltf = std::to_string(ourMesh.triangles().size() / 3),
                             .assimp = std::to_string(theirMesh.triangles().size() / 3),
                             .cause = ""});
        }
        compareSkins(place, sides, ours, *found->second, differences);
        if (ourMesh.vertexCount() == theirMesh.vertexCount()) {
            compareMorphs(place, ours, *found->second, differences);
        }
    }
}

} // namespace

std::vector<ImporterDifference> compareImporters(const ImportedScene& gltf,
                                                 const ImportedScene& assimp) {
    const Sides sides(gltf, assimp);
    Differences differences;
    compareNodes(sides, differences);
    compareInstances(sides, differences);
    compareClips(sides, differences);
    return differences.take();
}

ImporterDifference refusedByAssimp(const ImportedScene& gltf, const Error& error) {
    const std::string prefix = gltf.path.string() + ": ";
    const bool isNamed = error.message.starts_with(prefix);
    return {.place = "file",
            .field = "import",
            .gltf = std::to_string(gltf.instances.size()) + " meshes at nodes, " +
                    std::to_string(gltf.clips.size()) + " clips",
            .assimp = isNamed ? error.message.substr(prefix.size()) : error.message,
            .cause = causeOfRefusal(gltf, error)};
}

} // namespace sartor::diagnose
