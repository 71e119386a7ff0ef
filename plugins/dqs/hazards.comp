// SPDX-License-Identifier: Apache-2.0
// Where dual quaternion skinning has no good answer. dqs.cpp does the same float operations in the
// same order.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SARTOR_NEED_COUNT 6
#include <sartor/deformer.glsl>

#define SARTOR_INFLUENCE_NEED 0
#include <sartor/influences.glsl>

SARTOR_READ_FLOATS(3, dualQuats)
SARTOR_READ_UINTS(4, flagsIn)
SARTOR_WRITE_UINTS(5, flagsOut)
SARTOR_BOUND(4, hasFlags)

#define SARTOR_DUAL_QUATS_NEED 3u
#include <sartor/dual_quat_blend.glsl>

void main() {
    uint index = gl_GlobalInvocationID.x;
    if (index >= vertexCount()) {
        return;
    }
    InfluenceRange range = influencesOf(index);
    uint before = hasFlags() ? flagsIn[firstElement(4u) + index] : 0u;
    flagsOut[firstElement(5u) + index] = before | (isEmpty(range) ? 0u : dualQuatHazards(range));
}
