// SPDX-License-Identifier: Apache-2.0
// The node trees of two scenes of one file, and which node of one is which of the other.
#pragma once

#include "importer_values.h"

#include <sartor/import/imported_scene.h>

#include <cstdint>
#include <optional>
#include <set>
#include <utility>

namespace sartor::diagnose {

/// Why bones and channels go astray where names are not unique.
inline constexpr const char* kByName =
    "Assimp links bones and channels by the names of nodes; one of several "
    "nodes of a name gets them all.";

/// One node of a file; joints that share it are one.
struct Node {
    std::optional<std::uint32_t> parent;
    std::string name;
    math::Affine parentFromNode;
    std::vector<std::uint32_t> children;
};

struct NodeForest {
    std::map<std::uint32_t, Node> nodes; // by fileNode
    std::vector<std::uint32_t> roots;

    std::string describe(std::uint32_t index) const {
        const auto found = nodes.find(index);
        return "node " + std::to_string(index) +
               (found == nodes.end() || found->second.name.empty()
                    ? ""
                    : " '" + found->second.name + "'");
    }
};

NodeForest forestOf(const assets::Skeleton& skeleton);

/// What Assimp calls a node without a name.
std::string madeUpName(std::uint32_t fileNode);

/// Our node for each of Assimp's, which come in the same order below the same parent, or by name
/// where only some of them are there. A root of Assimp's own has none.
class NodeMatch {
public:
    NodeMatch(const NodeForest& ours, const NodeForest& theirs) : ours_(ours), theirs_(theirs) {
        for (const std::uint32_t root : theirs.roots) {
            const bool isOneOfOurs = matchAmong({root}, ours.roots);
            if (!isOneOfOurs) {
                matchAmong(theirs.nodes.at(root).children, ours.roots);
            }
        }
    }

    std::optional<std::uint32_t> ourNode(std::uint32_t theirNode) const {
        const auto found = ourFromTheir_.find(theirNode);
        return found == ourFromTheir_.end() ? std::nullopt : std::optional(found->second);
    }
    bool isMatched(std::uint32_t ourNode) const { return matched_.count(ourNode) > 0; }

private:
    bool isNamedLike(std::uint32_t theirNode, std::uint32_t ourNode) const {
        const std::string& theirName = theirs_.nodes.at(theirNode).name;
        const std::string& ourName = ours_.nodes.at(ourNode).name;
        return ourName.empty() ? theirName == madeUpName(ourNode)
                               : theirName.substr(0, ourName.size()) == ourName;
    }

    // Iterative: any depth.
    bool matchAmong(const std::vector<std::uint32_t>& theirNodes,
                    const std::vector<std::uint32_t>& ourNodes) {
        bool isAny = false;
        std::vector<std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>>> pending{
            {theirNodes, ourNodes}};
        while (!pending.empty()) {
            const auto [theirSiblings, ourSiblings] = std::move(pending.back());
            pending.pop_back();
            for (const std::uint32_t theirNode : theirSiblings) {
                const auto ourNode = std::find_if(
                    ourSiblings.begin(), ourSiblings.end(), [&](std::uint32_t candidate) {
                        return !isMatched(candidate) && isNamedLike(theirNode, candidate);
                    });
                if (ourNode != ourSiblings.end()) {
                    ourFromTheir_[theirNode] = *ourNode;
                    matched_.insert(*ourNode);
                    pending.emplace_back(theirs_.nodes.at(theirNode).children,
                                         ours_.nodes.at(*ourNode).children);
                    isAny = true;
                }
            }
        }
        return isAny;
    }

    const NodeForest& ours_;
    const NodeForest& theirs_;
    std::map<std::uint32_t, std::uint32_t> ourFromTheir_;
    std::set<std::uint32_t> matched_;
};

/// Both scenes with what is found once and used by all comparisons.
struct Sides {
    Sides(const import::ImportedScene& gltfScene, const import::ImportedScene& assimpScene)
        : gltf(gltfScene)
        , assimp(assimpScene)
        , ours(forestOf(*gltf.skeleton))
        , theirs(forestOf(*assimp.skeleton))
        , match(ours, theirs) {
        for (const auto& [index, node] : ours.nodes) {
            ++countOfName[node.name];
        }
    }

    std::optional<std::uint32_t> ourNodeOf(JointIndex theirJoint) const {
        return match.ourNode(assimp.skeleton->joint(theirJoint).fileNode);
    }
    bool isAmbiguous(std::uint32_t ourNode) const {
        return countOfName.at(ours.nodes.at(ourNode).name) > 1;
    }

    const import::ImportedScene& gltf;
    const import::ImportedScene& assimp;
    NodeForest ours;
    NodeForest theirs;
    NodeMatch match;
    std::map<std::string, std::size_t> countOfName;
};

/// Names, transforms, and nodes that only one side has.
void compareNodes(const Sides& sides, Differences& differences);

} // namespace sartor::diagnose
