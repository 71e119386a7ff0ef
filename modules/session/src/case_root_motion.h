// SPDX-License-Identifier: Apache-2.0
// What cases ask about root motion, worked out.
#pragma once

#include <sartor/import/imported_scene.h>
#include <sartor/io/case_questions.h>
#include <sartor/math/double_rigid.h>
#include <sartor/math/transform.h>

#include <span>

namespace sartor::session {

/// Works on the clips of one scene. Roots are the joints that the questions' roots stand for.
/// Errors: "case.unknown" where there is no such clip, those of pose::PlayedRange.
class CaseRootMotions {
public:
    explicit CaseRootMotions(const import::ImportedScene& scene) : scene_(scene) {}

    Result<math::DoubleRigid> delta(const io::RootMotionQuestion& question, JointIndex root) const;
    Result<math::DoubleRigid> total(const io::RootMotionTotalQuestion& question,
                                    JointIndex root) const;
    Result<math::DoubleRigid> residual(const io::RootMotionResidualQuestion& question,
                                       JointIndex root) const;
    Result<math::Affine> composite(const io::RootMotionCompositeQuestion& question,
                                   JointIndex root,
                                   JointIndex node) const;
    Result<math::DoubleRigid> blend(const io::RootMotionBlendQuestion& question,
                                    JointIndex root) const;

    /// Takes the motion out of a pose of the clip at a time.
    Status makeInPlace(const io::CaseRootMotion& motion,
                       JointIndex root,
                       double time,
                       std::span<math::Transform> parentFromJoint) const;

private:
    const import::ImportedScene& scene_;
};

} // namespace sartor::session
