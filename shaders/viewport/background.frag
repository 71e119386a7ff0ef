// SPDX-License-Identifier: Apache-2.0
// A quiet studio wall: lighter in the middle, darker at the rim.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"

layout(location = 0) out vec4 outColour;
layout(location = 1) out uvec2 outId;

void main() {
    const vec2 place = gl_FragCoord.xy * viewport.zw - vec2(0.5, 0.45);
    const float distanceFromMiddle = length(place * vec2(1.0, 0.85));
    const float shade = smoothstep(0.0, 0.85, distanceFromMiddle);
    outColour = vec4(mix(vec3(0.338, 0.350, 0.370), vec3(0.150, 0.157, 0.170), shade), 1.0);
    outId = uvec2(0);
}
