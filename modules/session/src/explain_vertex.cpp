// SPDX-License-Identifier: Apache-2.0
// One vertex of the frame that a session shows, ready to be explained.
#include "palettes.h"

#include <sartor/import/mesh_text.h>
#include <sartor/pose/dual_quat_palette.h>
#include <sartor/pose/local_to_model.h>
#include <sartor/pose/sampling.h>
#include <sartor/session/explain_vertex.h>

#include <algorithm>

namespace sartor::session {

diagnose::ExplainInput
explainInput(const Session& session, std::size_t instance, std::uint32_t vertex) {
    const import::MeshInstance& mesh = session.scene().instances[instance];
    const InstanceBinding& binding = session.binding(instance);
    return {.skeleton = *session.scene().skeleton,
            .mesh = *mesh.mesh,
            .vertex = vertex,
            .influences = *binding.influences,
            .joints = binding.joints,
            .jointFromBind = binding.jointFromBind,
            .modelFromJoint = session.modelFromJoint(),
            .morphs = mesh.morphs.get(),
            .morphWeights = session.frame(instance).morphWeights};
}

Result<diagnose::ChainExplanation> explainChain(const Session& session,
                                                std::size_t instance,
                                                std::uint32_t vertex,
                                                const deform::Chain& chain,
                                                std::uint64_t vertexBudget) {
    const import::ImportedScene& scene = session.scene();
    const import::MeshInstance& mesh = scene.instances[instance];
    const InstanceBinding& binding = session.binding(instance);
    const InstanceFrame shown = session.frame(instance);
    std::vector<math::Transform> parentFromJoint(scene.skeleton->jointCount());
    std::vector<math::Affine> modelFromJoint(scene.skeleton->jointCount());
    pose::restPose(*scene.skeleton, parentFromJoint);
    pose::localToModel(*scene.skeleton, parentFromJoint, modelFromJoint);
    const deform::MeshSource source{mesh.mesh,
                                    binding.influences,
                                    mesh.morphs,
                                    static_cast<std::uint32_t>(binding.joints.size()),
                                    commonStretchAtRest(modelFromJoint, binding),
                                    meshText(mesh)};
    std::vector<math::RigidStretch> rigidParts(shown.modelFromBind.size());
    pose::dualQuatPalette(shown.modelFromBind, rigidParts);
    deform::FrameSource frame;
    frame.modelFromBind = shown.modelFromBind;
    frame.rigidParts = rigidParts;
    frame.morphWeights = shown.morphWeights;
    frame.time = session.time();
    return diagnose::explainChain({chain, source, frame, vertex, vertexBudget});
}

Result<VertexComparison> compareChains(const Session& session,
                                       std::size_t instance,
                                       std::uint32_t vertex,
                                       std::uint64_t vertexBudget) {
    const diagnose::ExplainInput input = explainInput(session, instance, vertex);
    auto linear = diagnose::explainLinearBlend(input);
    if (!linear) {
        return linear.error();
    }
    const auto dualQuat = diagnose::explainDualQuatBlend(input);
    if (!dualQuat) {
        return dualQuat.error();
    }
    VertexComparison comparison;
    const auto add = [&](const deform::Chain& chain) {
        std::string name = deform::toText(chain, session.plugins());
        const auto isSame = [&](const diagnose::ComparedChain& other) {
            return other.name == name;
        };
        if (std::ranges::any_of(comparison.chains, isSame)) {
            return;
        }
        auto explanation = explainChain(session, instance, vertex, chain, vertexBudget);
        if (!explanation) {
            comparison.refusals.push_back("'" + name + "': " + explanation.error().message);
            return;
        }
        const auto predicted = diagnose::predictRetention(*explanation, *linear, *dualQuat);
        comparison.chains.push_back({std::move(name), std::move(*explanation), predicted});
    };
    add(session.chain(instance));
    const std::string before = input.morphs != nullptr ? "sartor.morph+" : "";
    for (const char* skinning : {"sartor.lbs", "sartor.dqs"}) {
        // A session may lack one of them, which is then nothing to compare with.
        if (const auto chain = deform::parseChain(before + skinning, session.plugins())) {
            add(*chain);
        }
    }
    comparison.text = diagnose::compareRetention(*linear, comparison.chains);
    comparison.linear = std::move(*linear);
    return comparison;
}

} // namespace sartor::session
