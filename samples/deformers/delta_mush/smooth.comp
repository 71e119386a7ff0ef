// SPDX-License-Identifier: Apache-2.0
// One pass of smoothing: a share of the way to the mean of the neighbours.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SARTOR_NEED_COUNT 6
#include <sartor/deformer.glsl>
#include "surface.glsl"

DECLARE_SURFACE(0, 1)
SARTOR_WRITE_FLOATS(2, shiftOut)
SARTOR_READ_FLOATS(3, steps)
SARTOR_READ_UINTS(4, offsets)
SARTOR_READ_UINTS(5, neighbours)

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertexCount()) {
        return;
    }
    uint row = firstElement(4u) + vertex;
    uint first = offsets[row];
    uint last = offsets[row + 1u];
    float step = steps[firstElement(3u) + vertex];
    vec3 result = shiftAt(vertex);
    if (first != last && step != 0.0) {
        vec3 total = vec3(0);
        for (uint index = first; index < last; ++index) {
            total = sum(total, edgeOf(vertex, neighbours[firstElement(5u) + index]));
        }
        float count = float(last - first);
        precise vec3 mean = vec3(total.x / count, total.y / count, total.z / count);
        result = plusScaled(result, step, mean);
    }
    uint target = 3u * (firstElement(2u) + vertex);
    shiftOut[target] = result.x;
    shiftOut[target + 1u] = result.y;
    shiftOut[target + 2u] = result.z;
}
