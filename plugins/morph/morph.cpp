// SPDX-License-Identifier: Apache-2.0
// Morph targets. morph.comp does the same float operations in the same order.
#include "morph_comp_spv.h"

#include <sartor/deformer/deformer.hpp>

#include <cmath>

namespace {

using namespace sartor::deformer;

enum Need : std::uint32_t {
    PositionIn,
    PositionOut,
    NormalIn,
    NormalOut,
    TangentIn,
    TangentOut,
    Offsets,
    Targets,
    PositionDeltas,
    NormalDeltas,
    TangentDeltas,
    TargetWeights
};
constexpr sartor_buffer_need kNeeds[] = {
    reads<Float3>(semantic::kPosition, SARTOR_PER_VERTEX),
    writes<Float3>(semantic::kPosition, SARTOR_PER_VERTEX),
    readsWherePresent<Float3>(semantic::kNormal, SARTOR_PER_VERTEX),
    writesWhereWanted<Float3>(semantic::kNormal, SARTOR_PER_VERTEX),
    readsWherePresent<Float4>(semantic::kTangent, SARTOR_PER_VERTEX),
    writesWhereWanted<Float4>(semantic::kTangent, SARTOR_PER_VERTEX),
    reads<std::uint32_t>(semantic::kMorphOffset, SARTOR_PER_VERTEX_PLUS_1),
    reads<std::uint32_t>(semantic::kMorphTarget, SARTOR_PER_DELTA),
    reads<Float3>(semantic::kMorphDeltaPosition, SARTOR_PER_DELTA),
    readsWherePresent<Float3>(semantic::kMorphDeltaNormal, SARTOR_PER_DELTA),
    readsWherePresent<Float3>(semantic::kMorphDeltaTangent, SARTOR_PER_DELTA),
    reads<float>(semantic::kMorphWeight, SARTOR_PER_TARGET),
};

// Read by the host alone: `pre` after a skinning stage is an error of the chain, `raw` says that
// the deltas are meant in model space.
constexpr const char* kOrderLabels[] = {"pre", "raw"};
constexpr sartor_param kOrder =
    enumParam({.id = 1, .key = "order", .name = "Order", .labels = kOrderLabels});
constexpr const sartor_param* kParams[] = {&kOrder};

// Below this squared length the deltas have cancelled a direction out.
constexpr float kSmallestSquaredLength = 1e-30f;

void addScaled(Float3& sum, float weight, const Float3& delta) {
    sum = {sum.x + weight * delta.x, sum.y + weight * delta.y, sum.z + weight * delta.z};
}

// Unit again after the sum of its deltas was added; untouched directions keep their bits.
Float3 turned(const Float3& direction, const Float3& sum) {
    if (sum.x == 0.0f && sum.y == 0.0f && sum.z == 0.0f) {
        return direction;
    }
    const Float3 moved = {direction.x + sum.x, direction.y + sum.y, direction.z + sum.z};
    const float squared = (moved.x * moved.x + moved.y * moved.y) + moved.z * moved.z;
    if (!(squared > kSmallestSquaredLength)) {
        return direction;
    }
    const float length = std::sqrt(squared);
    return {moved.x / length, moved.y / length, moved.z / length};
}

void morph(const Run& run) {
    const auto positionIn = run.read<Float3>(Need::PositionIn);
    const auto positionOut = run.write<Float3>(Need::PositionOut);
    const auto normalIn = run.read<Float3>(Need::NormalIn);
    const auto normalOut = run.write<Float3>(Need::NormalOut);
    const auto tangentIn = run.read<Float4>(Need::TangentIn);
    const auto tangentOut = run.write<Float4>(Need::TangentOut);
    const auto offsets = run.read<std::uint32_t>(Need::Offsets);
    const auto targets = run.read<std::uint32_t>(Need::Targets);
    const auto positionDeltas = run.read<Float3>(Need::PositionDeltas);
    const auto normalDeltas = run.read<Float3>(Need::NormalDeltas);
    const auto tangentDeltas = run.read<Float3>(Need::TangentDeltas);
    const auto targetWeights = run.read<float>(Need::TargetWeights);

    for (std::uint32_t vertex = run.begin(); vertex < run.end(); ++vertex) {
        Float3 positionSum = {};
        Float3 normalSum = {};
        Float3 tangentSum = {};
        for (std::uint32_t delta = offsets[vertex]; delta < offsets[vertex + 1]; ++delta) {
            const float weight = targetWeights[targets[delta]];
            if (weight == 0.0f) {
                continue;
            }
            addScaled(positionSum, weight, positionDeltas[delta]);
            if (normalOut && normalDeltas) {
                addScaled(normalSum, weight, normalDeltas[delta]);
            }
            if (tangentOut && tangentDeltas) {
                addScaled(tangentSum, weight, tangentDeltas[delta]);
            }
        }
        const Float3 position = positionIn[vertex];
        positionOut[vertex] = {
            position.x + positionSum.x, position.y + positionSum.y, position.z + positionSum.z};
        if (normalOut) {
            normalOut[vertex] = turned(normalIn[vertex], normalSum);
        }
        if (tangentOut) {
            const Float4 tangent = tangentIn[vertex];
            const Float3 moved = turned({tangent.x, tangent.y, tangent.z}, tangentSum);
            tangentOut[vertex] = {moved.x, moved.y, moved.z, tangent.w};
        }
    }
}

const sartor_stage kMorph =
    makeStage<morph>({.id = "morph",
                      .needs = kNeeds,
                      .params = kParams,
                      .compute = {morph_comp_spv, morph_comp_spv_word_count, 0, "main"}});
const sartor_stage* const kStages[] = {&kMorph};
const sartor_descriptor kDescriptor = makeDescriptor(
    {.id = "sartor.morph", .name = "Morph targets", .vendor = "Sartor", .version = "1.0.0"},
    kStages);

} // namespace

SARTOR_DEFORMER_PLUGIN(kDescriptor)
