// SPDX-License-Identifier: Apache-2.0
// Flat shaded.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"

layout(location = 0) flat in vec3 inNormal;
layout(location = 1) flat in vec3 inColour;
layout(location = 0) out vec4 outColour;

void main() {
    const float key = dot(inNormal, keyWorld.xyz) * 0.5 + 0.5;
    outColour = vec4(inColour * (0.45 + 0.55 * key), 1.0);
}
