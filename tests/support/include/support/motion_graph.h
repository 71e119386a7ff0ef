// SPDX-License-Identifier: Apache-2.0
// Graphs that walk: a rig with clips that go somewhere. Tests that use it link sartor::graph.
#pragma once

#include <support/graph_fixture.h>
#include <support/root_motion_clips.h>
#include <support/root_motion_oracle.h>

namespace sartor::test {

inline const JointIndex kWalkerRoot(1);

/// The joints of walkerSkeleton() with the clips Idle (1 s, in place), Forward (1 m in 1 s), Run
/// (3 m in 0.75 s), Creep (0.2 m in 1.3 s), Circle (quarter of a circle in 2 s), Off axis (1.5 s).
inline std::shared_ptr<const graph::Rig> walkerRig(const math::Transform& armature = {}) {
    graph::Rig rig;
    rig.skeleton = walkerSkeleton(armature);
    const auto add = [&](const std::shared_ptr<const assets::Clip>& clip, std::string name) {
        assets::ClipData data{std::move(name), {}, {}};
        data.jointTracks.assign(clip->jointTracks().begin(), clip->jointTracks().end());
        rig.clips.push_back(require(assets::Clip::create(std::move(data), 4)));
    };
    add(idleClip(kWalkerRoot), "Idle");
    add(forwardClip(kWalkerRoot), "Forward");
    add(forwardClip(kWalkerRoot, 0.75f, 3.0f), "Run");
    add(forwardClip(kWalkerRoot, 1.3f, 0.2f), "Creep");
    add(quarterCircleClip(kWalkerRoot), "Circle");
    add(offAxisClip(kWalkerRoot), "Off axis");
    return std::make_shared<const graph::Rig>(rig);
}

/// Root motion at the root, of the planar components.
inline graph::RootMotionDefinition motionOf(pose::RootMotionOwner owner,
                                            pose::RootMotionComponents components = {}) {
    return {.joint = "root", .components = components, .owner = owner};
}

/// The root of the pose that a player shows.
inline math::DoubleRigid rootOf(const GraphPlayer& player) {
    return pose::findModelFromRoot(
        *player.instance.graph().rig().skeleton, player.parentFromJoint, kWalkerRoot);
}

} // namespace sartor::test
