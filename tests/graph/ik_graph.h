// SPDX-License-Identifier: Apache-2.0
// A rig with limbs, and graphs of one node that solves them.
#pragma once

#include <sartor/pose/ik_chain.h>

#include <support/graph_fixture.h>
#include <support/ik_fixture.h>

namespace sartor::test {

/// Hips at (0, 1, 0), turned and 2 units to the metre; below them Hip, Knee, Foot, straight down
/// with bones of half a metre, and Prop beside them, a metre ahead.
inline std::shared_ptr<const graph::Rig> legRig() {
    RigBuilder builder;
    math::Transform hips;
    hips.translation = glm::vec3(0, 1, 0);
    hips.rotation = glm::angleAxis(glm::radians(90.0f), glm::vec3(1, 0, 0));
    hips.scale = glm::vec3(0.5f);
    const auto moved = [](float x, float y, float z) {
        math::Transform transform;
        transform.translation = glm::vec3(x, y, z);
        return transform;
    };
    const JointIndex root = builder.joint("Hips", {}, hips);
    const JointIndex hip = builder.joint("Hip", root);
    const JointIndex knee = builder.joint("Knee", hip, moved(0, 0, 1));
    builder.joint("Foot", knee, moved(0, 0, 1));
    builder.joint("Prop", root, moved(0, 2, 0));
    builder.morphs(knee, {0.25f});
    return builder.build();
}

inline graph::InputDefinition vectorInput(double x, double y, double z) {
    return graph::constantInput(graph::List{x, y, z});
}

inline graph::Value vectorValue(double x, double y, double z) {
    return graph::List{x, y, z};
}

/// The rest pose, changed by a node "ik".
inline GraphBuilder
ikGraph(const std::string& type, graph::Record params, std::vector<graph::PinInputs> inputs) {
    GraphBuilder builder;
    builder.node("rest", "rest_pose");
    inputs.push_back(pin("pose", graph::nodeInput("rest")));
    builder.node("ik", type, std::move(params), std::move(inputs));
    return builder;
}

inline glm::dvec3 positionOf(const GraphPlayer& player, const graph::Rig& rig, std::size_t joint) {
    return glm::dvec3(forwardKinematics(*rig.skeleton, player.parentFromJoint)[joint][3]);
}

inline pose::IkFlags ikFlagsOf(const GraphPlayer& player) {
    return pose::ikFlagsOfBits(player.activity("ik").flags);
}

/// "code path message" of each problem.
inline std::vector<std::string> problemsOf(const GraphBuilder& builder) {
    std::vector<std::string> texts;
    for (const graph::Problem& problem : graph::compile(builder.definition, legRig()).problems) {
        texts.push_back(problem.code + " " + problem.path + " " + problem.message);
    }
    return texts;
}

} // namespace sartor::test
