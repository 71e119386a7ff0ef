// SPDX-License-Identifier: Apache-2.0
// Both device forms of lift.cpp: the same float operations in the same order.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SARTOR_NEED_COUNT 2
#include <sartor/deformer.glsl>

SARTOR_READ_FLOATS(0, positionIn)
SARTOR_WRITE_POSITION(1)

void lift(uint vertex) {
    uint at = 3u * (firstElement(0u) + vertex);
    precise float lifted = positionIn[at + 1u] + floatParam(0u);
    writePosition(vertex, vec3(positionIn[at], lifted, positionIn[at + 2u]));
}

SARTOR_MAIN(lift)
