// SPDX-License-Identifier: Apache-2.0
// What cases ask about inverse kinematics, solved.
#pragma once

#include <sartor/assets/skeleton.h>
#include <sartor/io/case_questions.h>
#include <sartor/pose/two_bone_ik.h>

#include <array>
#include <span>

namespace sartor::session {

struct CaseIkSolution {
    std::array<glm::dvec3, 3> positions{}; ///< root, middle, tip; model space
    double flexionDegrees = 0.0;
    pose::IkFlags flags;
    /// Whether a second solution has the same bits.
    bool isRepeatable = false;
};

/// Solves in a copy of the pose.
/// Errors: "case.unknown" for a chain that is none.
Result<CaseIkSolution> solveCaseIk(const assets::Skeleton& skeleton,
                                   std::span<const math::Transform> parentFromJoint,
                                   const io::TwoBoneIkQuestion& question);

} // namespace sartor::session
