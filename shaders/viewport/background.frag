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
    // Less than one step of a colour, so that slow changes show no bands.
    const float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    outColour = vec4(mix(vec3(0.338, 0.350, 0.370), vec3(0.150, 0.157, 0.170), shade) + (grain - 0.5) / 255.0, 1.0);
    outId = uvec2(0);
}
