// SPDX-License-Identifier: Apache-2.0
// What several hypotheses do with binds and indices.
#include "doctor_hypotheses.h"

#include <sartor/diagnose/bind_pose.h>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace sartor::diagnose {

using math::DoubleAffine;

Proposal onSkins(std::string_view id,
                 std::string form,
                 std::string fix,
                 Judge judge,
                 std::function<bool(Rig&, std::uint32_t)> mend) {
    return {id, std::move(form), std::move(fix), judge, std::move(mend), {}};
}

Proposal
onSkeleton(std::string_view id, std::string form, std::string fix, std::function<bool(Rig&)> mend) {
    return {id, std::move(form), std::move(fix), Judge::Binds, {}, std::move(mend)};
}

bool renumber(Rig& rig,
              std::uint32_t skin,
              const std::function<std::optional<std::uint32_t>(std::uint32_t stored)>& newOf) {
    const std::size_t slotCount = rig.skins[skin].joints.size();
    bool isChanged = false;
    for (RigMesh& mesh : rig.meshes) {
        if (mesh.skin != skin) {
            continue;
        }
        for (std::size_t i = 0; i < mesh.influences.joints.size(); ++i) {
            std::uint32_t& joint = mesh.influences.joints[i];
            if (mesh.influences.weights[i] == 0.0f) {
                joint = 0;
                continue;
            }
            const std::optional<std::uint32_t> renumbered = newOf(joint);
            if (!renumbered || *renumbered >= slotCount) {
                return false;
            }
            isChanged = isChanged || *renumbered != joint;
            joint = *renumbered;
        }
        recount(mesh, slotCount);
    }
    return isChanged;
}

double largest(const glm::dmat3& matrix) {
    double result = 0.0;
    for (int column = 0; column < 3; ++column) {
        for (int row = 0; row < 3; ++row) {
            result = std::max(result, std::abs(matrix[column][row]));
        }
    }
    return result;
}

bool isAlike(const DoubleAffine& a, const DoubleAffine& b, double size) {
    return largest(a.linear - b.linear) <=
               kBindTolerance * std::max(largest(a.linear), largest(b.linear)) &&
           glm::distance(a.translation, b.translation) <= kBindTolerance * size;
}

double sizeAtRest(const RigSkin& skin, std::span<const DoubleAffine> modelFromJoint) {
    glm::dvec3 low(std::numeric_limits<double>::infinity());
    glm::dvec3 high = -low;
    for (const JointIndex joint : skin.joints) {
        low = glm::min(low, modelFromJoint[joint.value()].translation);
        high = glm::max(high, modelFromJoint[joint.value()].translation);
    }
    return !skin.joints.empty() && low != high ? glm::distance(low, high) : 1.0;
}

DoubleAffine
modelFromNodeOf(const Rig& rig, std::uint32_t skin, std::span<const DoubleAffine> modelFromJoint) {
    const auto mesh = std::find_if(rig.meshes.begin(), rig.meshes.end(), [&](const RigMesh& user) {
        return user.skin == skin;
    });
    return mesh == rig.meshes.end() ? DoubleAffine{} : modelFromJoint[mesh->node.value()];
}

bool bindAtRest(Rig& rig,
                std::uint32_t index,
                std::span<const DoubleAffine> modelFromJoint,
                BindSpace space) {
    RigSkin& skin = rig.skins[index];
    const DoubleAffine modelFromBind =
        space == BindSpace::Node ? modelFromNodeOf(rig, index, modelFromJoint) : DoubleAffine{};
    for (std::size_t slot = 0; slot < skin.joints.size(); ++slot) {
        const auto jointFromModel = inverse(modelFromJoint[skin.joints[slot].value()]);
        if (!jointFromModel) {
            return false;
        }
        skin.jointFromBind[slot] = *jointFromModel * modelFromBind;
    }
    return true;
}

bool replaceMistaken(Rig& rig,
                     std::uint32_t index,
                     std::span<const DoubleAffine> mistaken,
                     BindSpace space) {
    const RigSkin& skin = rig.skins[index];
    const auto modelFromJoint = modelFromJointAtRest(rig);
    const double size = sizeAtRest(skin, modelFromJoint);
    bool isMistaken = false;
    for (std::size_t slot = 0; slot < skin.joints.size(); ++slot) {
        const std::size_t joint = skin.joints[slot].value();
        isMistaken = isMistaken ||
                     (skin.isUsed[slot] && !isAlike(mistaken[joint], modelFromJoint[joint], size));
    }
    if (!isMistaken) {
        return false;
    }
    for (const DoubleAffine& common :
         {DoubleAffine{}, modelFromNodeOf(rig, index, modelFromJoint)}) {
        if (holds(skin, size, [&](std::size_t slot) -> std::optional<DoubleAffine> {
                const auto bind = inverse(mistaken[skin.joints[slot].value()]);
                return bind ? std::optional(*bind * common) : std::nullopt;
            })) {
            return bindAtRest(rig, index, modelFromJoint, space);
        }
    }
    return false;
}

bool holds(const RigSkin& skin,
           double size,
           const std::function<std::optional<DoubleAffine>(std::size_t slot)>& mistaken) {
    for (std::size_t slot = 0; slot < skin.joints.size(); ++slot) {
        if (!skin.isUsed[slot]) {
            continue;
        }
        const auto expected = mistaken(slot);
        const double reach = expected ? std::max(size * largest(expected->linear),
                                                 glm::length(expected->translation))
                                      : size;
        if (!expected || !isAlike(*expected, skin.jointFromBind[slot], reach)) {
            return false;
        }
    }
    return true;
}

} // namespace sartor::diagnose
