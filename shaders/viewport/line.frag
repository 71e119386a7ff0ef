// SPDX-License-Identifier: Apache-2.0
// Everything within half the width of the segment.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "rim.glsl"

layout(location = 0) flat in vec4 inEnds;
layout(location = 1) flat in float inHalfWidth;
layout(location = 2) flat in vec3 inColour;
layout(location = 0) out vec4 outColour;

void main() {
    const vec2 along = inEnds.zw - inEnds.xy;
    const vec2 place = gl_FragCoord.xy - inEnds.xy;
    const float t = clamp(dot(place, along) / max(dot(along, along), 1e-6), 0.0, 1.0);
    const float coverage = clamp(inHalfWidth + 0.5 - length(place - along * t), 0.0, 1.0);
    if (coverage <= 0.0) {
        discard;
    }
    outColour = vec4(inColour, coverage * rimAlpha);
}
