// SPDX-License-Identifier: Apache-2.0
// Small vector arithmetic for deformers, in the order of operations of sartor/linear_map.glsl: what
// is computed with one gives the bits of the other where each operation is rounded on its own.
#pragma once

#include <sartor/deformer/deformer.hpp>

#include <cmath>

namespace sartor::deformer {

/// Below this squared length a direction is rounding noise of a map that flattens it.
inline constexpr float kSmallestSquaredLength = 1e-30f;

inline float dot(const Float3& a, const Float3& b) {
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}

inline Float3 cross(const Float3& a, const Float3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

inline Float3 sum(const Float3& a, const Float3& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

inline Float3 scaled(float factor, const Float3& v) {
    return {factor * v.x, factor * v.y, factor * v.z};
}

/// base + factor * v
inline Float3 plusScaled(const Float3& base, float factor, const Float3& v) {
    return {base.x + factor * v.x, base.y + factor * v.y, base.z + factor * v.z};
}

inline Float3 directionOf(const Float4& tangent) {
    return {tangent.x, tangent.y, tangent.z};
}

/// Unit length, or the other vector where there is no length to speak of.
inline Float3 normalizedOr(const Float3& v, const Float3& fallback) {
    const float squared = (v.x * v.x + v.y * v.y) + v.z * v.z;
    if (!(squared > kSmallestSquaredLength)) {
        return fallback;
    }
    const float length = std::sqrt(squared);
    return {v.x / length, v.y / length, v.z / length};
}

/// A 3x3 matrix by rows.
struct Rows {
    Float3 rows[3];
};

inline constexpr Rows kIdentityRows = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

inline Float3 product(const Rows& matrix, const Float3& v) {
    return {dot(matrix.rows[0], v), dot(matrix.rows[1], v), dot(matrix.rows[2], v)};
}

/// The transpose of the matrix times the vector.
inline Float3 transposedProduct(const Rows& matrix, const Float3& v) {
    const Float3(&rows)[3] = matrix.rows;
    return {(rows[0].x * v.x + rows[1].x * v.y) + rows[2].x * v.z,
            (rows[0].y * v.x + rows[1].y * v.y) + rows[2].y * v.z,
            (rows[0].z * v.x + rows[1].z * v.y) + rows[2].z * v.z};
}

inline Rows toRows(const Matrix3& matrix) {
    const float(&columns)[3][3] = matrix.columns;
    return {{{columns[0][0], columns[1][0], columns[2][0]},
             {columns[0][1], columns[1][1], columns[2][1]},
             {columns[0][2], columns[1][2], columns[2][2]}}};
}

/// As the elements of sartor.linear.
inline Matrix3 toColumns(const Rows& matrix) {
    const Float3(&rows)[3] = matrix.rows;
    return {{{rows[0].x, rows[1].x, rows[2].x},
             {rows[0].y, rows[1].y, rows[2].y},
             {rows[0].z, rows[1].z, rows[2].z}}};
}

/// What takes directions along: the map divided by its largest element, so that no scale of it can
/// make a direction underflow, and its cofactors, which take normals along where the inverse does
/// not exist.
struct DirectionMap {
    Rows linear;
    Rows cofactors;
    float size; ///< the largest element, by which the map was divided; 1 for zero
    float side; ///< +1, or -1 for a map that mirrors
};

inline DirectionMap directionMapOf(const Rows& linear) {
    float largest = 0.0f;
    for (const Float3& row : linear.rows) {
        for (const float element : {row.x, row.y, row.z}) {
            const float magnitude = std::fabs(element);
            largest = magnitude > largest ? magnitude : largest;
        }
    }
    const float divisor = largest > 0.0f ? largest : 1.0f;
    DirectionMap map = {};
    map.size = divisor;
    for (int row = 0; row < 3; ++row) {
        const Float3& elements = linear.rows[row];
        map.linear.rows[row] = {elements.x / divisor, elements.y / divisor, elements.z / divisor};
    }
    map.cofactors.rows[0] = cross(map.linear.rows[1], map.linear.rows[2]);
    map.cofactors.rows[1] = cross(map.linear.rows[2], map.linear.rows[0]);
    map.cofactors.rows[2] = cross(map.linear.rows[0], map.linear.rows[1]);
    map.side = dot(map.linear.rows[0], map.cofactors.rows[0]) < 0.0f ? -1.0f : 1.0f;
    return map;
}

/// A normal under the map: inverse transpose up to length, made unit. Keeps its value where the map
/// flattens it to nothing.
inline Float3 mappedNormal(const DirectionMap& map, const Float3& normal) {
    const Float3 turned = product(map.cofactors, normal);
    return normalizedOr(scaled(map.side, turned), normal);
}

/// A direction in the surface under the map, made unit; w is the side of the bitangent.
inline Float4 mappedTangent(const DirectionMap& map, const Float4& tangent) {
    const Float3 direction = directionOf(tangent);
    const Float3 mapped = normalizedOr(product(map.linear, direction), direction);
    return {mapped.x, mapped.y, mapped.z, tangent.w * map.side};
}

} // namespace sartor::deformer
