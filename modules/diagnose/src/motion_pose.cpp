// SPDX-License-Identifier: Apache-2.0
// Poses at the ends of what joints can do.
#include <sartor/base/assert.h>
#include <sartor/diagnose/motion_pose.h>
#include <sartor/math/double_affine.h>

#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace sartor::diagnose {
namespace {

// Where the bone is turned to, or about itself.
enum class Direction { Front, Back, Up, Down, Outwards, Inwards, Twist, Palm };

struct Motion {
    JointClass kind;
    std::string_view name;
    Direction direction;
    double degrees;
    // The bend ends where the bone points into the direction but for this angle, wherever it
    // started: arms rest in different ways.
    bool isAbsolute;
};

constexpr double kWhole = 0.0;
// What a joint of no known class is bent by.
constexpr double kAnyDegrees = 90.0;

constexpr std::array kMotions = {
    Motion{JointClass::Shoulder, "raised", Direction::Up, 10.0, true},
    Motion{JointClass::Shoulder, "lowered", Direction::Down, 10.0, true},
    Motion{JointClass::Shoulder, "in front", Direction::Front, kWhole, true},
    Motion{JointClass::Shoulder, "back", Direction::Back, 60.0, false},
    Motion{JointClass::Shoulder, "twisted", Direction::Twist, 80.0, false},
    Motion{JointClass::Shoulder, "twisted", Direction::Twist, -80.0, false},
    Motion{JointClass::Elbow, "bent", Direction::Front, 90.0, false},
    Motion{JointClass::Elbow, "bent", Direction::Front, 145.0, false},
    Motion{JointClass::Elbow, "twisted", Direction::Twist, 80.0, false},
    Motion{JointClass::Elbow, "twisted", Direction::Twist, -80.0, false},
    Motion{JointClass::Wrist, "bent to the front", Direction::Front, 70.0, false},
    Motion{JointClass::Wrist, "bent to the back", Direction::Back, 70.0, false},
    Motion{JointClass::Wrist, "bent up", Direction::Up, 70.0, false},
    Motion{JointClass::Wrist, "bent down", Direction::Down, 70.0, false},
    Motion{JointClass::Wrist, "twisted", Direction::Twist, 80.0, false},
    Motion{JointClass::Wrist, "twisted", Direction::Twist, -80.0, false},
    Motion{JointClass::Hip, "bent", Direction::Front, 120.0, false},
    Motion{JointClass::Hip, "back", Direction::Back, 30.0, false},
    Motion{JointClass::Hip, "spread", Direction::Outwards, 45.0, false},
    Motion{JointClass::Hip, "crossed", Direction::Inwards, 30.0, false},
    Motion{JointClass::Hip, "twisted", Direction::Twist, 45.0, false},
    Motion{JointClass::Hip, "twisted", Direction::Twist, -45.0, false},
    Motion{JointClass::Knee, "bent", Direction::Back, 90.0, false},
    Motion{JointClass::Knee, "bent", Direction::Back, 135.0, false},
    Motion{JointClass::Spine, "bent forward", Direction::Front, 80.0, false},
    Motion{JointClass::Spine, "bent back", Direction::Back, 25.0, false},
    Motion{JointClass::Spine, "bent aside", Direction::Outwards, 35.0, false},
    Motion{JointClass::Spine, "bent aside", Direction::Outwards, -35.0, false},
    Motion{JointClass::Spine, "twisted", Direction::Twist, 45.0, false},
    Motion{JointClass::Spine, "twisted", Direction::Twist, -45.0, false},
    Motion{JointClass::Neck, "bent forward", Direction::Front, 45.0, false},
    Motion{JointClass::Neck, "bent back", Direction::Back, 45.0, false},
    Motion{JointClass::Neck, "bent aside", Direction::Outwards, 45.0, false},
    Motion{JointClass::Neck, "bent aside", Direction::Outwards, -45.0, false},
    Motion{JointClass::Neck, "twisted", Direction::Twist, 60.0, false},
    Motion{JointClass::Neck, "twisted", Direction::Twist, -60.0, false},
    Motion{JointClass::Finger, "bent", Direction::Palm, 45.0, false},
    Motion{JointClass::Finger, "bent", Direction::Palm, 80.0, false},
    // Half of what it shares.
    Motion{JointClass::Twist, "turned", Direction::Twist, 45.0, false},
    Motion{JointClass::Twist, "turned", Direction::Twist, -45.0, false},
    Motion{JointClass::Any, "bent to the front", Direction::Front, kAnyDegrees, false},
    Motion{JointClass::Any, "bent to the back", Direction::Back, kAnyDegrees, false},
    Motion{JointClass::Any, "bent outwards", Direction::Outwards, kAnyDegrees, false},
    Motion{JointClass::Any, "bent inwards", Direction::Inwards, kAnyDegrees, false},
    Motion{JointClass::Any, "twisted", Direction::Twist, kAnyDegrees, false},
    Motion{JointClass::Any, "twisted", Direction::Twist, -kAnyDegrees, false},
    Motion{JointClass::Any, "twisted", Direction::Twist, 170.0, false}};

// Unit direction of each joint's bone in the rest pose, whatever the joint is.
std::vector<glm::dvec3> boneDirections(const assets::Skeleton& skeleton,
                                       std::span<const math::Affine> modelFromJoint) {
    const auto joints = skeleton.joints();
    const auto place = [&](std::size_t joint) {
        return glm::dvec3(modelFromJoint[joint].translation);
    };
    std::vector<std::size_t> below(joints.size()); // joints below each
    for (std::size_t i = joints.size(); i-- > 0;) {
        if (!joints[i].parent.isNone()) {
            below[joints[i].parent.value()] += below[i] + 1;
        }
    }
    struct Children {
        glm::dvec3 sum = glm::dvec3(0.0);
        double count = 0.0;
        std::size_t below = 0;
    };
    std::vector<Children> children(joints.size());
    for (std::size_t i = 0; i < joints.size(); ++i) {
        if (joints[i].parent.isNone()) {
            continue;
        }
        Children& siblings = children[joints[i].parent.value()];
        if (siblings.count == 0.0 || below[i] > siblings.below) {
            siblings = {.below = below[i]};
        }
        if (below[i] == siblings.below) {
            siblings.sum += place(i);
            siblings.count += 1.0;
        }
    }
    std::vector<glm::dvec3> directions(joints.size(), glm::dvec3(0.0, 1.0, 0.0));
    for (std::size_t i = 0; i < joints.size(); ++i) {
        glm::dvec3 bone(0.0);
        if (children[i].count > 0.0) {
            bone = children[i].sum / children[i].count - place(i);
        } else if (!joints[i].parent.isNone()) {
            bone = place(i) - place(joints[i].parent.value());
        }
        const double length = glm::length(bone);
        if (length > 0.0 && std::isfinite(length)) {
            directions[i] = bone / length;
        }
    }
    return directions;
}

bool isFollowedBy(JointClass kind, JointClass next) {
    switch (kind) {
    case JointClass::Shoulder:
        return next == JointClass::Elbow;
    case JointClass::Elbow:
        return next == JointClass::Wrist;
    case JointClass::Hip:
        return next == JointClass::Knee;
    case JointClass::Spine:
        return next == JointClass::Spine || next == JointClass::Neck;
    case JointClass::Neck:
        return next == JointClass::Neck;
    case JointClass::Finger:
        return next == JointClass::Finger;
    case JointClass::Wrist:
    case JointClass::Knee:
    case JointClass::Twist:
    case JointClass::Any:
        return false;
    }
    return false;
}

// Makes the bone of each joint point to the joint that follows it in its limb, where there is one,
// and that of a twist joint as that of its limb.
void followLimbs(const assets::Skeleton& skeleton,
                 std::span<const math::Affine> modelFromJoint,
                 std::span<const ClassifiedJoint> joints,
                 std::vector<glm::dvec3>& directions) {
    std::vector<const ClassifiedJoint*> classified(skeleton.jointCount());
    for (const ClassifiedJoint& joint : joints) {
        // A limb goes through what is in the middle of it.
        if (joint.kind != JointClass::Any && joint.kind != JointClass::Twist) {
            classified[joint.joint.value()] = &joint;
        }
    }
    std::vector<const ClassifiedJoint*> above(skeleton.jointCount());
    std::vector<bool> isFollowed(skeleton.jointCount());
    for (std::size_t i = 0; i < above.size(); ++i) {
        const JointIndex parent = skeleton.joints()[i].parent;
        if (parent.isNone()) {
            continue;
        }
        above[i] = classified[parent.value()] ? classified[parent.value()] : above[parent.value()];
        if (!above[i] || !classified[i] || !isFollowedBy(above[i]->kind, classified[i]->kind)) {
            continue;
        }
        const std::uint32_t first = above[i]->joint.value();
        const glm::dvec3 bone = glm::dvec3(modelFromJoint[i].translation) -
                                glm::dvec3(modelFromJoint[first].translation);
        const double length = glm::length(bone);
        if (!isFollowed[first] && length > 0.0 && std::isfinite(length)) {
            directions[first] = bone / length;
            isFollowed[first] = true;
        }
    }
    for (const ClassifiedJoint& joint : joints) {
        const ClassifiedJoint* limb = above[joint.joint.value()];
        if (joint.kind == JointClass::Twist && limb != nullptr) {
            directions[joint.joint.value()] = directions[limb->joint.value()];
        }
    }
}

// +1 where the joint is on the side of +X of what it hangs on, else -1.
double sideOf(const assets::Skeleton& skeleton,
              std::span<const math::Affine> modelFromJoint,
              JointIndex joint) {
    const float x = modelFromJoint[joint.value()].translation.x;
    for (JointIndex above = skeleton.joint(joint).parent; !above.isNone();
         above = skeleton.joint(above).parent) {
        const float offset = x - modelFromJoint[above.value()].translation.x;
        if (std::abs(offset) > 1e-5f * std::abs(x)) {
            return offset > 0.0f ? 1.0 : -1.0;
        }
    }
    return 1.0;
}

glm::dvec3 towards(Direction direction, double side) {
    switch (direction) {
    case Direction::Front:
        return {0.0, 0.0, 1.0};
    case Direction::Back:
        return {0.0, 0.0, -1.0};
    case Direction::Up:
        return {0.0, 1.0, 0.0};
    case Direction::Down:
    case Direction::Palm: // of a hand that says nothing else, as in a T-pose
        return {0.0, -1.0, 0.0};
    case Direction::Outwards:
        return {side, 0.0, 0.0};
    case Direction::Inwards:
    case Direction::Twist:
        return {-side, 0.0, 0.0};
    }
    return {};
}

glm::dmat3 rotation(double degrees, const glm::dvec3& axis) {
    return glm::dmat3(glm::rotate(glm::dmat4(1.0), glm::radians(degrees), axis));
}

// The turn of a bone; the identity where it already points there.
glm::dmat3
turnOf(const Motion& motion, const glm::dvec3& bone, const glm::dvec3& towardsBend, double share) {
    if (motion.direction == Direction::Twist) {
        return rotation(share * motion.degrees, bone);
    }
    glm::dvec3 target = towardsBend;
    glm::dvec3 axis = glm::cross(bone, target);
    if (glm::length(axis) < 1e-3) {
        // Along the bone there is no such bend; the nearest thing is one towards the third axis.
        target = motion.direction == Direction::Front || motion.direction == Direction::Back
                     ? glm::dvec3(0.0, 1.0, 0.0)
                     : glm::dvec3(0.0, 0.0, 1.0);
        axis = glm::cross(bone, target);
    }
    const double between = glm::degrees(std::atan2(glm::length(axis), glm::dot(bone, target)));
    const double degrees =
        motion.isAbsolute ? std::max(0.0, between - motion.degrees) : motion.degrees;
    return rotation(share * degrees, glm::normalize(axis));
}

// The fingers of one hand.
struct Hand {
    // Joints that are the first of their finger; the nearest to the hand is that of the thumb.
    std::vector<std::size_t> roots;
    std::size_t thumb = 0;
    glm::dvec3 palm{0.0, -1.0, 0.0};
};

// By joint: what of a hand or finger it is.
struct Hands {
    // Of a finger, the joint that its first one hangs on; for others themselves.
    std::vector<std::size_t> handOf;
    // Of a finger, its first joint.
    std::vector<std::size_t> rootOf;
    std::map<std::size_t, Hand> hands;
};

Hands findHands(const assets::Skeleton& skeleton,
                std::span<const math::Affine> modelFromJoint,
                std::span<const ClassifiedJoint> joints,
                std::span<const glm::dvec3> bones) {
    const auto place = [&](std::size_t joint) {
        return glm::dvec3(modelFromJoint[joint].translation);
    };
    std::vector<bool> isFinger(skeleton.jointCount());
    for (const ClassifiedJoint& joint : joints) {
        isFinger[joint.joint.value()] = joint.kind == JointClass::Finger;
    }
    Hands found;
    for (std::size_t i = 0; i < isFinger.size(); ++i) {
        const JointIndex parent = skeleton.joints()[i].parent;
        found.handOf.push_back(i);
        found.rootOf.push_back(i);
        if (!isFinger[i] || parent.isNone()) {
            continue;
        }
        const std::uint32_t above = parent.value();
        if (isFinger[above]) {
            found.handOf[i] = found.handOf[above];
            found.rootOf[i] = found.rootOf[above];
        } else {
            found.handOf[i] = above;
            found.hands[above].roots.push_back(i);
        }
    }
    for (auto& [joint, hand] : found.hands) {
        const glm::dvec3 wrist = place(joint);
        hand.thumb = *std::min_element(
            hand.roots.begin(), hand.roots.end(), [&](std::size_t a, std::size_t b) {
                return glm::distance(place(a), wrist) < glm::distance(place(b), wrist);
            });
        glm::dvec3 along(0.0);
        glm::dvec3 across(0.0);
        for (const std::size_t root : hand.roots) {
            if (root != hand.thumb) {
                along += bones[root];
                across += place(root) - place(hand.thumb);
            }
        }
        // A left hand that points to +X with its thumb in front has its palm below.
        const glm::dvec3 back =
            sideOf(skeleton, modelFromJoint, JointIndex(hand.thumb)) * glm::cross(along, across);
        if (glm::length(back) > 1e-3 * glm::length(along) * glm::length(across)) {
            hand.palm = -glm::normalize(back);
        }
    }
    return found;
}

std::string describe(const Motion& motion) {
    std::string text = std::string(kJointClassNames[static_cast<std::size_t>(motion.kind)]) + " " +
                       std::string(motion.name);
    if (!motion.isAbsolute) {
        text += " by " + std::to_string(std::lround(motion.degrees));
    }
    return text;
}

// The motion as far as the joint goes; none where it does not take part. One whose limit is said
// twists as far as it bends.
std::optional<Motion> motionOf(const ClassifiedJoint& joint, const Motion& motion) {
    if (joint.kind != motion.kind) {
        return std::nullopt;
    }
    const bool isAny = joint.kind == JointClass::Any;
    if (!joint.degrees || (!isAny && joint.kind != JointClass::Twist)) {
        return motion;
    }
    if (*joint.degrees == 0.0 || (isAny && std::abs(motion.degrees) > kAnyDegrees)) {
        return std::nullopt;
    }
    Motion limited = motion;
    limited.degrees = std::copysign(*joint.degrees, motion.degrees);
    return limited;
}

} // namespace

