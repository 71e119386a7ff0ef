// SPDX-License-Identifier: Apache-2.0
// Joints in the middle of a limb's bone, which only share its twist.
#pragma once

#include <sartor/diagnose/joint_class.h>

#include <span>
#include <vector>

namespace sartor::diagnose {

/// The twist joints of a character, in the order of the skeleton: joints of skins that have no
/// class, and whose name says so or whose place is on the bone between a joint of a limb and the
/// one that follows it, with nothing below or that next joint. One that carries the rest of the
/// limb has the whole twist of the limb as its degrees.
///
/// Shapes: saysTwist has an entry for every joint of the skeleton; classified has the limbs.
/// Cost: O(joints * depth).
std::vector<ClassifiedJoint> findTwistJoints(const import::ImportedScene& scene,
                                             std::span<const ClassifiedJoint> classified,
                                             const std::vector<bool>& saysTwist);

} // namespace sartor::diagnose
