// SPDX-License-Identifier: Apache-2.0
// Two poses blended in double.
#pragma once

#include <support/graph_fixture.h>

namespace sartor::test {

/// Blend of two poses in double: weights t and 1 - t, rotations as the normalised sum on one side.
inline DoublePose blended(const DoublePose& a, const DoublePose& b, double t) {
    DoublePose pose = a;
    for (std::size_t i = 0; i < pose.joints.size(); ++i) {
        const DoublePose::Joint& to = b.joints[i];
        DoublePose::Joint& joint = pose.joints[i];
        joint.translation = joint.translation * (1.0 - t) + to.translation * t;
        joint.scale = joint.scale * (1.0 - t) + to.scale * t;
        const glm::dquat end =
            glm::dot(joint.rotation, to.rotation) < 0.0 ? -to.rotation : to.rotation;
        joint.rotation = glm::normalize(joint.rotation * (1.0 - t) + end * t);
    }
    for (std::size_t i = 0; i < pose.morphWeights.size(); ++i) {
        pose.morphWeights[i] = pose.morphWeights[i] * (1.0 - t) + b.morphWeights[i] * t;
    }
    return pose;
}

} // namespace sartor::test
