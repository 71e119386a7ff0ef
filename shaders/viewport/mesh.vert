// SPDX-License-Identifier: Apache-2.0
// Pulls one corner of one triangle, so that the fragment knows its triangle and its edges.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "mesh.glsl"

layout(std430, set = 1, binding = 0) readonly buffer Positions {
    float positions[];
};
layout(std430, set = 1, binding = 1) readonly buffer Normals {
    float normals[];
};
layout(std430, set = 1, binding = 2) readonly buffer Colours {
    uint colours[];
};
layout(std430, set = 1, binding = 3) readonly buffer TexCoords {
    float texCoords[];
};
layout(std430, set = 1, binding = 4) readonly buffer Triangles {
    uint triangles[];
};

layout(location = 0) out vec3 outPosition;
layout(location = 1) out vec3 outNormal;
layout(location = 2) out vec3 outColour;
layout(location = 3) out vec2 outTexCoord;
layout(location = 4) out vec3 outCorner;
layout(location = 5) flat out uint outTriangle;

void main() {
    const uint vertex = triangles[gl_VertexIndex];
    const uint p = firstPosition + 3 * vertex;
    outPosition = vec3(positions[p], positions[p + 1], positions[p + 2]);
    outNormal = vec3(0.0);
    if ((flags & kHasNormals) != 0) {
        const uint n = firstNormal + 3 * vertex;
        outNormal = vec3(normals[n], normals[n + 1], normals[n + 2]);
    }
    outColour = vec3(1.0);
    if ((flags & kHasColours) != 0) {
        outColour = unpackUnorm4x8(colours[vertex]).rgb;
    }
    outTexCoord = vec2(0.0);
    if ((flags & kHasTexture) != 0) {
        outTexCoord = vec2(texCoords[2 * vertex], texCoords[2 * vertex + 1]);
    }
    const uint corner = gl_VertexIndex % 3;
    outCorner = vec3(corner == 0, corner == 1, corner == 2);
    outTriangle = gl_VertexIndex / 3;
    gl_Position = clipFromWorld * vec4(outPosition, 1.0);
}
