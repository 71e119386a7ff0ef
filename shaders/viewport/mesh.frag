// SPDX-License-Identifier: Apache-2.0
// A surface from streams that are read as they are.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "mesh.glsl"

layout(set = 1, binding = 5) uniform sampler2D baseColorTexture;
#include "mesh_shading.glsl"

layout(location = 0) in vec3 inPosition;
layout(location = 1) in vec3 inNormal;
layout(location = 2) in vec3 inColour;
layout(location = 3) in vec2 inTexCoord;
layout(location = 4) in vec3 inCorner;
layout(location = 5) flat in uint inTriangle;

void main() {
    shade(inPosition, inNormal, inColour, inTexCoord, inCorner, inTriangle);
}
