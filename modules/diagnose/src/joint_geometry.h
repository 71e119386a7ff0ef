// SPDX-License-Identifier: Apache-2.0
// Recognition of the joints of a body by where they are.
#pragma once

#include <sartor/diagnose/joint_class.h>

#include <vector>

namespace sartor::diagnose {

/// The joints of the skins of an upright body, by their places in the rest pose alone: a pelvis
/// with two legs that are mirror images and reach the ground, above it a chest with two arms that
/// are, the joints between as spine and the neck above. Parents before children; empty where there
/// is no such pair of legs. Fingers are the chains below a wrist.
///
/// Space: model space, +Y up; the sides are along X.
/// Cost: O(joints * depth).
std::vector<ClassifiedJoint> classifyByGeometry(const import::ImportedScene& scene);

} // namespace sartor::diagnose
