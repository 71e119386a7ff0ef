// SPDX-License-Identifier: Apache-2.0
// Dual quaternion skinning. skin.comp and hazards.comp do the same float operations in the same
// order.
#include "hazards_comp_spv.h"
#include "skin_comp_spv.h"

#include <sartor/deformer/deformer.hpp>
#include <sartor/deformer/linear_map.hpp>

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
    LinearOut,
    Offsets,
    Joints,
    Weights,
    DualQuats,
    Stretches,
    CommonStretch,
    SkinBlend
};
constexpr sartor_buffer_need kNeeds[] = {
    reads<Float3>(semantic::kPosition, SARTOR_PER_VERTEX),
    writes<Float3>(semantic::kPosition, SARTOR_PER_VERTEX),
    readsWherePresent<Float3>(semantic::kNormal, SARTOR_PER_VERTEX),
    writesWhereWanted<Float3>(semantic::kNormal, SARTOR_PER_VERTEX),
    readsWherePresent<Float4>(semantic::kTangent, SARTOR_PER_VERTEX),
    writesWhereWanted<Float4>(semantic::kTangent, SARTOR_PER_VERTEX),
    writesWhereWanted<Matrix3>(semantic::kLinear, SARTOR_PER_VERTEX),
    reads<std::uint32_t>(semantic::kInfluenceOffset, SARTOR_PER_VERTEX_PLUS_1),
    reads<std::uint32_t>(semantic::kInfluenceJoint, SARTOR_PER_INFLUENCE),
    reads<float>(semantic::kInfluenceWeight, SARTOR_PER_INFLUENCE),
    reads<Float8>(semantic::kPaletteDualQuat, SARTOR_PER_JOINT),
    reads<Matrix3>(semantic::kPaletteScale, SARTOR_PER_JOINT),
    reads<Matrix3>(semantic::kPaletteCommon, SARTOR_ONCE),
    readsWherePresent<float>(semantic::kSkinBlend, SARTOR_PER_VERTEX),
};

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

// Rotations that cancel out to less than this have no direction left.
constexpr float kSmallestLength = 1e-8f;
// Cosine of half the angle between two rotations, under which they count as half a turn apart.
constexpr float kNearHalfTurn = 0.1f;

// A quaternion is a Float4.
Float4 realOf(const Float8& dualQuat) {
    const float(&v)[8] = dualQuat.values;
    return {v[0], v[1], v[2], v[3]};
}

Float4 dualOf(const Float8& dualQuat) {
    const float(&v)[8] = dualQuat.values;
    return {v[4], v[5], v[6], v[7]};
}

float dot(const Float4& a, const Float4& b) {
    return ((a.x * b.x + a.y * b.y) + a.z * b.z) + a.w * b.w;
}

void addScaled(Float3& sum, float weight, const Float3& v) {
    sum = {sum.x + weight * v.x, sum.y + weight * v.y, sum.z + weight * v.z};
}

void addScaled(Float4& sum, float weight, const Float4& q) {
    sum = {sum.x + weight * q.x, sum.y + weight * q.y, sum.z + weight * q.z, sum.w + weight * q.w};
}

Float4 divided(const Float4& q, float divisor) {
    return {q.x / divisor, q.y / divisor, q.z / divisor, q.w / divisor};
}

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

struct Influences {
    BufferView<const std::uint32_t> joints;
    BufferView<const float> weights;
    BufferView<const Float8> dualQuats;
};

// The heaviest influence; of equally heavy ones that of the lowest joint.
std::uint32_t pivotOf(const Influences& influences, std::uint32_t first, std::uint32_t last) {
    std::uint32_t pivot = first;
    for (std::uint32_t influence = first + 1; influence < last; ++influence) {
        const float weight = influences.weights[influence];
        const float heaviest = influences.weights[pivot];
        if (weight > heaviest ||
            (weight == heaviest && influences.joints[influence] < influences.joints[pivot])) {
            pivot = influence;
        }
    }
    return pivot;
}

