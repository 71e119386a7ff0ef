// SPDX-License-Identifier: Apache-2.0
// Dual quaternion skinning. skin.comp and hazards.comp do the same float operations in the same
// order.
#include "hazards_comp_spv.h"
#include "skin_comp_spv.h"
#include "skin_vert_spv.h"

#include <sartor/deformer/dual_quat_blend.hpp>
#include <sartor/deformer/linear_map.hpp>
#include <sartor/deformer/vertex_streams.hpp>

namespace {

using namespace sartor::deformer;

enum Need : std::uint32_t {
    LinearOut = kFirstOwnNeed,
    InfluenceRows,
    DualQuats = InfluenceRows + kInfluenceNeeds.size(),
    Stretches,
    CommonStretch,
    SkinBlend
};
constexpr auto kNeeds =
    joined(kVertexNeeds,
           std::array{writesWhereWanted<Matrix3>(semantic::kLinear, SARTOR_PER_VERTEX)},
           kInfluenceNeeds,
           std::array{reads<Float8>(semantic::kPaletteDualQuat, SARTOR_PER_JOINT),
                      reads<Matrix3>(semantic::kPaletteScale, SARTOR_PER_JOINT),
                      reads<Matrix3>(semantic::kPaletteCommon, SARTOR_ONCE),
                      readsWherePresent<float>(semantic::kSkinBlend, SARTOR_PER_VERTEX)});

constexpr std::uint32_t kScaleParam = 0;
constexpr std::int32_t kTwoPhase = 1;
constexpr std::int32_t kDrop = 2;
constexpr const char* kScaleLabels[] = {"repivot", "two-phase", "drop"};
constexpr sartor_param kScale =
    enumParam({.id = 1, .key = "scale", .name = "Scale", .labels = kScaleLabels});
constexpr std::uint32_t kBlendParam = 1;
constexpr sartor_param kBlend =
    floatParam({.id = 2, .key = "blend", .name = "Dual quaternion share", .initial = 1.0});
constexpr const sartor_param* kParams[] = {&kScale, &kBlend};

// v + 2 r x (r x v + w v) with q = (r, w), unit.
Float3 rotated(const Float4& q, const Float3& v) {
    const Float3 axis = {q.x, q.y, q.z};
    const Float3 once = cross(axis, v);
    const Float3 inner = {once.x + q.w * v.x, once.y + q.w * v.y, once.z + q.w * v.z};
    const Float3 twice = cross(axis, inner);
    return {v.x + 2.0f * twice.x, v.y + 2.0f * twice.y, v.z + 2.0f * twice.z};
}

// Vector part of a * conjugate(b).
Float3 vectorOfTimesConjugate(const Float4& a, const Float4& b) {
    const Float3 turned = cross({a.x, a.y, a.z}, {b.x, b.y, b.z});
    return {(b.w * a.x - a.w * b.x) - turned.x,
            (b.w * a.y - a.w * b.y) - turned.y,
            (b.w * a.z - a.w * b.z) - turned.z};
}

Float3 translationOf(const Float4& real, const Float4& dual) {
    const Float3 half = vectorOfTimesConjugate(dual, real);
    return {2.0f * half.x, 2.0f * half.y, 2.0f * half.z};
}

// q * (v, 0).
Float4 timesVector(const Float4& q, const Float3& v) {
    const Float3 turned = cross({q.x, q.y, q.z}, v);
    return {q.w * v.x + turned.x,
            q.w * v.y + turned.y,
            q.w * v.z + turned.z,
            -dot(Float3{q.x, q.y, q.z}, v)};
}

Float3 columnOf(const Matrix3& matrix, int column) {
    const float(&elements)[3] = matrix.columns[column];
    return {elements[0], elements[1], elements[2]};
}

bool isIdentity(const Matrix3& matrix) {
    for (int column = 0; column < 3; ++column) {
        for (int row = 0; row < 3; ++row) {
            if (matrix.columns[column][row] != (column == row ? 1.0f : 0.0f)) {
                return false;
            }
        }
    }
    return true;
}

Rows rowsFrom(const Float3 (&columns)[3]) {
    return {{{columns[0].x, columns[1].x, columns[2].x},
             {columns[0].y, columns[1].y, columns[2].y},
             {columns[0].z, columns[1].z, columns[2].z}}};
}

// What a vertex follows: linear and translation; rigid maps keep the rotation they came from.
struct VertexMap {
    Rows linear;
    Float3 translation;
    Float4 rotation;
    bool isRigid;
};

struct Skin {
    JointDualQuats joints;
    BufferView<const Matrix3> stretches;
    Matrix3 common;
    std::int32_t scaleMode;

