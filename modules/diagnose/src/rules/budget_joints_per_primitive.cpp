// SPDX-License-Identifier: Apache-2.0
// Rule: more joints in one part of a mesh than a draw call of the target has room for.
#include "../rule.h"

namespace sartor::diagnose {

Rule budgetJointsPerPrimitive() {
    return {{.id = "budget.joints_per_primitive",
             .title = "More joints in one part than a draw call takes",
             .severity = Severity::Warning,
             .explanation =
                 "The vertices of one part of a mesh follow more joints than one draw call of "
                 "the target can address. The part is split at import: vertices along the cut "
                 "are doubled, and every piece is a draw call of its own. Split it yourself "
                 "where a cut costs least, or reduce joints in the level of detail for that "
                 "target. Said for profiles with such a limit."},
            [](const SceneFacts& facts, Findings& findings) {
                const TargetProfile* profile = facts.options.profile;
                if (profile == nullptr || profile->jointsPerPrimitive == 0) {
                    return;
                }
                for (const SkinnedMesh& mesh : facts.skinnedMeshes) {
                    const auto count = static_cast<std::size_t>(
                        std::count_if(mesh.weights.joints.begin(),
                                      mesh.weights.joints.end(),
                                      [](const JointUse& use) { return use.vertexCount > 0; }));
                    if (count > profile->jointsPerPrimitive) {
                        Diagnostic& added = findings.addToInstance(
                            mesh.instance,
                            "The vertices follow " + std::to_string(count) + " joints; " +
                                titleOf(*profile) + " takes " +
                                std::to_string(profile->jointsPerPrimitive) + " in a draw call");
                        withProfile(added, *profile).count = count;
                    }
                }
            }};
}

} // namespace sartor::diagnose