// q and -q are the same rotation: the one in the pivot's hemisphere. Applied where it is used, the
// stored weight keeps its sign.
float signTowards(const Float4& pivot, const Float4& real) {
    return dot(real, pivot) < 0.0f ? -1.0f : 1.0f;
}

// The blended rigid map of one vertex.
struct Blended {
    Float4 real;
    Float4 dual;
    float size;                // of the real part before it was made unit
    Float4 pivot;              // real part of the pivot
    bool isPivots;             // the rotations cancelled out, this is the pivot's own map
    std::uint32_t first, last; // the influences that it is made of
};

Blended blendOf(const Influences& influences, std::uint32_t first, std::uint32_t last) {
    const std::uint32_t pivot = pivotOf(influences, first, last);
    const Float8& pivotMap = influences.dualQuats[influences.joints[pivot]];
    Blended blended = {};
    blended.pivot = realOf(pivotMap);
    blended.first = first;
    blended.last = last;
    for (std::uint32_t influence = first; influence < last; ++influence) {
        const Float8& map = influences.dualQuats[influences.joints[influence]];
        const Float4 real = realOf(map);
        const float signedWeight = signTowards(blended.pivot, real) * influences.weights[influence];
        addScaled(blended.real, signedWeight, real);
        addScaled(blended.dual, signedWeight, dualOf(map));
    }
    blended.size = std::sqrt(dot(blended.real, blended.real));
    if (!(blended.size >= kSmallestLength)) {
        blended.real = blended.pivot;
        blended.dual = dualOf(pivotMap);
        blended.size = std::sqrt(dot(blended.real, blended.real));
        blended.isPivots = true;
        blended.first = pivot;
        blended.last = pivot + 1;
    }
    blended.real = divided(blended.real, blended.size);
    blended.dual = divided(blended.dual, blended.size);
    // A sum of unit dual quaternions is none: what is along the real part belongs to its length.
    const float along = dot(blended.real, blended.dual);
    addScaled(blended.dual, -along, blended.real);
    return blended;
}

// What a vertex follows: linear and translation; rigid maps keep the rotation they came from.
struct VertexMap {
    Rows linear;
    Float3 translation;
    Float4 rotation;
    bool isRigid;
};

struct Skin {
    Influences influences;
    BufferView<const Matrix3> stretches;
    Matrix3 common;
    std::int32_t scaleMode;
};

// Derivative of the re-pivoted map, which is linear in the vertex: each influence has the rotation
// of its joint and the translation that takes this vertex to where the joint's own map takes it.
void repivotedColumns(const Skin& skin, const Blended& blended, Float3 (&columns)[3]) {
    Float4 sums[3] = {};
    for (std::uint32_t influence = blended.first; influence < blended.last; ++influence) {
        const std::uint32_t joint = skin.influences.joints[influence];
        const Float4 real = realOf(skin.influences.dualQuats[joint]);
        const float weight = blended.isPivots ? 1.0f : skin.influences.weights[influence];
        const float signedWeight = signTowards(blended.pivot, real) * weight;
        for (int column = 0; column < 3; ++column) {
            addScaled(sums[column],
                      signedWeight,
                      timesVector(real, columnOf(skin.stretches[joint], column)));
        }
    }
    for (int column = 0; column < 3; ++column) {
        columns[column] = vectorOfTimesConjugate(divided(sums[column], blended.size), blended.real);
    }
}

// Stretches first, with the weights as they are, and the rigid map after them.
void twoPhaseColumns(const Skin& skin, const Blended& blended, Float3 (&columns)[3]) {
    Float3 sums[3] = {};
    for (std::uint32_t influence = blended.first; influence < blended.last; ++influence) {
        const float weight = blended.isPivots ? 1.0f : skin.influences.weights[influence];
        const Matrix3& stretch = skin.stretches[skin.influences.joints[influence]];
        for (int column = 0; column < 3; ++column) {
            addScaled(sums[column], weight, columnOf(stretch, column));
        }
    }
    for (int column = 0; column < 3; ++column) {
        columns[column] = rotated(blended.real, sums[column]);
    }
}

