// SPDX-License-Identifier: Apache-2.0
// Node tree to joints: order, rest pose, unit, axes, and FBX scale inheritance.
#include "assimp_nodes.h"

#include <sartor/math/transform.h>

#include <cmath>
#include <set>

namespace sartor::import {
namespace {

// How an FBX node takes part in the scale of its parent (FbxTransform::EInheritType).
constexpr std::int32_t kInheritRrSs = 0;
constexpr std::int32_t kInheritRrs = 2;

std::optional<double> numberOf(const aiMetadata* metadata, const char* key) {
    if (metadata == nullptr) {
        return std::nullopt;
    }
    double asDouble = 0.0;
    float asFloat = 0.0f;
    std::int32_t asInteger = 0;
    if (metadata->Get(key, asDouble)) {
        return asDouble;
    }
    if (metadata->Get(key, asFloat)) {
        return static_cast<double>(asFloat);
    }
    if (metadata->Get(key, asInteger)) {
        return static_cast<double>(asInteger);
    }
    return std::nullopt;
}

bool isUnitScale(const glm::vec3& scale) {
    constexpr float kTolerance = 1e-5f;
    return std::abs(scale.x - 1.0f) < kTolerance && std::abs(scale.y - 1.0f) < kTolerance &&
           std::abs(scale.z - 1.0f) < kTolerance;
}

void listNodes(const aiNode* root, NodeTree& tree) {
    struct Pending {
        const aiNode* node;
        std::optional<std::uint32_t> parent;
    };
    std::vector<Pending> pending;
    if (root != nullptr) {
        pending.push_back({root, std::nullopt});
    }
    while (!pending.empty()) {
        const Pending next = pending.back();
        pending.pop_back();
        const auto index = static_cast<std::uint32_t>(tree.nodes.size());
        tree.nodes.push_back({next.node, next.parent, JointIndex(), JointIndex()});
        tree.nodesByName[next.node->mName.C_Str()].push_back(index);
        for (unsigned i = next.node->mNumChildren; i-- > 0;) {
            pending.push_back({next.node->mChildren[i], index});
        }
    }
}

// Nodes whose scale is something else than one at any time.
std::vector<bool> findScaledNodes(const AssimpInput& input,
                                  const NodeTree& tree,
                                  const std::vector<math::Transform>& parentFromNodeRest) {
    std::vector<bool> isScaled;
    isScaled.reserve(parentFromNodeRest.size());
    for (const math::Transform& rest : parentFromNodeRest) {
        isScaled.push_back(!isUnitScale(rest.scale));
    }
    for (unsigned i = 0; i < input.scene.mNumAnimations; ++i) {
        const aiAnimation& animation = *input.scene.mAnimations[i];
        for (unsigned k = 0; k < animation.mNumChannels; ++k) {
            const aiNodeAnim& channel = *animation.mChannels[k];
            const std::optional<std::uint32_t> node = tree.find(channel.mNodeName);
            for (unsigned key = 0; node && key < channel.mNumScalingKeys; ++key) {
                if (!isUnitScale(vectorOf(channel.mScalingKeys[key].mValue))) {
                    isScaled[*node] = true;
                    break;
                }
            }
        }
    }
    return isScaled;
}

// modelFromFile of an FBX file, from the axes in its global settings; the rows are the axes of the
// file that point right, up and to the viewer.
std::optional<glm::mat3> fbxAxes(const aiMetadata* metadata) {
    glm::mat3 fileFromModel(0.0f);
    const char* const kKeys[3][2] = {
        {"CoordAxis", "CoordAxisSign"}, {"UpAxis", "UpAxisSign"}, {"FrontAxis", "FrontAxisSign"}};
    bool isUsed[3] = {false, false, false};
    for (int column = 0; column < 3; ++column) {
        const std::optional<double> axis = numberOf(metadata, kKeys[column][0]);
        const double sign = numberOf(metadata, kKeys[column][1]).value_or(1.0);
        if (!axis || !(*axis == 0.0 || *axis == 1.0 || *axis == 2.0)) {
            return std::nullopt;
        }
        const int row = static_cast<int>(*axis);
        if (isUsed[row]) {
            return std::nullopt;
        }
        isUsed[row] = true;
        fileFromModel[column][row] = sign < 0.0 ? -1.0f : 1.0f;
    }
    return glm::transpose(fileFromModel);
}

// Unit and axes. Only the root changes: everything below keeps the numbers of the file.
void convertRoot(const AssimpInput& input,
                 math::Transform& modelFromRoot,
                 NodeTree& tree,
                 Notes& notes) {
    const std::string rootName = textOf(input.scene.mRootNode->mName);
    std::optional<glm::mat3> modelFromFile;
    switch (input.format) {
    case AssimpFormat::Fbx: {
        // UnitScaleFactor says how many centimetres one unit is.
        const double centimetres = numberOf(input.scene.mMetaData, "UnitScaleFactor").value_or(1.0);
        constexpr double kMetresPerCentimetre = 0.01;
        if (std::isfinite(centimetres) && centimetres > 0.0) {
            tree.metresPerUnit = static_cast<float>(centimetres * kMetresPerCentimetre);
        }
        modelFromFile = fbxAxes(input.scene.mMetaData);
        break;
    }
    case AssimpFormat::Collada: {
        // The loader puts unit and up axis into the root, which Collada gives no transform of its
        // own. The scale goes, so that lengths are the file's.
        const float scale = modelFromRoot.scale.y;
        if (scale > 0.0f && !isUnitScale(modelFromRoot.scale)) {
            tree.metresPerUnit = scale;
            modelFromRoot.scale = glm::vec3(1.0f);
        }
        break;
    }
    case AssimpFormat::Smd:
        // Valve's tools are Z-up.
        modelFromFile = glm::mat3(1.0f, 0.0f, 0.0f, 0.0f, 0.0f, -1.0f, 0.0f, 1.0f, 0.0f);
        break;
    case AssimpFormat::Bvh:
    case AssimpFormat::Gltf:
    case AssimpFormat::Md5: // the loader turns Z-up to Y-up at its root
    case AssimpFormat::X:   // the loader mirrors the left-handed file
        break;
    }
    if (modelFromFile && *modelFromFile != math::identityMat3()) {
        const math::Affine modelFromFileRoot{*modelFromFile, glm::vec3(0.0f)};
        modelFromRoot =
            math::decompose(modelFromFileRoot * math::toAffine(modelFromRoot)).transform;
    }
    if (math::toAffine(modelFromRoot).linear != math::identityMat3()) {
        notes.info(
            "axis.converted",
            rootName,
            "The up axis of the file is turned to +Y by the rest pose of the root joint; the "
            "numbers below it are the file's.");
    }
    if (input.format == AssimpFormat::X) {
        notes.info(
            "axis.mirrored", rootName, "The left-handed file was made right-handed by negating z.");
    }
    if (tree.metresPerUnit != 1.0f) {
        notes.info("unit.kept",
                   rootName,
                   "Lengths stay in the file's units of " + std::to_string(tree.metresPerUnit) +
                       " m.");
    }
}

void addJoint(NodeTree& tree, assets::Joint joint) {
    const math::Affine parentFromJoint = math::toAffine(joint.parentFromJointRest);
    tree.modelFromJointRest.push_back(
        joint.parent.isNone() ? parentFromJoint
                              : tree.modelFromJointRest[joint.parent.value()] * parentFromJoint);
    tree.joints.push_back(std::move(joint));
}

// Bones and channels name nodes. Where several nodes have the name, which one is meant is a guess.
void reportNameClashes(const AssimpInput& input, const NodeTree& tree, Notes& notes) {
    std::set<std::string> clashes;
    const auto look = [&](const aiString& name) {
        const auto found = tree.nodesByName.find(name.C_Str());
        if (found != tree.nodesByName.end() && found->second.size() > 1) {
            clashes.insert(textOf(name));
        }
    };
    for (unsigned i = 0; i < input.scene.mNumMeshes; ++i) {
        const aiMesh& mesh = *input.scene.mMeshes[i];
        for (unsigned k = 0; k < mesh.mNumBones; ++k) {
            look(mesh.mBones[k]->mName);
        }
    }
    for (unsigned i = 0; i < input.scene.mNumAnimations; ++i) {
        const aiAnimation& animation = *input.scene.mAnimations[i];
        for (unsigned k = 0; k < animation.mNumChannels; ++k) {
            look(animation.mChannels[k]->mNodeName);
        }
    }
    for (const std::string& name : clashes) {
        notes.warning("assimp.name_clash",
                      name,
                      "Several nodes have this name; bones and channels were linked to "
                      "the first of them that carries no mesh.");
    }
}

} // namespace

glm::vec3 compensatingScale(const glm::vec3& scale) {
    glm::vec3 result(1.0f);
    for (int i = 0; i < 3; ++i) {
        if (scale[i] != 0.0f && std::isfinite(1.0f / scale[i])) {
            result[i] = 1.0f / scale[i];
        }
    }
    return result;
}

std::optional<std::uint32_t> NodeTree::find(const aiString& name) const {
    const auto found = nodesByName.find(name.C_Str());
    if (found == nodesByName.end()) {
        return std::nullopt;
    }
    for (const std::uint32_t index : found->second) {
        if (nodes[index].node->mNumMeshes == 0) {
            return index;
        }
    }
    return found->second.front();
}

NodeTree readNodes(const AssimpInput& input, Notes& notes) {
    NodeTree tree;
    listNodes(input.scene.mRootNode, tree);
    if (tree.nodes.empty()) {
        return tree;
    }
    std::vector<math::Transform> parentFromNodeRest;
    Occurrences sheared;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        constexpr float kShearTolerance = 1e-4f;
        const math::Decomposition decomposition =
            math::decompose(affineOf(tree.nodes[i].node->mTransformation));
        if (decomposition.residual > kShearTolerance) {
            sheared.add(i);
        }
        parentFromNodeRest.push_back(decomposition.transform);
    }
    if (sheared) {
        notes.warning(
            "node.shear_lost",
            textOf(input.scene.mRootNode->mName),
            "Node matrices with shear became the nearest translation, rotation and scale.",
            std::move(sheared));
    }
    // Before the axes are converted: a mirror at the root is no scale of the file.
    const std::vector<bool> isScaled = findScaledNodes(input, tree, parentFromNodeRest);
    convertRoot(input, parentFromNodeRest.front(), tree, notes);
    std::uint32_t nextFileNode = static_cast<std::uint32_t>(tree.nodes.size());
    Occurrences compensated;
    Occurrences unsupported;
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        SourceNode& source = tree.nodes[i];
        const std::string name = textOf(source.node->mName);
        math::Transform rest = parentFromNodeRest[i];
        JointIndex parent = source.parent ? tree.nodes[*source.parent].joint : JointIndex();
        const bool isParentScaled = source.parent && isScaled[*source.parent];
        const auto inheritance = static_cast<std::int32_t>(
            numberOf(source.node->mMetaData, "InheritType").value_or(1.0));
        if (isParentScaled && inheritance == kInheritRrSs) {
            unsupported.add(i);
        }
        if (isParentScaled && inheritance == kInheritRrs) {
            math::Transform parentFromCompensation;
            parentFromCompensation.translation = rest.translation;
            parentFromCompensation.scale =
                compensatingScale(parentFromNodeRest[*source.parent].scale);
            source.scaleCompensation = JointIndex(tree.joints.size());
            addJoint(
                tree,
                {name + " (scale compensation)", parent, parentFromCompensation, nextFileNode++});
            parent = source.scaleCompensation;
            rest.translation = glm::vec3(0.0f);
            compensated.add(i);
        }
        source.joint = JointIndex(tree.joints.size());
        addJoint(tree, {name, parent, rest, i});
    }
    if (compensated) {
        notes.info("fbx.scale_compensation",
                   textOf(input.scene.mRootNode->mName),
                   "Nodes that do not inherit their parent's scale got a joint above them "
                   "that takes the scale away.",
                   std::move(compensated));
    }
    if (unsupported) {
        notes.warning("fbx.inherit_type",
                      textOf(input.scene.mRootNode->mName),
                      "Nodes that apply their parent's scale after their own rotation (inherit "
                      "type RrSs) are evaluated as ordinary children.",
                      std::move(unsupported));
    }
    reportNameClashes(input, tree, notes);
    return tree;
}

} // namespace sartor::import
