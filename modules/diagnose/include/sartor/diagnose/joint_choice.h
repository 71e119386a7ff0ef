// SPDX-License-Identifier: Apache-2.0
// Which joints a level of detail can best do without.
#pragma once

#include <sartor/base/index.h>
#include <sartor/diagnose/weight_cost.h>
#include <sartor/import/imported_scene.h>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace sartor::diagnose {

/// When to stop removing joints; at least one of the first two.
struct JointBudget {
    /// So many joints of any skin are left, or fewer cannot be reached.
    std::optional<std::size_t> jointCount = std::nullopt;
    /// The next joint could put a vertex further than this from where the full level has it.
    std::optional<double> millimetres = std::nullopt;
    /// Never removed, nor what is above them.
    std::vector<JointIndex> kept = {};
};

/// The joints to remove, in the order in which to remove them: always one without a skin joint
/// below it, and of those the one that moves the mesh least in the moments. Errors of joints
/// removed one after the other are added up, so with a limit in millimetres no vertex is further
/// off at any of the moments looked at: all of them, or fewer, evenly chosen, where the palettes of
/// all would take more than some 200 MB.
///
/// Cost: about O(moments * influences * depth of the joints removed).
std::vector<JointIndex> chooseRemovals(const import::ImportedScene& scene,
                                       const JointBudget& budget,
                                       std::span<const Moment> moments);

} // namespace sartor::diagnose
