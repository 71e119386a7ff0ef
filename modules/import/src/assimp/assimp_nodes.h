// SPDX-License-Identifier: Apache-2.0
// The node tree of an Assimp scene as joints.
#pragma once

#include "assimp_input.h"
#include "notes.h"

#include <sartor/assets/skeleton.h>

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace sartor::import {

/// One node of the file; its place in NodeTree::nodes is its index in depth-first order.
struct SourceNode {
    const aiNode* node = nullptr;
    std::optional<std::uint32_t> parent;
    JointIndex joint;
    /// A joint between the parent and `joint` that takes the parent's scale away again and holds
    /// the translation: FBX segment scale compensation, T * inverse(parent's S) * R * S. None for
    /// nodes without.
    JointIndex scaleCompensation;
};

struct NodeTree {
    std::vector<SourceNode> nodes;
    /// Parents first. fileNode is the index in `nodes`; joints for scale compensation come after.
    std::vector<assets::Joint> joints;
    /// Rest transforms of `joints` multiplied up.
    std::vector<math::Affine> modelFromJointRest;
    std::unordered_map<std::string, std::vector<std::uint32_t>> nodesByName;
    float metresPerUnit = 1.0f;

    /// The node that a bone or a channel of this name means: the first without meshes, else the
    /// first. Assimp links by name only.
    std::optional<std::uint32_t> find(const aiString& name) const;
};

/// Walks the tree, converts unit and up axis, and says in notes what it did.
NodeTree readNodes(const AssimpInput& input, Notes& notes);

/// What a joint for scale compensation has to do to undo a scale; 1 where the scale is zero.
glm::vec3 compensatingScale(const glm::vec3& scale);

} // namespace sartor::import
