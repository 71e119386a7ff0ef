// SPDX-License-Identifier: Apache-2.0
// Addresses of nodes, clips and primitives.
#include "address.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

namespace sartor::cli {
namespace {

/// Most names that a message lists.
constexpr std::size_t kListed = 12;

/// The number in "12" or "#12".
std::optional<std::uint32_t> indexIn(std::string_view text) {
    if (text.starts_with('#')) {
        text.remove_prefix(1);
    }
    std::uint32_t index = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), index);
    if (code != std::errc() || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return index;
}

std::string describe(const Candidate& candidate) {
    return "#" + std::to_string(candidate.index) + " '" + std::string(candidate.name) + "'";
}

std::string list(std::span<const Candidate> candidates) {
    std::string text;
    for (std::size_t i = 0; i < std::min(candidates.size(), kListed); ++i) {
        text += (i == 0 ? "" : ", ") + describe(candidates[i]);
    }
    if (candidates.size() > kListed) {
        text += " and " + std::to_string(candidates.size() - kListed) + " more";
    }
    return text;
}

} // namespace

Result<std::uint32_t>
findCandidate(std::string_view kind, std::string_view text, std::span<const Candidate> candidates) {
    const std::string quoted = std::string(kind) + " '" + std::string(text) + "'";
    if (const std::optional<std::uint32_t> index = indexIn(text)) {
        for (const Candidate& candidate : candidates) {
            if (candidate.index == *index) {
                return *index;
            }
        }
    }
    std::vector<Candidate> matches;
    for (const Candidate& candidate : candidates) {
        if (candidate.name == text) {
            matches.push_back(candidate);
        }
    }
    if (matches.size() == 1) {
        return matches[0].index;
    }
    if (matches.size() > 1) {
        std::string indices;
        for (const Candidate& match : matches) {
            indices += (indices.empty() ? "#" : ", #") + std::to_string(match.index);
        }
        return Error{"usage.ambiguous",
                     quoted + " is the name of " + std::to_string(matches.size()) + ": " + indices +
                         "; say which by its index"};
    }
    if (candidates.empty()) {
        return Error{"usage.unknown",
                     "there is no " + quoted + ": the file has no " + std::string(kind)};
    }
    return Error{"usage.unknown", "there is no " + quoted + "; there is " + list(candidates)};
}

Result<JointIndex> findNode(const import::ImportedScene& scene, std::string_view text) {
    std::vector<Candidate> candidates;
    for (const JointIndex index : inFileOrder(*scene.skeleton)) {
        const assets::Joint& joint = scene.skeleton->joint(index);
        candidates.push_back({joint.fileNode, joint.name});
    }
    const Result<std::uint32_t> fileNode = findCandidate("node", text, candidates);
    if (!fileNode) {
        return fileNode.error();
    }
    return scene.skeleton->jointOfFileNode(*fileNode);
}

Result<std::uint32_t> findClip(const import::ImportedScene& scene, std::string_view text) {
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < scene.clips.size(); ++i) {
        candidates.push_back({static_cast<std::uint32_t>(i), scene.clips[i]->name()});
    }
    return findCandidate("clip", text, candidates);
}

Result<std::size_t>
findInstance(const import::ImportedScene& scene, JointIndex node, std::uint32_t primitive) {
    std::size_t primitiveCount = 0;
    for (std::size_t i = 0; i < scene.instances.size(); ++i) {
        if (scene.instances[i].node != node) {
            continue;
        }
        if (scene.instances[i].filePrimitive == primitive) {
            return i;
        }
        ++primitiveCount;
    }
    if (primitiveCount == 0) {
        return Error{"usage.unknown", "node " + nodeText(scene, node) + " carries no mesh"};
    }
    return Error{"usage.unknown",
                 "node " + nodeText(scene, node) + " has " + std::to_string(primitiveCount) +
                     " primitives, none is number " + std::to_string(primitive)};
}

Result<std::uint32_t> parseIndex(std::string_view kind, std::string_view text) {
    const std::optional<std::uint32_t> index = indexIn(text);
    if (!index) {
        return Error{"usage.number",
                     std::string(kind) + " '" + std::string(text) + "' is not a number"};
    }
    return *index;
}

Status checkVertex(const assets::Mesh& mesh, std::uint32_t vertex) {
    if (vertex >= mesh.vertexCount()) {
        return Error{"usage.unknown",
                     "there is no vertex " + std::to_string(vertex) + ": the primitive has " +
                         std::to_string(mesh.vertexCount()) + " vertices"};
    }
    return {};
}

std::vector<JointIndex> inFileOrder(const assets::Skeleton& skeleton) {
    std::vector<JointIndex> order;
    for (std::size_t i = 0; i < skeleton.jointCount(); ++i) {
        order.emplace_back(i);
    }
    std::sort(order.begin(), order.end(), [&](JointIndex a, JointIndex b) {
        return skeleton.joint(a).fileNode < skeleton.joint(b).fileNode;
    });
    return order;
}

std::string nodeText(const import::ImportedScene& scene, JointIndex node) {
    const assets::Joint& joint = scene.skeleton->joint(node);
    return describe({joint.fileNode, joint.name});
}

} // namespace sartor::cli
