// SPDX-License-Identifier: Apache-2.0
// Keeps what the vertex form of a deformer's stage made of one vertex; each vertex is one point.
#version 450

layout(constant_id = 0) const uint hasNormals = 1u;
layout(constant_id = 1) const uint hasTangents = 1u;
layout(constant_id = 2) const uint hasFlags = 1u;

layout(location = 0) flat in vec3 inPosition;
layout(location = 1) flat in vec3 inNormal;
layout(location = 2) flat in vec4 inTangent;
layout(location = 3) flat in uint inFlags;
layout(location = 5) flat in uint inVertex;

layout(std430, set = 2, binding = 0) writeonly buffer Positions {
    float positions[];
};
layout(std430, set = 2, binding = 1) writeonly buffer Normals {
    float normals[];
};
layout(std430, set = 2, binding = 2) writeonly buffer Tangents {
    float tangents[];
};
layout(std430, set = 2, binding = 3) writeonly buffer Flags {
    uint flags[];
};

void main() {
    for (uint i = 0u; i < 3u; ++i) {
        positions[3u * inVertex + i] = inPosition[i];
    }
    if (hasNormals != 0u) {
        for (uint i = 0u; i < 3u; ++i) {
            normals[3u * inVertex + i] = inNormal[i];
        }
    }
    if (hasTangents != 0u) {
        for (uint i = 0u; i < 4u; ++i) {
            tangents[4u * inVertex + i] = inTangent[i];
        }
    }
    if (hasFlags != 0u) {
        flags[inVertex] = inFlags;
    }
}
