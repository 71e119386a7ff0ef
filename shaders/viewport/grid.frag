// SPDX-License-Identifier: Apache-2.0
// Lines whose strength falls where they become finer than pixels.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"

layout(location = 0) in vec2 inGround;
layout(location = 0) out vec4 outColour;

// Coverage of lines at the integers.
float lines(vec2 place, vec2 change, float halfWidth) {
    const vec2 fromLine = abs(fract(place - 0.5) - 0.5) / max(change, vec2(1e-6));
    const vec2 coverage = clamp(halfWidth + 0.5 - fromLine, 0.0, 1.0);
    const vec2 fade = 1.0 - smoothstep(0.25, 0.6, change);
    return max(coverage.x * fade.x, coverage.y * fade.y);
}

void main() {
    const vec2 change = fwidth(inGround);
    const vec2 place = inGround + ground.xy;
    const float pixels = grid.w;
    const float fine = lines(place / grid.x, change / grid.x, 0.5 * pixels);
    const float coarse = lines(place / (10.0 * grid.x), change / (10.0 * grid.x), 0.6 * pixels);
    vec3 colour = vec3(0.62, 0.64, 0.67);
    float strength = max(fine * 0.16, coarse * 0.38);
    // The lines on which one coordinate is zero are the axes.
    const vec2 axis =
        clamp(0.9 * pixels + 0.5 - abs(inGround + ground.zw) / max(change, vec2(1e-6)), 0.0, 1.0);
    if (axis.y > 0.0) {
        colour = mix(colour, vec3(0.86, 0.30, 0.30), axis.y);
        strength = max(strength, axis.y * 0.80);
    }
    if (axis.x > 0.0) {
        colour = mix(colour, vec3(0.30, 0.48, 0.90), axis.x);
        strength = max(strength, axis.x * 0.80);
    }
    const float fade = 1.0 - smoothstep(0.25, 1.0, length(inGround) / grid.y);
    strength *= fade;
    float dark = 0.0;
    if (shadow.z > 0.0) {
        const vec2 fromMiddle = (inGround - shadow.xy) / shadow.zw;
        dark = 0.42 * exp(-2.2 * dot(fromMiddle, fromMiddle));
    }
    // The lines over the shadow over what is there.
    const float alpha = strength + dark * (1.0 - strength);
    outColour = vec4(colour * strength / max(alpha, 1e-4), alpha);
}
