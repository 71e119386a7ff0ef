// SPDX-License-Identifier: Apache-2.0
// Multiplies floats: the smallest dispatch that can be right or wrong.
#version 450

layout(local_size_x = 64) in;

layout(std430, set = 0, binding = 0) readonly buffer Source {
    float source[];
};
layout(std430, set = 0, binding = 1) writeonly buffer Destination {
    float destination[];
};
layout(push_constant) uniform Constants {
    float factor;
    uint count;
};

void main() {
    const uint index = gl_GlobalInvocationID.x;
    if (index < count) {
        destination[index] = source[index] * factor;
    }
}
