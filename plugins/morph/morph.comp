// SPDX-License-Identifier: Apache-2.0
// Morph targets. morph.cpp does the same float operations in the same order.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SARTOR_NEED_COUNT 12
#include <sartor/deformer.glsl>

SARTOR_READ_FLOATS(0, positionIn)
SARTOR_WRITE_FLOATS(1, positionOut)
SARTOR_READ_FLOATS(2, normalIn)
SARTOR_WRITE_FLOATS(3, normalOut)
SARTOR_READ_FLOATS(4, tangentIn)
SARTOR_WRITE_FLOATS(5, tangentOut)
SARTOR_READ_UINTS(6, offsets)
SARTOR_READ_UINTS(7, targets)
SARTOR_READ_FLOATS(8, positionDeltas)
SARTOR_READ_FLOATS(9, normalDeltas)
SARTOR_READ_FLOATS(10, tangentDeltas)
SARTOR_READ_FLOATS(11, targetWeights)
SARTOR_BOUND(3, hasNormal)
SARTOR_BOUND(5, hasTangent)
SARTOR_BOUND(9, hasNormalDeltas)
SARTOR_BOUND(10, hasTangentDeltas)

const float kSmallestSquaredLength = 1e-30;

vec3 addScaled(vec3 sum, float weight, vec3 delta) {
    precise vec3 result =
        vec3(sum.x + weight * delta.x, sum.y + weight * delta.y, sum.z + weight * delta.z);
    return result;
}

vec3 turned(vec3 direction, vec3 sum) {
    if (sum.x == 0.0 && sum.y == 0.0 && sum.z == 0.0) {
        return direction;
    }
    precise vec3 moved = vec3(direction.x + sum.x, direction.y + sum.y, direction.z + sum.z);
    precise float squared = (moved.x * moved.x + moved.y * moved.y) + moved.z * moved.z;
    if (!(squared > kSmallestSquaredLength)) {
        return direction;
    }
    precise float length = sqrt(squared);
    precise vec3 unit = vec3(moved.x / length, moved.y / length, moved.z / length);
    return unit;
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertexCount()) {
        return;
    }
    uint row = firstElement(6u) + vertex;
    uint firstTarget = firstElement(7u);
    uint firstWeight = firstElement(11u);
    vec3 positionSum = vec3(0);
    vec3 normalSum = vec3(0);
    vec3 tangentSum = vec3(0);
    for (uint delta = offsets[row]; delta < offsets[row + 1u]; ++delta) {
        float weight = targetWeights[firstWeight + targets[firstTarget + delta]];
        if (weight == 0.0) {
            continue;
        }
        uint at = 3u * (firstElement(8u) + delta);
        positionSum = addScaled(
            positionSum,
            weight,
            vec3(positionDeltas[at], positionDeltas[at + 1u], positionDeltas[at + 2u]));
        if (hasNormal() && hasNormalDeltas()) {
            at = 3u * (firstElement(9u) + delta);
            normalSum =
                addScaled(normalSum,
                          weight,
                          vec3(normalDeltas[at], normalDeltas[at + 1u], normalDeltas[at + 2u]));
        }
        if (hasTangent() && hasTangentDeltas()) {
            at = 3u * (firstElement(10u) + delta);
            tangentSum =
                addScaled(tangentSum,
                          weight,
                          vec3(tangentDeltas[at], tangentDeltas[at + 1u], tangentDeltas[at + 2u]));
        }
    }

    uint source = 3u * (firstElement(0u) + vertex);
    uint target = 3u * (firstElement(1u) + vertex);
    for (uint component = 0u; component < 3u; ++component) {
        precise float moved = positionIn[source + component] + positionSum[component];
        positionOut[target + component] = moved;
    }
    if (hasNormal()) {
        source = 3u * (firstElement(2u) + vertex);
        vec3 normal = vec3(normalIn[source], normalIn[source + 1u], normalIn[source + 2u]);
        vec3 moved = turned(normal, normalSum);
        target = 3u * (firstElement(3u) + vertex);
        normalOut[target] = moved.x;
        normalOut[target + 1u] = moved.y;
        normalOut[target + 2u] = moved.z;
    }
    if (hasTangent()) {
        source = 4u * (firstElement(4u) + vertex);
        vec3 tangent = vec3(tangentIn[source], tangentIn[source + 1u], tangentIn[source + 2u]);
        vec3 moved = turned(tangent, tangentSum);
        target = 4u * (firstElement(5u) + vertex);
        tangentOut[target] = moved.x;
        tangentOut[target + 1u] = moved.y;
        tangentOut[target + 2u] = moved.z;
        tangentOut[target + 3u] = tangentIn[source + 3u];
    }
}
