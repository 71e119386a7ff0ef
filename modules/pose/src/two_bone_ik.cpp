// SPDX-License-Identifier: Apache-2.0
// Two bones that bend so that the tip meets a target.
#include "ik_math.h"

#include <sartor/base/assert.h>
#include <sartor/pose/local_to_model.h>
#include <sartor/pose/two_bone_ik.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace sartor::pose {
namespace {

constexpr double kPi = 3.14159265358979323846;
// A bone shorter than this part of the chain has no direction to speak of.
constexpr double kNoBone = 1e-6;
// Sine of the angle between pole and line below which the pole has no side.
constexpr double kNoSide = 1e-3;
// Rounding of the lengths of a chain in floats, as part of its length.
constexpr double kReachRounding = 1e-5;
constexpr double kRestBend = 0.0175;        // sine of a degree
constexpr double kClearBend = 0.0524;       // sine of 3 degrees
constexpr double kAnyBend = 1e-4;           // sine
constexpr double kOverextended = kPi / 6.0; // radians
// Where scale is not uniform every pass starts from the lengths that the last one left.
constexpr int kApproximatePasses = 8;

/// The chain in one space: that of the root's parent.
struct Limb {
    glm::dvec3 root, mid, tip;
    glm::dmat3 parentFromMidParent; // linear part of the space of the middle joint's local rotation
};

/// The local rotations that are solved for.
struct Solved {
    glm::dquat root, mid;
    double stretch = 1.0;
};

Limb limbOf(const TwoBoneIkChain& chain,
            std::span<const math::Transform> parentFromJoint,
            const Solved& solved) {
    Limb limb{};
    math::DoubleAffine accumulated;
    for (std::size_t i = 0; i < chain.joints().size(); ++i) {
        const math::Transform& local = parentFromJoint[chain.joints()[i].value()];
        if (i == chain.midPosition()) {
            limb.parentFromMidParent = accumulated.linear;
        }
        const glm::dquat rotation = i == 0 ? solved.root
                                    : i == chain.midPosition()
                                        ? solved.mid
                                        : glm::normalize(glm::dquat(local.rotation));
        accumulated = accumulated * withRotation(local, rotation, i == 0 ? 1.0 : solved.stretch);
        if (i == 0) {
            limb.root = accumulated.translation;
        } else if (i == chain.midPosition()) {
            limb.mid = accumulated.translation;
        }
    }
    limb.tip = accumulated.translation;
    return limb;
}

Solved rotationsOf(const TwoBoneIkChain& chain, std::span<const math::Transform> parentFromJoint) {
    const auto rotation = [&](JointIndex joint) {
        return glm::normalize(glm::dquat(parentFromJoint[joint.value()].rotation));
    };
    return {rotation(chain.root()), rotation(chain.mid())};
}

/// The part of a vector at right angles to a unit vector, unit; zero below a length.
glm::dvec3 across(const glm::dvec3& vector, const glm::dvec3& unit, double shortest) {
    const glm::dvec3 part = vector - glm::dot(vector, unit) * unit;
    const double length = glm::length(part);
    return length > shortest ? part / length : glm::dvec3(0.0);
}

bool isNone(const glm::dvec3& direction) {
    return direction == glm::dvec3(0.0);
}

/// What is asked, in the space of the root's parent.
struct Goal {
    glm::dvec3 target;
    glm::dvec3 pole; // with hasPole
    bool hasPole = false;
    double twist = 0.0; // right-handed in this space
    double soften = 1.0;
    double maximumStretch = 1.0;
    double flexionMinimum = 0.0;
    double flexionMaximum = kPi;
};

struct BendPlane {
    glm::dvec3 line; // unit, from the root to the target
    glm::dvec3 side; // unit, at right angles to it, where the middle joint goes
    glm::dvec3 normal() const { return glm::cross(side, line); }
};

BendPlane findPlane(const Limb& limb,
                    const Goal& goal,
                    double length,
                    const TwoBoneIkState& state,
                    IkFlags& flags) {
    const glm::dvec3 toTarget = goal.target - limb.root;
    const glm::dvec3 toPole = goal.pole - limb.root;
    const glm::dvec3 toTip = limb.tip - limb.root;
    const double distance = glm::length(toTarget);
    BendPlane plane{};
    if (distance > kNoBone * length) {
        plane.line = toTarget / distance;
    } else {
        // Any direction will do. The tip's own, as far as it leaves the pole its side.
        flags.isDegenerate = true;
        const double poleLength = glm::length(toPole);
        plane.line = goal.hasPole && poleLength > 0.0
                         ? across(toTip, toPole / poleLength, kNoSide * length)
                         : across(toTip, glm::dvec3(0.0), kNoSide * length);
        if (isNone(plane.line)) {
            plane.line = goal.hasPole && poleLength > 0.0
                             ? math::perpendicularTo(toPole / poleLength)
                             : glm::dvec3(0.0, -1.0, 0.0);
        }
    }
    if (goal.hasPole) {
        // A pole on the root is on every line; what rounding leaves of it is no side.
        plane.side = across(
            toPole, plane.line, std::max(kNoSide * glm::length(toPole), kReachRounding * length));
    } else {
        plane.side = across(limb.mid - limb.root, plane.line, kNoSide * length);
    }
    if (isNone(plane.side)) {
        flags.isDegenerate = true;
        plane.side =
            across(glm::cross(plane.line, glm::dvec3(state.bendNormalParent)), plane.line, kNoSide);
    }
    if (isNone(plane.side)) {
        plane.side = across(limb.mid - limb.root, plane.line, kNoSide * length);
    }
    if (isNone(plane.side)) {
        plane.side = math::perpendicularTo(plane.line);
    }
    plane.side = glm::angleAxis(goal.twist, plane.line) * plane.side;
    return plane;
}

/// Where the tip goes on the line, and what kept it from the target.
struct Extent {
    double distance; // root to tip
    double stretch;
};

Extent findExtent(double upper, double lower, double distance, const Goal& goal, IkFlags& flags) {
    const double length = upper + lower;
    const auto span = [&](double flexion) {
        // cos(flexion) from the half angle, exact at both ends.
        const double sine = std::sin(0.5 * flexion);
        return std::sqrt(std::max(length * length - 4.0 * upper * lower * sine * sine, 0.0));
    };
    const double farthest = span(goal.flexionMinimum);
    const double nearest = std::min(span(goal.flexionMaximum), farthest);
    double extent = distance;
    const double softStart = goal.soften * farthest;
    if (extent > softStart && goal.soften < 1.0) {
        // Grows like the distance at first and approaches full extension: no jolt, no end.
        const double room = farthest - softStart;
        extent = softStart + room * (1.0 - std::exp(-(extent - softStart) / room));
    }
    extent = std::clamp(extent, nearest, farthest);
    const double stretch =
        extent < distance && extent > 0.0 ? std::min(distance / extent, goal.maximumStretch) : 1.0;
    const double rounding = kReachRounding * length;
    flags.isUnreachable =
        distance > length * stretch + rounding || distance < std::abs(upper - lower) - rounding;
    flags.isLimited = (goal.flexionMinimum > 0.0 && distance > farthest * stretch + rounding) ||
                      (goal.flexionMaximum < kPi - 1e-6 && distance < nearest - rounding);
    return {extent * stretch, stretch};
}

/// The axis about which the incoming pose bends, at right angles to the upper bone; its sign is
/// that of the hinge. Zero where nothing tells.
glm::dvec3 findHinge(const TwoBoneIkChain& chain,
                     const TwoBoneIkState& state,
                     const glm::dquat& parentFromRoot,
                     const glm::dvec3& upper,
                     const glm::dvec3& lower) {
    const glm::dvec3 bend = glm::cross(upper, lower); // as long as the sine of the flexion
    const glm::dvec3 known =
        isNone(chain.hingeRoot()) ? glm::dvec3(state.hingeRoot) : chain.hingeRoot();
    const glm::dvec3 hinge = across(parentFromRoot * known, upper, kNoSide);
    const double sine = glm::length(bend);
    const double flexion = std::atan2(sine, glm::dot(upper, lower));
    if (isNone(hinge)) {
        return across(bend, upper, kAnyBend);
    }
    if (sine < kClearBend) {
        return hinge;
    }
    const bool isOverextended = glm::dot(bend, hinge) < 0.0 && flexion < kOverextended;
    return across(isOverextended ? -bend : bend, upper, kAnyBend);
}

/// One solution from the lengths and directions that the limb has.
void solveOnce(const TwoBoneIkChain& chain,
               const Limb& limb,
               const Goal& goal,
               TwoBoneIkState& state,
               Solved& solved,
               IkFlags& flags) {
    // A stretch of an earlier pass is not a length of the bones.
    const glm::dvec3 upper = (limb.mid - limb.root) / solved.stretch;
    const glm::dvec3 lower = (limb.tip - limb.mid) / solved.stretch;
    const double upperLength = glm::length(upper);
    const double lowerLength = glm::length(lower);
    const double length = upperLength + lowerLength;
    if (!(length > 0.0)) {
        flags.isDegenerate = true;
        flags.isUnreachable = goal.target != limb.root;
        return;
    }
    const BendPlane plane = findPlane(limb, goal, length, state, flags);
    const Extent extent =
        findExtent(upperLength, lowerLength, glm::distance(goal.target, limb.root), goal, flags);
    solved.stretch = extent.stretch;
    const glm::dquat midParent = properRotation(limb.parentFromMidParent);
    const auto turnMid = [&](const glm::dquat& turn) {
        solved.mid = glm::normalize(glm::conjugate(midParent) * turn * midParent * solved.mid);
    };
    if (lowerLength <= kNoBone * length) {
        flags.isDegenerate = true;
        solved.root =
            glm::normalize(math::shortestRotation(upper / upperLength, plane.line) * solved.root);
        return;
    }
    if (upperLength <= kNoBone * length) {
        flags.isDegenerate = true;
        turnMid(math::shortestRotation(lower / lowerLength, plane.line));
        return;
    }
    // The law of cosines, as the coordinates of the middle joint in the plane.
    const double a = upperLength * extent.stretch;
    const double b = lowerLength * extent.stretch;
    const double along =
        extent.distance > 0.0
            ? std::clamp(0.5 * (extent.distance + (a - b) * (a + b) / extent.distance), -a, a)
            : 0.0;
    const double height = std::sqrt(a * a - along * along);
    const glm::dvec3 newMid = along * plane.line + height * plane.side;
    const glm::dvec3 newUpper = newMid / a;
    const glm::dvec3 newLower = glm::normalize(extent.distance * plane.line - newMid);
    const double newFlexion =
        std::atan2(glm::length(glm::cross(newUpper, newLower)), glm::dot(newUpper, newLower));
    const glm::dvec3 oldUpper = upper / upperLength;
    const glm::dvec3 oldLower = lower / lowerLength;
    const glm::dvec3 normal = plane.normal();
    glm::dvec3 hinge = findHinge(chain, state, solved.root, oldUpper, oldLower);
    glm::dquat turnRoot = math::shortestRotation(oldUpper, newUpper);
    if (isNone(hinge)) {
        hinge = glm::conjugate(turnRoot) * normal;
    } else {
        const glm::dmat3 before(oldUpper, hinge, glm::cross(oldUpper, hinge));
        const glm::dmat3 after(newUpper, normal, glm::cross(newUpper, normal));
        turnRoot = glm::normalize(glm::quat_cast(after * glm::transpose(before)));
    }
    state.bendNormalParent = glm::vec3(normal);
    state.hingeRoot = glm::vec3(glm::conjugate(solved.root) * hinge);
    // About the hinge first, so that half a turn has its axis; the rest is what the incoming bend
    // has beside the hinge.
    const double oldFlexion =
        std::atan2(glm::dot(glm::cross(oldUpper, oldLower), hinge), glm::dot(oldUpper, oldLower));
    const glm::dquat aboutHinge = glm::angleAxis(newFlexion - oldFlexion, hinge);
    turnMid(math::shortestRotation(aboutHinge * oldLower, glm::conjugate(turnRoot) * newLower) *
            aboutHinge);
    solved.root = glm::normalize(turnRoot * solved.root);
}

bool isAllFinite(const TwoBoneIkInput& input) {
    return isFinite({input.targetModel}) &&
           (input.pole != Pole::Position || isFinite({input.poleModel})) &&
           isFinite({input.twist,
                     input.weight,
                     input.soften,
                     input.maximumStretch,
                     input.flexionMinimum,
                     input.flexionMaximum});
}

} // namespace

