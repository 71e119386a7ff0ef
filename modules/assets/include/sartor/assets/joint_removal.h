// SPDX-License-Identifier: Apache-2.0
// Skins with fewer joints: who takes the weights of those that go.
#pragma once

#include <sartor/assets/skeleton.h>
#include <sartor/assets/skin.h>
#include <sartor/base/result.h>

#include <memory>
#include <span>
#include <vector>

namespace sartor::assets {

/// A skin without some of its joints.
struct ReducedSkin {
    /// The slots that stay, in their old order, with their inverse binds.
    std::shared_ptr<const Skin> skin;
    /// By old slot: the new slot that takes its weights; its own for one that stays.
    std::vector<SkinJointIndex> newFromOld;
};

/// Takes joints out of a skin. The weights of one that goes belong to the nearest joint above it in
/// the hierarchy that has a slot and stays: in the pose of binding nothing moves, and elsewhere the
/// vertices follow what carried the lost joint. The hierarchy itself is not changed. Joints that
/// the skin does not have are ignored.
///
/// Errors: "skin.no_heir" when no joint above one that goes stays, naming both skin and joint.
/// Cost: O(joints of the skeleton + slots). Threads: re-entrant.
Result<ReducedSkin>
removeJoints(const Skeleton& skeleton, const Skin& skin, std::span<const JointIndex> removed);

/// The influences of a mesh of the old skin in slots of the new one. Slots of a vertex that become
/// one are added in double, so its sum stays what it was; the order of first appearance is kept.
/// Shapes: the slots of the influences are those of the old skin (asserted).
Result<std::shared_ptr<const InfluenceSet>> remapInfluences(const InfluenceSet& influences,
                                                            const ReducedSkin& reduced);

} // namespace sartor::assets
