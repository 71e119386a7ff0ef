// SPDX-License-Identifier: Apache-2.0
// A surface whose vertices a deformer's own shader makes (gpu::VertexSource). That shader knows
// neither colours nor texture coordinates: they come from the three corners.
#version 450
#extension GL_GOOGLE_include_directive : require
#define FRAME_SET 2
#include "frame.glsl"
#include "mesh_flags.glsl"

// Behind those of the vertex shader.
layout(push_constant) uniform Surface {
    layout(offset = 80) vec4 baseColor;
    float alphaCutoff;
    float wireframe;
    uint flags;
    uint drawNumber;
    // In floats from the start of the binding.
    uint firstNormal;
};

layout(std430, set = 3, binding = 0) readonly buffer Colours {
    uint colours[];
};
layout(std430, set = 3, binding = 1) readonly buffer TexCoords {
    float texCoords[];
};
layout(std430, set = 3, binding = 2) readonly buffer Triangles {
    uint triangles[];
};
// Where the vertex shader makes none.
layout(std430, set = 3, binding = 3) readonly buffer Normals {
    float normals[];
};
layout(set = 3, binding = 4) uniform sampler2D baseColorTexture;
#include "mesh_shading.glsl"

layout(location = 0) in vec3 inPosition;
layout(location = 1) in vec3 inNormal;
layout(location = 4) in vec3 inCorner;
layout(location = 5) flat in uint inCornerIndex;

void main() {
    const uint triangle = inCornerIndex / 3;
    vec3 colour = vec3(0.0);
    vec2 texCoord = vec2(0.0);
    vec3 normal = inNormal;
    for (uint i = 0; i < 3; ++i) {
        const uint vertex = triangles[3 * triangle + i];
        if ((flags & kHasColours) != 0) {
            colour += inCorner[i] * unpackUnorm4x8(colours[vertex]).rgb;
        }
        if ((flags & kHasTexture) != 0) {
            texCoord += inCorner[i] * vec2(texCoords[2 * vertex], texCoords[2 * vertex + 1]);
        }
        if ((flags & kHasNormals) != 0) {
            const uint n = firstNormal + 3 * vertex;
            normal += inCorner[i] * vec3(normals[n], normals[n + 1], normals[n + 2]);
        }
    }
    shade(inPosition, normal, colour, texCoord, inCorner, triangle);
}
