// SPDX-License-Identifier: Apache-2.0
// Rule: more than four influences per vertex.
#include "../rule.h"

namespace sartor::diagnose {
namespace {

std::size_t mostInfluences(const WeightStatistics& statistics) {
    std::size_t most = statistics.influenceHistogram.size() - 1;
    while (most > 0 && statistics.influenceHistogram[most] == 0) {
        --most;
    }
    return most;
}

} // namespace

Rule weightsInfluencesOver4() {
    return {{.id = "weights.influences_over_4",
             .title = "More than four influences",
             .severity = Severity::Info,
             .explanation =
                 "Many engines and file readers keep four influences per vertex and drop or "
                 "misread the rest. Here all count. Check with a limit of four what the "
                 "target will lose, and prune where the mesh was rigged if it shows."},
            [](const SceneFacts& facts, Findings& findings) {
                reportVertices(facts,
                               findings,
                               &WeightStatistics::overFour,
                               [](const WeightStatistics& statistics, const std::string& vertices) {
                                   return vertices +
                                          " with more than four influences; the most of any is " +
                                          std::to_string(mostInfluences(statistics));
                               });
            }};
}

} // namespace sartor::diagnose
