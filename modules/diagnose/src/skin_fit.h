// SPDX-License-Identifier: Apache-2.0
// Measures of one skin and its meshes.
#pragma once

#include "doctor_rig.h"

#include <sartor/diagnose/bind_pose.h>
#include <sartor/diagnose/character_fit.h>

namespace sartor::diagnose {

/// The bones of a skin as they were when it was bound, in bind space: from a joint to the next
/// joints of the skin below it.
class Bones {
public:
    Bones(const Rig& rig, const RigSkin& skin);

    /// Of the box around the joints; 0 where they are one point.
    double diagonal() const { return diagonal_; }
    /// From the nearest point of the slot's bone to a point. Nothing where the slot does not exist,
    /// or its inverse bind tells no place.
    std::optional<glm::dvec3> away(std::size_t slot, const glm::dvec3& point) const;
    /// Length of away().
    std::optional<double> distance(std::size_t slot, const glm::dvec3& point) const;
    /// Whether the bone ends at another joint; without, it is a point.
    bool hasEnd(std::size_t slot) const { return !ends_[slot].empty(); }
    std::optional<glm::dvec3> place(std::size_t slot) const { return places_[slot]; }

private:
    std::vector<std::optional<glm::dvec3>> places_;
    std::vector<std::vector<glm::dvec3>> ends_;
    double diagonal_ = 0.0;
};

/// A mesh whose edges keep their length this well (SkinFit::tear) is not torn by its rest pose.
inline constexpr double kLeastTear = 0.1;

struct SkinFit {
    CharacterFit fit;
    /// Of the slots that carry a vertex, numbered among themselves.
    BindPose bind;
    /// The slots of the skin that `bind` is about.
    std::vector<std::size_t> slots;
    /// Whether every such inverse bind is finite and has an inverse.
    bool isUsable = true;
    /// Largest share of triangles, of any mesh, that face against their normals.
    double reversedShare = 0.0;

    /// Whether each used joint only turned, from binding to the rest pose, against the next used
    /// one above it, about its own place or about that of the other (as below a helper that is no
    /// joint of the skin): true of any other pose of the skeleton.
    bool hangsTogether = true;
    /// Largest |log(edge length at rest / edge length at binding)|, with what most edges have in
    /// common taken off: how much the rest pose tears the mesh apart. 0 without edges.
    double tear = 0.0;
    /// Whether all inverse binds are the identity, as where there are none: parts may have been
    /// modelled at their joints.
    bool isUnbound = false;
    /// Whether the weights of every vertex sum to one, as far as the format asks for it.
    bool isNormalised = true;
    /// Diagonals of the boxes around meshes and joints, in bind space.
    double meshSize = 0.0;
    double boneSize = 0.0;

    /// Whether all joints were bound in the pose that they rest in.
    bool isOnePose() const { return isUsable && fit.bindSpread <= kBindTolerance; }
};

/// SkinFit::isUnbound.
bool isUnbound(const RigSkin& skin);

/// All but the stretch.
SkinFit computeSkinFit(const Rig& rig,
                       std::uint32_t skin,
                       std::span<const math::DoubleAffine> modelFromJoint);

/// CharacterFit::stretch of a skin.
double computeStretch(const Rig& rig, std::uint32_t skin);

/// Model transforms in a pose in which every joint turns by up to `degrees` out of its rest pose;
/// equal numbers give equal turns.
std::vector<math::DoubleAffine>
modelFromJointTurned(const Rig& rig, std::uint32_t number, float degrees);

/// Vertices under linear blend skinning with the weights as they are; influences that name no slot
/// are left out.
std::vector<glm::dvec3> deform(const RigMesh& mesh,
                               std::span<const math::DoubleAffine> modelFromBind);

/// The worst of both.
CharacterFit worstOf(const CharacterFit& a, const CharacterFit& b);

} // namespace sartor::diagnose
