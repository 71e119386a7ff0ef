// SPDX-License-Identifier: Apache-2.0
// A square on the ground around the grid's middle.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"

layout(location = 0) out vec2 outGround;

void main() {
    const vec2 corners[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1),
                                   vec2(-1, 1));
    outGround = corners[gl_VertexIndex] * grid.y;
    gl_Position = clipFromGround * vec4(outGround.x, 0.0, outGround.y, 1.0);
}
