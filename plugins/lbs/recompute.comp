// SPDX-License-Identifier: Apache-2.0
// Normals from the triangles around each vertex. recompute.cpp does the same float operations in
// the same order.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SARTOR_NEED_COUNT 10
#include <sartor/deformer.glsl>
#include <sartor/linear_map.glsl>

SARTOR_READ_UINTS(0, triangles)
SARTOR_READ_UINTS(1, cornerOffsets)
SARTOR_READ_UINTS(2, corners)
SARTOR_READ_UINTS(3, smoothing)
SARTOR_READ_FLOATS(4, positions)
SARTOR_READ_FLOATS(5, normalIn)
SARTOR_WRITE_FLOATS(6, normalOut)
SARTOR_READ_FLOATS(7, tangentIn)
SARTOR_WRITE_FLOATS(8, tangentOut)
SARTOR_READ_FLOATS(9, linear)
SARTOR_BOUND(6, haveNormals)
SARTOR_BOUND(8, haveTangents)

const int kArea = 1;
const float kHalfPi = 1.57079632679;
const float kPi = 3.14159265359;

// Arc tangent of a number from 0 to 1, to 2e-8. Abramowitz and Stegun, 4.4.49.
float arcTangent(float x) {
    precise float s = x * x;
    precise float total = 0.0028662257;
    total = total * s + -0.0161657367;
    total = total * s + 0.0429096138;
    total = total * s + -0.0752896400;
    total = total * s + 0.1065626393;
    total = total * s + -0.1420889944;
    total = total * s + 0.1999355085;
    total = total * s + -0.3333314528;
    total = total * s + 1.0;
    total = total * x;
    return total;
}

// Of a right triangle with legs of these lengths; from 0 to pi where `adjacent` is negative.
float angleOf(float opposite, float adjacent) {
    float size = abs(adjacent);
    precise float acute = 0.0;
    if (opposite <= size) {
        acute = arcTangent(opposite / size);
    } else {
        acute = kHalfPi - arcTangent(size / opposite);
    }
    precise float obtuse = kPi - acute;
    return adjacent < 0.0 ? obtuse : acute;
}

float largestElement(float size, vec3 v) {
    for (uint component = 0u; component < 3u; ++component) {
        float magnitude = abs(v[component]);
        size = magnitude > size ? magnitude : size;
    }
    return size;
}

vec3 divided(vec3 v, float divisor) {
    precise vec3 result = vec3(v.x / divisor, v.y / divisor, v.z / divisor);
    return result;
}

vec3 positionOf(uint vertex) {
    uint at = 3u * (firstElement(4u) + vertex);
    return vec3(positions[at], positions[at + 1u], positions[at + 2u]);
}

uint smoothingOf(uint vertex) { return smoothing[firstElement(3u) + vertex]; }

// Sum over the triangles of one smooth point, not unit.
vec3 normalSum(uint index) {
    uint row = firstElement(1u) + index;
    uint firstCorner = firstElement(2u);
    uint firstTriangle = firstElement(0u);
    uint group = smoothingOf(index);
    bool byArea = intParam(1u) == kArea;
    float size = 0.0;
    vec3 total = vec3(0);
    for (uint i = cornerOffsets[row]; i < cornerOffsets[row + 1u]; ++i) {
        uint element = corners[firstCorner + i];
        uint vertex = triangles[firstTriangle + element];
        if (smoothingOf(vertex) != group) {
            continue;
        }
        uint first = firstTriangle + element - element % 3u;
        vec3 here = positionOf(vertex);
        vec3 toNext = plusScaled(positionOf(triangles[first + (element + 1u) % 3u]), -1.0, here);
        vec3 toPrevious =
            plusScaled(positionOf(triangles[first + (element + 2u) % 3u]), -1.0, here);
        if (!(size > 0.0)) {
            // Lengths are those of the first triangle: no size of the model can underflow.
            size = largestElement(largestElement(0.0, toNext), toPrevious);
        }
        if (!(size > 0.0)) {
            continue;
        }
        toNext = divided(toNext, size);
        toPrevious = divided(toPrevious, size);
        vec3 normal = crossProduct(toNext, toPrevious);
        if (byArea) {
            total = sum(total, normal);
            continue;
        }
        float squared = dotProduct(normal, normal);
        if (squared > kSmallestSquaredLength) {
            precise float length = sqrt(squared);
            float angle = angleOf(length, dotProduct(toNext, toPrevious));
            total = plusScaled(total, angle, divided(normal, length));
        }
    }
    return total;
}

float sideOf(uint index) {
    uint at = 9u * (firstElement(9u) + index);
    vec3 rows[3];
    for (uint r = 0u; r < 3u; ++r) {
        rows[r] = vec3(linear[at + r], linear[at + 3u + r], linear[at + 6u + r]);
    }
    return directionMapOf(rows).side;
}

// What is left of a direction that lies in the surface.
vec3 inSurface(vec3 direction, vec3 normal) {
    return normalizedOr(plusScaled(direction, -dotProduct(direction, normal), normal), direction);
}

void main() {
    uint index = gl_GlobalInvocationID.x;
    if (index >= vertexCount()) {
        return;
    }
    // A mirror turns the triangles round, not the surface.
    vec3 sided = scaled(sideOf(index), normalSum(index));
    bool isKnown = dotProduct(sided, sided) > kSmallestSquaredLength;
    vec3 normal = normalizedOr(sided, vec3(0));
    if (haveNormals()) {
        uint from = 3u * (firstElement(5u) + index);
        uint to = 3u * (firstElement(6u) + index);
        for (uint component = 0u; component < 3u; ++component) {
            normalOut[to + component] = isKnown ? normal[component] : normalIn[from + component];
        }
    }
    if (haveTangents()) {
        uint from = 4u * (firstElement(7u) + index);
        vec4 tangent = vec4(
            tangentIn[from], tangentIn[from + 1u], tangentIn[from + 2u], tangentIn[from + 3u]);
        if (isKnown) {
            tangent.xyz = inSurface(tangent.xyz, normal);
        }
        uint to = 4u * (firstElement(8u) + index);
        for (uint component = 0u; component < 4u; ++component) {
            tangentOut[to + component] = tangent[component];
        }
    }
}
