// SPDX-License-Identifier: Apache-2.0
// Weighted means of poses in double.
#pragma once

#include <support/blend_oracle.h>
#include <support/graph_fixture.h>

#include <vector>

namespace sartor::test {

/// The weights add up to 1.
inline DoublePose blendOracle(const std::vector<DoublePose>& poses,
                              const std::vector<double>& weights) {
    DoublePose result;
    for (std::size_t joint = 0; joint < poses[0].joints.size(); ++joint) {
        DoublePose::Joint blended{glm::dvec3(0.0), glm::dquat(1.0, 0.0, 0.0, 0.0), glm::dvec3(0.0)};
        std::vector<glm::dquat> rotations;
        for (std::size_t i = 0; i < poses.size(); ++i) {
            blended.translation += poses[i].joints[joint].translation * weights[i];
            blended.scale += poses[i].joints[joint].scale * weights[i];
            rotations.push_back(poses[i].joints[joint].rotation);
        }
        blended.rotation = blendRotationsOracle(rotations, weights);
        result.joints.push_back(blended);
    }
    for (std::size_t k = 0; k < poses[0].morphWeights.size(); ++k) {
        double weight = 0.0;
        for (std::size_t i = 0; i < poses.size(); ++i) {
            weight += poses[i].morphWeights[k] * weights[i];
        }
        result.morphWeights.push_back(weight);
    }
    return result;
}

/// Rotations of the small rig are random, so signs may hang on the last digits of a float.
inline constexpr double kBlendTolerance = 2e-6;

} // namespace sartor::test
