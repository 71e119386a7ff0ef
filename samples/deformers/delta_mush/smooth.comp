// SPDX-License-Identifier: Apache-2.0
// One pass of smoothing: a share of the way to the mean of the neighbours.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SARTOR_NEED_COUNT 5
#include <sartor/deformer.glsl>
#include "surface.glsl"

SARTOR_READ_FLOATS(0, smoothIn)
SARTOR_WRITE_FLOATS(1, smoothOut)
SARTOR_READ_FLOATS(2, steps)
SARTOR_READ_UINTS(3, offsets)
SARTOR_READ_UINTS(4, neighbours)

vec3 pointAt(uint vertex) {
    uint at = 3u * (firstElement(0u) + vertex);
    return vec3(smoothIn[at], smoothIn[at + 1u], smoothIn[at + 2u]);
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertexCount()) {
        return;
    }
    uint row = firstElement(3u) + vertex;
    uint first = offsets[row];
    uint last = offsets[row + 1u];
    float step = steps[firstElement(2u) + vertex];
    vec3 result = pointAt(vertex);
    if (first != last && step != 0.0) {
        vec3 total = vec3(0);
        for (uint index = first; index < last; ++index) {
            total = sum(total, pointAt(neighbours[firstElement(4u) + index]));
        }
        float count = float(last - first);
        precise vec3 mean = vec3(total.x / count, total.y / count, total.z / count);
        result = plusScaled(result, step, minus(mean, result));
    }
    uint target = 3u * (firstElement(1u) + vertex);
    smoothOut[target] = result.x;
    smoothOut[target + 1u] = result.y;
    smoothOut[target + 2u] = result.z;
}
