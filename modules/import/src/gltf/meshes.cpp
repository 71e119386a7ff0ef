// SPDX-License-Identifier: Apache-2.0
// Which node carries which primitive with which skin.
#include "gltf/meshes.h"

#include "gltf/primitives.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

namespace sartor::import::gltf {
namespace {

// Rest pose of every joint in model space.
std::vector<math::Affine> findModelFromJoint(const assets::Skeleton& skeleton) {
    std::vector<math::Affine> modelFromJoint(skeleton.jointCount());
    for (std::size_t i = 0; i < modelFromJoint.size(); ++i) {
        const assets::Joint& joint = skeleton.joints()[i];
        const math::Affine parentFromJoint = math::toAffine(joint.parentFromJointRest);
        modelFromJoint[i] = joint.parent.isNone()
                                ? parentFromJoint
                                : modelFromJoint[joint.parent.value()] * parentFromJoint;
    }
    return modelFromJoint;
}

bool isIdentity(const math::Affine& affine) {
    constexpr float kTolerance = 1e-6f;
    const math::Affine identity;
    for (int column = 0; column < 3; ++column) {
        for (int row = 0; row < 3; ++row) {
            if (!(std::abs(affine.linear[column][row] - identity.linear[column][row]) <=
                  kTolerance)) {
                return false;
            }
        }
        if (!(std::abs(affine.translation[column]) <= kTolerance)) {
            return false;
        }
    }
    return true;
}

// All vertices that `member` of the slots from `first` on has.
Occurrences vertices(const std::map<std::uint32_t, SlotUse>& slots,
                     std::size_t first,
                     Occurrences SlotUse::*member) {
    Occurrences all;
    std::vector<std::uint32_t> examples;
    std::uint64_t count = 0;
    for (auto slot = slots.lower_bound(static_cast<std::uint32_t>(first)); slot != slots.end();
         ++slot) {
        const Occurrences& found = slot->second.*member;
        examples.insert(examples.end(), found.examples.begin(), found.examples.end());
        count += found.count;
    }
    std::sort(examples.begin(), examples.end());
    for (const std::uint32_t vertex : examples) {
        all.add(vertex);
    }
    all.count = count;
    return all;
}

class InstanceReader {
public:
    InstanceReader(const ReadContext& context, const InstanceInputs& inputs)
        : context_(context)
        , inputs_(inputs)
        , modelFromJoint_(findModelFromJoint(inputs.skeleton))
        , decoded_(context.document.meshes.size())
        , isSlotUsed_(inputs.skins.size()) {}

    std::vector<MeshInstance> read() {
        for (std::uint32_t node = 0; node < context_.document.nodes.size(); ++node) {
            if (inputs_.isInScene[node] && context_.document.nodes[node].mesh) {
                readNode(node);
            }
        }
        noteUnusedJoints();
        return std::move(instances_);
    }

private:
    const std::vector<DecodedPrimitive>& decodedMesh(std::uint32_t mesh) {
        std::vector<DecodedPrimitive>& primitives = decoded_[mesh];
        const std::size_t count = context_.document.meshes[mesh].primitives.size();
        for (std::size_t i = primitives.size(); i < count; ++i) {
            primitives.push_back(decodePrimitive(context_, mesh, i));
        }
        return primitives;
    }

    // The node's own weights, else the mesh's, else zero (glTF 2.0, 3.7.2.2).
    std::vector<float> defaultWeights(std::uint32_t nodeIndex, const MeshInfo& mesh) {
        const Node& node = context_.document.nodes[nodeIndex];
        const std::string place =
            (node.weights ? placeOf("nodes", nodeIndex) : placeOf("meshes", *node.mesh)) +
            "/weights";
        context_.budget.charge(mesh.targetCount * sizeof(float), place);
        std::vector<float> weights = node.weights ? *node.weights : mesh.weights;
        if (weights.size() != mesh.targetCount && (node.weights || !weights.empty())) {
            context_.notes.warning("morph.weights_count",
                                   place,
                                   std::to_string(weights.size()) + " weights for " +
                                       std::to_string(mesh.targetCount) +
                                       " targets; the rest is zero or dropped");
        }
        weights.resize(mesh.targetCount, 0.0f);
        return weights;
    }

