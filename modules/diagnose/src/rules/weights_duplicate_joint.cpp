// SPDX-License-Identifier: Apache-2.0
// Rule: one joint in two slots of a vertex.
#include "../rule.h"

namespace sartor::diagnose {

Rule weightsDuplicateJoint() {
    return {{.id = "weights.duplicate_joint",
             .title = "A joint twice in one vertex",
             .severity = Severity::Warning,
             .explanation =
                 "Two slots of a vertex name the same joint, both with weight. The format "
                 "forbids it, and tools that keep one weight per joint lose the other. Here "
                 "they are added. Merge the slots at export."},
            [](const SceneFacts& facts, Findings& findings) {
                reportVertices(
                    facts,
                    findings,
                    &WeightStatistics::duplicateJoint,
                    [](const WeightStatistics& /*statistics*/, const std::string& vertices) {
                        return vertices +
                               " with one joint in two slots with weight: their weights are added";
                    });
            }};
}

} // namespace sartor::diagnose
