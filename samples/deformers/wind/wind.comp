// SPDX-License-Identifier: Apache-2.0
// wind.c for the device, as compute and in the vertex shader: the same float operations in the same
// order.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SARTOR_NEED_COUNT 4
#include <sartor/deformer.glsl>

SARTOR_READ_FLOATS(0, positionIn)
SARTOR_WRITE_POSITION(1)
SARTOR_READ_FLOATS(2, seconds)
SARTOR_READ_FLOATS(3, mask)
SARTOR_BOUND(3, hasMask)

void blow(uint vertex) {
    vec2 towards = vec2(floatParam(0u), floatParam(1u));
    float strength = floatParam(2u);
    float frequency = floatParam(3u);
    float waves = floatParam(4u);
    float gust = floatParam(5u);
    precise float length = sqrt(towards.x * towards.x + towards.y * towards.y);
    precise float x = length > 0.0 ? towards.x / length : 0.0;
    precise float z = length > 0.0 ? towards.y / length : 0.0;

    uint source = 3u * (firstElement(0u) + vertex);
    vec3 position = vec3(positionIn[source], positionIn[source + 1u], positionIn[source + 2u]);
    precise float phase = frequency * seconds[2u * firstElement(2u)] -
                          waves * (x * position.x + z * position.z);
    precise float turn = 2.0 * (phase - floor(phase)) - 1.0;
    precise float wave = 4.0 * turn * (1.0 - abs(turn));
    precise float height = max(position.y - floatParam(6u), 0.0);
    precise float full = strength * height * ((1.0 - gust) + gust * wave);
    precise float shift = full;
    if (hasMask()) {
        shift = mask[firstElement(3u) + vertex] * full;
    }
    precise vec3 moved = vec3(position.x + x * shift, position.y, position.z + z * shift);
    writePosition(vertex, moved);
}

SARTOR_MAIN(blow)
