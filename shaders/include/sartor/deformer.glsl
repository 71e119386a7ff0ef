// SPDX-License-Identifier: Apache-2.0
// The host's side of a deformer's stage on the device (sartor_deformer.h, sartor_spirv).
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
//
// A file that writes through SARTOR_WRITE_POSITION and its like (sartor/vertex_streams.glsl does),
// and that ends with SARTOR_MAIN(name) for a function `void name(uint vertex)`, compiles to both forms of a stage: to
// compute, and, with SARTOR_VERTEX defined, to the same function inline in the vertex shader.
#ifndef SARTOR_DEFORMER_GLSL
#define SARTOR_DEFORMER_GLSL

#ifdef SARTOR_VERTEX
layout(push_constant) uniform SartorPush {
    uint firstInstance;
    uint pass;
    uint frameFlags;
    uint reserved;
    mat4 clipFromModel;
} sartorPush;

// 1 where the host keeps the results instead of drawing them.
layout(constant_id = 0) const uint sartorIsCaptured = 0u;

layout(set = 1, binding = 0, std430) readonly buffer SartorCorners {
    uint sartorCorners[];
};

layout(location = 0) out vec3 sartorPosition;
layout(location = 1) out vec3 sartorNormal;
layout(location = 2) out vec4 sartorTangent;
layout(location = 3) flat out uint sartorFlags;
layout(location = 4) out vec3 sartorCorner;
layout(location = 5) flat out uint sartorCornerIndex;
#else
layout(local_size_x_id = 0, local_size_y = 1, local_size_z = 1) in;

layout(push_constant) uniform SartorPush {
    uint firstInstance;
    uint pass;
    uint frameFlags;
    uint reserved;
} sartorPush;
#endif

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
#ifdef SARTOR_VERTEX
    return sartorPush.firstInstance * (SARTOR_NEED_COUNT + 2u);
#else
    return (sartorPush.firstInstance + gl_WorkGroupID.y) * (SARTOR_NEED_COUNT + 2u);
#endif
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

// Streams that both forms write. Each declares its buffer and a function:
//   SARTOR_WRITE_POSITION(need)  void writePosition(uint vertex, vec3 value)
//   SARTOR_WRITE_NORMAL(need)    void writeNormal(uint vertex, vec3 value)
//   SARTOR_WRITE_TANGENT(need)   void writeTangent(uint vertex, vec4 value)
//   SARTOR_WRITE_FLAGS(need)     void writeFlags(uint vertex, uint value)
#ifdef SARTOR_VERTEX
#define SARTOR_WRITE_POSITION(need)                                                                \
    void writePosition(uint vertex, vec3 value) { sartorPosition = value; }
#define SARTOR_WRITE_NORMAL(need)                                                                  \
    void writeNormal(uint vertex, vec3 value) { sartorNormal = value; }
#define SARTOR_WRITE_TANGENT(need)                                                                 \
    void writeTangent(uint vertex, vec4 value) { sartorTangent = value; }
#define SARTOR_WRITE_FLAGS(need)                                                                   \
    void writeFlags(uint vertex, uint value) { sartorFlags = value; }
#define SARTOR_MAIN(name)                                                                          \
    void main() {                                                                                  \
        sartorPosition = vec3(0.0);                                                                \
        sartorNormal = vec3(0.0);                                                                  \
        sartorTangent = vec4(0.0);                                                                 \
        sartorFlags = 0u;                                                                          \
        uint corner = uint(gl_VertexIndex) % 3u;                                                   \
        sartorCorner = vec3(corner == 0u, corner == 1u, corner == 2u);                             \
        sartorCornerIndex = uint(gl_VertexIndex);                                                  \
        uint vertex = sartorCorners[gl_VertexIndex];                                               \
        if (vertex < vertexCount()) {                                                              \
            name(vertex);                                                                          \
        }                                                                                          \
        gl_Position = sartorIsCaptured != 0u                                                       \
                          ? vec4(0.0, 0.0, 0.0, 1.0)                                               \
                          : sartorPush.clipFromModel * vec4(sartorPosition, 1.0);                  \
        gl_PointSize = 1.0;                                                                        \
    }
#else
#define SARTOR_WRITE_POSITION(need)                                                                \
    SARTOR_WRITE_FLOATS(need, sartorPositionOut)                                                   \
    void writePosition(uint vertex, vec3 value) {                                                  \
        uint at = 3u * (firstElement(need) + vertex);                                              \
        for (uint i = 0u; i < 3u; ++i) {                                                           \
            sartorPositionOut[at + i] = value[i];                                                  \
        }                                                                                          \
    }
#define SARTOR_WRITE_NORMAL(need)                                                                  \
    SARTOR_WRITE_FLOATS(need, sartorNormalOut)                                                     \
    void writeNormal(uint vertex, vec3 value) {                                                    \
        uint at = 3u * (firstElement(need) + vertex);                                              \
        for (uint i = 0u; i < 3u; ++i) {                                                           \
            sartorNormalOut[at + i] = value[i];                                                    \
        }                                                                                          \
    }
#define SARTOR_WRITE_TANGENT(need)                                                                 \
    SARTOR_WRITE_FLOATS(need, sartorTangentOut)                                                    \
    void writeTangent(uint vertex, vec4 value) {                                                   \
        uint at = 4u * (firstElement(need) + vertex);                                              \
        for (uint i = 0u; i < 4u; ++i) {                                                           \
            sartorTangentOut[at + i] = value[i];                                                   \
        }                                                                                          \
    }
#define SARTOR_WRITE_FLAGS(need)                                                                   \
    SARTOR_WRITE_UINTS(need, sartorFlagsOut)                                                       \
    void writeFlags(uint vertex, uint value) {                                                     \
        sartorFlagsOut[firstElement(need) + vertex] = value;                                       \
    }
#define SARTOR_MAIN(name)                                                                          \
    void main() {                                                                                  \
        if (gl_GlobalInvocationID.x < vertexCount()) {                                             \
            name(gl_GlobalInvocationID.x);                                                         \
        }                                                                                          \
    }
#endif

#endif
