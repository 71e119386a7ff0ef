// SPDX-License-Identifier: Apache-2.0
// Linear blend skinning. lbs.cpp does the same float operations in the same order.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SARTOR_NEED_COUNT 11
#include <sartor/deformer.glsl>
#include <sartor/linear_map.glsl>

#include <sartor/vertex_streams.glsl>
#define SARTOR_INFLUENCE_NEED 7
#include <sartor/influences.glsl>

SARTOR_WRITE_LINEAR(6, storeLinear)
SARTOR_READ_FLOATS(10, palette)
SARTOR_BOUND(6, wantsLinear)

const int kLinearNormals = 1;
const int kPerJointNormals = 2;

// Of maps divided by their largest element.
const float kSmallestDeterminant = 1e-12;

// Inverse transpose of a joint's map times the normal. A map without an inverse has the direction
// that it tends to.
vec3 inverseTransposed(uint joint, vec3 normal) {
    uint at = 12u * (firstElement(10u) + joint);
    vec3 rows[3];
    for (uint r = 0u; r < 3u; ++r) {
        rows[r] = vec3(palette[at + 4u * r], palette[at + 4u * r + 1u], palette[at + 4u * r + 2u]);
    }
    DirectionMap map = directionMapOf(rows);
    float determinant = dotProduct(map.rows[0], map.cofactorRows[0]);
    if (!(abs(determinant) > kSmallestDeterminant)) {
        return mappedNormal(map, normal);
    }
    vec3 turned = rowsTimes(map.cofactorRows, normal);
    precise float divisor = determinant * map.size;
    precise vec3 result = vec3(turned.x / divisor, turned.y / divisor, turned.z / divisor);
    return result;
}

vec3 perJointNormal(InfluenceRange range, vec3 normal) {
    vec3 total = vec3(0);
    for (uint influence = range.first; influence < range.last; ++influence) {
        total = plusScaled(
            total, weightOf(influence), inverseTransposed(jointOf(influence), normal));
    }
    return normalizedOr(total, normal);
}

Vertex skinned(uint index, Vertex vertex) {
    InfluenceRange range = influencesOf(index);
    vec3 rows[3] = vec3[3](vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1));
    vec3 translation = vec3(0);
    if (!isEmpty(range)) {
        precise float sums[12] = float[12](0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        uint firstMatrix = firstElement(10u);
        for (uint influence = range.first; influence < range.last; ++influence) {
            float weight = weightOf(influence);
            uint modelFromBind = 12u * (firstMatrix + jointOf(influence));
            for (uint element = 0u; element < 12u; ++element) {
                sums[element] = sums[element] + weight * palette[modelFromBind + element];
            }
        }
        for (uint r = 0u; r < 3u; ++r) {
            rows[r] = vec3(sums[4u * r], sums[4u * r + 1u], sums[4u * r + 2u]);
            translation[r] = sums[4u * r + 3u];
        }
    }
    vertex.position = sum(rowsTimes(rows, vertex.position), translation);
    if (wantsLinear()) {
        storeLinear(index, rows);
    }
    if (isEmpty(range) || !haveDirections()) {
        return vertex;
    }
    DirectionMap map = directionMapOf(rows);
    int mode = intParam(0u);
    if (mode == kLinearNormals) {
        vertex.normal = normalizedOr(rowsTimes(map.rows, vertex.normal), vertex.normal);
    } else if (mode == kPerJointNormals) {
        vertex.normal = perJointNormal(range, vertex.normal);
    } else {
        vertex.normal = mappedNormal(map, vertex.normal);
    }
    vertex.tangent = mappedTangent(map, vertex.tangent);
    return vertex;
}

SARTOR_DEFORM(skinned)
