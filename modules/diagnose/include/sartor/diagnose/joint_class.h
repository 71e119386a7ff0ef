// SPDX-License-Identifier: Apache-2.0
// What a joint is in a body: shoulder, elbow, wrist, hip, knee, spine, neck, finger, twist joint.
#pragma once

#include <sartor/base/index.h>
#include <sartor/import/imported_scene.h>

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace sartor::diagnose {

/// Named after what bends at the joint's place: the upper arm's joint is the shoulder.
enum class JointClass {
    Shoulder,
    Elbow,
    Wrist,
    Hip,
    Knee,
    Spine,
    Neck,
    Finger,
    Twist, ///< in the middle of a limb's bone, to share its twist; does not bend
    Any    ///< something else that bends and twists; never recognised, only said
};

/// Lower-case words, by JointClass.
inline constexpr std::array<std::string_view, 10> kJointClassNames = {
    "shoulder", "elbow", "wrist", "hip", "knee", "spine", "neck", "finger", "twist", "any"};

struct ClassifiedJoint {
    JointIndex joint;
    JointClass kind = JointClass::Any;
    /// [0, 180], for Any and Twist: how far the joint goes where that is known; none stands for
    /// what such joints are tried with.
    std::optional<double> degrees = {};
};

/// By joint of the skeleton: whether any skin has it. Cost: O(joints).
std::vector<bool> findSkinJoints(const import::ImportedScene& scene);

/// By joint of the skeleton: whether it, or one below it, is a joint of a skin. Cost: O(joints).
std::vector<bool> findJointsThatMoveSkins(const import::ImportedScene& scene);

/// The joints of the skins whose names say what they are, parents before children. Known are the
/// names that rigs for Unreal, Unity and VRM, Mixamo, Biped, Rigify, DAZ and Maya use, in any case
/// and with any separators, sides, numbers, namespace and common prefix. Where a word means
/// different joints ("arm", "leg", "shoulder"), what is above and below in the hierarchy decides.
/// Fingers are those below a hand. Where no name says anything, the joints of an upright body are
/// found by their places in the rest pose: +Y is up, and the sides are along X. Twist joints are
/// those whose names say so of a limb, and those on the bone between two joints of a limb.
/// Cost: O(joints).
std::vector<ClassifiedJoint> classifyJoints(const import::ImportedScene& scene);

} // namespace sartor::diagnose
