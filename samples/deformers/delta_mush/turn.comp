// SPDX-License-Identifier: Apache-2.0
// Normals and tangents go with the frames, and so does the linear part of the map.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SARTOR_NEED_COUNT 10
#include <sartor/deformer.glsl>
#include "surface.glsl"

SARTOR_READ_FLOATS(0, turns)
SARTOR_READ_FLOATS(1, normalIn)
SARTOR_WRITE_FLOATS(2, normalOut)
SARTOR_READ_FLOATS(3, tangentIn)
SARTOR_WRITE_FLOATS(4, tangentOut)
SARTOR_READ_FLOATS(5, linear)
SARTOR_WRITE_LINEAR(6, storeLinear)
SARTOR_READ_FLOATS(7, commonStretch)
SARTOR_READ_FLOATS(8, restNormal)
SARTOR_READ_FLOATS(9, restTangent)
SARTOR_BOUND(2, hasNormal)
SARTOR_BOUND(4, hasTangent)
SARTOR_BOUND(5, hasLinear)
SARTOR_BOUND(6, wantsLinear)

// Of a matrix by columns, which begins at an element.
#define ROWS_AT(buffer, at)                                                                        \
    vec3[3](vec3(buffer[at], buffer[at + 3u], buffer[at + 6u]),                                    \
            vec3(buffer[at + 1u], buffer[at + 4u], buffer[at + 7u]),                               \
            vec3(buffer[at + 2u], buffer[at + 5u], buffer[at + 8u]))

// What the skinning map took to this normal, and to this tangent.
vec3 normalBefore(DirectionMap map, vec3 normal) {
    return normalizedOr(transposedTimes(map.rows, normal), normal);
}
vec4 tangentBefore(DirectionMap map, vec4 tangent) {
    vec3 before = scaled(map.side, transposedTimes(map.cofactorRows, tangent.xyz));
    precise float side = tangent.w * map.side;
    return vec4(normalizedOr(before, tangent.xyz), side);
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertexCount()) {
        return;
    }
    uint at = 9u * (firstElement(0u) + vertex);
    vec3 turned[3] = ROWS_AT(turns, at);
    bool isSurface = dotProduct(turned[0], turned[0]) > 0.0;
    float amount = floatParam(0u);
    at = 9u * firstElement(7u);
    vec3 stretch[3] = ROWS_AT(commonStretch, at);
    DirectionMap rest = directionMapOf(stretch);
    vec3 skinned[3] = stretch;
    if (hasLinear()) {
        at = 9u * (firstElement(5u) + vertex);
        skinned = ROWS_AT(linear, at);
    }
    if (wantsLinear()) {
        vec3 rows[3] = skinned;
        if (isSurface) {
            for (uint r = 0u; r < 3u; ++r) {
                rows[r] = mixed(skinned[r], transposedTimes(stretch, turned[r]), amount);
            }
        }
        storeLinear(vertex, rows);
    }
    DirectionMap skin = directionMapOf(skinned);
    if (hasNormal()) {
        at = 3u * (firstElement(1u) + vertex);
        vec3 normal = vec3(normalIn[at], normalIn[at + 1u], normalIn[at + 2u]);
        vec3 result = normal;
        if (isSurface) {
            at = 3u * (firstElement(8u) + vertex);
            vec3 bind = hasLinear()
                              ? normalBefore(skin, normal)
                              : vec3(restNormal[at], restNormal[at + 1u], restNormal[at + 2u]);
            vec3 now = rowsTimes(turned, mappedNormal(rest, bind));
            result = normalizedOr(mixed(normal, now, amount), normal);
        }
        at = 3u * (firstElement(2u) + vertex);
        normalOut[at] = result.x;
        normalOut[at + 1u] = result.y;
        normalOut[at + 2u] = result.z;
    }
    if (hasTangent()) {
        at = 4u * (firstElement(3u) + vertex);
        vec4 tangent =
            vec4(tangentIn[at], tangentIn[at + 1u], tangentIn[at + 2u], tangentIn[at + 3u]);
        vec4 result = tangent;
        if (isSurface) {
            at = 4u * (firstElement(9u) + vertex);
            vec4 bind = hasLinear() ? tangentBefore(skin, tangent)
                                      : vec4(restTangent[at],
                                             restTangent[at + 1u],
                                             restTangent[at + 2u],
                                             restTangent[at + 3u]);
            vec4 atRest = mappedTangent(rest, bind);
            vec3 now = rowsTimes(turned, atRest.xyz);
            result = vec4(normalizedOr(mixed(tangent.xyz, now, amount), tangent.xyz), atRest.w);
        }
        at = 4u * (firstElement(4u) + vertex);
        for (uint component = 0u; component < 4u; ++component) {
            tangentOut[at + component] = result[component];
        }
    }
}
