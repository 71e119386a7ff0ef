// SPDX-License-Identifier: Apache-2.0
// Why a surface is thin at a vertex.
#include "explain_verdict.h"

#include "text.h"

#include <sartor/diagnose/weight_statistics.h>
#include <sartor/math/double_affine.h>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cmath>

namespace sartor::diagnose {
namespace {

// Between joints whose retention is as predicted.
constexpr double kSameRetention = 0.02;
// A bend is blended over about the thickness of the limb; beyond twice that, a vertex has no part
// in it.
constexpr double kFarInRadii = 2.0;
// Cosine between the axis of a turn and a bone above which the turn is a twist, which is spread
// along the bone on purpose.
constexpr double kTwist = 0.7;

// Joints of the palette between two joints of the skeleton, from the first to the second, without
// the one that both hang from.
std::vector<JointIndex> jointsBetween(const ExplainInput& input, JointIndex a, JointIndex b) {
    const auto chainTo = [&](JointIndex joint) {
        std::vector<JointIndex> chain;
        for (; !joint.isNone(); joint = input.skeleton.joint(joint).parent) {
            chain.push_back(joint);
        }
        return chain;
    };
    std::vector<JointIndex> up = chainTo(a);
    std::vector<JointIndex> down = chainTo(b);
    while (!up.empty() && !down.empty() && up.back() == down.back()) {
        up.pop_back();
        down.pop_back();
    }
    up.insert(up.end(), down.rbegin(), down.rend());
    std::erase_if(up, [&](JointIndex joint) {
        return joint == a || joint == b ||
               std::ranges::find(input.joints, joint) == input.joints.end();
    });
    return up;
}

double weightOf(const VertexExplanation& explanation, JointIndex joint) {
    double weight = 0.0;
    for (const InfluenceStep& step : explanation.influences) {
        weight += step.joint == joint ? step.weight : 0.0;
    }
    return weight;
}

std::optional<glm::dvec3> bindPlace(const ExplainInput& input, JointIndex joint) {
    const auto found = std::ranges::find(input.joints, joint);
    if (found == input.joints.end()) {
        return std::nullopt;
    }
    const auto slot = static_cast<std::size_t>(found - input.joints.begin());
    const auto bindFromJoint = inverse(math::toDouble(input.jointFromBind[slot]));
    return bindFromJoint ? std::optional(bindFromJoint->translation) : std::nullopt;
}

// The joint at which the two bend against each other: the lower one of parent and child, of two
// that hang from a third the nearer.
JointIndex findHinge(const ExplainInput& input,
                     const VertexExplanation& explanation,
                     JointIndex a,
                     JointIndex b) {
    const auto hangsFrom = [&](JointIndex joint, JointIndex ancestor) {
        while (!joint.isNone() && joint != ancestor) {
            joint = input.skeleton.joint(joint).parent;
        }
        return joint == ancestor;
    };
    if (hangsFrom(b, a)) {
        return b;
    }
    if (hangsFrom(a, b)) {
        return a;
    }
    const auto placeA = bindPlace(input, a);
    const auto placeB = bindPlace(input, b);
    const bool isA = placeA && placeB &&
                     glm::distance(*placeA, explanation.positionBind) <=
                         glm::distance(*placeB, explanation.positionBind);
    return isA ? a : b;
}

// How far along its bone a vertex is from the hinge, in its distances from that bone.
struct BlendReach {
    JointIndex hinge;
    double radii = 0.0;
    /// Beside a bone that begins at the hinge, which the hinge's own joint should hold.
    bool isBelow = false;
};

std::optional<BlendReach> findReach(const ExplainInput& input,
                                    const VertexExplanation& explanation,
                                    const InfluenceStep& first,
                                    const InfluenceStep& second) {
    BlendReach reach;
    reach.hinge = findHinge(input, explanation, first.joint, second.joint);
    const auto hinge = bindPlace(input, reach.hinge);
    if (!hinge) {
        return std::nullopt;
    }
    const glm::dvec3 away = explanation.positionBind - *hinge;
    // The bone beside which the vertex lies.
    glm::dvec3 bone(0.0);
    double along = 0.0;
    for (const JointIndex joint : input.joints) {
        const bool isNext = !joint.isNone() && joint != reach.hinge &&
                            (input.skeleton.joint(reach.hinge).parent == joint ||
                             input.skeleton.joint(joint).parent == reach.hinge);
        const auto place = isNext ? bindPlace(input, joint) : std::nullopt;
        if (!place || glm::distance(*place, *hinge) == 0.0) {
            continue;
        }
        const glm::dvec3 direction = glm::normalize(*place - *hinge);
        if (glm::dot(away, direction) > along) {
            along = glm::dot(away, direction);
            bone = direction;
            reach.isBelow = input.skeleton.joint(joint).parent == reach.hinge;
        }
    }
    if (along == 0.0) {
        return std::nullopt;
    }
    const auto mapOf = [&](const InfluenceStep& step) {
        return math::polarRotation(glm::dmat3(input.modelFromJoint[step.joint.value()].linear) *
                                   glm::dmat3(input.jointFromBind[step.slot.value()].linear));
    };
    // Axis of the second against the first, in bind space.
    const glm::dquat turn = glm::conjugate(mapOf(first)) * mapOf(second);
    const glm::dvec3 axis(turn.x, turn.y, turn.z);
    const double length = glm::length(axis);
    if (length == 0.0 || std::abs(glm::dot(axis, bone)) > kTwist * length) {
        return std::nullopt;
    }
    const double radius = glm::length(away - along * bone);
    reach.radii = along / std::max(radius, 1e-6 * along);
    return reach;
}

} // namespace

ThinVerdict judgeThinness(const ExplainInput& input, const VertexExplanation& explanation) {
    if (std::abs(explanation.weightSum - 1.0) > kWeightSumTolerance) {
        return {ThinCause::Weights,
                "Weights: they sum to " + formatNumber(explanation.weightSum) +
                    " instead of 1, which pulls the vertex " +
                    (explanation.weightSum < 1.0 ? "towards" : "away from") +
                    " the origin of the model. Normalise them."};
    }
    if (!explanation.retention || explanation.retention->measured >= kThinRetention) {
        return {};
    }
    const Retention& retention = *explanation.retention;
    const InfluenceStep& first = explanation.influences[retention.first];
    const InfluenceStep& second = explanation.influences[retention.second];
    const auto nameOf = [&](JointIndex joint) {
        return "'" + input.skeleton.joint(joint).name + "'";
    };
    const std::string pair = nameOf(first.joint) + " (" + formatNumber(first.weight) + ") and " +
                             nameOf(second.joint) + " (" + formatNumber(second.weight) + ")";
    const std::string kept = formatNumber(100.0 * retention.measured) + " % of the radius";
    const std::string degrees = formatNumber(retention.degrees) + " degrees";
    if (retention.isMirrored) {
        return {ThinCause::Mirror,
                "Mirror: of " + pair +
                    " one turns space inside out and the other does not, so the blend keeps " +
                    kept + ". Look for a negative scale above one of the two joints."};
    }
    for (const JointIndex between : jointsBetween(input, first.joint, second.joint)) {
        const double weight = weightOf(explanation, between);
        if (retention.predicted < kThinRetention && weight < second.weight) {
            return {ThinCause::Weights,
                    "Weights: " + pair + " are no neighbours: " + nameOf(between) +
                        " lies between them and has " + formatNumber(weight) + ". They differ by " +
                        degrees + ", and the blend keeps " + kept + ". Give the weight of one to " +
                        nameOf(between) + "."};
        }
    }
    const bool isPairs = std::abs(retention.predicted - retention.measured) < kSameRetention;
    if (retention.predicted < kThinRetention && isPairs) {
        const auto reach = findReach(input, explanation, first, second);
        if (reach && reach->radii > kFarInRadii) {
            const JointIndex other = first.joint == reach->hinge ? second.joint : first.joint;
            const JointIndex astray = reach->isBelow ? other : reach->hinge;
            return {ThinCause::Weights,
                    "Weights: " + pair + " bend at " + nameOf(reach->hinge) + " by " + degrees +
                        ", but this vertex lies " + formatNumber(reach->radii) +
                        " times its radius along the bone from there, where one joint alone should "
                        "hold it; the blend keeps " +
                        kept + ". Take the weight of " + nameOf(astray) + " away."};
        }
        return {ThinCause::LinearBlending,
                "The mathematics of linear blending, not the weights: " + pair + " differ by " +
                    degrees + ", and the mean of two rotations so far apart keeps " + kept +
                    ". Dual quaternion skinning, twist joints or a corrective shape help."};
    }
    if (explanation.influences.size() > 2) {
        const std::string together = "the " + std::to_string(explanation.influences.size()) +
                                     " influences together keep " + kept + ", where " + pair +
                                     ", " + degrees + " apart, alone would keep " +
                                     formatNumber(100.0 * retention.predicted) + " %. ";
        if (retention.predicted >= kThinRetention) {
            return {ThinCause::Weights,
                    "Weights: the lighter joints pull apart: " + together +
                        "Take their weights away at this vertex."};
        }
        return {ThinCause::LinearBlending,
                "The mathematics of linear blending, with several joints that pull apart: " +
                    together + "Fewer joints at this vertex, or dual quaternion skinning, help."};
    }
    return {ThinCause::Scale,
            "Scale or shear: " + pair + " keep " + kept + ", less than their rotations explain (" +
                formatNumber(100.0 * retention.predicted) +
                " %). Look at the scale of the two joints."};
}

} // namespace sartor::diagnose