    const Matrix3& stretch(std::uint32_t influence) const {
        return stretches[joints.influences.joint(influence)];
    }
};

// Derivative of the re-pivoted map, which is linear in the vertex: each influence has the rotation
// of its joint and the translation that takes this vertex to where the joint's own map takes it.
void repivotedColumns(const Skin& skin, const BlendedDualQuat& blended, Float3 (&columns)[3]) {
    Float4 sums[3] = {};
    for (std::uint32_t influence = blended.range.first; influence < blended.range.last;
         ++influence) {
        const Float4 real = realOf(skin.joints.dualQuat(influence));
        const float weight = blended.isPivots ? 1.0f : skin.joints.influences.weight(influence);
        const float signedWeight = signTowards(blended.pivot, real) * weight;
        for (int column = 0; column < 3; ++column) {
            sums[column] = plusScaled(sums[column],
                                      signedWeight,
                                      timesVector(real, columnOf(skin.stretch(influence), column)));
        }
    }
    for (int column = 0; column < 3; ++column) {
        columns[column] = vectorOfTimesConjugate(divided(sums[column], blended.size), blended.real);
    }
}

// Stretches first, with the weights as they are, and the rigid map after them.
void twoPhaseColumns(const Skin& skin, const BlendedDualQuat& blended, Float3 (&columns)[3]) {
    Float3 sums[3] = {};
    for (std::uint32_t influence = blended.range.first; influence < blended.range.last;
         ++influence) {
        const float weight = blended.isPivots ? 1.0f : skin.joints.influences.weight(influence);
        for (int column = 0; column < 3; ++column) {
            sums[column] =
                plusScaled(sums[column], weight, columnOf(skin.stretch(influence), column));
        }
    }
    for (int column = 0; column < 3; ++column) {
        columns[column] = rotated(blended.real, sums[column]);
    }
}

bool isRigid(const Skin& skin, const InfluenceRange& range) {
    if (skin.scaleMode == kDrop) {
        return isIdentity(skin.common);
    }
    for (std::uint32_t influence = range.first; influence < range.last; ++influence) {
        if (!isIdentity(skin.stretch(influence))) {
            return false;
        }
    }
    return true;
}

VertexMap dualQuatMap(const Skin& skin, const InfluenceRange& range) {
    const BlendedDualQuat blended = blendOf(skin.joints, range);
    VertexMap map = {};
    map.rotation = blended.real;
    map.translation = translationOf(blended.real, blended.dual);
    map.isRigid = isRigid(skin, blended.range);
    Float3 columns[3];
    if (map.isRigid) {
        columns[0] = rotated(blended.real, {1, 0, 0});
        columns[1] = rotated(blended.real, {0, 1, 0});
        columns[2] = rotated(blended.real, {0, 0, 1});
    } else if (skin.scaleMode == kDrop) {
        for (int column = 0; column < 3; ++column) {
            columns[column] = rotated(blended.real, columnOf(skin.common, column));
        }
    } else if (skin.scaleMode == kTwoPhase) {
        twoPhaseColumns(skin, blended, columns);
    } else {
        repivotedColumns(skin, blended, columns);
    }
    map.linear = rowsFrom(columns);
    return map;
}

VertexMap linearMap(const Skin& skin, const InfluenceRange& range) {
    VertexMap map = {};
    Float3 columns[3] = {};
    for (std::uint32_t influence = range.first; influence < range.last; ++influence) {
        const float weight = skin.joints.influences.weight(influence);
        const Float8& dualQuat = skin.joints.dualQuat(influence);
        const Float4 real = realOf(dualQuat);
        for (int column = 0; column < 3; ++column) {
            columns[column] = plusScaled(
                columns[column], weight, rotated(real, columnOf(skin.stretch(influence), column)));
        }
        map.translation =
            plusScaled(map.translation, weight, translationOf(real, dualOf(dualQuat)));
    }
    map.linear = rowsFrom(columns);
    return map;
}

Float3 mixed(float share, const Float3& without, const Float3& with) {
    return plusScaled(scaled(1.0f - share, without), share, with);
}

VertexMap mapOf(const Skin& skin, const InfluenceRange& range, float share) {
    if (share >= 1.0f) {
        return dualQuatMap(skin, range);
    }
    VertexMap map = linearMap(skin, range);
    if (share > 0.0f) {
        const VertexMap rigid = dualQuatMap(skin, range);
        for (int row = 0; row < 3; ++row) {
            map.linear.rows[row] = mixed(share, map.linear.rows[row], rigid.linear.rows[row]);
        }
        map.translation = mixed(share, map.translation, rigid.translation);
    }
    return map;
}

Float3 mappedPoint(const VertexMap& map, const Float3& point) {
    return sum(map.isRigid ? rotated(map.rotation, point) : product(map.linear, point),
               map.translation);
}

constexpr VertexMap kStill = {kIdentityRows, {0, 0, 0}, {0, 0, 0, 1}, true};

void skin(const Run& run) {
    const VertexStreams streams(run);
    const auto linearOut = run.write<Matrix3>(Need::LinearOut);
    const auto skinBlend = run.read<float>(Need::SkinBlend);
    const Skin skin = {{Influences(run, Need::InfluenceRows), run.read<Float8>(Need::DualQuats)},
                       run.read<Matrix3>(Need::Stretches),
                       run.read<Matrix3>(Need::CommonStretch)[0],
                       run.intParam(kScaleParam)};
    const float blend = run.floatParam(kBlendParam);

    for (std::uint32_t index = run.begin(); index < run.end(); ++index) {
        const InfluenceRange range = skin.joints.influences.of(index);
        const float share = skinBlend ? blend * skinBlend[index] : blend;
        const VertexMap map = range.isEmpty() ? kStill : mapOf(skin, range, share);
        Vertex vertex = streams.load(index);
        vertex.position = mappedPoint(map, vertex.position);
        if (linearOut) {
            linearOut[index] = toColumns(map.linear);
        }
        if (map.isRigid) {
            // Directions stay unit.
            if (streams.haveNormals()) {
                vertex.normal = rotated(map.rotation, vertex.normal);
            }
            if (streams.haveTangents()) {
                const Float3 turned = rotated(map.rotation, directionOf(vertex.tangent));
                vertex.tangent = {turned.x, turned.y, turned.z, vertex.tangent.w};
            }
        } else if (streams.haveDirections()) {
            const DirectionMap directions = directionMapOf(map.linear);
            vertex.normal = mappedNormal(directions, vertex.normal);
            vertex.tangent = mappedTangent(directions, vertex.tangent);
        }
        streams.store(index, vertex);
    }
}

enum HazardNeed : std::uint32_t {
    HazardInfluenceRows,
    HazardDualQuats = kInfluenceNeeds.size(),
    FlagsIn,
    FlagsOut
};
constexpr auto kHazardNeeds =
    joined(kInfluenceNeeds,
           std::array{reads<Float8>(semantic::kPaletteDualQuat, SARTOR_PER_JOINT),
                      readsWherePresent<std::uint32_t>(semantic::kFlags, SARTOR_PER_VERTEX),
                      writesWhereWanted<std::uint32_t>(semantic::kFlags, SARTOR_PER_VERTEX)});

void hazards(const Run& run) {
    const JointDualQuats joints = {Influences(run, HazardNeed::HazardInfluenceRows),
                                   run.read<Float8>(HazardNeed::HazardDualQuats)};
    const auto flagsIn = run.read<std::uint32_t>(HazardNeed::FlagsIn);
    const auto flagsOut = run.write<std::uint32_t>(HazardNeed::FlagsOut);
    for (std::uint32_t index = run.begin(); index < run.end(); ++index) {
        const InfluenceRange range = joints.influences.of(index);
        const std::uint32_t found = range.isEmpty() ? 0u : dualQuatHazards(joints, range);
        flagsOut[index] = (flagsIn ? flagsIn[index] : 0u) | found;
    }
}

const sartor_stage kSkin =
    makeStage<skin>({.id = "skin",
                     .needs = kNeeds,
                     .params = kParams,
                     .compute = {skin_comp_spv, skin_comp_spv_word_count, 0, "main"},
                     .vertex = {skin_vert_spv, skin_vert_spv_word_count, 0, "main"}});
const sartor_stage kHazards =
    makeStage<hazards>({.id = "hazards",
                        .needs = kHazardNeeds,
                        .compute = {hazards_comp_spv, hazards_comp_spv_word_count, 0, "main"}});
const sartor_stage* const kStages[] = {&kSkin, &kHazards};
const sartor_descriptor kDqs = makeDescriptor(
    {.id = "sartor.dqs",
     .name = "Dual quaternion skinning",
     .vendor = "Sartor",
     .version = "1.0.0",
     .capabilities = SARTOR_CAP_RIGID | SARTOR_CAP_SCALE | SARTOR_CAP_SHEAR | SARTOR_CAP_MIRROR |
                     SARTOR_CAP_LINEAR_OUT | SARTOR_CAP_EXACT_IDENTITY},
    kStages);

} // namespace

SARTOR_DEFORMER_PLUGIN(kDqs)
