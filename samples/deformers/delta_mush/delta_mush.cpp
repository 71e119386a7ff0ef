// SPDX-License-Identifier: Apache-2.0
// Delta Mush: smooths the skinned mesh and puts back what the same smoothing took from the mesh at
// rest. The compute forms do the same float operations in the same order.
#include "add_comp_spv.h"
#include "gather_comp_spv.h"
#include "smooth_comp_spv.h"
#include "surface.hpp"
#include "turn_comp_spv.h"

namespace delta_mush {

namespace {

constexpr const char* kScaleLabels[] = {"keep", "follow"};
constexpr sartor_param kScale =
    enumParam({.id = 4, .key = "scale", .name = "Size of details", .labels = kScaleLabels});
constexpr sartor_param kAmount =
    floatParam({.id = 5, .key = "amount", .name = "Amount", .initial = 1.0});

// Gather: vertices that a seam has split begin at one place.
namespace gather {
enum Need : std::uint32_t { Position, Representatives, Posed, Shift };
constexpr sartor_buffer_need kNeeds[] = {
    reads<Float3>(semantic::kPosition, SARTOR_PER_VERTEX),
    reads<std::uint32_t>(semantic::kWeldRepresentative, SARTOR_PER_VERTEX),
    writes<Float3>(stream::kPosed, SARTOR_PER_VERTEX),
    writes<Float3>(stream::kShift, SARTOR_PER_VERTEX),
};

void compute(const Run& run) {
    const auto position = run.read<Float3>(Need::Position);
    const auto representatives = run.read<std::uint32_t>(Need::Representatives);
    const auto posed = run.write<Float3>(Need::Posed);
    const auto shift = run.write<Float3>(Need::Shift);
    for (std::uint32_t vertex = run.begin(); vertex < run.end(); ++vertex) {
        posed[vertex] = position[representatives[vertex]];
        shift[vertex] = {};
    }
}
} // namespace gather

// Smooth: one pass.
constexpr auto kSmoothNeeds = smoothing::needsOf(stream::kPosed, stream::kShift);

// A vector between two, by components; exact at both ends.
Float3 mixed(const Float3& from, const Float3& to, float amount) {
    return plusScaled(scaled(1.0f - amount, from), amount, to);
}

// Add: the deltas in the frames of the smoothed mesh.
namespace add {
enum Need : std::uint32_t {
    Posed,
    Shift,
    PositionIn,
    PositionOut,
    Gradient,
    RestFrame,
    Delta,
    NeighbourOffsets,
    Neighbours,
    TurnOut
};
constexpr sartor_buffer_need kNeeds[] = {
    reads<Float3>(stream::kPosed, SARTOR_PER_VERTEX),
    reads<Float3>(stream::kShift, SARTOR_PER_VERTEX),
    reads<Float3>(semantic::kPosition, SARTOR_PER_VERTEX),
    writes<Float3>(semantic::kPosition, SARTOR_PER_VERTEX),
    reads<Float2>(stream::kGradient, SARTOR_PER_NEIGHBOUR),
    reads<Matrix3>(stream::kFrame, SARTOR_PER_VERTEX),
    reads<Float4>(stream::kDelta, SARTOR_PER_VERTEX),
    reads<std::uint32_t>(semantic::kNeighbourOffset, SARTOR_PER_VERTEX_PLUS_1),
    reads<std::uint32_t>(semantic::kNeighbourIndex, SARTOR_PER_NEIGHBOUR),
    writesWhereWanted<Matrix3>(stream::kTurn, SARTOR_PER_VERTEX),
};
constexpr const sartor_param* kParams[] = {&kScale, &kAmount};
constexpr std::int32_t kFollow = 1;

// The vector with these coordinates in a frame.
Float3 combined(const Float3& coordinates, const Frame& frame) {
    return plusScaled(
        plusScaled(scaled(coordinates.x, frame.x), coordinates.y, frame.y), coordinates.z, frame.z);
}

// Posed frame times the transpose of the rest frame; all zero without a frame.
Matrix3 turnFrom(const Frame& frame, const Matrix3& rest) {
    const float(&columns)[3][3] = rest.columns;
    Matrix3 turn = {};
    for (int column = 0; column < 3; ++column) {
        const Float3 turned =
            combined({columns[0][column], columns[1][column], columns[2][column]}, frame);
        turn.columns[column][0] = turned.x;
        turn.columns[column][1] = turned.y;
        turn.columns[column][2] = turned.z;
    }
    return turn;
}

void compute(const Run& run) {
    const Surface surface = {run.read<Float3>(Need::Posed), run.read<Float3>(Need::Shift)};
    const auto positionIn = run.read<Float3>(Need::PositionIn);
    const auto positionOut = run.write<Float3>(Need::PositionOut);
    const auto gradients = run.read<Float2>(Need::Gradient);
    const auto restFrames = run.read<Matrix3>(Need::RestFrame);
    const auto deltas = run.read<Float4>(Need::Delta);
    const auto offsets = run.read<std::uint32_t>(Need::NeighbourOffsets);
    const auto neighbours = run.read<std::uint32_t>(Need::Neighbours);
    const auto turnOut = run.write<Matrix3>(Need::TurnOut);
    const std::int32_t scale = run.intParam(0);
    const float amount = run.floatParam(1);
    for (std::uint32_t vertex = run.begin(); vertex < run.end(); ++vertex) {
        const Frame frame = frameOf(
            surface, vertex, rowOf(offsets, neighbours, vertex), rowOf(offsets, gradients, vertex));
        const Float3 position = positionIn[vertex];
        const Float4 delta = deltas[vertex];
        // Where there is no surface, at rest or now, the skinned vertex stays.
        const bool isSurface = frame.area > 0.0f && delta.w > 0.0f;
        Float3 result = position;
        if (isSurface) {
            const float size = scale == kFollow ? std::sqrt(frame.area / delta.w) : 1.0f;
            const Float3 detail = combined({delta.x, delta.y, delta.z}, frame);
            const Float3 move = plusScaled(surface.shifts[vertex], size, detail);
            result = mixed(position, sum(surface.points[vertex], move), amount);
        }
        positionOut[vertex] = result;
        if (turnOut) {
            turnOut[vertex] = turnFrom(isSurface ? frame : Frame(), restFrames[vertex]);
        }
    }
}
} // namespace add

// Turn: directions go with the frames, and so does the linear part of the map.
namespace turn {
enum Need : std::uint32_t {
    Turn,
    NormalIn,
    NormalOut,
    TangentIn,
    TangentOut,
    LinearIn,
    LinearOut,
    Common,
    RestNormal,
    RestTangent
};
constexpr sartor_buffer_need kNeeds[] = {
    reads<Matrix3>(stream::kTurn, SARTOR_PER_VERTEX),
    readsWherePresent<Float3>(semantic::kNormal, SARTOR_PER_VERTEX),
    writesWhereWanted<Float3>(semantic::kNormal, SARTOR_PER_VERTEX),
    readsWherePresent<Float4>(semantic::kTangent, SARTOR_PER_VERTEX),
    writesWhereWanted<Float4>(semantic::kTangent, SARTOR_PER_VERTEX),
    readsWherePresent<Matrix3>(semantic::kLinear, SARTOR_PER_VERTEX),
    writesWhereWanted<Matrix3>(semantic::kLinear, SARTOR_PER_VERTEX),
    reads<Matrix3>(semantic::kPaletteCommon, SARTOR_ONCE),
    readsWherePresent<Float3>(semantic::kRestNormal, SARTOR_PER_VERTEX),
    readsWherePresent<Float4>(semantic::kRestTangent, SARTOR_PER_VERTEX),
};
constexpr const sartor_param* kParams[] = {&kAmount};

Rows productOf(const Rows& a, const Rows& b) {
    return {{transposedProduct(b, a.rows[0]),
             transposedProduct(b, a.rows[1]),
             transposedProduct(b, a.rows[2])}};
}

Rows mixedRows(const Rows& from, const Rows& to, float amount) {
    return {{mixed(from.rows[0], to.rows[0], amount),
             mixed(from.rows[1], to.rows[1], amount),
             mixed(from.rows[2], to.rows[2], amount)}};
}

// What the skinning map took to this normal, and to this tangent: with the changes that morph
// targets made before it.
Float3 normalBefore(const DirectionMap& map, const Float3& normal) {
    return normalizedOr(transposedProduct(map.linear, normal), normal);
}
Float4 tangentBefore(const DirectionMap& map, const Float4& tangent) {
    const Float3 before = scaled(map.side, transposedProduct(map.cofactors, directionOf(tangent)));
    const Float3 unit = normalizedOr(before, directionOf(tangent));
    return {unit.x, unit.y, unit.z, tangent.w * map.side};
}

void compute(const Run& run) {
    const auto turns = run.read<Matrix3>(Need::Turn);
    const auto normalIn = run.read<Float3>(Need::NormalIn);
    const auto normalOut = run.write<Float3>(Need::NormalOut);
    const auto tangentIn = run.read<Float4>(Need::TangentIn);
    const auto tangentOut = run.write<Float4>(Need::TangentOut);
    const auto linear = run.read<Matrix3>(Need::LinearIn);
    const auto linearOut = run.write<Matrix3>(Need::LinearOut);
    const auto restNormal = run.read<Float3>(Need::RestNormal);
    const auto restTangent = run.read<Float4>(Need::RestTangent);
    const Rows stretch = toRows(run.read<Matrix3>(Need::Common)[0]);
    const DirectionMap common = directionMapOf(stretch);
    const float amount = run.floatParam(0);
    for (std::uint32_t vertex = run.begin(); vertex < run.end(); ++vertex) {
        const Rows turned = toRows(turns[vertex]);
        // All zero where there is no frame.
        const bool isSurface = dot(turned.rows[0], turned.rows[0]) > 0.0f;
        const Rows before = linear ? toRows(linear[vertex]) : stretch;
        if (linearOut) {
            linearOut[vertex] = toColumns(
                isSurface ? mixedRows(before, productOf(turned, stretch), amount) : before);
        }
        const DirectionMap skin = directionMapOf(before);
        if (normalOut) {
            const Float3 normal = normalIn[vertex];
            Float3 result = normal;
            if (isSurface) {
                const Float3 bind = linear ? normalBefore(skin, normal) : restNormal[vertex];
                const Float3 now = product(turned, mappedNormal(common, bind));
                result = normalizedOr(mixed(normal, now, amount), normal);
            }
            normalOut[vertex] = result;
        }
        if (tangentOut) {
            const Float4 tangent = tangentIn[vertex];
            Float4 result = tangent;
            if (isSurface) {
                const Float4 bind = linear ? tangentBefore(skin, tangent) : restTangent[vertex];
                const Float4 atRest = mappedTangent(common, bind);
                const Float3 now = product(turned, directionOf(atRest));
                const Float3 unit =
                    normalizedOr(mixed(directionOf(tangent), now, amount), directionOf(tangent));
                result = {unit.x, unit.y, unit.z, atRest.w};
            }
            tangentOut[vertex] = result;
        }
    }
}
} // namespace turn

const sartor_stage kGather =
    makeStage<gather::compute>({.id = "gather",
                                .needs = gather::kNeeds,
                                .compute = {gather_comp_spv, gather_comp_spv_word_count, 0, "main"},
                                .flags = SARTOR_STAGE_NEIGHBOURHOOD});
const sartor_stage kSmooth = makeStage<smoothing::compute>(
    {.id = "smooth",
     .needs = kSmoothNeeds,
     .params = kSmoothingParams,
     .compute = {smooth_comp_spv, smooth_comp_spv_word_count, 0, "main"},
     .flags = SARTOR_STAGE_NEIGHBOURHOOD,
     .repeatParam = 0});
const sartor_stage kAdd =
    makeStage<add::compute>({.id = "add",
                             .needs = add::kNeeds,
                             .params = add::kParams,
                             .compute = {add_comp_spv, add_comp_spv_word_count, 0, "main"},
                             .flags = SARTOR_STAGE_NEIGHBOURHOOD});
const sartor_stage kTurn =
    makeStage<turn::compute>({.id = "turn",
                              .needs = turn::kNeeds,
                              .params = turn::kParams,
                              .compute = {turn_comp_spv, turn_comp_spv_word_count, 0, "main"}});
const sartor_stage* const kStages[] = {&kBindPoints,
                                       &kBindStep,
                                       &kBindSmooth,
                                       &kBindGradient,
                                       &kBindDelta,
                                       &kGather,
                                       &kSmooth,
                                       &kAdd,
                                       &kTurn};
const sartor_descriptor kDescriptor = makeDescriptor({.id = "org.example.delta_mush",
                                                      .name = "Delta Mush",
                                                      .vendor = "Example",
                                                      .version = "1.0.0",
                                                      .capabilities = SARTOR_CAP_RIGID},
                                                     kStages);

} // namespace

} // namespace delta_mush

SARTOR_DEFORMER_PLUGIN(delta_mush::kDescriptor)