VertexMap dualQuatMap(const Skin& skin, std::uint32_t first, std::uint32_t last) {
    const Blended blended = blendOf(skin.influences, first, last);
    VertexMap map = {};
    map.rotation = blended.real;
    map.translation = translationOf(blended.real, blended.dual);
    map.isRigid = true;
    if (skin.scaleMode == kDrop) {
        map.isRigid = isIdentity(skin.common);
    } else {
        for (std::uint32_t influence = blended.first; influence < blended.last; ++influence) {
            map.isRigid =
                map.isRigid && isIdentity(skin.stretches[skin.influences.joints[influence]]);
        }
    }
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

VertexMap linearMap(const Skin& skin, std::uint32_t first, std::uint32_t last) {
    VertexMap map = {};
    Float3 columns[3] = {};
    for (std::uint32_t influence = first; influence < last; ++influence) {
        const std::uint32_t joint = skin.influences.joints[influence];
        const float weight = skin.influences.weights[influence];
        const Float4 real = realOf(skin.influences.dualQuats[joint]);
        for (int column = 0; column < 3; ++column) {
            addScaled(
                columns[column], weight, rotated(real, columnOf(skin.stretches[joint], column)));
        }
        addScaled(
            map.translation, weight, translationOf(real, dualOf(skin.influences.dualQuats[joint])));
    }
    map.linear = rowsFrom(columns);
    return map;
}

Float3 mixed(float share, const Float3& without, const Float3& with) {
    const float rest = 1.0f - share;
    return {rest * without.x + share * with.x,
            rest * without.y + share * with.y,
            rest * without.z + share * with.z};
}

VertexMap mapOf(const Skin& skin, std::uint32_t first, std::uint32_t last, float share) {
    if (share >= 1.0f) {
        return dualQuatMap(skin, first, last);
    }
    VertexMap map = linearMap(skin, first, last);
    if (share > 0.0f) {
        const VertexMap rigid = dualQuatMap(skin, first, last);
        for (int row = 0; row < 3; ++row) {
            map.linear.rows[row] = mixed(share, map.linear.rows[row], rigid.linear.rows[row]);
        }
        map.translation = mixed(share, map.translation, rigid.translation);
    }
    return map;
}

Float3 mappedPoint(const VertexMap& map, const Float3& point) {
    const Float3 turned = map.isRigid ? rotated(map.rotation, point) : product(map.linear, point);
    return {
        turned.x + map.translation.x, turned.y + map.translation.y, turned.z + map.translation.z};
}

constexpr VertexMap kStill = {kIdentityRows, {0, 0, 0}, {0, 0, 0, 1}, true};

void skin(const Run& run) {
    const auto positionIn = run.read<Float3>(Need::PositionIn);
    const auto positionOut = run.write<Float3>(Need::PositionOut);
    const auto normalIn = run.read<Float3>(Need::NormalIn);
    const auto normalOut = run.write<Float3>(Need::NormalOut);
    const auto tangentIn = run.read<Float4>(Need::TangentIn);
    const auto tangentOut = run.write<Float4>(Need::TangentOut);
    const auto linearOut = run.write<Matrix3>(Need::LinearOut);
    const auto offsets = run.read<std::uint32_t>(Need::Offsets);
    const auto skinBlend = run.read<float>(Need::SkinBlend);
    const Skin skin = {{run.read<std::uint32_t>(Need::Joints),
                        run.read<float>(Need::Weights),
                        run.read<Float8>(Need::DualQuats)},
                       run.read<Matrix3>(Need::Stretches),
                       run.read<Matrix3>(Need::CommonStretch)[0],
                       run.intParam(kScaleParam)};
    const float blend = run.floatParam(kBlendParam);

    for (std::uint32_t vertex = run.begin(); vertex < run.end(); ++vertex) {
        const std::uint32_t first = offsets[vertex];
        const std::uint32_t last = offsets[vertex + 1];
        const float share = skinBlend ? blend * skinBlend[vertex] : blend;
        const VertexMap map = first == last ? kStill : mapOf(skin, first, last, share);
        positionOut[vertex] = mappedPoint(map, positionIn[vertex]);
        if (linearOut) {
            linearOut[vertex] = toColumns(map.linear);
        }
        if (map.isRigid) {
            // Directions stay unit.
            if (normalOut) {
                normalOut[vertex] = rotated(map.rotation, normalIn[vertex]);
            }
            if (tangentOut) {
                const Float4 tangent = tangentIn[vertex];
                const Float3 turned = rotated(map.rotation, {tangent.x, tangent.y, tangent.z});
                tangentOut[vertex] = {turned.x, turned.y, turned.z, tangent.w};
            }
        } else if (normalOut || tangentOut) {
            const DirectionMap directions = directionMapOf(map.linear);
            if (normalOut) {
                normalOut[vertex] = mappedNormal(directions, normalIn[vertex]);
            }
            if (tangentOut) {
                tangentOut[vertex] = mappedTangent(directions, tangentIn[vertex]);
            }
        }
    }
}

enum HazardNeed : std::uint32_t {
    HazardOffsets,
    HazardJoints,
    HazardWeights,
    HazardDualQuats,
    FlagsIn,
    FlagsOut
};
constexpr sartor_buffer_need kHazardNeeds[] = {
    reads<std::uint32_t>(semantic::kInfluenceOffset, SARTOR_PER_VERTEX_PLUS_1),
    reads<std::uint32_t>(semantic::kInfluenceJoint, SARTOR_PER_INFLUENCE),
    reads<float>(semantic::kInfluenceWeight, SARTOR_PER_INFLUENCE),
    reads<Float8>(semantic::kPaletteDualQuat, SARTOR_PER_JOINT),
    readsWherePresent<std::uint32_t>(semantic::kFlags, SARTOR_PER_VERTEX),
    writesWhereWanted<std::uint32_t>(semantic::kFlags, SARTOR_PER_VERTEX),
};

std::uint32_t hazardsOf(const Influences& influences, std::uint32_t first, std::uint32_t last) {
    const Blended blended = blendOf(influences, first, last);
    std::uint32_t flags = blended.isPivots ? std::uint32_t{SARTOR_FLAG_ANTIPODAL} : 0u;
    for (std::uint32_t a = first; a < last; ++a) {
        const Float4 real = realOf(influences.dualQuats[influences.joints[a]]);
        if (std::fabs(dot(real, blended.pivot)) < kNearHalfTurn) {
            flags |= SARTOR_FLAG_NEAR_HALF_TURN;
        }
        const float side = signTowards(blended.pivot, real);
        for (std::uint32_t b = a + 1; b < last; ++b) {
            const Float4 other = realOf(influences.dualQuats[influences.joints[b]]);
            if (side * signTowards(blended.pivot, other) * dot(real, other) < 0.0f) {
                flags |= SARTOR_FLAG_HEMISPHERE_CONFLICT;
            }
        }
    }
    return flags;
}

void hazards(const Run& run) {
    const auto offsets = run.read<std::uint32_t>(HazardNeed::HazardOffsets);
    const Influences influences = {run.read<std::uint32_t>(HazardNeed::HazardJoints),
                                   run.read<float>(HazardNeed::HazardWeights),
                                   run.read<Float8>(HazardNeed::HazardDualQuats)};
    const auto flagsIn = run.read<std::uint32_t>(HazardNeed::FlagsIn);
    const auto flagsOut = run.write<std::uint32_t>(HazardNeed::FlagsOut);
    for (std::uint32_t vertex = run.begin(); vertex < run.end(); ++vertex) {
        const std::uint32_t first = offsets[vertex];
        const std::uint32_t last = offsets[vertex + 1];
        const std::uint32_t found = first == last ? 0u : hazardsOf(influences, first, last);
        flagsOut[vertex] = (flagsIn ? flagsIn[vertex] : 0u) | found;
    }
}

const sartor_stage kSkin =
    makeStage<skin>({.id = "skin",
                     .needs = kNeeds,
                     .params = kParams,
                     .compute = {skin_comp_spv, skin_comp_spv_word_count, 0, "main"}});
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
