// SPDX-License-Identifier: Apache-2.0
// Costs that follow from a plan.
#include <sartor/deform/run_counts.h>

namespace sartor::deform {

std::uint64_t writtenBytes(const ChainPlan& plan, std::size_t stage) {
    const PlannedStage& planned = plan.stages()[stage];
    std::uint64_t bytes = 0;
    for (std::size_t need = 0; need < planned.buffers.size(); ++need) {
        if (planned.buffers[need] && planned.stage().needs[need].access == SARTOR_WRITE) {
            const PlannedBuffer& buffer = plan.buffers()[*planned.buffers[need]];
            bytes += std::uint64_t{buffer.count} * buffer.stride;
        }
    }
    return bytes;
}

} // namespace sartor::deform
