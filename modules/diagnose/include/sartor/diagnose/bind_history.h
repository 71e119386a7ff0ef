// SPDX-License-Identifier: Apache-2.0
// How a joint's palette entry comes about at rest: every matrix of the file in it, one by one.
#pragma once

#include <sartor/assets/skeleton.h>
#include <sartor/assets/skin.h>
#include <sartor/base/index.h>
#include <sartor/diagnose/bind_pose.h>
#include <sartor/math/double_affine.h>

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace sartor::diagnose {

/// In the order in which they come.
enum class BindMatrix : std::uint8_t {
    ParentFromJoint, ///< rest transform of a node as in the file, one for each from the root down
    ModelFromJoint,  ///< their product
    JointFromBind,   ///< the inverse bind as in the file
    BindFromJoint,   ///< its inverse: where the joint stood when the skin was bound
    ModelFromBind,   ///< R = modelFromJoint * jointFromBind
    Common,          ///< A: what most joints of the skin have as R
    Residual         ///< inverse(A) * R: what is wrong with this joint alone
};
inline constexpr std::array<std::string_view, 7> kBindMatrixNames = {"parent_from_joint",
                                                                     "model_from_joint",
                                                                     "joint_from_bind",
                                                                     "bind_from_joint",
                                                                     "model_from_bind",
                                                                     "common",
                                                                     "residual"};

struct BindHistoryStep {
    BindMatrix kind = BindMatrix::ParentFromJoint;
    /// Of ParentFromJoint the node that it is of, else the joint in question.
    JointIndex joint;
    math::DoubleAffine matrix;
};

/// The steps of one slot, in double from the floats of the file. Inverses of maps that have none
/// are left out: BindFromJoint of a singular inverse bind, Residual of a singular common map.
///
/// Shapes: `pose` is that of the skin at rest. Cost: O(depth of the joint).
std::vector<BindHistoryStep> bindHistory(const assets::Skeleton& skeleton,
                                         const assets::Skin& skin,
                                         const BindPose& pose,
                                         SkinJointIndex slot);

} // namespace sartor::diagnose
