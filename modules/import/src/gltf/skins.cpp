// SPDX-License-Identifier: Apache-2.0
// Joint lists and inverse bind matrices.
#include "gltf/skins.h"

#include "gltf/failure.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace sartor::import::gltf {
namespace {

using assets::Skeleton;

// Joints come in depth-first order, so the joints below one are a range.
class Hierarchy {
public:
    explicit Hierarchy(const Skeleton& skeleton) {
        const std::size_t count = skeleton.jointCount();
        roots_.resize(count);
        ends_.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            const JointIndex parent = skeleton.joints()[i].parent;
            roots_[i] = parent.isNone() ? static_cast<std::uint32_t>(i) : roots_[parent.value()];
            ends_[i] = static_cast<std::uint32_t>(i + 1);
        }
        for (std::size_t i = count; i-- > 0;) {
            const JointIndex parent = skeleton.joints()[i].parent;
            if (!parent.isNone()) {
                ends_[parent.value()] = std::max(ends_[parent.value()], ends_[i]);
            }
        }
    }

    std::uint32_t rootOf(JointIndex joint) const { return roots_[joint.value()]; }
    bool isBelowOrSame(JointIndex joint, JointIndex ancestor) const {
        return joint.value() >= ancestor.value() && joint.value() < ends_[ancestor.value()];
    }

private:
    std::vector<std::uint32_t> roots_;
    std::vector<std::uint32_t> ends_;
};

void readInverseBinds(const ReadContext& context, std::size_t skinIndex, assets::SkinData& data) {
    const SkinInfo& info = context.document.skins[skinIndex];
    std::vector<math::Affine>& jointFromBind = data.jointFromBind;
    jointFromBind.resize(info.joints.size());
    if (!info.inverseBindMatrices) {
        return;
    }
    const std::string place = placeOf("skins", skinIndex) + "/inverseBindMatrices";
    context.accessors.expectType(*info.inverseBindMatrices, {ElementType::Mat4});
    const std::vector<float> values = context.accessors.floats(*info.inverseBindMatrices);
    if (values.size() / 16 < info.joints.size()) {
        fail("skin.ibm_count",
             place,
             std::to_string(values.size() / 16) + " matrices for " +
                 std::to_string(info.joints.size()) + " joints");
    }
    Occurrences badRow;
    Occurrences singular;
    std::vector<glm::vec4> fourthRows;
    for (std::size_t slot = 0; slot < info.joints.size(); ++slot) {
        const float* m = values.data() + slot * 16;
        jointFromBind[slot] = {glm::mat3(m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]),
                               glm::vec3(m[12], m[13], m[14])};
        fourthRows.emplace_back(m[3], m[7], m[11], m[15]);
        constexpr float kRowTolerance = 1e-6f;
        if (!(std::abs(m[3]) <= kRowTolerance && std::abs(m[7]) <= kRowTolerance &&
              std::abs(m[11]) <= kRowTolerance && std::abs(m[15] - 1.0f) <= kRowTolerance)) {
            badRow.add(slot);
        }
        if (math::isFinite(jointFromBind[slot]) && !math::inverse(jointFromBind[slot])) {
            singular.add(slot);
        }
    }
    if (badRow) {
        data.fourthRows = std::move(fourthRows);
        context.notes.warning("skin.ibm_row4",
                              place,
                              describe(badRow, "matrices") +
                                  " have a last row other than 0, 0, 0, 1; it was ignored",
                              badRow);
    }
    if (singular) {
        context.notes.warning("skin.ibm_singular",
                              place,
                              describe(singular, "matrices") +
                                  " cannot be inverted, so they tell no bind pose",
                              singular);
    }
}

void noteJointList(const ReadContext& context,
                   std::size_t skinIndex,
                   const Skeleton& skeleton,
                   const Hierarchy& hierarchy) {
    const SkinInfo& info = context.document.skins[skinIndex];
    const std::string place = placeOf("skins", skinIndex);
    Occurrences duplicates;
    Occurrences otherRoots;
    Occurrences outside;
    std::set<std::uint32_t> seen;
    const JointIndex first = skeleton.jointOfFileNode(info.joints.front());
    for (std::size_t slot = 0; slot < info.joints.size(); ++slot) {
        const JointIndex joint = skeleton.jointOfFileNode(info.joints[slot]);
        if (!seen.insert(info.joints[slot]).second) {
            duplicates.add(slot);
        }
        if (hierarchy.rootOf(joint) != hierarchy.rootOf(first)) {
            otherRoots.add(slot);
        }
        if (info.skeleton &&
            !hierarchy.isBelowOrSame(joint, skeleton.jointOfFileNode(*info.skeleton))) {
            outside.add(slot);
        }
    }
    if (duplicates) {
        context.notes.warning("skin.duplicate_joint",
                              place + "/joints",
                              describe(duplicates, "slots") + " repeat a node of an earlier slot",
                              duplicates);
    }
    if (otherRoots) {
        context.notes.warning("skin.no_common_root",
                              place + "/joints",
                              describe(otherRoots, "slots") +
                                  " are in another tree than the first joint; each follows its own",
                              otherRoots);
    }
    if (outside) {
        context.notes.info("skin.skeleton_not_ancestor",
                           place + "/skeleton",
                           describe(outside, "slots") +
                               " are not below it; it has no effect on the skin",
                           outside);
    }
}

} // namespace

std::vector<std::shared_ptr<const assets::Skin>> readSkins(const ReadContext& context,
                                                           const Skeleton& skeleton) {
    const Hierarchy hierarchy(skeleton);
    std::vector<std::shared_ptr<const assets::Skin>> skins;
    for (std::size_t i = 0; i < context.document.skins.size(); ++i) {
        const SkinInfo& info = context.document.skins[i];
        noteJointList(context, i, skeleton, hierarchy);
        assets::SkinData data;
        data.name = info.name;
        for (const std::uint32_t node : info.joints) {
            data.joints.push_back(skeleton.jointOfFileNode(node));
        }
        readInverseBinds(context, i, data);
        Result<std::shared_ptr<const assets::Skin>> skin =
            assets::Skin::create(std::move(data), skeleton.jointCount());
        if (!skin) {
            fail(skin.error().code, placeOf("skins", i), skin.error().message);
        }
        skins.push_back(*skin);
    }
    return skins;
}

} // namespace sartor::import::gltf
