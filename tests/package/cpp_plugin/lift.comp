// SPDX-License-Identifier: Apache-2.0
// The compute form of lift.cpp: the same float operations in the same order.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SARTOR_NEED_COUNT 2
#include <sartor/deformer.glsl>

SARTOR_READ_FLOATS(0, positionIn)
SARTOR_WRITE_FLOATS(1, positionOut)

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertexCount()) {
        return;
    }
    uint source = 3u * (firstElement(0u) + vertex);
    uint target = 3u * (firstElement(1u) + vertex);
    positionOut[target] = positionIn[source];
    precise float lifted = positionIn[source + 1u] + floatParam(0u);
    positionOut[target + 1u] = lifted;
    positionOut[target + 2u] = positionIn[source + 2u];
}
