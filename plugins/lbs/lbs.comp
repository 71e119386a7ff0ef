// SPDX-License-Identifier: Apache-2.0
// Linear blend skinning. lbs.cpp does the same float operations in the same order.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SARTOR_NEED_COUNT 11
#include <sartor/deformer.glsl>

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
const float kSmallestSquaredLength = 1e-30;

float rowTimes(vec3 row, vec3 v) {
    precise float sum = (row.x * v.x + row.y * v.y) + row.z * v.z;
    return sum;
}

vec3 crossProduct(vec3 a, vec3 b) {
    precise vec3 product =
        vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
    return product;
}

vec3 normalizedOr(vec3 v, vec3 fallback) {
    precise float squared = (v.x * v.x + v.y * v.y) + v.z * v.z;
    if (!(squared > kSmallestSquaredLength)) {
        return fallback;
    }
    precise float length = sqrt(squared);
    precise vec3 unit = vec3(v.x / length, v.y / length, v.z / length);
    return unit;
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
        precise float moved = rowTimes(rows[r], position) + translation[r];
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

    // The linear part divided by its largest element, so that directions do not depend on scale,
    // and its cofactors, which take normals along where the inverse does not exist.
    float largest = 0.0;
    for (uint r = 0u; r < 3u; ++r) {
        for (uint column = 0u; column < 3u; ++column) {
            float magnitude = abs(rows[r][column]);
            largest = magnitude > largest ? magnitude : largest;
        }
    }
    float divisor = largest > 0.0 ? largest : 1.0;
    precise vec3 scaled[3];
    for (uint r = 0u; r < 3u; ++r) {
        scaled[r] = vec3(rows[r].x / divisor, rows[r].y / divisor, rows[r].z / divisor);
    }
    vec3 cofactorRows[3] = vec3[3](crossProduct(scaled[1], scaled[2]),
                                   crossProduct(scaled[2], scaled[0]),
                                   crossProduct(scaled[0], scaled[1]));
    float side = rowTimes(scaled[0], cofactorRows[0]) < 0.0 ? -1.0 : 1.0;

    if (hasNormal()) {
        source = 3u * (firstElement(2u) + vertex);
        vec3 normal = vec3(normalIn[source], normalIn[source + 1u], normalIn[source + 2u]);
        vec3 mapped;
        if (first == last) {
            mapped = normal;
        } else if (intParam(0u) == kLinearNormals) {
            mapped = normalizedOr(vec3(rowTimes(scaled[0], normal),
                                       rowTimes(scaled[1], normal),
                                       rowTimes(scaled[2], normal)),
                                  normal);
        } else {
            precise vec3 turned = vec3(side * rowTimes(cofactorRows[0], normal),
                                       side * rowTimes(cofactorRows[1], normal),
                                       side * rowTimes(cofactorRows[2], normal));
            mapped = normalizedOr(turned, normal);
        }
        target = 3u * (firstElement(3u) + vertex);
        normalOut[target] = mapped.x;
        normalOut[target + 1u] = mapped.y;
        normalOut[target + 2u] = mapped.z;
    }
    if (hasTangent()) {
        source = 4u * (firstElement(4u) + vertex);
        vec3 tangent = vec3(tangentIn[source], tangentIn[source + 1u], tangentIn[source + 2u]);
        vec3 mapped = tangent;
        if (first != last) {
            mapped = normalizedOr(vec3(rowTimes(scaled[0], tangent),
                                       rowTimes(scaled[1], tangent),
                                       rowTimes(scaled[2], tangent)),
                                  tangent);
        }
        target = 4u * (firstElement(5u) + vertex);
        tangentOut[target] = mapped.x;
        tangentOut[target + 1u] = mapped.y;
        tangentOut[target + 2u] = mapped.z;
        tangentOut[target + 3u] = tangentIn[source + 3u] * side;
    }
}
