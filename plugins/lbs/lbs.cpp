// SPDX-License-Identifier: Apache-2.0
// Linear blend skinning. lbs.comp does the same float operations in the same order.
#include "lbs_comp_spv.h"

#include <sartor/deformer/deformer.hpp>
#include <sartor/deformer/linear_map.hpp>

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
    Palette
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
    reads<Matrix3x4>(semantic::kPaletteMatrix, SARTOR_PER_JOINT),
};

constexpr std::uint32_t kNormalsParam = 0;
constexpr std::int32_t kLinearNormals = 1;
constexpr std::int32_t kPerJointNormals = 2;
constexpr const char* kNormalsLabels[] = {"blended", "linear", "per-joint"};
constexpr sartor_param kNormals =
    enumParam({.id = 1, .key = "normals", .name = "Normals", .labels = kNormalsLabels});
constexpr const sartor_param* kParams[] = {&kNormals};

// One component of the image of a point.
float transformed(const float (&row)[4], const Float3& point) {
    return dot({row[0], row[1], row[2]}, point) + row[3];
}

Rows linearPart(const Matrix3x4& map) {
    Rows linear = {};
    for (int row = 0; row < 3; ++row) {
        linear.rows[row] = {map.rows[row][0], map.rows[row][1], map.rows[row][2]};
    }
    return linear;
}

// Inverse transpose times the normal. A map without an inverse has the direction that it tends to.
Float3 inverseTransposed(const Matrix3x4& joint, const Float3& normal) {
    // Of maps divided by their largest element.
    constexpr float kSmallestDeterminant = 1e-12f;
    const DirectionMap map = directionMapOf(linearPart(joint));
    const float determinant = dot(map.linear.rows[0], map.cofactors.rows[0]);
    if (!(std::fabs(determinant) > kSmallestDeterminant)) {
        return mappedNormal(map, normal);
    }
    const Float3 turned = product(map.cofactors, normal);
    const float divisor = determinant * map.size;
    return {turned.x / divisor, turned.y / divisor, turned.z / divisor};
}

void skin(const Run& run) {
    const auto positionIn = run.read<Float3>(Need::PositionIn);
    const auto positionOut = run.write<Float3>(Need::PositionOut);
    const auto normalIn = run.read<Float3>(Need::NormalIn);
    const auto normalOut = run.write<Float3>(Need::NormalOut);
    const auto tangentIn = run.read<Float4>(Need::TangentIn);
    const auto tangentOut = run.write<Float4>(Need::TangentOut);
    const auto linearOut = run.write<Matrix3>(Need::LinearOut);
    const auto offsets = run.read<std::uint32_t>(Need::Offsets);
    const auto joints = run.read<std::uint32_t>(Need::Joints);
    const auto weights = run.read<float>(Need::Weights);
    const auto palette = run.read<Matrix3x4>(Need::Palette);
    const std::int32_t mode = run.intParam(kNormalsParam);

    for (std::uint32_t vertex = run.begin(); vertex < run.end(); ++vertex) {
        const std::uint32_t first = offsets[vertex];
        const std::uint32_t last = offsets[vertex + 1];
        Matrix3x4 blended = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
        if (first != last) {
            blended = {};
            for (std::uint32_t influence = first; influence < last; ++influence) {
                const float weight = weights[influence];
                const Matrix3x4& modelFromBind = palette[joints[influence]];
                for (int row = 0; row < 3; ++row) {
                    for (int column = 0; column < 4; ++column) {
                        blended.rows[row][column] += weight * modelFromBind.rows[row][column];
                    }
                }
            }
        }

        const Float3 position = positionIn[vertex];
        positionOut[vertex] = {transformed(blended.rows[0], position),
                               transformed(blended.rows[1], position),
                               transformed(blended.rows[2], position)};
        if (linearOut) {
            linearOut[vertex] = toColumns(linearPart(blended));
        }
        if (!normalOut && !tangentOut) {
            continue;
        }
        if (first == last) {
            if (normalOut) {
                normalOut[vertex] = normalIn[vertex];
            }
            if (tangentOut) {
                tangentOut[vertex] = tangentIn[vertex];
            }
            continue;
        }
        const DirectionMap map = directionMapOf(linearPart(blended));
        if (normalOut) {
            const Float3 normal = normalIn[vertex];
            if (mode == kLinearNormals) {
                normalOut[vertex] = normalizedOr(product(map.linear, normal), normal);
            } else if (mode == kPerJointNormals) {
                Float3 sum = {};
                for (std::uint32_t influence = first; influence < last; ++influence) {
                    const float weight = weights[influence];
                    const Float3 own = inverseTransposed(palette[joints[influence]], normal);
                    sum = {sum.x + weight * own.x, sum.y + weight * own.y, sum.z + weight * own.z};
                }
                normalOut[vertex] = normalizedOr(sum, normal);
            } else {
                normalOut[vertex] = mappedNormal(map, normal);
            }
        }
        if (tangentOut) {
            tangentOut[vertex] = mappedTangent(map, tangentIn[vertex]);
        }
    }
}

const sartor_stage kSkin =
    makeStage<skin>({.id = "skin",
                     .needs = kNeeds,
                     .params = kParams,
                     .compute = {lbs_comp_spv, lbs_comp_spv_word_count, 0, "main"}});
const sartor_stage* const kStages[] = {&kSkin};
const sartor_descriptor kLbs = makeDescriptor(
    {.id = "sartor.lbs",
     .name = "Linear blend skinning",
     .vendor = "Sartor",
     .version = "1.1.0",
     .capabilities = SARTOR_CAP_RIGID | SARTOR_CAP_SCALE | SARTOR_CAP_SHEAR | SARTOR_CAP_MIRROR |
                     SARTOR_CAP_LINEAR_OUT | SARTOR_CAP_EXACT_IDENTITY},
    kStages);

} // namespace

SARTOR_DEFORMER_PLUGIN(kLbs)
