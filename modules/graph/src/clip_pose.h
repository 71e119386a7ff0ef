// SPDX-License-Identifier: Apache-2.0
// The pose of a clip on a rig.
#pragma once

#include "node.h"

#include <sartor/pose/root_motion_curve.h>

namespace sartor::graph {

/// Joints and morph weights of a clip at a time: its tracks, and the rig's own values where it has
/// none. Without the motion of the root where `rootMotion` is not null.
void sampleClipPose(const Rig& rig,
                    const assets::Clip& clip,
                    const pose::RootMotionCurve* rootMotion,
                    double time,
                    const PoseSpan& output);

/// The rig's own pose.
void sampleRestPose(const Rig& rig, const PoseSpan& output);

} // namespace sartor::graph
