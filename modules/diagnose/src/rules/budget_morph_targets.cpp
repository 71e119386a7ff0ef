// SPDX-License-Identifier: Apache-2.0
// Rule: more morph targets than the target has room for.
#include "../rule.h"

namespace sartor::diagnose {
namespace {

// Streams of all targets of one part: positions, normals, tangents.
std::size_t streamsOf(const assets::MorphSet& morphs) {
    std::size_t count = 0;
    for (const assets::MorphTarget& target : morphs.targets()) {
        count += (target.positionDeltas.empty() ? 0u : 1u) +
                 (target.normalDeltas.empty() ? 0u : 1u) + (target.tangentDeltas.empty() ? 0u : 1u);
    }
    return count;
}

} // namespace

Rule budgetMorphTargets() {
    return {{.id = "budget.morph_targets",
             .title = "More morph targets than the target takes",
             .severity = Severity::Warning,
             .explanation =
                 "A mesh has more morph targets than the target engine keeps, or more morphed "
                 "streams (positions, normals and tangents of each target) than it promises to "
                 "read. Those beyond the limit are dropped, or the mesh is refused. Remove "
                 "targets that nothing drives, split the face from the body, or leave out "
                 "tangent deltas. Said for profiles with such a limit."},
            [](const SceneFacts& facts, Findings& findings) {
                const TargetProfile* profile = facts.options.profile;
                if (profile == nullptr) {
                    return;
                }
                for (const auto& [mesh, instances] : morphedMeshes(facts)) {
                    const std::uint32_t first = instances.front();
                    const assets::MorphSet& morphs = *facts.scene.instances[first].morphs;
                    const auto report =
                        [&](std::size_t count, std::uint32_t limit, const std::string& things) {
                            if (limit != 0 && count > limit) {
                                Diagnostic& added = findings.addToInstance(
                                    first,
                                    std::to_string(count) + " " + things + "; " +
                                        titleOf(*profile) + " takes " + std::to_string(limit));
                                withProfile(added, *profile).count = count;
                            }
                        };
                    report(morphs.targetCount(), profile->morphTargets, "morph targets");
                    report(streamsOf(morphs), profile->morphStreams, "morphed streams");
                }
            }};
}

} // namespace sartor::diagnose
