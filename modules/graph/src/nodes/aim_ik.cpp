// SPDX-License-Identifier: Apache-2.0
// An aim as a node.
#include "ik_node.h"

#include <sartor/pose/aim_ik.h>

#include <string>
#include <utility>

namespace sartor::graph {
namespace {

struct AimIk {
    static constexpr InputSchema kInputs[] = {
        kIkPoseInput,
        {.id = "target",
         .type = PinType::Vector3,
         .doc = "What is looked at, in model space; with `target_joint`, in the space of that "
                "joint as the incoming pose has it.",
         .unit = "m"},
        {.id = "up",
         .type = PinType::Vector3,
         .doc = "The direction of model space that `up_axis` is rolled towards; zero is +y."},
        kIkWeightInput};
    static constexpr ParamSchema kJointFields[] = {
        {.id = "joint", .type = ParamType::Joint, .doc = "A joint that turns.", .isRequired = true},
        {.id = "weight",
         .doc = "Part of the turn that is left when it is this joint's turn.",
         .number = 1.0,
         .minimum = 0.0,
         .maximum = 1.0}};
    static constexpr ParamSchema kParams[] = {
        {.id = "joints",
         .type = ParamType::Object,
         .doc = "The joints that turn, from the root down, each below the one before. The last one "
                "carries the axis; with a weight of 1 it does what the others left undone.",
         .fields = kJointFields,
         .isList = true,
         .isRequired = true},
        kIkTargetJointParam,
        {.id = "forward_axis",
         .type = ParamType::Vector3,
         .doc = "The axis that points at the target, in the space of the last joint; zero is +z."},
        {.id = "up_axis",
         .type = ParamType::Vector3,
         .doc = "The axis that is rolled towards `up`, in the space of the last joint; zero leaves "
                "the roll alone."},
        {.id = "offset",
         .type = ParamType::Vector3,
         .doc = "Where the line of sight starts, in the space of the last joint.",
         .unit = "m"},
        {.id = "maximum_angle",
         .doc = "Most that the axis turns away from its direction in the incoming pose.",
         .unit = "deg",
         .number = 180.0,
         .minimum = 0.0,
         .maximum = 180.0}};
    static constexpr NodeSchema schema = {
        .id = "aim_ik",
        .title = "Aim",
        .category = "IK",
        .doc = "Turns one joint, or several that share the turn, so that an axis points at a "
               "target: a head that looks, a gun that aims. Local translations and scales stay. "
               "Flags for the debugger, from bit 0 on: reached, unreachable (the target is nearer "
               "than the line of sight passes), limited, degenerate, approximate (scale that is "
               "not uniform), invalid.",
        .inputs = kInputs,
        .outputs = kPoseOutput,
        .params = kParams};
    static constexpr PosePin kPose = posePin(schema, "pose");
    static constexpr Vector3Pin kTarget = vector3Pin(schema, "target");
    static constexpr Vector3Pin kUp = vector3Pin(schema, "up");
    static constexpr FloatPin kWeight = floatPin(schema, "weight");

    struct Data {
        std::optional<pose::AimIkChain> chain;
        JointIndex targetJoint;
        pose::AimIkInput input; ///< what params say
    };
    struct State {};
    struct Payload {
        const Data* data;
        glm::vec3 target;
        glm::vec3 up;
        float weight;
    };

    static glm::vec3 forwardOf(const ParamView& params) {
        const glm::vec3 forward = params.vector3("forward_axis");
        return forward == glm::vec3(0.0f) ? pose::AimIkInput().forwardJoint : forward;
    }

    static void check(BindContext& context) {
        const glm::dvec3 forward(forwardOf(context.params()));
        const glm::dvec3 up(context.params().vector3("up_axis"));
        constexpr double kSameDirection = 1e-6; // sine
        if (up != glm::dvec3(0.0) && !(glm::length(glm::cross(forward, up)) >
                                       kSameDirection * glm::length(forward) * glm::length(up))) {
            context.problem("graph.ik_axis",
                            "/params/up_axis",
                            "expected an axis that is not along `forward_axis`");
        }
    }

    static void bind(BindContext& context, Data& data) {
        const ParamView params = context.params();
        std::vector<pose::AimJoint> joints;
        for (const ParamView& fields : params.records("joints")) {
            joints.push_back({fields.joint("joint"), static_cast<float>(fields.number("weight"))});
        }
        Result<pose::AimIkChain> chain = pose::AimIkChain::create(*context.rig().skeleton, joints);
        if (!chain) {
            context.problem("graph.ik_chain", "/params/joints", chain.error().message);
            return;
        }
        data.chain = std::move(*chain);
        data.targetJoint = params.joint("target_joint");
        data.input.forwardJoint = forwardOf(params);
        data.input.upJoint = params.vector3("up_axis");
        data.input.offsetJoint = params.vector3("offset");
        data.input.maximumAngle = static_cast<float>(glm::radians(params.number("maximum_angle")));
    }

    static void run(const Payload& payload, TaskContext& context) {
        copyInput(context);
        const Data& data = *payload.data;
        pose::AimIkInput input = data.input;
        input.targetModel = inModelSpace(context, data.targetJoint, payload.target);
        if (payload.up != glm::vec3(0.0f)) {
            input.upModel = payload.up;
        }
        input.weight = payload.weight;
        const pose::IkFlags flags = pose::solveAimIk(
            *data.chain, input, {*context.rig().skeleton, context.output().parentFromJoint});
        context.report(pose::ikFlagBits(flags));
    }

    static constexpr TaskType<Payload> kSolve{run};

    static PoseResult update(const Data& data, State&, UpdateContext& context) {
        const Payload payload{
            &data, context.value(kTarget), context.value(kUp), context.value(kWeight)};
        return solveBehind(kPose, kSolve, payload, payload.weight, context);
    }
};

} // namespace

SARTOR_GRAPH_NODE(aim_ik, AimIk)

} // namespace sartor::graph