std::vector<glm::dvec3> findBoneDirections(const assets::Skeleton& skeleton,
                                           std::span<const math::Affine> modelFromJointRest,
                                           std::span<const ClassifiedJoint> joints) {
    SARTOR_ASSERT(modelFromJointRest.size() == skeleton.jointCount());
    std::vector<glm::dvec3> bones = boneDirections(skeleton, modelFromJointRest);
    followLimbs(skeleton, modelFromJointRest, joints, bones);
    return bones;
}

std::vector<MotionPose> makeMotionPoses(const assets::Skeleton& skeleton,
                                        std::span<const math::Affine> modelFromJointRest,
                                        std::span<const ClassifiedJoint> joints) {
    const std::vector<glm::dvec3> bones = findBoneDirections(skeleton, modelFromJointRest, joints);
    const Hands hands = findHands(skeleton, modelFromJointRest, joints, bones);
    std::vector<MotionPose> poses;
    for (const Motion& motion : kMotions) {
        const bool isShared = motion.kind == JointClass::Spine || motion.kind == JointClass::Neck;
        const auto count = std::count_if(joints.begin(), joints.end(), [&](const auto& joint) {
            return joint.kind == motion.kind;
        });
        // What moves together: all of a spine, the fingers of a hand, else each joint alone.
        std::map<std::size_t, std::size_t> poseOfGroup;
        for (const ClassifiedJoint& joint : joints) {
            const std::optional<Motion> limited = motionOf(joint, motion);
            if (!limited) {
                continue;
            }
            const std::uint32_t index = joint.joint.value();
            const std::size_t group = isShared ? 0 : hands.handOf[index];
            const auto [pose, isFirst] = poseOfGroup.try_emplace(group, poses.size());
            if (isFirst) {
                poses.push_back({motion.kind, describe(*limited), {}});
            }
            // A spine has no side: what it is bent aside to is said by the sign of the angle.
            const double side = isShared ? 1.0 : sideOf(skeleton, modelFromJointRest, joint.joint);
            glm::dvec3 target = towards(motion.direction, side);
            double share = isShared ? 1.0 / static_cast<double>(count) : 1.0;
            const auto hand = hands.hands.find(group);
            if (motion.kind == JointClass::Finger && hand != hands.hands.end()) {
                target = hand->second.palm;
                // A thumb bends half as far.
                const bool isThumb =
                    hand->second.roots.size() > 1 && hands.rootOf[index] == hand->second.thumb;
                share = isThumb ? 0.5 : 1.0;
            }
            poses[pose->second].turns.push_back(
                {joint.joint, turnOf(*limited, bones[index], target, share)});
        }
    }
    return poses;
}

