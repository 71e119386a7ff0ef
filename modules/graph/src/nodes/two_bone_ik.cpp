// SPDX-License-Identifier: Apache-2.0
// Two bones as a node.
#include "ik_node.h"

#include <sartor/pose/two_bone_ik.h>

#include <string>
#include <utility>

namespace sartor::graph {
namespace {

struct TwoBoneIk {
    static constexpr std::string_view kPoles[] = {"none", "position", "joint"};
    static constexpr InputSchema kInputs[] = {
        kIkPoseInput,
        kIkTargetInput,
        {.id = "pole",
         .type = PinType::Vector3,
         .doc = "Where the middle joint points, in model space; with `pole_mode` position alone.",
         .unit = "m"},
        {.id = "twist",
         .type = PinType::Float,
         .doc = "Turns the middle joint about the line from root to target.",
         .minimum = -360.0,
         .maximum = 360.0,
         .unit = "deg"},
        kIkWeightInput};
    static constexpr ParamSchema kParams[] = {
        {.id = "root", .type = ParamType::Joint, .doc = "Hip or shoulder.", .isRequired = true},
        {.id = "mid",
         .type = ParamType::Joint,
         .doc = "Knee or elbow, below the root. Joints between go along.",
         .isRequired = true},
        {.id = "tip",
         .type = ParamType::Joint,
         .doc = "Foot or hand, below the middle joint.",
         .isRequired = true},
        kIkTargetJointParam,
        {.id = "pole_mode",
         .type = ParamType::Choice,
         .doc = "Without a pole the limb stays in the plane in which the incoming pose bends; "
                "with one that plane goes through `pole` or `pole_joint`.",
         .text = "none",
         .choices = kPoles},
        {.id = "pole_joint",
         .type = ParamType::Joint,
         .doc = "Where the middle joint points; with `pole_mode` joint alone."},
        {.id = "hinge",
         .type = ParamType::Vector3,
         .doc = "The axis, in the space of the middle joint, about which a bend is a turn to the "
                "positive side; zero takes it from the bend of the rest pose. Decides how the "
                "limb rolls where the incoming pose is straight."},
        {.id = "soften",
         .doc = "Part of the reach from which on the tip approaches full extension ever slower; "
                "1 for none.",
         .number = 1.0,
         .minimum = 0.01,
         .maximum = 1.0},
        {.id = "maximum_stretch",
         .doc = "Most that bones are stretched by for a target out of reach; at 1 local "
                "translations keep their bits.",
         .number = 1.0,
         .minimum = 1.0,
         .maximum = 100.0},
        {.id = "flexion_minimum",
         .doc = "Smallest bend of the middle joint; 0 is straight.",
         .unit = "deg",
         .number = 0.0,
         .minimum = 0.0,
         .maximum = 180.0},
        {.id = "flexion_maximum",
         .doc = "Largest bend of the middle joint; 180 is folded back.",
         .unit = "deg",
         .number = 180.0,
         .minimum = 0.0,
         .maximum = 180.0}};
    static constexpr NodeSchema schema = {
        .id = "two_bone_ik",
        .title = "Two-bone IK",
        .category = "IK",
        .doc = "Bends two bones by the law of cosines so that the tip meets a target, with the "
               "middle joint on the pole's side. A straight limb bends at once; where the pole "
               "lies on the line to the target, the plane of the frame before stays. A target out "
               "of reach is pointed at. Flags for the debugger, from bit 0 on: reached, "
               "unreachable, limited, degenerate, approximate (scale that is not uniform), "
               "invalid.",
        .inputs = kInputs,
        .outputs = kPoseOutput,
        .params = kParams};
    static constexpr PosePin kPose = posePin(schema, "pose");
    static constexpr Vector3Pin kTarget = vector3Pin(schema, "target");
    static constexpr Vector3Pin kPole = vector3Pin(schema, "pole");
    static constexpr FloatPin kTwist = floatPin(schema, "twist");
    static constexpr FloatPin kWeight = floatPin(schema, "weight");

    struct Data {
        std::optional<pose::TwoBoneIkChain> chain;
        JointIndex targetJoint;
        StatePose plane;
        pose::TwoBoneIkInput input; ///< what params say
    };
    struct State {};
    struct Payload {
        const Data* data;
        glm::vec3 target;
        glm::vec3 pole;
        float twist; ///< radians
        float weight;
    };

    static void check(BindContext& context) {
        const ParamView params = context.params();
        if (params.number("flexion_minimum") > params.number("flexion_maximum")) {
            context.problem("graph.ik_limit",
                            "/params/flexion_maximum",
                            "expected a maximum that is not below the minimum");
        }
    }

    static void bind(BindContext& context, Data& data) {
        const ParamView params = context.params();
        Result<pose::TwoBoneIkChain> chain = pose::TwoBoneIkChain::create(*context.rig().skeleton,
                                                                          params.joint("root"),
                                                                          params.joint("mid"),
                                                                          params.joint("tip"),
                                                                          params.vector3("hinge"));
        if (!chain) {
            context.problem("graph.ik_chain", "/params/mid", chain.error().message);
        } else {
            data.chain = std::move(*chain);
        }
        constexpr pose::Pole kKinds[] = {pose::Pole::None, pose::Pole::Position, pose::Pole::Joint};
        data.targetJoint = params.joint("target_joint");
        data.input.pole = kKinds[params.choice("pole_mode")];
        data.input.poleJoint = params.joint("pole_joint");
        if (data.input.pole == pose::Pole::Joint && data.input.poleJoint.isNone()) {
            context.problem("graph.missing_param",
                            "/params/pole_joint",
                            "expected a joint, because `pole_mode` is joint");
        }
        data.input.soften = static_cast<float>(params.number("soften"));
        data.input.maximumStretch = static_cast<float>(params.number("maximum_stretch"));
        data.input.flexionMinimum =
            static_cast<float>(glm::radians(params.number("flexion_minimum")));
        data.input.flexionMaximum =
            static_cast<float>(glm::radians(params.number("flexion_maximum")));
        data.plane = context.reserveStatePose();
    }

    static void run(const Payload& payload, TaskContext& context) {
        copyInput(context);
        const Data& data = *payload.data;
        pose::TwoBoneIkInput input = data.input;
        input.targetModel = inModelSpace(context, data.targetJoint, payload.target);
        input.poleModel = payload.pole;
        input.twist = payload.twist;
        input.weight = payload.weight;
        // Two vectors are kept over frames, in the first transform of a pose.
        math::Transform& kept = context.statePose(data.plane).parentFromJoint[0];
        pose::TwoBoneIkState state;
        if (context.framesSinceStored(data.plane) == 1) {
            state = {.bendNormalParent = kept.translation, .hingeRoot = kept.scale};
        }
        const pose::IkFlags flags = pose::solveTwoBoneIk(
            *data.chain, input, {*context.rig().skeleton, context.output().parentFromJoint}, state);
        kept.translation = state.bendNormalParent;
        kept.scale = state.hingeRoot;
        context.markStored(data.plane);
        context.report(pose::ikFlagBits(flags));
    }

    static constexpr TaskType<Payload> kSolve{run};

    static PoseResult update(const Data& data, State&, UpdateContext& context) {
        const Payload payload{&data,
                              context.value(kTarget),
                              context.value(kPole),
                              glm::radians(context.value(kTwist)),
                              context.value(kWeight)};
        return solveBehind(kPose, kSolve, payload, payload.weight, context);
    }
};

} // namespace

SARTOR_GRAPH_NODE(two_bone_ik, TwoBoneIk)

} // namespace sartor::graph
