// SPDX-License-Identifier: Apache-2.0
// A joint's transform through its ancestors, with its rotation apart from scales.
#pragma once

#include <sartor/math/double_rigid.h>
#include <sartor/math/transform.h>

namespace sartor::pose {

/// ancestorFromJoint, built from the joint upwards.
class RootChain {
public:
    /// Of what is above a joint, without the joint.
    RootChain() = default;
    /// Of a joint; its own scale shears nothing that it is the origin of.
    explicit RootChain(const math::Transform& parentFromJoint);

    /// Goes one joint up.
    void prepend(const math::Transform& parentFromJoint);

    const math::DoubleAffine& affine() const { return affine_; }
    /// Whether all scales that were prepended are equal along all axes.
    bool isConformal() const { return isConformal_; }
    /// The product of the rotations of a conformal chain, of another the nearest to its map.
    glm::dquat rotation() const;
    math::DoubleRigid rigid() const { return {rotation(), affine_.translation}; }

private:
    math::DoubleAffine affine_;
    glm::dquat rotation_ = glm::dquat(1.0, 0.0, 0.0, 0.0);
    bool isConformal_ = true;
};

} // namespace sartor::pose
