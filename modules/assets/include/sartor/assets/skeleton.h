// SPDX-License-Identifier: Apache-2.0
// The hierarchy that a pose is a pose of: every node of the file, in parent-before-child order.
#pragma once

#include <sartor/base/index.h>
#include <sartor/base/result.h>
#include <sartor/math/transform.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::assets {

/// One node of the hierarchy. What is drawn as a bone is only the link from parent to child; no
/// bone length is stored.
struct Joint {
    /// As in the file; may be empty or shared by several joints. Joints are linked by index.
    std::string name;
    /// None for a root; otherwise smaller than this joint's own index.
    JointIndex parent;
    /// Local rest pose: what a joint without a track keeps. Not the bind pose.
    math::Transform parentFromJointRest;
    /// Position in the file's own node list. A node whose matrix has shear takes two joints, one
    /// below the other, which share it; the lower one is the node itself.
    std::uint32_t fileNode = 0;
};

/// Immutable, validated hierarchy. Nodes between and above the joints of a skin take part in their
/// transforms, so all nodes are joints here; which of them deform a mesh is said by the Skin.
class Skeleton {
public:
    /// Errors: "skeleton.parent_order" (a parent at or after its child), "skeleton.nonfinite",
    /// "skeleton.rotation_not_unit" (length off by more than 1e-3; smaller errors are normalised
    /// away, but for those of rounding: the joints of a skeleton give an equal one).
    static Result<std::shared_ptr<const Skeleton>> create(std::vector<Joint> joints);

    std::size_t jointCount() const { return joints_.size(); }
    std::span<const Joint> joints() const { return joints_; }
    const Joint& joint(JointIndex index) const { return joints_[index.value()]; }

    /// The joint at a position of the file's node list, the lower one of two; none where there is
    /// none.
    JointIndex jointOfFileNode(std::uint32_t fileNode) const;

    /// All joints of that name, in order. Cost: O(joints).
    std::vector<JointIndex> findByName(std::string_view name) const;

private:
    explicit Skeleton(std::vector<Joint> joints) : joints_(std::move(joints)) {}

    std::vector<Joint> joints_;
    std::vector<JointIndex> jointOfFileNode_;
};

/// An order in which every parent comes before its children: `order[newIndex] = oldIndex`, siblings
/// and roots in their old order. `parents[i]` is the old parent index or none.
/// Errors: "hier.cycle", "hier.parent_out_of_range", naming the node. Iterative: any depth.
Result<std::vector<std::uint32_t>>
sortParentsFirst(std::span<const std::optional<std::uint32_t>> parents);

} // namespace sartor::assets
