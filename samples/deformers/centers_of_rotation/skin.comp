// SPDX-License-Identifier: Apache-2.0
// Skinning with optimized centers of rotation. cor.cpp does the same float operations in the same
// order.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SARTOR_NEED_COUNT 14
#include <sartor/deformer.glsl>
#include <sartor/linear_map.glsl>
#include <sartor/vertex_streams.glsl>
#define SARTOR_INFLUENCE_NEED 7
#include <sartor/influences.glsl>

SARTOR_WRITE_LINEAR(6, storeLinear)
SARTOR_READ_FLOATS(10, palette)
SARTOR_READ_FLOATS(11, dualQuats)
SARTOR_READ_FLOATS(12, stretches)
SARTOR_READ_FLOATS(13, centers)
SARTOR_BOUND(6, wantsLinear)

#define SARTOR_DUAL_QUATS_NEED 11u
#include <sartor/dual_quat_blend.glsl>

vec3 minus(vec3 a, vec3 b) {
    precise vec3 difference = vec3(a.x - b.x, a.y - b.y, a.z - b.z);
    return difference;
}

// The matrix of a unit quaternion.
vec3[3] rowsOf(vec4 q) {
    precise float x = 2.0 * q.x;
    precise float y = 2.0 * q.y;
    precise float z = 2.0 * q.z;
    precise vec3 first =
        vec3(1.0 - (y * q.y + z * q.z), x * q.y - z * q.w, x * q.z + y * q.w);
    precise vec3 second =
        vec3(x * q.y + z * q.w, 1.0 - (x * q.x + z * q.z), y * q.z - x * q.w);
    precise vec3 third =
        vec3(x * q.z - y * q.w, y * q.z + x * q.w, 1.0 - (x * q.x + y * q.y));
    return vec3[3](first, second, third);
}

Vertex deformed(uint index, Vertex vertex) {
    InfluenceRange range = influencesOf(index);
    vec3 linear[3] = vec3[3](vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1));
    vec3 center = vec3(0);
    vec3 movedCenter = vec3(0);
    if (!isEmpty(range)) {
        vec3 blended[3] = vec3[3](vec3(0), vec3(0), vec3(0));
        vec3 translation = vec3(0);
        vec3 stretch[3] = vec3[3](vec3(0), vec3(0), vec3(0));
        for (uint influence = range.first; influence < range.last; ++influence) {
            float weight = weightOf(influence);
            uint joint = jointOf(influence);
            uint matrix = 12u * (firstElement(10u) + joint);
            uint own = 9u * (firstElement(12u) + joint);
            for (uint r = 0u; r < 3u; ++r) {
                uint at = matrix + 4u * r;
                blended[r] = plusScaled(
                    blended[r], weight, vec3(palette[at], palette[at + 1u], palette[at + 2u]));
                stretch[r] = plusScaled(
                    stretch[r],
                    weight,
                    vec3(stretches[own + r], stretches[own + 3u + r], stretches[own + 6u + r]));
            }
            translation = plusScaled(
                translation,
                weight,
                vec3(palette[matrix + 3u], palette[matrix + 7u], palette[matrix + 11u]));
        }
        linear = blended;
        movedCenter = translation;
        uint at = 4u * (firstElement(13u) + index);
        if (centers[at + 3u] > 0.0) {
            center = vec3(centers[at], centers[at + 1u], centers[at + 2u]);
            movedCenter = sum(rowsTimes(blended, center), translation);
            vec3 rotation[3] = rowsOf(blendOf(range).real);
            for (uint r = 0u; r < 3u; ++r) {
                linear[r] = transposedTimes(stretch, rotation[r]);
            }
        }
    }
    vertex.position = sum(movedCenter, rowsTimes(linear, minus(vertex.position, center)));
    if (wantsLinear()) {
        storeLinear(index, linear);
    }
    if (!isEmpty(range) && haveDirections()) {
        DirectionMap directions = directionMapOf(linear);
        vertex.normal = mappedNormal(directions, vertex.normal);
        vertex.tangent = mappedTangent(directions, vertex.tangent);
    }
    return vertex;
}

SARTOR_DEFORM(deformed)