Result<TwoBoneIkChain> TwoBoneIkChain::create(const assets::Skeleton& skeleton,
                                              JointIndex root,
                                              JointIndex mid,
                                              JointIndex tip,
                                              const glm::vec3& hingeAxisMid) {
    Result<IkChain> chain = IkChain::create(skeleton, root, tip);
    if (!chain) {
        return chain.error();
    }
    const std::span<const JointIndex> joints = chain->joints();
    const auto found = std::find(joints.begin(), joints.end(), mid);
    if (found == joints.end() || mid == root || mid == tip) {
        const std::string name = mid.isNone() || mid.value() >= skeleton.jointCount()
                                     ? std::string("the middle joint")
                                     : "joint '" + skeleton.joint(mid).name + "'";
        return Error{"ik.chain",
                     "chain: " + name + " is not between '" + skeleton.joint(root).name +
                         "' and '" + skeleton.joint(tip).name + "'"};
    }
    if (!isFinite({hingeAxisMid})) {
        return Error{"ik.chain", "chain: expected a hinge axis of finite numbers"};
    }
    TwoBoneIkChain made;
    made.midPosition_ = static_cast<std::size_t>(found - joints.begin());
    made.chain_ = std::move(*chain);
    std::vector<math::Transform> rest;
    for (const assets::Joint& joint : skeleton.joints()) {
        rest.push_back(joint.parentFromJointRest);
    }
    const Solved solved = rotationsOf(made, rest);
    const Limb limb = limbOf(made, rest, solved);
    if (hingeAxisMid != glm::vec3(0.0f)) {
        made.hingeRoot_ = properRotation(limb.parentFromMidParent) *
                          (solved.mid * glm::normalize(glm::dvec3(hingeAxisMid)));
    } else {
        const double lengths =
            glm::distance(limb.root, limb.mid) * glm::distance(limb.mid, limb.tip);
        const glm::dvec3 bend = glm::cross(limb.mid - limb.root, limb.tip - limb.mid);
        if (glm::length(bend) > kRestBend * lengths) {
            made.hingeRoot_ = glm::normalize(bend);
        }
    }
    made.hingeRoot_ = glm::conjugate(solved.root) * made.hingeRoot_;
    return made;
}

