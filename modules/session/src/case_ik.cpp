// SPDX-License-Identifier: Apache-2.0
// What cases ask about inverse kinematics, solved.
#include "case_ik.h"

#include <sartor/pose/local_to_model.h>

#include <glm/trigonometric.hpp>

#include <cstring>
#include <vector>

namespace sartor::session {
namespace {

constexpr double kPoleDistance = 10.0; // of the point that stands for a direction

} // namespace

Result<CaseIkSolution> solveCaseIk(const assets::Skeleton& skeleton,
                                   std::span<const math::Transform> parentFromJoint,
                                   const io::TwoBoneIkQuestion& question) {
    std::array<JointIndex, 3> joints;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        joints[i] = skeleton.jointOfFileNode(question.chain[i]);
        if (joints[i].isNone()) {
            return Error{"case.unknown",
                         "the file has no node " + std::to_string(question.chain[i])};
        }
    }
    const auto chain = pose::TwoBoneIkChain::create(skeleton, joints[0], joints[1], joints[2]);
    if (!chain) {
        return Error{"case.unknown", chain.error().message};
    }
    const glm::dvec3 root =
        pose::modelFromJointOf(skeleton, parentFromJoint, joints[0]).translation;
    pose::TwoBoneIkInput input;
    input.targetModel = glm::vec3(question.target);
    input.pole =
        question.poleDirection || question.polePosition ? pose::Pole::Position : pose::Pole::None;
    input.poleModel =
        glm::vec3(question.poleDirection ? root + kPoleDistance * *question.poleDirection
                                         : question.polePosition.value_or(glm::dvec3(0.0)));
    input.flexionMinimum = static_cast<float>(glm::radians(question.minimumDegrees));
    input.flexionMaximum = static_cast<float>(glm::radians(question.maximumDegrees));
    CaseIkSolution solution;
    std::vector<math::Transform> solved(parentFromJoint.begin(), parentFromJoint.end());
    std::vector<math::Transform> again = solved;
    for (std::vector<math::Transform>* pose : {&solved, &again}) {
        pose::TwoBoneIkState state;
        solution.flags = pose::solveTwoBoneIk(*chain, input, {skeleton, *pose}, state);
    }
    solution.isRepeatable =
        std::memcmp(solved.data(), again.data(), solved.size() * sizeof(math::Transform)) == 0;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        solution.positions[i] = pose::modelFromJointOf(skeleton, solved, joints[i]).translation;
    }
    solution.flexionDegrees = glm::degrees(
        pose::flexionOf(solution.positions[0], solution.positions[1], solution.positions[2]));
    return solution;
}

} // namespace sartor::session