    void readNode(std::uint32_t nodeIndex) {
        const Node& node = context_.document.nodes[nodeIndex];
        const MeshInfo& mesh = context_.document.meshes[*node.mesh];
        const std::vector<DecodedPrimitive>& primitives = decodedMesh(*node.mesh);
        const std::vector<float> weights = defaultWeights(nodeIndex, mesh);
        const std::string place = placeOf("nodes", nodeIndex);
        bool isSkinned = false;
        for (std::uint32_t i = 0; i < primitives.size(); ++i) {
            const DecodedPrimitive& primitive = primitives[i];
            if (!primitive.mesh) {
                continue;
            }
            context_.budget.charge(
                sizeof(MeshInstance) + mesh.name.size() + weights.size() * sizeof(float), place);
            MeshInstance instance;
            instance.node = inputs_.skeleton.jointOfFileNode(nodeIndex);
            instance.fileNode = nodeIndex;
            instance.fileMesh = *node.mesh;
            instance.filePrimitive = i;
            instance.meshName = mesh.name;
            instance.mesh = primitive.mesh;
            instance.morphs = primitive.morphs;
            instance.defaultMorphWeights = weights;
            instance.material = mesh.primitives[i].material;
            const bool hasInfluences = primitive.mesh->fileInfluences() != nullptr;
            if (node.skin && hasInfluences) {
                instance.skin = node.skin;
                isSkinned = true;
                checkSkin(instance, primitive);
            } else if (node.skin) {
                context_.notes.warning("skin.no_influences",
                                       place + "/skin",
                                       "primitive " + std::to_string(i) +
                                           " has no joints and weights; it follows the node");
            } else if (hasInfluences) {
                context_.notes.warning("skin.attributes_without_skin",
                                       place,
                                       "primitive " + std::to_string(i) +
                                           " has joints and weights, but the node has no skin");
            }
            instances_.push_back(std::move(instance));
        }
        if (isSkinned && !isIdentity(modelFromJoint_[instances_.back().node.value()])) {
            context_.notes.info("skin.mesh_node_transform_ignored",
                                place,
                                "the mesh follows its joints alone; the transform of its node "
                                "and of the nodes above has no effect");
        }
    }

    // What depends on the joint list: slots that do not exist, and slots that are used.
    void checkSkin(const MeshInstance& instance, const DecodedPrimitive& primitive) {
        const std::uint32_t skin = *instance.skin;
        if (!checked_.emplace(skin, instance.fileMesh, instance.filePrimitive).second) {
            return;
        }
        const std::size_t jointCount = inputs_.skins[skin]->jointCount();
        std::vector<bool>& isUsed = isSlotUsed_[skin];
        if (isUsed.empty()) {
            isUsed.resize(jointCount, false);
            noteJointsOutsideScene(skin);
        }
        for (const auto& [slot, use] : primitive.slots) {
            if (slot < jointCount && use.hasWeight) {
                isUsed[slot] = true;
            }
        }
        const std::string place = placeOf("meshes", instance.fileMesh) +
                                  placeOf("primitives", instance.filePrimitive) +
                                  "/attributes/JOINTS_0";
        const std::string joints = " joint slots of skin " + std::to_string(skin) + ", which has " +
                                   std::to_string(jointCount);
        if (const Occurrences found = vertices(primitive.slots, jointCount, &SlotUse::isLargest)) {
            context_.notes.error("weights.joint_out_of_range",
                                 place,
                                 describe(found, "vertices") + " give weight to missing" + joints,
                                 found);
        }
        if (const Occurrences found =
                vertices(primitive.slots, jointCount, &SlotUse::isLargestPadding)) {
            context_.notes.info("weights.padding_out_of_range",
                                place,
                                describe(found, "vertices") + " name, without weight, missing" +
                                    joints,
                                found);
        }
    }

    void noteJointsOutsideScene(std::uint32_t skin) {
        const std::vector<std::uint32_t>& joints = context_.document.skins[skin].joints;
        Occurrences outside;
        for (std::size_t slot = 0; slot < joints.size(); ++slot) {
            if (!inputs_.isInScene[joints[slot]]) {
                outside.add(slot);
            }
        }
        if (outside) {
            context_.notes.warning("skin.joint_outside_scene",
                                   placeOf("skins", skin) + "/joints",
                                   describe(outside, "slots") +
                                       " name nodes that are not in the scene of the mesh",
                                   outside);
        }
    }

    void noteUnusedJoints() {
        for (std::size_t skin = 0; skin < isSlotUsed_.size(); ++skin) {
            Occurrences unused;
            for (std::size_t slot = 0; slot < isSlotUsed_[skin].size(); ++slot) {
                if (!isSlotUsed_[skin][slot]) {
                    unused.add(slot);
                }
            }
            if (unused) {
                context_.notes.info("skin.unused_joint",
                                    placeOf("skins", skin) + "/joints",
                                    describe(unused, "slots") + " have no weight on any vertex",
                                    unused);
            }
        }
    }

    const ReadContext& context_;
    const InstanceInputs& inputs_;
    std::vector<math::Affine> modelFromJoint_;
    std::vector<std::vector<DecodedPrimitive>> decoded_;
    /// Per skin that some instance uses, per slot.
    std::vector<std::vector<bool>> isSlotUsed_;
    std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> checked_;
    std::vector<MeshInstance> instances_;
};

} // namespace

std::vector<MeshInstance> readInstances(const ReadContext& context, const InstanceInputs& inputs) {
    return InstanceReader(context, inputs).read();
}

} // namespace sartor::import::gltf
