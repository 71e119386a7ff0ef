// SPDX-License-Identifier: Apache-2.0
// A disc.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "rim.glsl"

layout(location = 0) flat in vec3 inCenterAndRadius;
layout(location = 1) flat in vec3 inColour;
layout(location = 0) out vec4 outColour;

void main() {
    const float fromCenter = length(gl_FragCoord.xy - inCenterAndRadius.xy);
    const float coverage = clamp(inCenterAndRadius.z + 0.5 - fromCenter, 0.0, 1.0);
    if (coverage <= 0.0) {
        discard;
    }
    outColour = vec4(inColour, coverage * rimAlpha);
}
