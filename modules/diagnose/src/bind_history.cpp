// SPDX-License-Identifier: Apache-2.0
// How a joint's palette entry comes about at rest.
#include <sartor/diagnose/bind_history.h>

#include <algorithm>

namespace sartor::diagnose {

std::vector<BindHistoryStep> bindHistory(const assets::Skeleton& skeleton,
                                         const assets::Skin& skin,
                                         const BindPose& pose,
                                         SkinJointIndex slot) {
    const JointIndex joint = skin.joint(slot);
    std::vector<BindHistoryStep> steps;
    for (JointIndex node = joint; !node.isNone(); node = skeleton.joint(node).parent) {
        steps.push_back({BindMatrix::ParentFromJoint,
                         node,
                         math::toDoubleAffine(skeleton.joint(node).parentFromJointRest)});
    }
    std::reverse(steps.begin(), steps.end());
    math::DoubleAffine modelFromJoint;
    for (const BindHistoryStep& step : steps) {
        modelFromJoint = modelFromJoint * step.matrix;
    }
    const math::DoubleAffine jointFromBind = math::toDouble(skin.jointFromBind()[slot.value()]);
    const math::DoubleAffine modelFromBind = modelFromJoint * jointFromBind;
    const math::DoubleAffine common = math::toDouble(pose.common);
    steps.push_back({BindMatrix::ModelFromJoint, joint, modelFromJoint});
    steps.push_back({BindMatrix::JointFromBind, joint, jointFromBind});
    if (const auto bindFromJoint = math::inverse(jointFromBind)) {
        steps.push_back({BindMatrix::BindFromJoint, joint, *bindFromJoint});
    }
    steps.push_back({BindMatrix::ModelFromBind, joint, modelFromBind});
    steps.push_back({BindMatrix::Common, joint, common});
    if (const auto bindFromCommon = math::inverse(common)) {
        steps.push_back({BindMatrix::Residual, joint, *bindFromCommon * modelFromBind});
    }
    return steps;
}

} // namespace sartor::diagnose
