// SPDX-License-Identifier: Apache-2.0
// Linear blend skinning. lbs.comp does the same float operations in the same order.
#include "lbs_comp_spv.h"

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
constexpr const char* kNormalsLabels[] = {"blended", "linear"};
constexpr sartor_param kNormals =
    enumParam({.id = 1, .key = "normals", .name = "Normals", .labels = kNormalsLabels});
constexpr const sartor_param* kParams[] = {&kNormals};

// Below this squared length a direction is rounding noise of a map that flattens it.
constexpr float kSmallestSquaredLength = 1e-30f;

// One row of a matrix times a vector, summed from left to right as the shader does.
float rowTimes(const Float3& row, const Float3& v) {
    return (row.x * v.x + row.y * v.y) + row.z * v.z;
}

// One component of the image of a point.
float transformed(const float (&row)[4], const Float3& point) {
    return rowTimes({row[0], row[1], row[2]}, point) + row[3];
}

Float3 rowsTimes(const Float3 (&rows)[3], const Float3& v) {
    return {rowTimes(rows[0], v), rowTimes(rows[1], v), rowTimes(rows[2], v)};
}

Float3 cross(const Float3& a, const Float3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

Float3 normalizedOr(const Float3& v, const Float3& fallback) {
    const float squared = (v.x * v.x + v.y * v.y) + v.z * v.z;
    if (!(squared > kSmallestSquaredLength)) {
        return fallback;
    }
    const float length = std::sqrt(squared);
    return {v.x / length, v.y / length, v.z / length};
}

// The linear part divided by its largest element, so that directions do not depend on scale, and
// its cofactors, which take normals along where the inverse does not exist.
struct DirectionMap {
    Float3 rows[3];
    Float3 cofactorRows[3];
    float side; // +1, or -1 for a mirror
};

DirectionMap directionMapOf(const Matrix3x4& blended) {
    float largest = 0.0f;
    for (const auto& row : blended.rows) {
        for (int column = 0; column < 3; ++column) {
            const float magnitude = std::fabs(row[column]);
            largest = magnitude > largest ? magnitude : largest;
        }
    }
    const float divisor = largest > 0.0f ? largest : 1.0f;
    DirectionMap map;
    for (int row = 0; row < 3; ++row) {
        const auto& elements = blended.rows[row];
        map.rows[row] = {elements[0] / divisor, elements[1] / divisor, elements[2] / divisor};
    }
    map.cofactorRows[0] = cross(map.rows[1], map.rows[2]);
    map.cofactorRows[1] = cross(map.rows[2], map.rows[0]);
    map.cofactorRows[2] = cross(map.rows[0], map.rows[1]);
    map.side = rowTimes(map.rows[0], map.cofactorRows[0]) < 0.0f ? -1.0f : 1.0f;
    return map;
}

Float3 mappedNormal(const DirectionMap& map, const Float3& normal, std::int32_t mode) {
    if (mode == kLinearNormals) {
        return normalizedOr(rowsTimes(map.rows, normal), normal);
    }
    const Float3 turned = rowsTimes(map.cofactorRows, normal);
    return normalizedOr({map.side * turned.x, map.side * turned.y, map.side * turned.z}, normal);
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
            for (int column = 0; column < 3; ++column) {
                for (int row = 0; row < 3; ++row) {
                    linearOut[vertex].columns[column][row] = blended.rows[row][column];
                }
            }
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
        const DirectionMap map = directionMapOf(blended);
        if (normalOut) {
            normalOut[vertex] = mappedNormal(map, normalIn[vertex], mode);
        }
        if (tangentOut) {
            const Float4 tangent = tangentIn[vertex];
            const Float3 direction = {tangent.x, tangent.y, tangent.z};
            const Float3 mapped = normalizedOr(rowsTimes(map.rows, direction), direction);
            tangentOut[vertex] = {mapped.x, mapped.y, mapped.z, tangent.w * map.side};
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
     .version = "1.0.0",
     .capabilities = SARTOR_CAP_RIGID | SARTOR_CAP_SCALE | SARTOR_CAP_SHEAR | SARTOR_CAP_MIRROR |
                     SARTOR_CAP_LINEAR_OUT | SARTOR_CAP_EXACT_IDENTITY},
    kStages);

} // namespace

SARTOR_DEFORMER_PLUGIN(kLbs)
