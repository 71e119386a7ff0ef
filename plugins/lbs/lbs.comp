// SPDX-License-Identifier: Apache-2.0
// Linear blend skinning. lbs.cpp does the same float operations in the same order.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SARTOR_NEED_COUNT 11
#include <sartor/deformer.glsl>
#include <sartor/linear_map.glsl>

SARTOR_READ_FLOATS(0, positionIn)
SARTOR_WRITE_FLOATS(1, positionOut)
SARTOR_READ_FLOATS(2, normalIn)
SARTOR_WRITE_FLOATS(3, normalOut)
SARTOR_READ_FLOATS(4, tangentIn)
SARTOR_WRITE_FLOATS(5, tangentOut)
SARTOR_WRITE_FLOATS(6, linearOut)
SARTOR_READ_UINTS(7, offsets)
SARTOR_READ_UINTS(8, joints)
SARTOR_READ_FLOATS(9, weights)
SARTOR_READ_FLOATS(10, palette)
SARTOR_BOUND(3, hasNormal)
SARTOR_BOUND(5, hasTangent)
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

vec3 perJointNormal(uint first, uint last, vec3 normal) {
    vec3 sum = vec3(0);
    for (uint influence = first; influence < last; ++influence) {
        float weight = weights[firstElement(9u) + influence];
        vec3 own = inverseTransposed(joints[firstElement(8u) + influence], normal);
        precise vec3 next =
            vec3(sum.x + weight * own.x, sum.y + weight * own.y, sum.z + weight * own.z);
        sum = next;
    }
    return normalizedOr(sum, normal);
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertexCount()) {
        return;
    }
    uint row = firstElement(7u) + vertex;
    uint first = offsets[row];
    uint last = offsets[row + 1u];
    vec3 rows[3] = vec3[3](vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1));
    vec3 translation = vec3(0);
    if (first != last) {
        precise float sums[12] = float[12](0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        uint firstJoint = firstElement(8u);
        uint firstWeight = firstElement(9u);
        uint firstMatrix = firstElement(10u);
        for (uint influence = first; influence < last; ++influence) {
            float weight = weights[firstWeight + influence];
            uint modelFromBind = 12u * (firstMatrix + joints[firstJoint + influence]);
            for (uint element = 0u; element < 12u; ++element) {
                sums[element] = sums[element] + weight * palette[modelFromBind + element];
            }
        }
        for (uint r = 0u; r < 3u; ++r) {
            rows[r] = vec3(sums[4u * r], sums[4u * r + 1u], sums[4u * r + 2u]);
            translation[r] = sums[4u * r + 3u];
        }
    }

    uint source = 3u * (firstElement(0u) + vertex);
    vec3 position = vec3(positionIn[source], positionIn[source + 1u], positionIn[source + 2u]);
    uint target = 3u * (firstElement(1u) + vertex);
    for (uint r = 0u; r < 3u; ++r) {
        precise float moved = dotProduct(rows[r], position) + translation[r];
        positionOut[target + r] = moved;
    }
    if (wantsLinear()) {
        target = 9u * (firstElement(6u) + vertex);
        for (uint column = 0u; column < 3u; ++column) {
            for (uint r = 0u; r < 3u; ++r) {
                linearOut[target + 3u * column + r] = rows[r][column];
            }
        }
    }
    if (!hasNormal() && !hasTangent()) {
        return;
    }

    DirectionMap map = directionMapOf(rows);
    if (hasNormal()) {
        source = 3u * (firstElement(2u) + vertex);
        vec3 normal = vec3(normalIn[source], normalIn[source + 1u], normalIn[source + 2u]);
        vec3 mapped = normal;
        if (first != last) {
            int mode = intParam(0u);
            mapped = mode == kLinearNormals
                         ? normalizedOr(rowsTimes(map.rows, normal), normal)
                     : mode == kPerJointNormals ? perJointNormal(first, last, normal)
                                                : mappedNormal(map, normal);
        }
        target = 3u * (firstElement(3u) + vertex);
        normalOut[target] = mapped.x;
        normalOut[target + 1u] = mapped.y;
        normalOut[target + 2u] = mapped.z;
    }
    if (hasTangent()) {
        source = 4u * (firstElement(4u) + vertex);
        vec4 tangent = vec4(tangentIn[source],
                            tangentIn[source + 1u],
                            tangentIn[source + 2u],
                            tangentIn[source + 3u]);
        vec4 mapped = first != last ? mappedTangent(map, tangent) : tangent;
        target = 4u * (firstElement(5u) + vertex);
        for (uint component = 0u; component < 4u; ++component) {
            tangentOut[target + component] = mapped[component];
        }
    }
}
