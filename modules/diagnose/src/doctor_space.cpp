// SPDX-License-Identifier: Apache-2.0
// Mistakes with units, axes and the spaces that mesh, skin and skeleton are in.
#include "doctor_hypotheses.h"
#include "skin_fit.h"

#include <sartor/math/singular_values.h>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace sartor::diagnose {
namespace {

using math::DoubleAffine;

DoubleAffine linearMap(const glm::dmat3& linear) {
    return {linear, glm::dvec3(0.0)};
}

bool moveMeshes(Rig& rig, std::uint32_t skin, const DoubleAffine& newFromOld) {
    for (RigMesh& mesh : rig.meshes) {
        if (mesh.skin == skin) {
            transformMesh(mesh, newFromOld);
        }
    }
    return true;
}

// The mesh and the joints' bind frames as another system of axes has them.
bool changeAxesOfBinds(Rig& rig, std::uint32_t skin, const DoubleAffine& newFromOld) {
    const DoubleAffine oldFromNew = inverse(newFromOld).value();
    for (DoubleAffine& bind : rig.skins[skin].jointFromBind) {
        bind = newFromOld * bind * oldFromNew;
    }
    return true;
}

bool scaleBinds(Rig& rig, std::uint32_t skin, double factor) {
    for (DoubleAffine& bind : rig.skins[skin].jointFromBind) {
        bind.translation *= factor;
    }
    return true;
}

enum class ScaledNodes { All, Joints };

bool scaleSkeleton(Rig& rig, float factor, ScaledNodes which) {
    std::set<JointIndex> inSkins;
    for (const RigSkin& skin : rig.skins) {
        inSkins.insert(skin.joints.begin(), skin.joints.end());
    }
    const auto isScaled = [&](JointIndex joint) {
        return which == ScaledNodes::All || inSkins.count(joint) != 0;
    };
    for (std::size_t i = 0; i < rig.joints.size(); ++i) {
        if (isScaled(JointIndex(i))) {
            rig.joints[i].parentFromJointRest.translation *= factor;
        }
    }
    for (assets::ClipData& clip : rig.clips) {
        for (assets::JointTracks& tracks : clip.jointTracks) {
            for (glm::vec3& value : tracks.translation.values) {
                value *= isScaled(tracks.joint) ? factor : 1.0f;
            }
        }
    }
    return true;
}

void proposeUnits(Proposals& proposals) {
    struct Unit {
        std::string_view id;
        double factor;
        const char* verb;
    };
    for (const Unit& unit :
         {Unit{"unit-times-100", 0.01, "divided"}, Unit{"unit-divided-100", 100.0, "multiplied"}}) {
        const std::string done = std::string(" are ") + unit.verb + " by 100.";
        proposals.push_back(onSkins(
            unit.id,
            "inverse binds",
            "The translations of the inverse bind matrices" + done,
            Judge::Binds,
            [=](Rig& rig, std::uint32_t skin) { return scaleBinds(rig, skin, unit.factor); }));
        for (const ScaledNodes which : {ScaledNodes::All, ScaledNodes::Joints}) {
            proposals.push_back(onSkeleton(unit.id,
                                           "skeleton",
                                           "The translations of the nodes and their keys" + done,
                                           [=](Rig& rig) {
                                               return scaleSkeleton(
                                                   rig, static_cast<float>(unit.factor), which);
                                           }));
        }
        proposals.push_back(onSkins(unit.id,
                                    "mesh",
                                    "The positions of the mesh" + done,
                                    Judge::Place,
                                    [=](Rig& rig, std::uint32_t skin) {
                                        return moveMeshes(
                                            rig, skin, linearMap(glm::dmat3(unit.factor)));
                                    }));
    }
}

void proposeAxes(Proposals& proposals,
                 std::string_view id,
                 const DoubleAffine& newFromOld,
                 const std::string& done) {
    proposals.push_back(onSkins(
        id,
        "inverse binds",
        "The inverse bind matrices are " + done + ".",
        Judge::Binds,
        [=](Rig& rig, std::uint32_t skin) { return changeAxesOfBinds(rig, skin, newFromOld); }));
    proposals.push_back(onSkins(
        id, "mesh", "The mesh is " + done + ".", Judge::Place, [=](Rig& rig, std::uint32_t skin) {
            return moveMeshes(rig, skin, newFromOld);
        }));
}

// The node's map of each mesh, inverted or not.
bool moveByNode(Rig& rig, std::uint32_t skin, bool isGlobal, bool isInverted) {
    const auto modelFromJoint = modelFromJointAtRest(rig);
    bool isMoved = false;
    for (RigMesh& mesh : rig.meshes) {
        if (mesh.skin != skin) {
            continue;
        }
        const std::size_t node = mesh.node.value();
        const DoubleAffine map =
            isGlobal ? modelFromJoint[node] : toDoubleAffine(rig.joints[node].parentFromJointRest);
        const auto inverted = inverse(map);
        if (!inverted) {
            return false;
        }
        transformMesh(mesh, isInverted ? *inverted : map);
        isMoved = isMoved || !isAlike(map, DoubleAffine{}, 1e-3);
    }
    return isMoved;
}

// All used slots have the same map R, which is that of the bind space times an offset; the offset
// is taken off where accepts(offset, size, modelFromJoint) holds.
template <class Accepts>
bool removeOffset(Rig& rig, std::uint32_t index, BindSpace space, Accepts accepts) {
    RigSkin& skin = rig.skins[index];
    const auto modelFromJoint = modelFromJointAtRest(rig);
    const SkinFit fit = computeSkinFit(rig, index, modelFromJoint);
    if (!fit.isOnePose() || fit.slots.empty()) {
        return false;
    }
    const std::size_t first = fit.slots.front();
    const DoubleAffine common =
        modelFromJoint[skin.joints[first].value()] * skin.jointFromBind[first];
    const auto bindFromModel = space == BindSpace::Node
                                   ? inverse(modelFromNodeOf(rig, index, modelFromJoint))
                                   : std::optional(DoubleAffine{});
    if (!bindFromModel) {
        return false;
    }
    const DoubleAffine offset = *bindFromModel * common;
    const auto removed = inverse(offset);
    const double size = sizeAtRest(skin, modelFromJoint);
    if (!removed || isAlike(offset, DoubleAffine{}, size) ||
        !accepts(offset, size, modelFromJoint)) {
        return false;
    }
    for (DoubleAffine& bind : skin.jointFromBind) {
        bind = bind * *removed;
    }
    return true;
}

// Rotation with one scale for all directions, or a mirror of it.
bool isSimilarity(const DoubleAffine& map) {
    const glm::dvec3 stretch = math::singularValues(map.linear).sigma;
    return stretch[2] > 0.0 && stretch[0] <= (1.0 + kBindTolerance) * stretch[2];
}

bool isRigid(const DoubleAffine& map) {
    return isSimilarity(map) && std::abs(glm::determinant(map.linear) - 1.0) <= 3 * kBindTolerance;
}

bool removeNodeMap(Rig& rig, std::uint32_t index, BindSpace space) {
    return removeOffset(
        rig,
        index,
        space,
        [&](const DoubleAffine& offset, double size, std::span<const DoubleAffine> modelFromJoint) {
            return isAlike(offset, modelFromNodeOf(rig, index, modelFromJoint), size);
        });
}

bool removeWorldMap(Rig& rig, std::uint32_t index, BindSpace space) {
    return removeOffset(
        rig,
        index,
        space,
        [&](const DoubleAffine& offset, double size, std::span<const DoubleAffine> modelFromJoint) {
            const std::vector<JointIndex>& joints = rig.skins[index].joints;
            const JointIndex top = *std::min_element(joints.begin(), joints.end());
            std::vector<DoubleAffine> maps = {modelFromNodeOf(rig, index, modelFromJoint)};
            for (JointIndex above = rig.joints[top.value()].parent; !above.isNone();
                 above = rig.joints[above.value()].parent) {
                maps.push_back(modelFromJoint[above.value()]);
            }
            return std::any_of(maps.begin(), maps.end(), [&](const DoubleAffine& map) {
                const auto inverted = inverse(map);
                return isAlike(offset, map, size) ||
                       (inverted && isAlike(offset,
                                            *inverted,
                                            std::max(size, glm::length(inverted->translation))));
            });
        });
}

bool removeAnyOffset(Rig& rig, std::uint32_t index, BindSpace space) {
    return removeOffset(
        rig,
        index,
        space,
        [](const DoubleAffine& offset,
           double /*size*/,
           std::span<const DoubleAffine> /*modelFromJoint*/) { return isSimilarity(offset); });
}

// Slots that are a group and hang together, with one joint on top.
bool isConnected(std::span<const std::optional<std::size_t>> above,
                 const std::set<std::size_t>& members) {
    const auto isTop = [&](std::size_t slot) {
        return !above[slot] || members.count(*above[slot]) == 0;
    };
    return std::count_if(members.begin(), members.end(), isTop) == 1;
}

// Brings the joints of one of two groups into the pose of the other, which is `kept`.
bool unitePoses(Rig& rig, std::uint32_t index, std::size_t kept) {
    RigSkin& skin = rig.skins[index];
    const auto modelFromJoint = modelFromJointAtRest(rig);
    const SkinFit fit = computeSkinFit(rig, index, modelFromJoint);
    if (!fit.isUsable || fit.bind.groups.size() != 2 || fit.bind.isOtherPose || fit.hangsTogether) {
        return false;
    }
    std::set<std::size_t> members;
    for (const SkinJointIndex slot : fit.bind.groups[1 - kept].members) {
        members.insert(fit.slots[slot.value()]);
    }
    std::set<std::size_t> others;
    for (const SkinJointIndex slot : fit.bind.groups[kept].members) {
        others.insert(fit.slots[slot.value()]);
    }
    const auto above = slotsAbove(rig, skin);
    if (!isConnected(above, members) && !isConnected(above, others)) {
        return false;
    }
    const auto palette = modelFromBindOf(skin, modelFromJoint);
    const DoubleAffine common = palette[*others.begin()];
    const auto removed = inverse(palette[*members.begin()]);
    if (!removed || !isRigid(*removed * common)) {
        return false;
    }
    for (std::size_t slot = 0; slot < skin.joints.size(); ++slot) {
        if (isAlike(palette[slot], palette[*members.begin()], sizeAtRest(skin, modelFromJoint))) {
            const auto own = inverse(palette[slot]);
            skin.jointFromBind[slot] = skin.jointFromBind[slot] * *own * common;
        }
    }
    return true;
}

} // namespace

