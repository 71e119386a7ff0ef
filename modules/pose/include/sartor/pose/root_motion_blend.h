// SPDX-License-Identifier: Apache-2.0
// The motion of a blend, from the motions of what is blended.
#pragma once

#include <sartor/pose/root_motion.h>

namespace sartor::pose {

/// Weighted mean of the motions of one frame: never of places on two clips' paths, whose difference
/// jumps with the weights. Translations are averaged as vectors and rotations as rotation vectors
/// (their logarithms), so that yaws mix like their angles and in any order.
///
/// Not the logarithm of the whole rigid motion: a frame is short against the turns of a character,
/// where both say the same, and for a long step the mean of two displacements is what people expect
/// and can check.
///
/// Weights need no sum; those that are not above zero take no part, nor do additive layers, which
/// add a pose and no motion. Without weight there is no motion.
class RootMotionBlend {
public:
    void add(const RootMotionDelta& delta, double weight);
    RootMotionDelta result() const;

private:
    glm::dvec3 translation_ = glm::dvec3(0.0);
    glm::dvec3 rotation_ = glm::dvec3(0.0);
    double weight_ = 0.0;
};

} // namespace sartor::pose
