// SPDX-License-Identifier: Apache-2.0
// A segment as a quad that faces the camera, with room for round ends and a soft rim.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "rim.glsl"

struct Line {
    vec4 beginAndWidth;
    vec3 end;
    uint colour;
};
layout(std430, set = 1, binding = 0) readonly buffer Lines {
    Line lines[];
};

layout(location = 0) flat out vec4 outEnds;
layout(location = 1) flat out float outHalfWidth;
layout(location = 2) flat out vec3 outColour;

// Moves a point behind the near plane along the segment onto it.
vec4 inFront(vec4 clip, vec4 other) {
    const float kNearest = 1e-5;
    if (clip.z >= kNearest || other.z <= kNearest) {
        return clip;
    }
    return mix(clip, other, (kNearest - clip.z) / (other.z - clip.z));
}

void main() {
    const Line line = lines[gl_InstanceIndex];
    vec4 begin = clipFromWorld * vec4(line.beginAndWidth.xyz, 1.0);
    vec4 end = clipFromWorld * vec4(line.end, 1.0);
    begin = inFront(begin, end);
    end = inFront(end, begin);
    if (begin.z <= 0.0 || end.z <= 0.0) {
        gl_Position = vec4(0.0, 0.0, -1.0, 1.0);
        outEnds = vec4(0.0);
        outHalfWidth = 0.0;
        outColour = vec3(0.0);
        return;
    }
    const vec2 from = pixelFromClip(begin);
    const vec2 to = pixelFromClip(end);
    const float len = length(to - from);
    const vec2 along = len > 1e-4 ? (to - from) / len : vec2(1.0, 0.0);
    const vec2 across = vec2(-along.y, along.x);
    outHalfWidth = line.beginAndWidth.w * 0.5 * grid.w + rimPixels * grid.w;
    const float reach = outHalfWidth + 1.0;

    const int corners[6] = int[](0, 1, 2, 2, 1, 3);
    const int corner = corners[gl_VertexIndex];
    const bool isEnd = (corner & 1) != 0;
    const float side = (corner & 2) != 0 ? 1.0 : -1.0;
    const vec4 clip = isEnd ? end : begin;
    const vec2 pixel = (isEnd ? to + along * reach : from - along * reach) + across * side * reach;
    outEnds = vec4(from, to);
    outColour = rimPixels > 0.0 ? vec3(0.06) : unpackUnorm4x8(line.colour).rgb;
    gl_Position = vec4((pixel * viewport.zw * 2.0 - 1.0) * clip.w, clip.z, clip.w);
}
