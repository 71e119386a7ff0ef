// SPDX-License-Identifier: Apache-2.0
// Joints to nodes, and nodes against nodes.
#include "importer_nodes.h"

#include <sartor/math/transform.h>

namespace sartor::diagnose {

NodeForest forestOf(const assets::Skeleton& skeleton) {
    NodeForest forest;
    for (const assets::Joint& joint : skeleton.joints()) {
        const math::Affine parentFromJoint = math::toAffine(joint.parentFromJointRest);
        const auto [place, isNew] = forest.nodes.try_emplace(joint.fileNode);
        Node& node = place->second;
        node.name = joint.name;
        if (!isNew) { // the lower of two joints of one node
            node.parentFromNode = node.parentFromNode * parentFromJoint;
            continue;
        }
        node.parentFromNode = parentFromJoint;
        if (joint.parent.isNone()) {
            forest.roots.push_back(joint.fileNode);
        } else {
            node.parent = skeleton.joint(joint.parent).fileNode;
            forest.nodes.at(*node.parent).children.push_back(joint.fileNode);
        }
    }
    return forest;
}

std::string madeUpName(std::uint32_t fileNode) {
    return "nodes[" + std::to_string(fileNode) + "]";
}

void compareNodes(const Sides& sides, Differences& differences) {
    for (const auto& [index, theirNode] : sides.theirs.nodes) {
        const std::optional<std::uint32_t> ourIndex = sides.match.ourNode(index);
        if (!ourIndex) {
            differences.add({.place = "file",
                             .field = "nodes",
                             .gltf = "no such node",
                             .assimp = quoted(theirNode.name),
                             .cause = theirNode.parent ? "" : "Assimp adds a root above several."});
            continue;
        }
        const Node& ourNode = sides.ours.nodes.at(*ourIndex);
        const std::string place = sides.ours.describe(*ourIndex);
        if (ourNode.name != theirNode.name) {
            differences.add(
                {.place = place,
                 .field = "name",
                 .gltf = quoted(ourNode.name),
                 .assimp = quoted(theirNode.name),
                 .cause = ourNode.name.empty() ? "Assimp makes up a name for what has none." : ""});
        }
        if (!isSame(componentsOf(ourNode.parentFromNode),
                    componentsOf(theirNode.parentFromNode),
                    kComputed,
                    1.0)) {
            differences.add({.place = place,
                             .field = "transform",
                             .gltf = text(componentsOf(ourNode.parentFromNode)),
                             .assimp = text(componentsOf(theirNode.parentFromNode)),
                             .cause = ""});
        }
    }
    for (const auto& [index, node] : sides.ours.nodes) {
        if (!sides.match.isMatched(index)) {
            differences.add({.place = "file",
                             .field = "nodes",
                             .gltf = sides.ours.describe(index),
                             .assimp = "no such node",
                             .cause = "Assimp reads the nodes of the default scene alone."});
        }
    }
}

} // namespace sartor::diagnose
