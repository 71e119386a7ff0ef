// SPDX-License-Identifier: Apache-2.0
// Finds what a person named by index or by name.
#pragma once

#include <sartor/base/index.h>
#include <sartor/base/result.h>
#include <sartor/import/imported_scene.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::cli {

struct Candidate {
    std::uint32_t index = 0;
    std::string_view name;
};

/// The index of the candidate that `text` names: "12" or "#12" by index, else by its whole name.
/// `kind` is the word for messages: "node", "clip".
/// Errors: "usage.unknown" (says what there is), "usage.ambiguous" (lists the indices).
Result<std::uint32_t>
findCandidate(std::string_view kind, std::string_view text, std::span<const Candidate> candidates);

/// A node, by its index in the file or its name.
Result<JointIndex> findNode(const import::ImportedScene& scene, std::string_view text);

/// Index into scene.clips.
Result<std::uint32_t> findClip(const import::ImportedScene& scene, std::string_view text);

/// Index into scene.instances of the primitive at a node.
Result<std::size_t>
findInstance(const import::ImportedScene& scene, JointIndex node, std::uint32_t primitive);

/// A plain number. Errors: "usage.number".
Result<std::uint32_t> parseIndex(std::string_view kind, std::string_view text);

/// Errors: "usage.unknown" (says how many there are).
Status checkVertex(const assets::Mesh& mesh, std::uint32_t vertex);

/// Joints in the order of the file's nodes, which answers keep.
std::vector<JointIndex> inFileOrder(const assets::Skeleton& skeleton);

/// "#12 'Hips'", for messages.
std::string nodeText(const import::ImportedScene& scene, JointIndex node);

} // namespace sartor::cli
