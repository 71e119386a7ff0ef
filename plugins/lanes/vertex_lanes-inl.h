// SPDX-License-Identifier: Apache-2.0
// Several vertices at once, once for each set of instructions that a plugin carries: the arithmetic
// of sartor/deformer/linear_map.hpp, each operation rounded on its own and in the same order, so
// that a vertex has the same bits whichever way it was computed.
#include <sartor/deformer/linear_map.hpp>

#include <hwy/highway.h>

// Included again for every target.
#if defined(SARTOR_VERTEX_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SARTOR_VERTEX_LANES_INL_H
#undef SARTOR_VERTEX_LANES_INL_H
#else
#define SARTOR_VERTEX_LANES_INL_H
#endif

HWY_BEFORE_NAMESPACE();
namespace sartor::deformer::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<float, 16>;
using Vector = hn::Vec<Lanes>;
using Mask = hn::Mask<Lanes>;

struct Vector3 {
    Vector x;
    Vector y;
    Vector z;
};

struct Vector4 {
    Vector x;
    Vector y;
    Vector z;
    Vector w;
};

struct RowLanes {
    Vector3 rows[3];
};

HWY_INLINE Vector3 load3(const Float3* elements) {
    Vector3 v;
    hn::LoadInterleaved3(Lanes(), &elements->x, v.x, v.y, v.z);
    return v;
}

HWY_INLINE Vector4 load4(const Float4* elements) {
    Vector4 v;
    hn::LoadInterleaved4(Lanes(), &elements->x, v.x, v.y, v.z, v.w);
    return v;
}

HWY_INLINE void store3(const Vector3& v, Float3* elements) {
    hn::StoreInterleaved3(v.x, v.y, v.z, Lanes(), &elements->x);
}

HWY_INLINE void store4(const Vector4& v, Float4* elements) {
    hn::StoreInterleaved4(v.x, v.y, v.z, v.w, Lanes(), &elements->x);
}

HWY_INLINE Vector dot(const Vector3& a, const Vector3& b) {
    return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}

HWY_INLINE Vector3 cross(const Vector3& a, const Vector3& b) {
    return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)),
            hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
            hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}

HWY_INLINE Vector3 sum(const Vector3& a, const Vector3& b) {
    return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}

HWY_INLINE Vector3 scaled(Vector factor, const Vector3& v) {
    return {hn::Mul(factor, v.x), hn::Mul(factor, v.y), hn::Mul(factor, v.z)};
}

HWY_INLINE Vector3 divided(const Vector3& v, Vector divisor) {
    return {hn::Div(v.x, divisor), hn::Div(v.y, divisor), hn::Div(v.z, divisor)};
}

HWY_INLINE Vector3 product(const RowLanes& matrix, const Vector3& v) {
    return {dot(matrix.rows[0], v), dot(matrix.rows[1], v), dot(matrix.rows[2], v)};
}

HWY_INLINE Vector3 normalizedOr(const Vector3& v, const Vector3& fallback) {
    const Lanes d;
    const Vector squared = dot(v, v);
    const Mask hasLength = hn::Gt(squared, hn::Set(d, kSmallestSquaredLength));
    const Vector3 unit = divided(v, hn::Sqrt(squared));
    return {hn::IfThenElse(hasLength, unit.x, fallback.x),
            hn::IfThenElse(hasLength, unit.y, fallback.y),
            hn::IfThenElse(hasLength, unit.z, fallback.z)};
}

struct DirectionMapLanes {
    RowLanes linear;
    RowLanes cofactors;
    Vector side;
};

HWY_INLINE DirectionMapLanes directionMapOf(const RowLanes& linear) {
    const Lanes d;
    Vector largest = hn::Zero(d);
    for (const Vector3& row : linear.rows) {
        for (const Vector element : {row.x, row.y, row.z}) {
            const Vector magnitude = hn::Abs(element);
            // What is not a number is not taken, which a maximum would not promise.
            largest = hn::IfThenElse(hn::Gt(magnitude, largest), magnitude, largest);
        }
    }
    const Vector one = hn::Set(d, 1.0f);
    const Vector divisor = hn::IfThenElse(hn::Gt(largest, hn::Zero(d)), largest, one);
    DirectionMapLanes map;
    for (int row = 0; row < 3; ++row) {
        map.linear.rows[row] = divided(linear.rows[row], divisor);
    }
    map.cofactors.rows[0] = cross(map.linear.rows[1], map.linear.rows[2]);
    map.cofactors.rows[1] = cross(map.linear.rows[2], map.linear.rows[0]);
    map.cofactors.rows[2] = cross(map.linear.rows[0], map.linear.rows[1]);
    const Vector determinant = dot(map.linear.rows[0], map.cofactors.rows[0]);
    map.side = hn::IfThenElse(hn::Lt(determinant, hn::Zero(d)), hn::Set(d, -1.0f), one);
    return map;
}

HWY_INLINE Vector3 mappedNormal(const DirectionMapLanes& map, const Vector3& normal) {
    return normalizedOr(scaled(map.side, product(map.cofactors, normal)), normal);
}

HWY_INLINE Vector4 mappedTangent(const DirectionMapLanes& map, const Vector4& tangent) {
    const Vector3 direction = {tangent.x, tangent.y, tangent.z};
    const Vector3 mapped = normalizedOr(product(map.linear, direction), direction);
    return {mapped.x, mapped.y, mapped.z, hn::Mul(tangent.w, map.side)};
}

} // namespace sartor::deformer::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
