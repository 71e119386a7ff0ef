// SPDX-License-Identifier: Apache-2.0
// Rule: joint numbers at or above the number of joints.
#include "../rule.h"

namespace sartor::diagnose {

Rule weightsJointOutOfRange() {
    return {
        {.id = "weights.joint_out_of_range",
         .title = "Joint numbers outside of the skin",
         .severity = Severity::Error,
         .explanation =
             "A slot with weight names a joint number at or above the number of joints "
             "of the skin. An engine reads whatever lies behind its palette: the vertex "
             "flies away or flickers. Here the slot is dropped and the rest is "
             "normalised. Usual causes: node numbers written instead of positions in the "
             "joint list, numbers that start at one, joints stripped without "
             "renumbering."},
        [](const SceneFacts& facts, Findings& findings) {
            reportVertices(
                facts,
                findings,
                &WeightStatistics::jointOutOfRange,
                [](const WeightStatistics& statistics, const std::string& vertices) {
                    return vertices +
                           " with weight on a joint that the skin does not have: numbers up to " +
                           std::to_string(statistics.largestJoint) + ", but the skin has " +
                           formatCount(statistics.joints.size(), "joint", "joints");
                });
        }};
}

} // namespace sartor::diagnose