void applyMotionPose(const assets::Skeleton& skeleton,
                     std::span<const math::Affine> modelFromJointRest,
                     const MotionPose& pose,
                     std::span<math::Affine> modelFromJoint) {
    SARTOR_ASSERT(modelFromJointRest.size() == skeleton.jointCount());
    SARTOR_ASSERT(modelFromJoint.size() == skeleton.jointCount());
    std::vector<const JointTurn*> turns(skeleton.jointCount());
    for (const JointTurn& turn : pose.turns) {
        turns[turn.joint.value()] = &turn;
    }
    // By joint: what moves it, in model space.
    std::vector<math::DoubleAffine> moved(skeleton.jointCount());
    for (std::size_t i = 0; i < moved.size(); ++i) {
        const JointIndex parent = skeleton.joints()[i].parent;
        if (!parent.isNone()) {
            moved[i] = moved[parent.value()];
        }
        if (turns[i] != nullptr) {
            const glm::dvec3 place(modelFromJointRest[i].translation);
            const glm::dmat3& turned = turns[i]->rotation;
            moved[i] = moved[i] * math::DoubleAffine{turned, place - turned * place};
        }
        modelFromJoint[i] = math::toFloat(moved[i] * math::toDouble(modelFromJointRest[i]));
    }
}

} // namespace sartor::diagnose
