// SPDX-License-Identifier: Apache-2.0
// An octahedron from a joint to its child, widest near the joint.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"

struct Bone {
    vec4 headAndHalfWidth;
    vec3 tail;
    uint colour;
};
layout(std430, set = 1, binding = 0) readonly buffer Bones {
    Bone bones[];
};

layout(location = 0) flat out vec3 outNormal;
layout(location = 1) flat out vec3 outColour;

const float kWidest = 0.14;

void main() {
    const Bone bone = bones[gl_InstanceIndex];
    const vec3 head = bone.headAndHalfWidth.xyz;
    const vec3 along = bone.tail - head;
    const vec3 direction = normalize(along);
    const vec3 other = abs(direction.y) < 0.9 ? vec3(0, 1, 0) : vec3(1, 0, 0);
    const vec3 side = normalize(cross(direction, other)) * bone.headAndHalfWidth.w;
    const vec3 front = cross(direction, side);

    // Faces 0 to 3 meet at the head, 4 to 7 at the tail; each spans a quarter turn.
    const int face = gl_VertexIndex / 3;
    const int corner = gl_VertexIndex % 3;
    const vec3 ring[4] = vec3[](side, front, -side, -front);
    const vec3 middle = head + along * kWidest;
    const vec3 first = middle + ring[face % 4];
    const vec3 second = middle + ring[(face + 1) % 4];
    const vec3 tip = face < 4 ? head : bone.tail;
    const vec3 position = corner == 0 ? tip : (corner == 1 ? first : second);
    vec3 normal = normalize(cross(first - tip, second - tip));
    if (dot(normal, (first + second) * 0.5 - middle) < 0.0) {
        normal = -normal;
    }
    outNormal = normal;
    outColour = unpackUnorm4x8(bone.colour).rgb;
    gl_Position = clipFromWorld * vec4(position, 1.0);
}
