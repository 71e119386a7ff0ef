// SPDX-License-Identifier: Apache-2.0
// One vertex under dual quaternion skinning.
#include "text.h"

#include <sartor/diagnose/explain_dual_quat.h>
#include <sartor/math/double_affine.h>

#include <glm/trigonometric.hpp>

#include <algorithm>
#include <cmath>

namespace sartor::diagnose {
namespace {

// As the dqs deformer has them.
constexpr double kSmallestLength = 1e-8;
constexpr double kNearHalfTurn = 0.1;

std::size_t findPivot(std::span<const DualQuatStep> influences) {
    std::size_t pivot = 0;
    for (std::size_t i = 1; i < influences.size(); ++i) {
        const DualQuatStep& step = influences[i];
        const DualQuatStep& best = influences[pivot];
        if (step.weight > best.weight ||
            (step.weight == best.weight && step.slot.value() < best.slot.value())) {
            pivot = i;
        }
    }
    return pivot;
}

double signedDot(const DualQuatStep& a, const DualQuatStep& b) {
    return a.sign * b.sign * glm::dot(glm::dquat(a.map.rigid.real), glm::dquat(b.map.rigid.real));
}

// Adds a step's map, re-pivoted at the vertex: the rotation of the joint, and the translation that
// takes the vertex to where the joint's own map does.
void addStep(DualQuatExplanation& sum, const DualQuatStep& step, const glm::dvec3& position) {
    const double weight = step.sign * (sum.isPivots ? 1.0 : step.weight);
    const glm::dquat real(step.map.rigid.real);
    const glm::dvec3 offset = glm::dmat3(step.map.stretch) * position - position;
    const glm::dquat dual = glm::dquat(step.map.rigid.dual) +
                            real * glm::dquat(0.0, offset.x, offset.y, offset.z) * 0.5;
    sum.real = sum.real + real * weight;
    sum.dual = sum.dual + dual * weight;
}

std::string describeVerdict(const ExplainInput& input, const DualQuatExplanation& explanation) {
    if (explanation.isPivots) {
        return "The rotations of the joints cancel out; '" +
               input.skeleton.joint(explanation.influences[explanation.pivot].joint).name +
               "', the heaviest, stands in for the blend.";
    }
    if (explanation.smallestDot < 0.0) {
        return "No choice of signs suits all joints of this vertex: they do not fit into one "
               "hemisphere, so neighbours with slightly other weights go round the other way.";
    }
    for (const DualQuatStep& step : explanation.influences) {
        if (std::abs(step.dotPivot) < kNearHalfTurn) {
            const double degrees = glm::degrees(2.0 * std::acos(std::abs(step.dotPivot)));
            return "'" + input.skeleton.joint(step.joint).name + "' is " + formatNumber(degrees) +
                   " degrees from '" +
                   input.skeleton.joint(explanation.influences[explanation.pivot].joint).name +
                   "': beyond 180 the vertex jumps to the other side. Twist joints between the two "
                   "help.";
        }
    }
    return {};
}

} // namespace

Result<DualQuatExplanation> explainDualQuatBlend(const ExplainInput& input) {
    const Result<VertexExplanation> steps = explainLinearBlend(input);
    if (!steps) {
        return steps.error();
    }
    DualQuatExplanation explanation;
    explanation.positionModel = steps->positionBind;
    if (steps->influences.empty()) {
        return explanation;
    }
    for (const InfluenceStep& linear : steps->influences) {
        DualQuatStep step;
        step.slot = linear.slot;
        step.joint = linear.joint;
        step.weight = linear.weight;
        step.map = math::splitRigid(
            math::toFloat(math::toDouble(input.modelFromJoint[linear.joint.value()]) *
                          math::toDouble(input.jointFromBind[linear.slot.value()])));
        explanation.influences.push_back(step);
    }
    explanation.pivot = findPivot(explanation.influences);
    const glm::dquat pivot(explanation.influences[explanation.pivot].map.rigid.real);
    for (DualQuatStep& step : explanation.influences) {
        step.dotPivot = glm::dot(glm::dquat(step.map.rigid.real), pivot);
        step.sign = step.dotPivot < 0.0 ? -1.0 : 1.0;
    }
    explanation.real = glm::dquat(0.0, 0.0, 0.0, 0.0);
    for (const DualQuatStep& step : explanation.influences) {
        addStep(explanation, step, steps->positionBind);
        for (const DualQuatStep& other : explanation.influences) {
            explanation.smallestDot = std::min(explanation.smallestDot, signedDot(step, other));
        }
    }
    explanation.length = glm::length(explanation.real);
    double length = explanation.length;
    if (!(length >= kSmallestLength)) {
        explanation.isPivots = true;
        explanation.real = explanation.dual = glm::dquat(0.0, 0.0, 0.0, 0.0);
        addStep(explanation, explanation.influences[explanation.pivot], steps->positionBind);
        length = glm::length(explanation.real);
    }
    explanation.real = explanation.real / length;
    explanation.dual = explanation.dual / length;
    explanation.dual =
        explanation.dual - explanation.real * glm::dot(explanation.real, explanation.dual);
    const glm::dquat translation = explanation.dual * glm::conjugate(explanation.real) * 2.0;
    explanation.positionModel = explanation.real * steps->positionBind +
                                glm::dvec3(translation.x, translation.y, translation.z);
    explanation.verdict = describeVerdict(input, explanation);
    return explanation;
}

} // namespace sartor::diagnose
