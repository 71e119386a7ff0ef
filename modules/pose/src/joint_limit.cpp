// SPDX-License-Identifier: Apache-2.0
// How far a joint may turn away from its rest pose.
#include <sartor/math/quaternion.h>
#include <sartor/pose/joint_limit.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace sartor::pose {
namespace {

constexpr double kPi = 3.14159265358979323846;
// The floats of a limit are as near to pi as floats come.
constexpr float kMostRadians = 3.1415928f;

bool isAngle(float angle) {
    return angle >= 0.0f && angle <= kMostRadians;
}

// The nearest point of an ellipse, with these half axes along the coordinate axes, to a point
// outside. Source: Eberly, "Distance from a Point to an Ellipse, an Ellipsoid, or a
// Hyperellipsoid", 2013, eq. 11; the root is found by bisection, which nothing upsets.
glm::dvec2 nearestOnEllipse(const glm::dvec2& point, const glm::dvec2& halfAxes) {
    const glm::dvec2 squares = halfAxes * halfAxes;
    const auto nearest = [&](double t) { return squares * point / (t + squares); };
    double low = 0.0;
    double high = std::max(halfAxes.x, halfAxes.y) * glm::length(point);
    for (int i = 0; i < 100 && high - low > 1e-16 * high; ++i) {
        const double middle = 0.5 * (low + high);
        const glm::dvec2 scaled = halfAxes * point / (middle + squares);
        (glm::dot(scaled, scaled) > 1.0 ? low : high) = middle;
    }
    // A half axis of zero leaves nothing of that coordinate.
    return high > 0.0 ? nearest(high) : glm::dvec2(0.0);
}

// Whether the vector is outside of the ellipse.
bool isOutside(const glm::dvec2& point, const glm::dvec2& halfAxes) {
    double sum = 0.0;
    for (int i = 0; i < 2; ++i) {
        if (halfAxes[i] > 0.0) {
            sum += (point[i] / halfAxes[i]) * (point[i] / halfAxes[i]);
        } else if (std::abs(point[i]) > 0.0) {
            return true;
        }
    }
    return sum > 1.0;
}

glm::dquat turnBy(const glm::dvec3& vector) {
    const double angle = glm::length(vector);
    return angle > 0.0 ? glm::angleAxis(angle, vector / angle) : glm::dquat(1.0, 0.0, 0.0, 0.0);
}

} // namespace

Result<RotationLimit> RotationLimit::create(const assets::Skeleton& skeleton,
                                            JointIndex joint,
                                            JointIndex next,
                                            const JointLimit& limit) {
    const assets::Joint& rest = skeleton.joint(joint);
    const auto fail = [&](const std::string& what) {
        return Error{"ik.limit", "limit of joint '" + rest.name + "': " + what};
    };
    if (!isAngle(limit.swing) || !isAngle(limit.swingAcross)) {
        return fail("expected swings from 0 to 180 degrees");
    }
    if (!isAngle(limit.twistMaximum) || !isAngle(-limit.twistMinimum)) {
        return fail("expected a twist from -180..0 to 0..180 degrees");
    }
    RotationLimit made;
    made.limit_ = limit;
    made.rest_ = glm::normalize(glm::dquat(rest.parentFromJointRest.rotation));
    const glm::dvec3 bone = glm::dvec3(rest.parentFromJointRest.scale) *
                            glm::dvec3(skeleton.joint(next).parentFromJointRest.translation);
    if (glm::length(bone) > 0.0) {
        made.bone_ = glm::normalize(bone);
    }
    const glm::dvec3 given(limit.axisJoint);
    made.axis_ = math::perpendicularTo(made.bone_);
    if (given != glm::dvec3(0.0)) {
        const glm::dvec3 axis = given - glm::dot(given, made.bone_) * made.bone_;
        if (!(glm::length(axis) > 1e-3 * glm::length(given)) || !std::isfinite(glm::length(axis))) {
            return fail("expected an axis that is not along the bone");
        }
        made.axis_ = glm::normalize(axis);
    }
    made.across_ = glm::cross(made.bone_, made.axis_);
    return made;
}

RotationLimit::Angles RotationLimit::anglesOf(const glm::dquat& parentFromJoint) const {
    glm::dquat turn = glm::conjugate(rest_) * parentFromJoint;
    turn = turn.w < 0.0 ? -turn : turn;
    const double alongBone = glm::dot(glm::dvec3(turn.x, turn.y, turn.z), bone_);
    const double length = std::hypot(turn.w, alongBone);
    // A swing by half a turn leaves no twist to tell.
    const glm::dquat twist = length > 1e-12
                                 ? glm::dquat(turn.w / length, bone_ * (alongBone / length))
                                 : glm::dquat(1.0, 0.0, 0.0, 0.0);
    const glm::dquat swing = turn * glm::conjugate(twist);
    const glm::dvec3 axis(swing.x, swing.y, swing.z);
    const double sine = glm::length(axis);
    const double angle = 2.0 * std::atan2(sine, swing.w);
    Angles angles;
    if (sine > 0.0) {
        angles.swing = angle * glm::dot(axis, axis_) / sine;
        angles.swingAcross = angle * glm::dot(axis, across_) / sine;
    }
    angles.twist =
        2.0 * std::atan2(twist.x * bone_.x + twist.y * bone_.y + twist.z * bone_.z, twist.w);
    return angles;
}

glm::dquat RotationLimit::apply(const glm::dquat& parentFromJoint) const {
    const Angles angles = anglesOf(parentFromJoint);
    // What a rotation in floats cannot hold is not outside.
    constexpr double kRounding = 1e-7;
    const glm::dvec2 halfAxes(limit_.swing, limit_.swingAcross);
    glm::dvec2 swing(angles.swing, angles.swingAcross);
    double twist = angles.twist;
    const double low = static_cast<double>(limit_.twistMinimum);
    const double high = static_cast<double>(limit_.twistMaximum);
    const bool isSwungTooFar = isOutside(swing, halfAxes + kRounding);
    const bool isTwistedTooFar = twist < low - kRounding || twist > high + kRounding;
    if (!isSwungTooFar && !isTwistedTooFar) {
        return parentFromJoint;
    }
    if (isSwungTooFar) {
        swing = nearestOnEllipse(swing, halfAxes);
    }
    if (isTwistedTooFar) {
        // The nearer end, also the other way round the circle.
        const double toLow = std::abs(std::remainder(twist - low, 2.0 * kPi));
        const double toHigh = std::abs(std::remainder(twist - high, 2.0 * kPi));
        twist = toLow < toHigh ? low : high;
    }
    return glm::normalize(rest_ * turnBy(axis_ * swing.x + across_ * swing.y) *
                          turnBy(bone_ * twist));
}

} // namespace sartor::pose
