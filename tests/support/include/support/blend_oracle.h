// SPDX-License-Identifier: Apache-2.0
// Weighted means of transforms in double, plainly.
#pragma once

#include <sartor/math/types.h>

#include <vector>

namespace sartor::test {

/// The axis that weighted quaternions are added around: plain power iteration from every axis of
/// the sum of their dyads, of which the one with the largest quotient wins.
inline glm::dquat principalAxisOracle(const std::vector<glm::dquat>& rotations,
                                      const std::vector<double>& weights) {
    glm::dquat best(1.0, 0.0, 0.0, 0.0);
    double largest = -1.0;
    for (int start = 0; start < 4; ++start) {
        glm::dquat axis(start == 0, start == 1, start == 2, start == 3);
        double quotient = 0.0;
        for (int i = 0; i < 20000; ++i) {
            glm::dquat next(0.0, 0.0, 0.0, 0.0);
            for (std::size_t k = 0; k < rotations.size(); ++k) {
                next = next + rotations[k] * (weights[k] * glm::dot(rotations[k], axis));
            }
            quotient = glm::length(next);
            if (quotient == 0.0) {
                break;
            }
            axis = next / quotient;
        }
        if (quotient > largest * (1.0 + 1e-9)) {
            largest = quotient;
            best = axis;
        }
    }
    return best;
}

/// The normalised sum of rotations in the hemisphere of their axis. The weights add up to 1.
inline glm::dquat blendRotationsOracle(const std::vector<glm::dquat>& rotations,
                                       const std::vector<double>& weights) {
    const glm::dquat axis = principalAxisOracle(rotations, weights);
    glm::dquat sum(0.0, 0.0, 0.0, 0.0);
    for (std::size_t i = 0; i < rotations.size(); ++i) {
        const double sign = glm::dot(rotations[i], axis) < 0.0 ? -1.0 : 1.0;
        sum = sum + rotations[i] * (sign * weights[i]);
    }
    return glm::normalize(sum);
}

} // namespace sartor::test
