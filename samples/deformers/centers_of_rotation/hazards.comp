// SPDX-License-Identifier: Apache-2.0
// Where a small step of the pose may be a jump. cor.cpp does the same float operations in the same
// order.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SARTOR_NEED_COUNT 7
#include <sartor/deformer.glsl>
#define SARTOR_INFLUENCE_NEED 0
#include <sartor/influences.glsl>

SARTOR_READ_FLOATS(3, dualQuats)
SARTOR_READ_FLOATS(4, centers)
SARTOR_READ_UINTS(5, flagsIn)
SARTOR_WRITE_UINTS(6, flagsOut)
SARTOR_BOUND(5, hasFlags)

#define SARTOR_DUAL_QUATS_NEED 3u
#include <sartor/dual_quat_blend.glsl>

void main() {
    uint index = gl_GlobalInvocationID.x;
    if (index >= vertexCount()) {
        return;
    }
    bool hasCenter = centers[4u * (firstElement(4u) + index) + 3u] > 0.0;
    uint before = hasFlags() ? flagsIn[firstElement(5u) + index] : 0u;
    uint found = hasCenter ? dualQuatHazards(influencesOf(index)) : 0u;
    flagsOut[firstElement(6u) + index] = before | found;
}
