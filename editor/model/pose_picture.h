// SPDX-License-Identifier: Apache-2.0
// A pose as a few lines, for small pictures of it.
#pragma once

#include <sartor/assets/skeleton.h>
#include <sartor/math/affine.h>
#include <sartor/math/transform.h>

#include <QLineF>

#include <memory>
#include <span>
#include <vector>

namespace sartor::editor {

/// Bones of a skeleton from its front, a little from the side, so that a stride is seen. The scale
/// is that of the rest pose, whatever the pose is: what moves is seen to move.
class PosePicture {
public:
    /// Of a skeleton at rest where the picture is of all of it.
    explicit PosePicture(std::shared_ptr<const assets::Skeleton> skeleton);

    const assets::Skeleton* skeleton() const { return skeleton_.get(); }
    /// From each joint to its parent, in a square of 1 with y down; those of no length are left
    /// out, and all of a pose that is not finite. `parentFromJoint` is as long as the skeleton has
    /// joints. Cost: O(joints).
    std::vector<QLineF> lines(std::span<const math::Transform> parentFromJoint) const;

private:
    QPointF project(const glm::vec3& pointModel) const;

    std::shared_ptr<const assets::Skeleton> skeleton_;
    /// By joint: whether it belongs to the figure, as the nodes that only hold meshes do not.
    std::vector<bool> isDrawn_;
    QPointF middle_;
    double scale_ = 1.0;
};

} // namespace sartor::editor
