// SPDX-License-Identifier: Apache-2.0
// Dual quaternion skinning of one vertex, step by step.
#pragma once

#include <sartor/diagnose/explain.h>
#include <sartor/math/rigid_stretch.h>

#include <glm/gtc/quaternion.hpp>

#include <vector>

namespace sartor::diagnose {

/// What one joint gives to the blend.
struct DualQuatStep {
    SkinJointIndex slot;
    JointIndex joint;
    double weight = 0.0;
    /// The joint's map: rigid part, and the stretch before it.
    math::RigidStretch map;
    /// -1 where the quaternion is turned over into the pivot's hemisphere.
    double sign = 1.0;
    /// Between the real parts, before the sign: the cosine of half the angle to the pivot.
    double dotPivot = 1.0;
};

struct DualQuatExplanation {
    /// In the order in which they are summed.
    std::vector<DualQuatStep> influences;
    /// Index of the heaviest influence, of equally heavy ones that of the lowest joint.
    std::size_t pivot = 0;
    /// The blend, unit, its dual part perpendicular to the real one.
    glm::dquat real = glm::dquat(1.0, 0.0, 0.0, 0.0);
    glm::dquat dual = glm::dquat(0.0, 0.0, 0.0, 0.0);
    /// Of the real part before it was made unit; 1 where all rotations are equal.
    double length = 1.0;
    /// The rotations cancel out, and the pivot's map stands in.
    bool isPivots = false;
    /// Smallest dot product of any two real parts after the signs; below 0 the vertex is on or near
    /// a seam, whatever the rule for the signs.
    double smallestDot = 1.0;
    /// The result, with scale re-pivoted at the vertex.
    glm::dvec3 positionModel = glm::dvec3(0.0);
    /// What is wrong here; empty where nothing is.
    std::string verdict;
};

/// Explains the position of one vertex under dual quaternion skinning, in double. A vertex without
/// influences stays where it is.
///
/// Errors: those of explainLinearBlend().
/// Source: plugins/dqs/README.md.
Result<DualQuatExplanation> explainDualQuatBlend(const ExplainInput& input);

} // namespace sartor::diagnose
