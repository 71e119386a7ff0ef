// SPDX-License-Identifier: Apache-2.0
// Recognition of twist joints.
#include "twist_joints.h"

#include <sartor/pose/local_to_model.h>

#include <glm/geometric.hpp>

#include <optional>

namespace sartor::diagnose {
namespace {

// What the forearm and the upper arm twist by in all.
constexpr double kWholeTwist = 80.0;
// How far beside its limb's bone a joint may be, and how far from the ends: in parts of the bone.
// Nearer to an end it may be a helper of the bend there.
constexpr double kBeside = 0.05;
constexpr double kFromEnd = 0.05;

// The class of what ends the bone of a joint of a limb.
std::optional<JointClass> endOf(JointClass kind) {
    switch (kind) {
    case JointClass::Shoulder:
        return JointClass::Elbow;
    case JointClass::Elbow:
        return JointClass::Wrist;
    case JointClass::Hip:
        return JointClass::Knee;
    default:
        return std::nullopt;
    }
}

class TwistFinder {
public:
    TwistFinder(const import::ImportedScene& scene, std::span<const ClassifiedJoint> classified)
        : joints_(scene.skeleton->joints())
        , isSkinJoint_(findSkinJoints(scene))
        , kinds_(joints_.size())
        , carriesJoints_(joints_.size())
        , ends_(joints_.size()) {
        for (const ClassifiedJoint& joint : classified) {
            kinds_[joint.joint.value()] = joint.kind;
        }
        for (const math::Affine& modelFromJoint : pose::modelFromJointAtRest(*scene.skeleton)) {
            places_.emplace_back(modelFromJoint.translation);
        }
        for (std::size_t i = joints_.size(); i-- > 0;) {
            const JointIndex parent = joints_[i].parent;
            if (!parent.isNone() && (isSkinJoint_[i] || carriesJoints_[i])) {
                carriesJoints_[parent.value()] = true;
            }
        }
        for (std::size_t i = 0; i < joints_.size(); ++i) {
            const JointIndex above = limbAbove(i);
            if (!above.isNone() && kinds_[i] == endOf(*kinds_[above.value()]) &&
                ends_[above.value()].isNone()) {
                ends_[above.value()] = JointIndex(i);
            }
        }
    }

    std::vector<ClassifiedJoint> find(const std::vector<bool>& saysTwist) const {
        std::vector<ClassifiedJoint> found;
        for (std::size_t i = 0; i < joints_.size(); ++i) {
            if (isSkinJoint_[i] && !kinds_[i] && (saysTwist[i] || isOnBone(i))) {
                found.push_back({JointIndex(i),
                                 JointClass::Twist,
                                 carriesJoints_[i] ? std::optional(kWholeTwist) : std::nullopt});
            }
        }
        return found;
    }

private:
    // The nearest joint above that has a class.
    JointIndex limbAbove(std::size_t joint) const {
        JointIndex above = joints_[joint].parent;
        while (!above.isNone() && !kinds_[above.value()]) {
            above = joints_[above.value()].parent;
        }
        return above;
    }

    bool isAbove(std::size_t joint, JointIndex below) const {
        while (!below.isNone() && below.value() != joint) {
            below = joints_[below.value()].parent;
        }
        return !below.isNone();
    }

    bool isOnBone(std::size_t joint) const {
        const JointIndex begin = limbAbove(joint);
        const JointIndex end = begin.isNone() ? JointIndex() : ends_[begin.value()];
        if (end.isNone() || (carriesJoints_[joint] && !isAbove(joint, end))) {
            return false;
        }
        const glm::dvec3 bone = places_[end.value()] - places_[begin.value()];
        const glm::dvec3 offset = places_[joint] - places_[begin.value()];
        const double squared = glm::dot(bone, bone);
        const double along = glm::dot(offset, bone) / squared;
        // Not for a bone without length, whose quotient is not finite.
        return along >= kFromEnd && along <= 1.0 - kFromEnd &&
               glm::length(offset - along * bone) <= kBeside * glm::length(bone);
    }

    std::span<const assets::Joint> joints_;
    std::vector<bool> isSkinJoint_;
    std::vector<std::optional<JointClass>> kinds_;
    // Joints of skins are below.
    std::vector<bool> carriesJoints_;
    // Of a joint of a limb, the one that ends its bone.
    std::vector<JointIndex> ends_;
    std::vector<glm::dvec3> places_;
};

} // namespace

std::vector<ClassifiedJoint> findTwistJoints(const import::ImportedScene& scene,
                                             std::span<const ClassifiedJoint> classified,
                                             const std::vector<bool>& saysTwist) {
    return TwistFinder(scene, classified).find(saysTwist);
}

} // namespace sartor::diagnose