IkFlags solveTwoBoneIk(const TwoBoneIkChain& chain,
                       const TwoBoneIkInput& input,
                       const IkPose& pose,
                       TwoBoneIkState& state) {
    IkFlags flags;
    SARTOR_ASSERT(input.pole != Pole::Joint ||
                  input.poleJoint.value() < pose.skeleton.jointCount());
    const math::DoubleAffine modelFromParent = modelFromParentOf(pose, chain.root());
    const glm::dvec3 poleModel =
        input.pole == Pole::Joint
            ? modelFromJointOf(pose.skeleton, pose.parentFromJoint, input.poleJoint).translation
            : glm::dvec3(input.poleModel);
    const bool hasPole = input.pole != Pole::None;
    if (!isAllFinite(input) || !math::isFinite(modelFromParent) ||
        !isFinite(pose, chain.joints()) || (hasPole && !isFinite({glm::vec3(poleModel)}))) {
        flags.isInvalid = true;
        return flags;
    }
    const std::optional<math::DoubleAffine> parentFromModel = math::inverse(modelFromParent);
    if (!parentFromModel) {
        flags.isDegenerate = true;
        return flags;
    }
    const double flexionMinimum = std::clamp(static_cast<double>(input.flexionMinimum), 0.0, kPi);
    // A mirror above the chain turns the sense of rotations round.
    const double sense = glm::determinant(modelFromParent.linear) < 0.0 ? -1.0 : 1.0;
    const Goal goal{.target = math::transformPoint(*parentFromModel, glm::dvec3(input.targetModel)),
                    .pole = math::transformPoint(*parentFromModel, poleModel),
                    .hasPole = hasPole,
                    .twist = sense * static_cast<double>(input.twist),
                    .soften = std::clamp(static_cast<double>(input.soften), 0.01, 1.0),
                    .maximumStretch = std::max(static_cast<double>(input.maximumStretch), 1.0),
                    .flexionMinimum = flexionMinimum,
                    .flexionMaximum =
                        std::clamp(static_cast<double>(input.flexionMaximum), flexionMinimum, kPi)};
    const std::span<const JointIndex> joints = chain.joints();
    const bool isUniform = keepsAngles(pose, joints.first(chain.midPosition()));
    Solved solved = rotationsOf(chain, pose.parentFromJoint);
    for (int pass = 0; pass < (isUniform ? 1 : kApproximatePasses) && !flags.isReached; ++pass) {
        flags = {};
        const Limb limb = limbOf(chain, pose.parentFromJoint, solved);
        solveOnce(chain, limb, goal, state, solved, flags);
        const Limb result = limbOf(chain, pose.parentFromJoint, solved);
        const double length = glm::length(modelFromParent.linear * (result.mid - result.root)) +
                              glm::length(modelFromParent.linear * (result.tip - result.mid));
        flags.isReached = glm::length(modelFromParent.linear * (result.tip - goal.target)) <=
                          kIkTolerance * length;
    }
    flags.isApproximate = !isUniform || !keepsAngles(modelFromParent.linear);
    const auto local = [&](JointIndex joint) -> math::Transform& {
        return pose.parentFromJoint[joint.value()];
    };
    const float weight = std::clamp(input.weight, 0.0f, 1.0f);
    writeRotation(local(chain.root()), solved.root, weight);
    writeRotation(local(chain.mid()), solved.mid, weight);
    if (solved.stretch != 1.0) {
        const auto factor =
            static_cast<float>(1.0 + static_cast<double>(weight) * (solved.stretch - 1.0));
        for (const JointIndex joint : joints.subspan(1)) {
            local(joint).translation *= factor;
        }
    }
    writeModelTransforms(pose, joints, modelFromParent);
    return flags;
}

double flexionOf(const glm::dvec3& root, const glm::dvec3& mid, const glm::dvec3& tip) {
    const glm::dvec3 upper = mid - root;
    const glm::dvec3 lower = tip - mid;
    return std::atan2(glm::length(glm::cross(upper, lower)), glm::dot(upper, lower));
}

} // namespace sartor::pose
