// SPDX-License-Identifier: Apache-2.0
// What a file holds, as assets.
#pragma once

#include <sartor/assets/clip.h>
#include <sartor/assets/material.h>
#include <sartor/assets/mesh.h>
#include <sartor/assets/morph_set.h>
#include <sartor/assets/skeleton.h>
#include <sartor/assets/skin.h>
#include <sartor/import/import_report.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sartor::import {

/// One primitive of one mesh at one node: the unit that is deformed and drawn. A mesh that is used
/// by several nodes, with the same skin or others, gives as many instances that share the Mesh.
struct MeshInstance {
    /// The node that carries the mesh. Its transform places an unskinned mesh and is ignored for a
    /// skinned one.
    JointIndex node;
    /// Place in the file, for messages and output.
    std::uint32_t fileNode = 0;
    std::uint32_t fileMesh = 0;
    std::uint32_t filePrimitive = 0;
    std::string meshName;
    std::shared_ptr<const assets::Mesh> mesh;
    /// Index into ImportedScene::skins; none for a mesh that only follows its node.
    std::optional<std::uint32_t> skin;
    /// Null without morph targets.
    std::shared_ptr<const assets::MorphSet> morphs;
    /// One per target: the node's weights, else the mesh's, else zero.
    std::vector<float> defaultMorphWeights;
    /// Index into ImportedScene::materials.
    std::optional<std::uint32_t> material;
};

/// The assets of one file. Model space is the space of the scene root: right-handed, +Y up, lengths
/// in the file's units.
struct ImportedScene {
    std::filesystem::path path;
    /// Importer::name of the importer that read it: "glTF 2.0", "FBX", "Collada", "BVH", ...
    std::string format;
    /// Metres of one unit of the file; 1 for glTF.
    float metresPerUnit = 1.0f;
    /// Every node of the file, also those outside of the chosen scene.
    std::shared_ptr<const assets::Skeleton> skeleton;
    std::vector<std::shared_ptr<const assets::Clip>> clips;
    std::vector<std::shared_ptr<const assets::Skin>> skins;
    /// In order of node, then primitive; only nodes of the chosen scene.
    std::vector<MeshInstance> instances;
    std::vector<assets::Material> materials;
    std::vector<assets::EncodedImage> images;
    ImportReport report;
};

} // namespace sartor::import
