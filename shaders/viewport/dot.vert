// SPDX-License-Identifier: Apache-2.0
// A square that faces the camera around a point.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "rim.glsl"

struct Dot {
    vec4 centerAndPixels;
    float largestRadius;
    uint colour;
};
layout(std430, set = 1, binding = 0) readonly buffer Dots {
    Dot dots[];
};

layout(location = 0) flat out vec3 outCenterAndRadius;
layout(location = 1) flat out vec3 outColour;

void main() {
    const Dot dot = dots[gl_InstanceIndex];
    const vec4 clip = clipFromWorld * vec4(dot.centerAndPixels.xyz, 1.0);
    if (clip.z <= 0.0) {
        gl_Position = vec4(0.0, 0.0, -1.0, 1.0);
        outCenterAndRadius = vec3(0.0);
        outColour = vec3(0.0);
        return;
    }
    float radius = dot.centerAndPixels.w * grid.w;
    if (dot.largestRadius > 0.0) {
        radius = min(radius, dot.largestRadius * grid.z / clip.w);
    }
    radius += rimPixels * grid.w;
    const vec2 center = pixelFromClip(clip);
    const vec2 corners[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1),
                                   vec2(-1, 1));
    const vec2 pixel = center + corners[gl_VertexIndex] * (radius + 1.0);
    outCenterAndRadius = vec3(center, radius);
    outColour = rimPixels > 0.0 ? vec3(0.06) : unpackUnorm4x8(dot.colour).rgb;
    gl_Position = vec4((pixel * viewport.zw * 2.0 - 1.0) * clip.w, clip.z, clip.w);
}
