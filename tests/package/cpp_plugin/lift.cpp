// SPDX-License-Identifier: Apache-2.0
// A deformer in C++ with both device forms: every vertex rises by the same amount.
#include "lift_comp_spv.h"
#include "lift_vert_spv.h"

#include <sartor/deformer/deformer.hpp>

namespace {

using namespace sartor::deformer;

constexpr sartor_buffer_need kNeeds[] = {
    reads<Float3>(semantic::kPosition, SARTOR_PER_VERTEX),
    writes<Float3>(semantic::kPosition, SARTOR_PER_VERTEX),
};
constexpr sartor_param kAmount = floatParam({.id = 1,
                                             .key = "amount",
                                             .name = "Amount",
                                             .unit = "m",
                                             .minimum = -10.0,
                                             .maximum = 10.0,
                                             .initial = 0.0});
constexpr const sartor_param* kParams[] = {&kAmount};

void lift(const Run& run) {
    const auto positionIn = run.read<Float3>(0);
    const auto positionOut = run.write<Float3>(1);
    const float amount = run.floatParam(0);
    for (std::uint32_t vertex = run.begin(); vertex < run.end(); ++vertex) {
        const Float3 position = positionIn[vertex];
        positionOut[vertex] = {position.x, position.y + amount, position.z};
    }
}

const sartor_stage kLift =
    makeStage<lift>({.id = "lift",
                     .needs = kNeeds,
                     .params = kParams,
                     .compute = {lift_comp_spv, lift_comp_spv_word_count, 0, "main"},
                     .vertex = {lift_vert_spv, lift_vert_spv_word_count, 0, "main"}});
const sartor_stage* const kStages[] = {&kLift};
const sartor_descriptor kDescriptor = makeDescriptor(
    {.id = "org.example.lift", .name = "Lift", .vendor = "Example", .version = "1.0.0"}, kStages);

} // namespace

SARTOR_DEFORMER_PLUGIN(kDescriptor)
