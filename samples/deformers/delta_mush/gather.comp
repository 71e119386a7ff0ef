// SPDX-License-Identifier: Apache-2.0
// Vertices that a seam has split begin at one place.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SARTOR_NEED_COUNT 4
#include <sartor/deformer.glsl>

SARTOR_READ_FLOATS(0, position)
SARTOR_READ_UINTS(1, representatives)
SARTOR_WRITE_FLOATS(2, posedOut)
SARTOR_WRITE_FLOATS(3, shiftOut)

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertexCount()) {
        return;
    }
    uint source = 3u * (firstElement(0u) + representatives[firstElement(1u) + vertex]);
    uint target = 3u * (firstElement(2u) + vertex);
    uint still = 3u * (firstElement(3u) + vertex);
    for (uint axis = 0u; axis < 3u; ++axis) {
        posedOut[target + axis] = position[source + axis];
        shiftOut[still + axis] = 0.0;
    }
}