void proposeSpace(Proposals& proposals) {
    proposeUnits(proposals);
    const std::array<std::string_view, 3> ids = {"handedness-x", "handedness-y", "handedness-z"};
    for (int axis = 0; axis < 3; ++axis) {
        glm::dmat3 flip(1.0);
        flip[axis][axis] = -1.0;
        proposeAxes(proposals,
                    ids[static_cast<std::size_t>(axis)],
                    linearMap(flip),
                    std::string("mirrored along ") + "XYZ"[axis]);
    }
    for (const double sine : {1.0, -1.0}) {
        proposeAxes(proposals,
                    "up-axis",
                    linearMap(glm::dmat3(1.0, 0.0, 0.0, 0.0, 0.0, sine, 0.0, -sine, 0.0)),
                    std::string("turned about X by ") + (sine > 0.0 ? "90" : "-90") + " degrees");
    }
    proposals.push_back(
        onSkins("mesh-transform-twice",
                "mesh",
                "The transform of the mesh node is taken off the vertices.",
                Judge::Place,
                [](Rig& rig, std::uint32_t skin) { return moveByNode(rig, skin, true, true); }));
    for (const bool isGlobal : {true, false}) {
        proposals.push_back(onSkins(
            "bind-shape-missing",
            "mesh",
            "The transform of the mesh node is applied to the vertices.",
            Judge::Place,
            [=](Rig& rig, std::uint32_t skin) { return moveByNode(rig, skin, isGlobal, false); }));
    }
    struct Offset {
        std::string_view id;
        std::string_view what;
        bool (*remove)(Rig& rig, std::uint32_t skin, BindSpace space);
    };
    for (const Offset& offset :
         {Offset{"mesh-transform-twice", "transform of the mesh node", removeNodeMap},
          Offset{"palette-world-space", "world transform", removeWorldMap},
          Offset{"bind-space-offset", "common offset", removeAnyOffset}}) {
        for (const BindSpace space : {BindSpace::Model, BindSpace::Node}) {
            proposals.push_back(onSkins(offset.id,
                                        "inverse binds",
                                        "The " + std::string(offset.what) +
                                            " is taken off the inverse bind matrices.",
                                        Judge::Binds,
                                        [=, remove = offset.remove](Rig& rig, std::uint32_t skin) {
                                            return remove(rig, skin, space);
                                        }));
            proposals.back().isFitted = offset.remove == removeAnyOffset;
        }
    }
    for (const std::size_t kept : {0u, 1u}) {
        proposals.push_back(
            onSkins("two-bind-poses",
                    "inverse binds",
                    kept == 0 ? "The smaller part is bound in the pose of the larger."
                              : "The larger part is bound in the pose of the smaller.",
                    Judge::Binds,
                    [=](Rig& rig, std::uint32_t skin) { return unitePoses(rig, skin, kept); }));
        proposals.back().isFitted = true;
    }
}

} // namespace sartor::diagnose
