// SPDX-License-Identifier: Apache-2.0
// What may have been done to a file, as changes that undo it.
#pragma once

#include "doctor_rig.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::diagnose {

/// What shows that a fix is right.
enum class Judge {
    Binds,    ///< joints agree on one bind pose; or the one that they agree on fits the mesh
    Place,    ///< vertices come near the bones that carry them
    Indices,  ///< the same
    Weights,  ///< weights sum to one
    Condition ///< that the change is possible
};

/// One way to undo a defect.
struct Proposal {
    std::string_view id; ///< of a DefectKind
    std::string form;
    std::string fix; ///< what it does, a sentence
    Judge judge = Judge::Binds;
    /// Changes one skin and its meshes; false, and nothing changed that matters, where what it
    /// needs is not there. Null where the skeleton is changed.
    std::function<bool(Rig& rig, std::uint32_t skin)> mendSkin;
    /// Changes the skeleton, and the clips of a whole rig.
    std::function<bool(Rig& rig)> mendSkeleton;
    bool canRepair = true;
    /// Whether the fix is read off what the file holds, so that it fits many files.
    bool isFitted = false;
};

using Proposals = std::vector<Proposal>;

void proposePalette(Proposals& proposals);
void proposeSpace(Proposals& proposals);
void proposeHierarchy(Proposals& proposals);
void proposeIndices(Proposals& proposals);
void proposeJointLists(Proposals& proposals);
void proposeWeights(Proposals& proposals);

/// A proposal that changes one skin at a time.
Proposal onSkins(std::string_view id,
                 std::string form,
                 std::string fix,
                 Judge judge,
                 std::function<bool(Rig& rig, std::uint32_t skin)> mend);

/// A proposal that changes the skeleton and its clips.
Proposal onSkeleton(std::string_view id,
                    std::string form,
                    std::string fix,
                    std::function<bool(Rig& rig)> mend);

/// Puts newOf(stored) in the place of every influence with weight, and zero in that of the others;
/// false where that is no slot, or nothing changes.
bool renumber(Rig& rig,
              std::uint32_t skin,
              const std::function<std::optional<std::uint32_t>(std::uint32_t stored)>& newOf);

/// Largest absolute element.
double largest(const glm::dmat3& matrix);

/// Whether two maps agree to kBindTolerance; translations against `size`.
bool isAlike(const math::DoubleAffine& a, const math::DoubleAffine& b, double size);

/// Diagonal of the box around the joints of a skin in the rest pose; 1 where it is a point.
double sizeAtRest(const RigSkin& skin, std::span<const math::DoubleAffine> modelFromJoint);

/// Model transform of the node of the first mesh of a skin in the rest pose.
math::DoubleAffine modelFromNodeOf(const Rig& rig,
                                   std::uint32_t skin,
                                   std::span<const math::DoubleAffine> modelFromJoint);

/// The space in which the vertices of a skin are.
enum class BindSpace { Model, Node };

/// Binds every slot in the rest pose.
bool bindAtRest(Rig& rig,
                std::uint32_t skin,
                std::span<const math::DoubleAffine> modelFromJoint,
                BindSpace space);

/// Binds every slot of a skin anew whose inverse binds are the inverses of `mistaken`, one per
/// joint, in either space.
bool replaceMistaken(Rig& rig,
                     std::uint32_t skin,
                     std::span<const math::DoubleAffine> mistaken,
                     BindSpace space);

/// Whether the used slots' inverse binds are those that a mistake would give; none where the
/// mistake gives no such matrix.
bool holds(const RigSkin& skin,
           double size,
           const std::function<std::optional<math::DoubleAffine>(std::size_t slot)>& mistaken);

} // namespace sartor::diagnose
