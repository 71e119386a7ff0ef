// SPDX-License-Identifier: Apache-2.0
// Rule: weights that vanish in 8 bits.
#include "../rule.h"

namespace sartor::diagnose {
namespace {

bool dropTiny(const WeightRow& row) {
    // Of many tiny weights the heaviest stays: a vertex needs one.
    const auto heaviest = static_cast<std::size_t>(
        std::max_element(row.weights.begin(), row.weights.end()) - row.weights.begin());
    return dropSlots(row, [&](std::size_t slot) {
        return slot != heaviest && row.weights[slot] > 0.0f &&
               static_cast<double>(row.weights[slot]) < kTinyWeight;
    });
}

} // namespace

Rule weightsTiny() {
    return {
        {.id = "weights.tiny",
         .title = "Weights that 8 bits cannot hold",
         .severity = Severity::Info,
         .explanation = "A weight is smaller than half a step of an 8-bit weight, the form most "
                        "engines store. It becomes zero there, and it costs a slot that a heavier "
                        "joint may need. Prune small weights where the mesh was rigged.",
         .fix = "They are dropped and the others divided by their sum."},
        [](const SceneFacts& facts, Findings& findings) {
            reportVertices(facts,
                           findings,
                           &WeightStatistics::tiny,
                           [](const WeightStatistics& /*statistics*/, const std::string& vertices) {
                               return vertices + " with a weight below " +
                                      formatNumber(kTinyWeight) + ", which is zero in 8 bits";
                           });
        },

        [](const SceneFacts& facts, Fixes& fixes, Findings& changes) {
            mendVertices(facts,
                         fixes,
                         changes,
                         "weights below " + formatNumber(kTinyWeight) + " were dropped",
                         [](const WeightRow& row,
                            const SkinnedMesh& /*mesh*/,
                            std::uint32_t /*vertex*/) { return dropTiny(row); });
        }};
}

} // namespace sartor::diagnose
