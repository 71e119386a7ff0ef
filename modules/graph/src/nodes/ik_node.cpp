// SPDX-License-Identifier: Apache-2.0
// Binding and running of chains of any length.
#include "ik_node.h"

#include <string>
#include <utility>

namespace sartor::graph {
namespace {

float radiansOf(const ParamView& params, std::string_view id) {
    return static_cast<float>(glm::radians(params.number(id)));
}

pose::JointLimit limitOf(const ParamView& fields) {
    const bool isRound = fields.number("swing_across") < 0.0;
    return {.swing = radiansOf(fields, "swing"),
            .swingAcross = radiansOf(fields, isRound ? "swing" : "swing_across"),
            .axisJoint = fields.vector3("axis"),
            .twistMinimum = radiansOf(fields, "twist_minimum"),
            .twistMaximum = radiansOf(fields, "twist_maximum")};
}

} // namespace

void ChainIk::bind(BindContext& context, Data& data) {
    const ParamView params = context.params();
    const assets::Skeleton& skeleton = *context.rig().skeleton;
    data.targetJoint = params.joint("target_joint");
    data.iterations = static_cast<std::uint32_t>(params.number("iterations"));
    data.tolerance = static_cast<float>(params.number("tolerance"));
    const Result<pose::IkChain> path =
        pose::IkChain::create(skeleton, params.joint("root"), params.joint("tip"));
    if (!path) {
        context.problem("graph.ik_chain", "/params/tip", path.error().message);
        return;
    }
    const std::vector<ParamView> given = params.records("limits");
    std::vector<pose::JointLimit> limits(given.empty() ? 0 : path->joints().size() - 1);
    bool isSound = true;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const std::string where = "/params/limits/" + std::to_string(i);
        const JointIndex joint = given[i].joint("joint");
        const std::span<const JointIndex> bones = path->joints().first(path->joints().size() - 1);
        const auto found = std::find(bones.begin(), bones.end(), joint);
        if (found == bones.end()) {
            context.problem("graph.ik_limit",
                            where + "/joint",
                            "joint '" + skeleton.joint(joint).name +
                                "' is none of the chain's joints above its tip");
            isSound = false;
            continue;
        }
        if (std::any_of(given.begin(),
                        given.begin() + static_cast<std::ptrdiff_t>(i),
                        [&](auto& g) { return g.joint("joint") == joint; })) {
            context.problem("graph.ik_limit",
                            where + "/joint",
                            "joint '" + skeleton.joint(joint).name + "' has a limit already");
            isSound = false;
            continue;
        }
        const auto position = static_cast<std::size_t>(found - bones.begin());
        limits[position] = limitOf(given[i]);
        const auto limit = pose::RotationLimit::create(
            skeleton, joint, path->joints()[position + 1], limits[position]);
        if (!limit) {
            context.problem("graph.ik_limit", where, limit.error().message);
            isSound = false;
        }
    }
    if (!isSound) {
        return;
    }
    Result<pose::IkChain> chain =
        pose::IkChain::create(skeleton, path->root(), path->tip(), limits);
    data.chain = std::move(*chain);
    context.reserveScratch(data.chain->joints().size() * sizeof(pose::IkScratch));
}

void ChainIk::run(const Payload& payload, TaskContext& context) {
    copyInput(context);
    const Data& data = *payload.data;
    const pose::ChainIkInput input{.targetModel =
                                       inModelSpace(context, data.targetJoint, payload.target),
                                   .weight = payload.weight,
                                   .maximumIterations = data.iterations,
                                   .tolerance = data.tolerance};
    const pose::IkFlags flags =
        payload.solver(*data.chain,
                       input,
                       {*context.rig().skeleton, context.output().parentFromJoint},
                       context.scratch<pose::IkScratch>(data.chain->joints().size()));
    context.report(pose::ikFlagBits(flags));
}

} // namespace sartor::graph
