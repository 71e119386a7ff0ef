// SPDX-License-Identifier: Apache-2.0
// Small vector arithmetic for deformers, in the order of operations of
// sartor/deformer/linear_map.hpp: what is computed with one gives the bits of the other.
#ifndef SARTOR_LINEAR_MAP_GLSL
#define SARTOR_LINEAR_MAP_GLSL

// Below this squared length a direction is rounding noise of a map that flattens it.
const float kSmallestSquaredLength = 1e-30;

float dotProduct(vec3 a, vec3 b) {
    precise float sum = (a.x * b.x + a.y * b.y) + a.z * b.z;
    return sum;
}

vec3 crossProduct(vec3 a, vec3 b) {
    precise vec3 product =
        vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
    return product;
}

vec3 sum(vec3 a, vec3 b) {
    precise vec3 result = vec3(a.x + b.x, a.y + b.y, a.z + b.z);
    return result;
}

vec3 scaled(float factor, vec3 v) {
    precise vec3 result = vec3(factor * v.x, factor * v.y, factor * v.z);
    return result;
}

// base + factor * v
vec3 plusScaled(vec3 base, float factor, vec3 v) {
    precise vec3 result =
        vec3(base.x + factor * v.x, base.y + factor * v.y, base.z + factor * v.z);
    return result;
}

// Unit length, or the other vector where there is no length to speak of.
vec3 normalizedOr(vec3 v, vec3 fallback) {
    precise float squared = (v.x * v.x + v.y * v.y) + v.z * v.z;
    if (!(squared > kSmallestSquaredLength)) {
        return fallback;
    }
    precise float length = sqrt(squared);
    precise vec3 unit = vec3(v.x / length, v.y / length, v.z / length);
    return unit;
}

// Matrices are arrays of their rows.
vec3 rowsTimes(vec3 rows[3], vec3 v) {
    return vec3(dotProduct(rows[0], v), dotProduct(rows[1], v), dotProduct(rows[2], v));
}

// The transpose of the matrix times the vector.
vec3 transposedTimes(vec3 rows[3], vec3 v) {
    precise vec3 result = vec3((rows[0].x * v.x + rows[1].x * v.y) + rows[2].x * v.z,
                               (rows[0].y * v.x + rows[1].y * v.y) + rows[2].y * v.z,
                               (rows[0].z * v.x + rows[1].z * v.y) + rows[2].z * v.z);
    return result;
}

// What takes directions along: the map divided by its largest element, so that no scale of it can
// make a direction underflow, and its cofactors, which take normals along where the inverse does
// not exist. `side` is -1 for a map that mirrors.
struct DirectionMap {
    vec3 rows[3];
    vec3 cofactorRows[3];
    float size;
    float side;
};

DirectionMap directionMapOf(vec3 rows[3]) {
    float largest = 0.0;
    for (uint r = 0u; r < 3u; ++r) {
        for (uint column = 0u; column < 3u; ++column) {
            float magnitude = abs(rows[r][column]);
            largest = magnitude > largest ? magnitude : largest;
        }
    }
    float divisor = largest > 0.0 ? largest : 1.0;
    DirectionMap map;
    map.size = divisor;
    for (uint r = 0u; r < 3u; ++r) {
        precise vec3 scaled =
            vec3(rows[r].x / divisor, rows[r].y / divisor, rows[r].z / divisor);
        map.rows[r] = scaled;
    }
    map.cofactorRows[0] = crossProduct(map.rows[1], map.rows[2]);
    map.cofactorRows[1] = crossProduct(map.rows[2], map.rows[0]);
    map.cofactorRows[2] = crossProduct(map.rows[0], map.rows[1]);
    map.side = dotProduct(map.rows[0], map.cofactorRows[0]) < 0.0 ? -1.0 : 1.0;
    return map;
}

// A normal under the map: inverse transpose up to length, made unit. Keeps its value where the map
// flattens it to nothing.
vec3 mappedNormal(DirectionMap map, vec3 normal) {
    vec3 turned = rowsTimes(map.cofactorRows, normal);
    return normalizedOr(scaled(map.side, turned), normal);
}

// A direction in the surface under the map, made unit; w is the side of the bitangent.
vec4 mappedTangent(DirectionMap map, vec4 tangent) {
    vec3 mapped = normalizedOr(rowsTimes(map.rows, tangent.xyz), tangent.xyz);
    return vec4(mapped, tangent.w * map.side);
}

// Declares a need of sartor.linear that is written, and `void name(uint vertex, vec3 rows[3])`. In
// the vertex shader, where the last stage of a chain runs, there is nobody to read it.
#ifdef SARTOR_VERTEX
#define SARTOR_WRITE_LINEAR(need, name)                                                            \
    void name(uint vertex, vec3 rows[3]) {}
#else
#define SARTOR_WRITE_LINEAR(need, name)                                                            \
    layout(set = 0, binding = need, std430) writeonly buffer Need##need { float name##Floats[]; }; \
    void name(uint vertex, vec3 rows[3]) {                                                         \
        uint target = 9u * (firstElement(uint(need)) + vertex);                                    \
        for (uint column = 0u; column < 3u; ++column) {                                            \
            for (uint r = 0u; r < 3u; ++r) {                                                       \
                name##Floats[target + 3u * column + r] = rows[r][column];                          \
            }                                                                                      \
        }                                                                                          \
    }
#endif

#endif
