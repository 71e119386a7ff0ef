// SPDX-License-Identifier: Apache-2.0
// Normals from the triangles around each vertex. recompute.comp does the same float operations in
// the same order.
#include "recompute.hpp"

#include "params.hpp"
#include "recompute_comp_spv.h"
#include "smoothing.hpp"

#include <sartor/deformer/linear_map.hpp>

#include <cmath>

namespace sartor::deformer::lbs {

namespace {

enum Need : std::uint32_t {
    CornerRows,
    Smoothing = kCornerNeeds.size(),
    Positions,
    NormalIn,
    NormalOut,
    TangentIn,
    TangentOut,
    LinearIn
};
constexpr auto kNeeds =
    joined(kCornerNeeds,
           std::array{reads<std::uint32_t>(kSmoothing, SARTOR_PER_VERTEX),
                      reads<Float3>(semantic::kPosition, SARTOR_PER_VERTEX),
                      readsWherePresent<Float3>(semantic::kNormal, SARTOR_PER_VERTEX),
                      writesWhereWanted<Float3>(semantic::kNormal, SARTOR_PER_VERTEX),
                      readsWherePresent<Float4>(semantic::kTangent, SARTOR_PER_VERTEX),
                      writesWhereWanted<Float4>(semantic::kTangent, SARTOR_PER_VERTEX),
                      reads<Matrix3>(semantic::kLinear, SARTOR_PER_VERTEX)});

constexpr std::uint32_t kWeightingParam = 1;
constexpr std::int32_t kArea = 1;
constexpr const char* kWeightingLabels[] = {"angle", "area"};
constexpr sartor_param kWeighting =
    enumParam({.id = 2, .key = "weighting", .name = "Recomputed by", .labels = kWeightingLabels});
constexpr const sartor_param* kParams[] = {&kNormals, &kWeighting};

constexpr float kHalfPi = 1.57079632679f;
constexpr float kPi = 3.14159265359f;

// Arc tangent of a number from 0 to 1, to 2e-8. Written out because the functions of libraries and
// drivers differ in the last bits. Abramowitz and Stegun, Handbook of Mathematical Functions,
// 4.4.49.
float arcTangent(float x) {
    const float s = x * x;
    float sum = 0.0028662257f;
    sum = sum * s + -0.0161657367f;
    sum = sum * s + 0.0429096138f;
    sum = sum * s + -0.0752896400f;
    sum = sum * s + 0.1065626393f;
    sum = sum * s + -0.1420889944f;
    sum = sum * s + 0.1999355085f;
    sum = sum * s + -0.3333314528f;
    sum = sum * s + 1.0f;
    return sum * x;
}

// Of a right triangle with legs of these lengths; from 0 to pi where `adjacent` is negative.
float angleOf(float opposite, float adjacent) {
    const float size = std::fabs(adjacent);
    const float acute =
        opposite <= size ? arcTangent(opposite / size) : kHalfPi - arcTangent(size / opposite);
    return adjacent < 0.0f ? kPi - acute : acute;
}

float largestElement(float size, const Float3& v) {
    for (const float element : {v.x, v.y, v.z}) {
        const float magnitude = std::fabs(element);
        size = magnitude > size ? magnitude : size;
    }
    return size;
}

Float3 divided(const Float3& v, float divisor) {
    return {v.x / divisor, v.y / divisor, v.z / divisor};
}

// Sum over the triangles of one smooth point, not unit.
class NormalSum {
public:
    NormalSum(const BufferView<const Float3>& positions, bool byArea)
        : positions_(positions), byArea_(byArea) {}

    void add(const Corner& corner) {
        const Float3 here = positions_[corner.vertex];
        Float3 toNext = plusScaled(positions_[corner.next], -1.0f, here);
        Float3 toPrevious = plusScaled(positions_[corner.previous], -1.0f, here);
        if (!(size_ > 0.0f)) {
            // Lengths are those of the first triangle: no size of the model can underflow.
            size_ = largestElement(largestElement(0.0f, toNext), toPrevious);
        }
        if (!(size_ > 0.0f)) {
            return;
        }
        toNext = divided(toNext, size_);
        toPrevious = divided(toPrevious, size_);
        const Float3 normal = cross(toNext, toPrevious);
        if (byArea_) {
            sum_ = sum(sum_, normal);
            return;
        }
        const float squared = dot(normal, normal);
        if (squared > kSmallestSquaredLength) {
            const float length = std::sqrt(squared);
            const float angle = angleOf(length, dot(toNext, toPrevious));
            sum_ = plusScaled(sum_, angle, divided(normal, length));
        }
    }

    const Float3& sumOfAll() const { return sum_; }

private:
    BufferView<const Float3> positions_;
    bool byArea_;
    float size_ = 0.0f;
    Float3 sum_ = {};
};

// What is left of a tangent that lies in the surface.
Float4 inSurface(const Float4& tangent, const Float3& normal) {
    const Float3 direction = directionOf(tangent);
    const Float3 flat =
        normalizedOr(plusScaled(direction, -dot(direction, normal), normal), direction);
    return {flat.x, flat.y, flat.z, tangent.w};
}

void recompute(const Run& run) {
    const Corners corners(run, Need::CornerRows);
    const auto smoothing = run.read<std::uint32_t>(Need::Smoothing);
    const auto positions = run.read<Float3>(Need::Positions);
    const auto normalIn = run.read<Float3>(Need::NormalIn);
    const auto normalOut = run.write<Float3>(Need::NormalOut);
    const auto tangentIn = run.read<Float4>(Need::TangentIn);
    const auto tangentOut = run.write<Float4>(Need::TangentOut);
    const auto linear = run.read<Matrix3>(Need::LinearIn);
    const bool byArea = run.intParam(kWeightingParam) == kArea;
    for (std::uint32_t index = run.begin(); index < run.end(); ++index) {
        NormalSum total(positions, byArea);
        corners.forEachAt(index, [&](const Corner& corner) {
            if (smoothing[corner.vertex] == smoothing[index]) {
                total.add(corner);
            }
        });
        // A mirror turns the triangles round, not the surface.
        const float side = directionMapOf(toRows(linear[index])).side;
        const Float3 sided = scaled(side, total.sumOfAll());
        const bool isKnown = dot(sided, sided) > kSmallestSquaredLength;
        const Float3 normal = normalizedOr(sided, {});
        if (normalOut) {
            normalOut[index] = isKnown ? normal : normalIn[index];
        }
        if (tangentOut) {
            tangentOut[index] = isKnown ? inSurface(tangentIn[index], normal) : tangentIn[index];
        }
    }
}

} // namespace

const sartor_stage kRecomputeStage =
    makeStage<recompute>({.id = "recompute",
                          .needs = kNeeds,
                          .params = kParams,
                          .compute = {recompute_comp_spv, recompute_comp_spv_word_count, 0, "main"},
                          .flags = SARTOR_STAGE_NEIGHBOURHOOD,
                          .whenParam = kNormalsParam,
                          .whenValues = 1u << NormalsMode::Recompute});

} // namespace sartor::deformer::lbs
