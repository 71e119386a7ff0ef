// SPDX-License-Identifier: Apache-2.0
// What nodes that blend have in common.
#include "blend_inputs.h"

#include <sartor/pose/blending.h>
#include <sartor/pose/root_motion_blend.h>

namespace sartor::graph {
namespace {

void runBlend(const BlendPayload& payload, TaskContext& context) {
    std::array<pose::BlendInput, pose::BlendShares::kMost> poses{};
    std::array<pose::MorphBlendInput, pose::BlendShares::kMost> morphs{};
    const std::size_t count = context.inputCount();
    for (std::size_t i = 0; i < count; ++i) {
        const PoseView input = context.input(i);
        poses[i] = {input.parentFromJoint, payload.weights[i]};
        morphs[i] = {input.morphWeights, payload.weights[i]};
    }
    // All weights are above 0, so nothing else is ever taken.
    const PoseView otherwise = context.input(0);
    const PoseSpan output = context.output();
    pose::blendPoses(
        std::span(poses).first(count), otherwise.parentFromJoint, output.parentFromJoint);
    pose::blendMorphWeights(
        std::span(morphs).first(count), otherwise.morphWeights, output.morphWeights);
}

constexpr TaskType<BlendPayload> kBlend{runBlend};

} // namespace

PoseResult
blendInputs(UpdateContext& context, PosePin pin, std::span<const pose::BlendShare> shares) {
    SARTOR_ASSERT(!shares.empty() && shares.size() <= pose::BlendShares::kMost);
    if (shares.size() == 1) {
        return context.updatePose(pin, shares[0].sample);
    }
    BlendPayload payload{};
    std::array<TaskIndex, pose::BlendShares::kMost> tasks{};
    pose::RootMotionBlend motion;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const PoseResult input = context.updatePose(pin, shares[i].sample, shares[i].weight);
        payload.weights[i] = shares[i].weight;
        tasks[i] = input.task;
        motion.add(input.rootMotion, static_cast<double>(shares[i].weight));
    }
    return {.task = context.addTask(kBlend, payload, std::span(tasks).first(shares.size())),
            .rootMotion = motion.result()};
}

} // namespace sartor::graph
