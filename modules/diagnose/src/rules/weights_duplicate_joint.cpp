// SPDX-License-Identifier: Apache-2.0
// Rule: one joint in two slots of a vertex.
#include "../rule.h"

namespace sartor::diagnose {
namespace {

// Into the first slot of each joint; whether there was anything to merge.
bool mergeDuplicates(const WeightRow& row) {
    bool isChanged = false;
    for (std::size_t slot = 1; slot < row.weights.size(); ++slot) {
        for (std::size_t earlier = 0; earlier < slot && row.weights[slot] != 0.0f; ++earlier) {
            if (row.joints[earlier] == row.joints[slot] && row.weights[earlier] != 0.0f) {
                row.weights[earlier] += row.weights[slot];
                row.weights[slot] = 0.0f;
                row.joints[slot] = 0;
                isChanged = true;
            }
        }
    }
    return isChanged;
}

} // namespace

Rule weightsDuplicateJoint() {
    return {{.id = "weights.duplicate_joint",
             .title = "A joint twice in one vertex",
             .severity = Severity::Warning,
             .explanation =
                 "Two slots of a vertex name the same joint, both with weight. The format "
                 "forbids it, and tools that keep one weight per joint lose the other. Here "
                 "they are added. Merge the slots at export.",
             .fix = "The slots of a joint become one with their summed weight."},
            [](const SceneFacts& facts, Findings& findings) {
                reportVertices(
                    facts,
                    findings,
                    &WeightStatistics::duplicateJoint,
                    [](const WeightStatistics& /*statistics*/, const std::string& vertices) {
                        return vertices +
                               " with one joint in two slots with weight: their weights are added";
                    });
            },

            [](const SceneFacts& facts, Fixes& fixes, Findings& changes) {
                mendVertices(facts,
                             fixes,
                             changes,
                             "slots of one joint were merged",
                             [](const WeightRow& row,
                                const SkinnedMesh& /*mesh*/,
                                std::uint32_t /*vertex*/) { return mergeDuplicates(row); });
            }};
}

} // namespace sartor::diagnose
