// SPDX-License-Identifier: Apache-2.0
// Rule: sets of influences without weight.
#include "../rule.h"

namespace sartor::diagnose {
namespace {

constexpr std::size_t kSetSize = 4;

// Sets at the end in which no vertex has weight.
std::size_t emptySets(const assets::FileInfluences& file) {
    std::size_t used = 0;
    for (std::size_t i = 0; i < file.weights.size(); ++i) {
        if (file.weights[i] != 0.0f) {
            used = std::max(used, (i % file.slotsPerVertex) / kSetSize + 1);
        }
    }
    // Without any weight at all the vertices are the finding, not the sets.
    return used == 0 ? 0 : (file.slotsPerVertex + kSetSize - 1) / kSetSize - used;
}

} // namespace

Rule weightsEmptySet() {
    return {{.id = "weights.empty_set",
             .title = "Sets of influences without weight",
             .severity = Severity::Info,
             .explanation =
                 "The last set of joints and weights of a mesh holds zeros alone. It costs "
                 "memory and time for every vertex, and some tools choose their slow path for "
                 "eight influences because of it. Leave the set out at export."},
            [](const SceneFacts& facts, Findings& findings) {
                for (const SkinnedMesh& mesh : facts.skinnedMeshes) {
                    const std::size_t count =
                        facts.hasSetsOfFile() ? emptySets(*mesh.influences) : 0;
                    if (count > 0) {
                        const std::size_t all =
                            (mesh.influences->slotsPerVertex + kSetSize - 1) / kSetSize;
                        findings
                            .addToInstance(mesh.instance,
                                           std::to_string(count) + " of " +
                                               formatCount(all, "set", "sets") +
                                               " of joints and weights without any weight")
                            .count = count;
                    }
                }
            }};
}

} // namespace sartor::diagnose
