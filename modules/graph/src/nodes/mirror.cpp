// SPDX-License-Identifier: Apache-2.0
// The mirror as a node.
#include "../node.h"

#include <sartor/pose/mirror.h>

#include <algorithm>
#include <vector>

namespace sartor::graph {
namespace {

struct MirrorPayload {
    const pose::MirrorMap* map;
};

void runMirror(const MirrorPayload& payload, TaskContext& context) {
    const PoseView input = context.input(0);
    const PoseSpan output = context.output();
    pose::mirrorPose(*payload.map, input.parentFromJoint, output.parentFromJoint);
    std::copy(input.morphWeights.begin(), input.morphWeights.end(), output.morphWeights.begin());
}

constexpr TaskType<MirrorPayload> kMirror{runMirror};

// reflection * motion * reflection: turns keep their angle about the mirrored axis, and turn the
// other way round it.
pose::RootMotionDelta mirrored(const pose::RootMotionDelta& motion, pose::MirrorAxis axis) {
    const auto normal = static_cast<int>(axis);
    glm::dvec3 turn(-motion.rotation.x, -motion.rotation.y, -motion.rotation.z);
    turn[normal] = -turn[normal];
    pose::RootMotionDelta result = motion;
    result.rotation = glm::dquat(motion.rotation.w, turn.x, turn.y, turn.z);
    result.translation[normal] = -result.translation[normal];
    return result;
}

struct Mirror {
    static constexpr std::string_view kAxes[] = {"x", "y", "z"};
    static constexpr InputSchema kInputs[] = {
        {.id = "pose", .doc = "What is mirrored."},
        {.id = "active",
         .type = PinType::Bool,
         .doc = "While it is false the pose passes through unchanged.",
         .number = 1.0}};
    static constexpr ParamSchema kPairFields[] = {
        {.id = "a", .type = ParamType::Joint, .doc = "A joint.", .isRequired = true},
        {.id = "b",
         .type = ParamType::Joint,
         .doc = "The joint that it changes places with; the same for one that stays.",
         .isRequired = true}};
    static constexpr ParamSchema kParams[] = {
        {.id = "axis",
         .type = ParamType::Choice,
         .doc = "Normal of the mirror's plane, which goes through the origin of model space.",
         .text = "x",
         .choices = kAxes},
        {.id = "names",
         .type = ParamType::Bool,
         .doc = "Whether joints whose names differ in left and right alone change places: "
                "`LeftArm`, `arm_l`, `arm.R`, `Bip01 L Hand` and the like.",
         .number = 1.0},
        {.id = "pairs",
         .type = ParamType::Object,
         .doc = "Joints that change places, before what their names say.",
         .fields = kPairFields,
         .isList = true}};
    static constexpr NodeSchema schema = {
        .id = "mirror",
        .title = "Mirror",
        .category = "Blend",
        .doc = "Shows a pose in a mirror, so that a clip of one side serves for both. How joints "
               "change is worked out from the rest pose in model space, so they may be oriented "
               "in any way. On a symmetric rig the character becomes its mirror image; on others "
               "rotations, translations and scales are mirrored as differences from the rest "
               "pose. Joints without a partner are their own. Root motion is mirrored as well; "
               "morph weights and events are not.",
        .inputs = kInputs,
        .outputs = kPoseOutput,
        .params = kParams};
    static constexpr PosePin kPose = posePin(schema, "pose");
    static constexpr BoolPin kActive = boolPin(schema, "active");

    struct Data {
        std::vector<pose::MirrorMap> map; // one
    };
    struct State {};

    static void bind(BindContext& context, Data& data) {
        constexpr pose::MirrorAxis kMirrorAxes[] = {
            pose::MirrorAxis::X, pose::MirrorAxis::Y, pose::MirrorAxis::Z};
        const ParamView params = context.params();
        std::vector<pose::MirrorPair> pairs;
        for (const ParamView& record : params.records("pairs")) {
            pairs.push_back({record.joint("a"), record.joint("b")});
        }
        Result<pose::MirrorMap> map =
            pose::MirrorMap::create(*context.rig().skeleton,
                                    {.axis = kMirrorAxes[params.choice("axis")],
                                     .names = params.boolean("names") ? pose::MirrorNames::Sides
                                                                      : pose::MirrorNames::Ignored,
                                     .pairs = pairs});
        if (!map) {
            context.problem("graph.mirror", "/params/pairs", map.error().message);
            return;
        }
        data.map.push_back(std::move(*map));
    }

    static PoseResult update(const Data& data, State&, UpdateContext& context) {
        const PoseResult input = context.updatePose(kPose);
        if (!context.value(kActive)) {
            return input;
        }
        const pose::MirrorMap& map = data.map[0];
        return {.task = context.addTask(kMirror, {&map}, std::span(&input.task, 1)),
                .rootMotion = mirrored(input.rootMotion, map.axis())};
    }
};

} // namespace

SARTOR_GRAPH_NODE(mirror, Mirror)

} // namespace sartor::graph
