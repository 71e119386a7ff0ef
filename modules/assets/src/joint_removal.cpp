// SPDX-License-Identifier: Apache-2.0
// Skins with fewer joints.
#include <sartor/assets/joint_removal.h>
#include <sartor/base/assert.h>

#include <algorithm>
#include <cstdint>

namespace sartor::assets {
namespace {

std::string describe(const Skin& skin, const Skeleton& skeleton, JointIndex joint) {
    const Joint& named = skeleton.joint(joint);
    return "skin '" + skin.name() + "': " +
           (named.name.empty() ? "joint of node " + std::to_string(named.fileNode)
                               : "joint '" + named.name + "'");
}

} // namespace

Result<ReducedSkin>
removeJoints(const Skeleton& skeleton, const Skin& skin, std::span<const JointIndex> removed) {
    std::vector<bool> isRemoved(skeleton.jointCount());
    for (const JointIndex joint : removed) {
        isRemoved[joint.value()] = true;
    }
    ReducedSkin reduced;
    reduced.newFromOld.resize(skin.jointCount());
    SkinData data;
    data.name = skin.name();
    // By joint of the skeleton: the new slot of the joint itself, then of the nearest one above.
    std::vector<SkinJointIndex> heirs(skeleton.jointCount());
    for (std::size_t slot = 0; slot < skin.jointCount(); ++slot) {
        const JointIndex joint = skin.joints()[slot];
        if (isRemoved[joint.value()]) {
            continue;
        }
        reduced.newFromOld[slot] = SkinJointIndex(data.joints.size());
        if (heirs[joint.value()].isNone()) {
            heirs[joint.value()] = reduced.newFromOld[slot];
        }
        data.joints.push_back(joint);
        data.jointFromBind.push_back(skin.jointFromBind()[slot]);
        if (!skin.fourthRows().empty()) {
            data.fourthRows.push_back(skin.fourthRows()[slot]);
        }
    }
    for (std::size_t joint = 0; joint < heirs.size(); ++joint) {
        const JointIndex parent = skeleton.joints()[joint].parent;
        if (heirs[joint].isNone() && !parent.isNone()) {
            heirs[joint] = heirs[parent.value()];
        }
    }
    for (std::size_t slot = 0; slot < skin.jointCount(); ++slot) {
        SkinJointIndex& target = reduced.newFromOld[slot];
        const JointIndex joint = skin.joints()[slot];
        target = target.isNone() ? heirs[joint.value()] : target;
        if (target.isNone()) {
            return Error{"skin.no_heir",
                         describe(skin, skeleton, joint) +
                             " cannot go: no joint of the skin above it stays to take its weights"};
        }
    }
    auto created = Skin::create(std::move(data), skeleton.jointCount());
    if (!created) {
        return created.error();
    }
    reduced.skin = std::move(*created);
    return reduced;
}

Result<std::shared_ptr<const InfluenceSet>> remapInfluences(const InfluenceSet& influences,
                                                            const ReducedSkin& reduced) {
    std::vector<std::uint32_t> offsets{0};
    std::vector<SkinJointIndex> joints;
    std::vector<float> weights;
    offsets.reserve(influences.vertexCount() + 1);
    joints.reserve(influences.joints().size());
    weights.reserve(influences.weights().size());
    std::vector<SkinJointIndex> rowJoints;
    std::vector<double> rowWeights;
    for (std::size_t vertex = 0; vertex < influences.vertexCount(); ++vertex) {
        rowJoints.clear();
        rowWeights.clear();
        for (std::uint32_t i = influences.offsets()[vertex]; i < influences.offsets()[vertex + 1];
             ++i) {
            const std::uint32_t old = influences.joints()[i].value();
            SARTOR_ASSERT(old < reduced.newFromOld.size());
            const SkinJointIndex joint = reduced.newFromOld[old];
            const auto same = std::find(rowJoints.begin(), rowJoints.end(), joint);
            const auto weight = static_cast<double>(influences.weights()[i]);
            if (same == rowJoints.end()) {
                rowJoints.push_back(joint);
                rowWeights.push_back(weight);
            } else {
                rowWeights[static_cast<std::size_t>(same - rowJoints.begin())] += weight;
            }
        }
        for (std::size_t i = 0; i < rowJoints.size(); ++i) {
            const auto weight = static_cast<float>(rowWeights[i]);
            if (weight != 0.0f) { // opposite weights of two joints that became one
                joints.push_back(rowJoints[i]);
                weights.push_back(weight);
            }
        }
        offsets.push_back(static_cast<std::uint32_t>(joints.size()));
    }
    return InfluenceSet::create(
        std::move(offsets), std::move(joints), std::move(weights), reduced.skin->jointCount());
}

} // namespace sartor::assets
