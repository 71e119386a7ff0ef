// SPDX-License-Identifier: Apache-2.0
// One vertex of the frame that a session shows, ready to be explained.
#include <sartor/session/explain_vertex.h>

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

} // namespace sartor::session
