// SPDX-License-Identifier: Apache-2.0
// Morph targets. morph.comp does the same float operations in the same order.
#include "morph_comp_spv.h"
#include "morph_vert_spv.h"

#include <sartor/deformer/linear_map.hpp>
#include <sartor/deformer/vertex_streams.hpp>

namespace {

using namespace sartor::deformer;

enum Need : std::uint32_t {
    Offsets = kFirstOwnNeed,
    Targets,
    PositionDeltas,
    NormalDeltas,
    TangentDeltas,
    TargetWeights,
    Linear
};
constexpr auto kNeeds =
    joined(kVertexNeeds,
           std::array{reads<std::uint32_t>(semantic::kMorphOffset, SARTOR_PER_VERTEX_PLUS_1),
                      reads<std::uint32_t>(semantic::kMorphTarget, SARTOR_PER_DELTA),
                      reads<Float3>(semantic::kMorphDeltaPosition, SARTOR_PER_DELTA),
                      readsWherePresent<Float3>(semantic::kMorphDeltaNormal, SARTOR_PER_DELTA),
                      readsWherePresent<Float3>(semantic::kMorphDeltaTangent, SARTOR_PER_DELTA),
                      reads<float>(semantic::kMorphWeight, SARTOR_PER_TARGET),
                      readsWherePresent<Matrix3>(semantic::kLinear, SARTOR_PER_VERTEX)});

// The host reads it too: `pre` after a skinning stage is an error of the chain, as are `carried`
// and `tangent` without one.
constexpr std::uint32_t kOrderParam = 0;
constexpr std::int32_t kCarried = 2;
constexpr std::int32_t kTangentFrame = 3;
constexpr const char* kOrderLabels[] = {"pre", "raw", "carried", "tangent"};
constexpr sartor_param kOrder =
    enumParam({.id = 1, .key = "order", .name = "Order", .labels = kOrderLabels});
constexpr const sartor_param* kParams[] = {&kOrder};

bool isZero(const Float3& v) {
    return v.x == 0.0f && v.y == 0.0f && v.z == 0.0f;
}

// What the skinning map took to this normal, and to this tangent, up to length.
Float3 normalBefore(const DirectionMap& map, const Float3& normal) {
    return normalizedOr(transposedProduct(map.linear, normal), normal);
}
Float3 tangentBefore(const DirectionMap& map, const Float3& tangent) {
    return normalizedOr(scaled(map.side, transposedProduct(map.cofactors, tangent)), tangent);
}

// Three perpendicular directions at a vertex.
struct Frame {
    Float3 tangent, bitangent, normal;
};

Frame frameOf(const Float3& normal, const Float3& tangent, float side) {
    const Float3 along = normalizedOr(plusScaled(tangent, -dot(tangent, normal), normal), tangent);
    return {along, scaled(side, cross(normal, along)), normal};
}

// A vector with the same coordinates in another frame.
Float3 moved(const Frame& from, const Frame& to, const Float3& v) {
    const Float3 flat =
        plusScaled(scaled(dot(v, from.tangent), to.tangent), dot(v, from.bitangent), to.bitangent);
    return plusScaled(flat, dot(v, from.normal), to.normal);
}

// The weighted deltas of one vertex.
struct Sums {
    Float3 position = {};
    Float3 normal = {};
    Float3 tangent = {};
};

// Sum of a direction and its deltas, unit again; untouched directions keep their bits.
Float3 turned(const Float3& direction, const Float3& deltas) {
    return isZero(deltas) ? direction : normalizedOr(sum(direction, deltas), direction);
}

Vertex added(const Vertex& vertex, const Sums& sums) {
    const Float3 tangent = turned(directionOf(vertex.tangent), sums.tangent);
    return {sum(vertex.position, sums.position),
            turned(vertex.normal, sums.normal),
            {tangent.x, tangent.y, tangent.z, vertex.tangent.w}};
}

// As if the deltas had been there before the skinning stage.
Vertex carried(const Vertex& vertex, const Sums& sums, const Matrix3& linear) {
    const Rows rows = toRows(linear);
    const DirectionMap map = directionMapOf(rows);
    Vertex result = vertex;
    result.position = sum(vertex.position, product(rows, sums.position));
    if (!isZero(sums.normal)) {
        const Float3 bind = sum(normalBefore(map, vertex.normal), sums.normal);
        result.normal = normalizedOr(scaled(map.side, product(map.cofactors, bind)), vertex.normal);
    }
    if (!isZero(sums.tangent)) {
        const Float3 stream = directionOf(vertex.tangent);
        const Float3 bind = sum(tangentBefore(map, stream), sums.tangent);
        const Float3 tangent = normalizedOr(product(map.linear, bind), stream);
        result.tangent = {tangent.x, tangent.y, tangent.z, vertex.tangent.w};
    }
    return result;
}

// Deltas keep their length and their place in the tangent frame.
Vertex addedInTangentFrame(const Vertex& vertex, const Sums& sums, const Matrix3& linear) {
    const DirectionMap map = directionMapOf(toRows(linear));
    const Float3 tangent = directionOf(vertex.tangent);
    const Frame bind = frameOf(
        normalBefore(map, vertex.normal), tangentBefore(map, tangent), vertex.tangent.w * map.side);
    const Frame now = frameOf(vertex.normal, tangent, vertex.tangent.w);
    return added(vertex,
                 {moved(bind, now, sums.position),
                  moved(bind, now, sums.normal),
                  moved(bind, now, sums.tangent)});
}

void morph(const Run& run) {
    const VertexStreams streams(run);
    const auto offsets = run.read<std::uint32_t>(Need::Offsets);
    const auto targets = run.read<std::uint32_t>(Need::Targets);
    const auto positionDeltas = run.read<Float3>(Need::PositionDeltas);
    const auto normalDeltas = run.read<Float3>(Need::NormalDeltas);
    const auto tangentDeltas = run.read<Float3>(Need::TangentDeltas);
    const auto targetWeights = run.read<float>(Need::TargetWeights);
    const auto linear = run.read<Matrix3>(Need::Linear);
    const std::int32_t order = run.intParam(kOrderParam);

    for (std::uint32_t index = run.begin(); index < run.end(); ++index) {
        Sums sums;
        for (std::uint32_t delta = offsets[index]; delta < offsets[index + 1]; ++delta) {
            const float weight = targetWeights[targets[delta]];
            if (weight == 0.0f) {
                continue;
            }
            sums.position = plusScaled(sums.position, weight, positionDeltas[delta]);
            if (streams.haveNormals() && normalDeltas) {
                sums.normal = plusScaled(sums.normal, weight, normalDeltas[delta]);
            }
            if (streams.haveTangents() && tangentDeltas) {
                sums.tangent = plusScaled(sums.tangent, weight, tangentDeltas[delta]);
            }
        }
        const Vertex vertex = streams.load(index);
        streams.store(index,
                      order == kCarried        ? carried(vertex, sums, linear[index])
                      : order == kTangentFrame ? addedInTangentFrame(vertex, sums, linear[index])
                                               : added(vertex, sums));
    }
}

const sartor_stage kMorph =
    makeStage<morph>({.id = "morph",
                      .needs = kNeeds,
                      .params = kParams,
                      .compute = {morph_comp_spv, morph_comp_spv_word_count, 0, "main"},
                      .vertex = {morph_vert_spv, morph_vert_spv_word_count, 0, "main"}});
const sartor_stage* const kStages[] = {&kMorph};
const sartor_descriptor kDescriptor = makeDescriptor(
    {.id = "sartor.morph",
     .name = "Morph targets",
     .vendor = "Sartor",
     .version = "1.1.0",
     .capabilities = SARTOR_CAP_RIGID | SARTOR_CAP_SCALE | SARTOR_CAP_SHEAR | SARTOR_CAP_MIRROR |
                     SARTOR_CAP_EXACT_IDENTITY | SARTOR_CAP_ADDITIVE},
    kStages);

} // namespace

SARTOR_DEFORMER_PLUGIN(kDescriptor)
