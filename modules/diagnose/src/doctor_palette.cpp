// SPDX-License-Identifier: Apache-2.0
// Mistakes with the inverse bind matrices.
#include "doctor_hypotheses.h"
#include "skin_fit.h"

#include <sartor/diagnose/bind_pose.h>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sartor::diagnose {
namespace {

using math::DoubleAffine;

bool transpose(Rig& rig, std::uint32_t index) {
    RigSkin& skin = rig.skins[index];
    const bool hasRows = !skin.fourthRows.empty();
    bool isChanged = hasRows;
    for (std::size_t slot = 0; slot < skin.joints.size(); ++slot) {
        DoubleAffine& bind = skin.jointFromBind[slot];
        // A translation that was not put into the fourth row was not transposed.
        if (skin.isUsed[slot] && glm::length(bind.translation) > 1e-6 * largest(bind.linear)) {
            return false;
        }
        const glm::dmat3 linear = glm::transpose(bind.linear);
        isChanged = isChanged || largest(linear - bind.linear) > kBindTolerance;
        bind = {linear, hasRows ? glm::dvec3(skin.fourthRows[slot]) : glm::dvec3(0.0)};
    }
    skin.fourthRows.clear();
    return isChanged;
}

bool invert(Rig& rig, std::uint32_t index) {
    for (DoubleAffine& bind : rig.skins[index].jointFromBind) {
        const auto inverted = inverse(bind);
        if (!inverted) {
            return false;
        }
        bind = *inverted;
    }
    return true;
}

bool bindMissing(Rig& rig, std::uint32_t index, BindSpace space) {
    RigSkin& skin = rig.skins[index];
    if (!isUnbound(skin)) {
        return false;
    }
    // Rigid parts that were modelled at their joints need no other matrices: no vertex, and so no
    // edge, is shared by two joints.
    bool isShared = false;
    for (const RigMesh& mesh : rig.meshes) {
        const std::size_t width = mesh.influences.slotsPerVertex;
        const auto carrierOf = [&](std::size_t vertex) {
            std::optional<std::uint32_t> carrier;
            for (std::size_t i = vertex * width; i < (vertex + 1) * width; ++i) {
                if (mesh.influences.weights[i] != 0.0f) {
                    isShared = isShared || (carrier && carrier != mesh.influences.joints[i]);
                    carrier = mesh.influences.joints[i];
                }
            }
            return carrier;
        };
        for (const auto& edge : mesh.edges) {
            if (mesh.skin == index) {
                isShared = carrierOf(edge[0]) != carrierOf(edge[1]) || isShared;
            }
        }
    }
    if (!rig.isWhole && !isShared && skin.joints.size() > 1) {
        return false;
    }
    return bindAtRest(rig, index, modelFromJointAtRest(rig), space);
}

// The rigid map with uniform scale that gives `twice` when applied twice; of the two, the one whose
// linear part is nearer to the expected one.
std::optional<DoubleAffine> halve(const DoubleAffine& twice, const DoubleAffine& expected) {
    const double determinant = glm::determinant(twice.linear);
    if (!(determinant > 0.0)) {
        return std::nullopt;
    }
    const double scale = std::sqrt(std::cbrt(determinant));
    const glm::dquat turn = math::polarRotation(twice.linear);
    const double half = 0.5 * std::acos(std::clamp(turn.w, -1.0, 1.0));
    const glm::dvec3 axisPart(turn.x, turn.y, turn.z);
    const double length = glm::length(axisPart);
    const glm::dvec3 axis = length > 1e-12 ? axisPart / length : glm::dvec3(1.0, 0.0, 0.0);
    std::optional<DoubleAffine> best;
    double least = std::numeric_limits<double>::infinity();
    for (const double angle : {half, half + glm::pi<double>() * 0.5}) {
        const glm::dmat3 linear =
            scale * glm::mat3_cast(glm::dquat(std::cos(angle), std::sin(angle) * axis));
        const auto solved = inverse(DoubleAffine{linear + glm::dmat3(1.0), glm::dvec3(0.0)});
        const double apart = largest(linear - expected.linear);
        if (solved && apart < least) {
            least = apart;
            best = DoubleAffine{linear, solved->linear * twice.translation};
        }
    }
    return best;
}

bool applyOnce(Rig& rig, std::uint32_t index) {
    RigSkin& skin = rig.skins[index];
    const auto modelFromJoint = modelFromJointAtRest(rig);
    const double size = sizeAtRest(skin, modelFromJoint);
    const DoubleAffine modelFromNode = modelFromNodeOf(rig, index, modelFromJoint);
    const auto expectedOf = [&](std::size_t slot, const DoubleAffine& common) {
        const auto jointFromModel = inverse(modelFromJoint[skin.joints[slot].value()]);
        return jointFromModel ? std::optional(*jointFromModel * common) : std::nullopt;
    };
    // A half turn, applied twice, tells nothing of its axis; the rest pose does.
    for (const BindSpace space : {BindSpace::Model, BindSpace::Node}) {
        const DoubleAffine common = space == BindSpace::Node ? modelFromNode : DoubleAffine{};
        if (holds(skin, size, [&](std::size_t slot) -> std::optional<DoubleAffine> {
                const auto once = expectedOf(slot, common);
                return once ? std::optional(*once * *once) : std::nullopt;
            })) {
            return bindAtRest(rig, index, modelFromJoint, space);
        }
    }
    for (std::size_t slot = 0; slot < skin.joints.size(); ++slot) {
        const auto once = halve(skin.jointFromBind[slot],
                                expectedOf(slot, DoubleAffine{}).value_or(DoubleAffine{}));
        if (!once) {
            return false;
        }
        skin.jointFromBind[slot] = *once;
    }
    return true;
}

// parentFromJoint * modelFromParent, the product the wrong way round.
bool reorderProducts(Rig& rig, std::uint32_t index, BindSpace space) {
    std::vector<DoubleAffine> mistaken(rig.joints.size());
    for (std::size_t i = 0; i < rig.joints.size(); ++i) {
        const DoubleAffine parentFromJoint = toDoubleAffine(rig.joints[i].parentFromJointRest);
        const JointIndex parent = rig.joints[i].parent;
        mistaken[i] =
            parent.isNone() ? parentFromJoint : parentFromJoint * mistaken[parent.value()];
    }
    return replaceMistaken(rig, index, mistaken, space);
}

} // namespace

void proposePalette(Proposals& proposals) {
    const std::string form = "inverse binds";
    proposals.push_back(onSkins("ibm-transposed",
                                form,
                                "The inverse bind matrices are transposed back.",
                                Judge::Binds,
                                transpose));
    proposals.push_back(onSkins(
        "ibm-not-inverted", form, "The inverse bind matrices are inverted.", Judge::Binds, invert));
    for (const BindSpace space : {BindSpace::Model, BindSpace::Node}) {
        proposals.push_back(
            onSkins("ibm-missing",
                    form,
                    "The joints are bound in the rest pose.",
                    Judge::Binds,
                    [=](Rig& rig, std::uint32_t skin) { return bindMissing(rig, skin, space); }));
        proposals.push_back(onSkins(
            "product-order",
            form,
            "The inverse bind matrices are computed anew, the parent on the left.",
            Judge::Binds,
            [=](Rig& rig, std::uint32_t skin) { return reorderProducts(rig, skin, space); }));
    }
    proposals.push_back(onSkins("ibm-twice",
                                form,
                                "Each inverse bind matrix is replaced by the one that gives it "
                                "when applied twice.",
                                Judge::Binds,
                                applyOnce));
}

} // namespace sartor::diagnose
