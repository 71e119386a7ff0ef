// SPDX-License-Identifier: Apache-2.0
// What cases ask about root motion, worked out.
#include "case_root_motion.h"

#include <sartor/pose/local_to_model.h>
#include <sartor/pose/root_motion_blend.h>
#include <sartor/pose/root_motion_curve.h>
#include <sartor/pose/sampling.h>

#include <cmath>
#include <string>
#include <vector>

namespace sartor::session {
namespace {

/// In the axes of the model, whatever the rest pose: cases say what the transform itself does.
Result<pose::RootMotionCurve>
curveOf(const import::ImportedScene& scene, const io::CaseRootMotion& motion, JointIndex root) {
    if (motion.clip >= scene.clips.size()) {
        return Error{"case.unknown",
                     "clip " + std::to_string(motion.clip) + ": the file has " +
                         std::to_string(scene.clips.size()) + " clips"};
    }
    return pose::RootMotionCurve::create(
        *scene.skeleton,
        scene.clips[motion.clip],
        {.joint = root, .components = motion.components, .reference = pose::RootReference::Model});
}

Result<pose::RootMotionDelta>
deltaOf(const pose::RootMotionCurve& curve, pose::PlaybackMode mode, double from, double to) {
    const auto range =
        pose::PlayedRange::create(mode, from, to, static_cast<double>(curve.clip().duration()));
    return range ? Result<pose::RootMotionDelta>(curve.delta(mode, *range)) : range.error();
}

} // namespace

Result<math::DoubleRigid> CaseRootMotions::delta(const io::RootMotionQuestion& question,
                                                 JointIndex root) const {
    const auto curve = curveOf(scene_, question.motion, root);
    return curve ? Result<math::DoubleRigid>(
                       curve->delta(question.fromTime, question.toTime, question.loops))
                 : curve.error();
}

Result<math::DoubleRigid> CaseRootMotions::total(const io::RootMotionTotalQuestion& question,
                                                 JointIndex root) const {
    const auto curve = curveOf(scene_, question.motion, root);
    if (!curve) {
        return curve.error();
    }
    math::DoubleRigid total;
    double from = 0.0;
    for (std::int64_t i = 1; from < question.seconds; ++i) {
        // The last step is what is left, a whole one but for rounding where the steps fit.
        double to = question.step * static_cast<double>(i);
        to = to < question.seconds * (1.0 - 1e-12) ? to : question.seconds;
        const auto delta = deltaOf(*curve, question.mode, from, to);
        if (!delta) {
            return delta.error();
        }
        total = total * *delta;
        from = to;
    }
    return total;
}

Status CaseRootMotions::makeInPlace(const io::CaseRootMotion& motion,
                                    JointIndex root,
                                    double time,
                                    std::span<math::Transform> parentFromJoint) const {
    const auto curve = curveOf(scene_, motion, root);
    if (!curve) {
        return curve.error();
    }
    curve->makeInPlace(*scene_.skeleton, time, parentFromJoint);
    return {};
}

Result<math::DoubleRigid> CaseRootMotions::residual(const io::RootMotionResidualQuestion& question,
                                                    JointIndex root) const {
    const auto curve = curveOf(scene_, question.motion, root);
    if (!curve) {
        return curve.error();
    }
    std::vector<math::Transform> pose(scene_.skeleton->jointCount());
    pose::sampleClip(*scene_.skeleton, curve->clip(), static_cast<float>(question.time), pose);
    curve->makeInPlace(*scene_.skeleton, question.time, pose);
    return pose::findModelFromRoot(*scene_.skeleton, pose, root);
}

Result<math::Affine> CaseRootMotions::composite(const io::RootMotionCompositeQuestion& question,
                                                JointIndex root,
                                                JointIndex node) const {
    const auto curve = curveOf(scene_, question.motion, root);
    if (!curve) {
        return curve.error();
    }
    const auto delta = deltaOf(*curve, pose::PlaybackMode::Once, 0.0, question.time);
    if (!delta) {
        return delta.error();
    }
    const math::DoubleRigid worldFromEntity = curve->modelFromCharacter(0.0) * *delta;
    std::vector<math::Transform> pose(scene_.skeleton->jointCount());
    pose::sampleClip(*scene_.skeleton, curve->clip(), static_cast<float>(question.time), pose);
    curve->makeInPlace(*scene_.skeleton, question.time, pose);
    std::vector<math::Affine> modelFromJoint(pose.size());
    pose::localToModel(*scene_.skeleton, pose, modelFromJoint);
    return math::toFloat(math::toAffine(worldFromEntity) *
                         math::toDouble(modelFromJoint[node.value()]));
}

Result<math::DoubleRigid> CaseRootMotions::blend(const io::RootMotionBlendQuestion& question,
                                                 JointIndex root) const {
    pose::RootMotionBlend blend;
    for (const io::RootMotionBlendQuestion::Input& input : question.inputs) {
        const auto curve = curveOf(scene_, input.motion, root);
        if (!curve) {
            return curve.error();
        }
        const auto delta =
            deltaOf(*curve, pose::PlaybackMode::Loop, question.fromTime, question.toTime);
        if (!delta) {
            return delta.error();
        }
        blend.add(*delta, input.weight);
    }
    return blend.result();
}

} // namespace sartor::session
