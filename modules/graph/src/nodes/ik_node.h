// SPDX-License-Identifier: Apache-2.0
// What nodes of inverse kinematics share: pins, targets, and chains of any length.
#pragma once

#include "../node.h"

#include <sartor/pose/ik_chain.h>
#include <sartor/pose/local_to_model.h>

#include <glm/trigonometric.hpp>

#include <algorithm>
#include <optional>

namespace sartor::graph {

inline constexpr InputSchema kIkPoseInput = {.id = "pose", .doc = "The pose that is changed."};
inline constexpr InputSchema kIkTargetInput = {
    .id = "target",
    .type = PinType::Vector3,
    .doc = "Where the tip is to be, in model space; with `target_joint`, in the space of that "
           "joint as the incoming pose has it.",
    .unit = "m"};
inline constexpr InputSchema kIkWeightInput = {
    .id = "weight",
    .type = PinType::Float,
    .doc = "Part of the way of each local rotation to its solution. At 0 nothing is solved, and "
           "the node costs nothing.",
    .number = 1.0,
    .minimum = 0.0,
    .maximum = 1.0};
inline constexpr ParamSchema kIkTargetJointParam = {
    .id = "target_joint",
    .type = ParamType::Joint,
    .doc = "A joint that carries the target; none leaves it in model space."};

/// The pose of a task's only input, in its output.
inline void copyInput(const TaskContext& context) {
    const PoseView input = context.input(0);
    const PoseSpan output = context.output();
    std::copy(
        input.parentFromJoint.begin(), input.parentFromJoint.end(), output.parentFromJoint.begin());
    std::copy(input.morphWeights.begin(), input.morphWeights.end(), output.morphWeights.begin());
}

/// A point of model space, from one of a joint's space where there is a joint.
inline glm::vec3
inModelSpace(const TaskContext& context, JointIndex joint, const glm::vec3& point) {
    if (joint.isNone()) {
        return point;
    }
    return glm::vec3(math::transformPoint(
        pose::modelFromJointOf(*context.rig().skeleton, context.output().parentFromJoint, joint),
        glm::dvec3(point)));
}

/// Updates the input, and records the task unless the weight leaves nothing to do.
template <class Payload>
PoseResult solveBehind(PosePin pin,
                       const TaskType<Payload>& task,
                       const std::type_identity_t<Payload>& payload,
                       float weight,
                       UpdateContext& context) {
    PoseResult result = context.updatePose(pin);
    if (weight > 0.0f) {
        const TaskIndex inputs[] = {result.task};
        result.task = context.addTask(task, payload, inputs);
    }
    return result;
}

/// CCD and FABRIK differ in the solver alone.
struct ChainIk {
    static constexpr InputSchema kInputs[] = {kIkPoseInput, kIkTargetInput, kIkWeightInput};
    static constexpr ParamSchema kLimitFields[] = {
        {.id = "joint",
         .type = ParamType::Joint,
         .doc = "A joint of the chain above its tip.",
         .isRequired = true},
        {.id = "swing",
         .doc = "Largest angle of the bone to its rest direction, about `axis`.",
         .unit = "deg",
         .number = 180.0,
         .minimum = 0.0,
         .maximum = 180.0},
        {.id = "swing_across",
         .doc = "The same about the axis at right angles to `axis` and the bone, so that the cone "
                "becomes an ellipse; -1 for as much as `swing`.",
         .unit = "deg",
         .number = -1.0,
         .minimum = -1.0,
         .maximum = 180.0},
        {.id = "axis",
         .type = ParamType::Vector3,
         .doc = "In the space of the joint; zero is some axis, which is enough for a round cone."},
        {.id = "twist_minimum",
         .doc = "Smallest turn about the bone from the rest pose.",
         .unit = "deg",
         .number = -180.0,
         .minimum = -180.0,
         .maximum = 0.0},
        {.id = "twist_maximum",
         .doc = "Largest turn about the bone from the rest pose.",
         .unit = "deg",
         .number = 180.0,
         .minimum = 0.0,
         .maximum = 180.0}};
    static constexpr ParamSchema kParams[] = {
        {.id = "root",
         .type = ParamType::Joint,
         .doc = "The first joint that turns.",
         .isRequired = true},
        {.id = "tip",
         .type = ParamType::Joint,
         .doc = "The joint that is to meet the target, below the root.",
         .isRequired = true},
        kIkTargetJointParam,
        {.id = "iterations",
         .type = ParamType::Integer,
         .doc = "Most passes over the chain in a frame.",
         .number = 32.0,
         .minimum = 1.0,
         .maximum = 1000.0},
        {.id = "tolerance",
         .doc = "Distance of the tip from the target that counts as reached, as part of the "
                "chain's length.",
         .number = 1e-4,
         .minimum = 0.0,
         .maximum = 1.0},
        {.id = "limits",
         .type = ParamType::Object,
         .doc = "How far joints may turn away from the rest pose; a joint without one is free.",
         .fields = kLimitFields,
         .isList = true}};

    static constexpr PosePin kPose{findPin<InputSchema>(kInputs, "pose", PinType::Pose)};
    static constexpr Vector3Pin kTarget{findPin<InputSchema>(kInputs, "target", PinType::Vector3)};
    static constexpr FloatPin kWeight{findPin<InputSchema>(kInputs, "weight", PinType::Float)};

    using Solver = pose::IkFlags (*)(const pose::IkChain&,
                                     const pose::ChainIkInput&,
                                     const pose::IkPose&,
                                     std::span<pose::IkScratch>);

    struct Data {
        std::optional<pose::IkChain> chain;
        JointIndex targetJoint;
        std::uint32_t iterations = 0;
        float tolerance = 0.0f;
    };
    struct Payload {
        const Data* data;
        Solver solver;
        glm::vec3 target;
        float weight;
    };

    static void bind(BindContext& context, Data& data);
    static void run(const Payload& payload, TaskContext& context);
};

/// The node of one solver; the schema has the inputs and params of ChainIk.
template <const NodeSchema& kSchema, ChainIk::Solver kSolver>
struct ChainIkNode {
    static constexpr const NodeSchema& schema = kSchema;
    static constexpr TaskType<ChainIk::Payload> kSolve{ChainIk::run};

    using Data = ChainIk::Data;
    struct State {};

    static void bind(BindContext& context, Data& data) { ChainIk::bind(context, data); }
    static PoseResult update(const Data& data, State&, UpdateContext& context) {
        const float weight = context.value(ChainIk::kWeight);
        return solveBehind(ChainIk::kPose,
                           kSolve,
                           {&data, kSolver, context.value(ChainIk::kTarget), weight},
                           weight,
                           context);
    }
};

} // namespace sartor::graph
