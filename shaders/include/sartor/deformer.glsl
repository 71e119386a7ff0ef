// SPDX-License-Identifier: Apache-2.0
// The host's side of a deformer's compute stage (sartor_deformer.h, sartor_spirv).
//
// Define SARTOR_NEED_COUNT before including, then declare each need with one of the macros below,
// under the binding that is its index in the table of needs:
//
//   #define SARTOR_NEED_COUNT 2
//   #include <sartor/deformer.glsl>
//   SARTOR_READ_FLOATS(0, positionIn)
//   SARTOR_WRITE_FLOATS(1, positionOut)
//
// Buffers are packed words: elements of three floats stride 12 bytes, so they are read float by
// float through firstElement().
#ifndef SARTOR_DEFORMER_GLSL
#define SARTOR_DEFORMER_GLSL

layout(local_size_x_id = 0, local_size_y = 1, local_size_z = 1) in;

layout(push_constant) uniform SartorPush {
    uint firstInstance;
    uint pass;
    uint frameFlags;
    uint reserved;
} sartorPush;

layout(set = 0, binding = SARTOR_NEED_COUNT, std430) readonly buffer SartorInstances {
    uint instanceTable[];
};
layout(set = 0, binding = SARTOR_NEED_COUNT + 1, std430) readonly buffer SartorParams {
    uint params[];
};

#define SARTOR_READ_FLOATS(need, name)                                                             \
    layout(set = 0, binding = need, std430) readonly buffer Need##need { float name[]; };
#define SARTOR_READ_UINTS(need, name)                                                              \
    layout(set = 0, binding = need, std430) readonly buffer Need##need { uint name[]; };
#define SARTOR_WRITE_FLOATS(need, name)                                                            \
    layout(set = 0, binding = need, std430) writeonly buffer Need##need { float name[]; };
#define SARTOR_WRITE_UINTS(need, name)                                                             \
    layout(set = 0, binding = need, std430) writeonly buffer Need##need { uint name[]; };
// Declares `bool name()`: whether the host bound this optional need.
#define SARTOR_BOUND(need, name)                                                                   \
    layout(constant_id = 1 + need) const uint name##Constant = 1u;                                 \
    bool name() { return name##Constant != 0u; }

uint instanceRow() {
    return (sartorPush.firstInstance + gl_WorkGroupID.y) * (SARTOR_NEED_COUNT + 2u);
}

uint vertexCount() { return instanceTable[instanceRow()]; }

// Element of a need at which this instance's data begin.
uint firstElement(uint need) { return instanceTable[instanceRow() + 1u + need]; }

float floatParam(uint index) {
    return uintBitsToFloat(params[instanceTable[instanceRow() + 1u + SARTOR_NEED_COUNT] + index]);
}

// Nothing of the last frame counts: SARTOR_FRAME_RESET.
bool isReset() { return (sartorPush.frameFlags & 1u) != 0u; }

// INT, BOOL and ENUM.
int intParam(uint index) {
    return int(params[instanceTable[instanceRow() + 1u + SARTOR_NEED_COUNT] + index]);
}

#endif
