// SPDX-License-Identifier: Apache-2.0
// Where dual quaternion skinning has no good answer. dqs.cpp does the same float operations in the
// same order.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SARTOR_NEED_COUNT 6
#include <sartor/deformer.glsl>

SARTOR_READ_UINTS(0, offsets)
SARTOR_READ_UINTS(1, joints)
SARTOR_READ_FLOATS(2, weights)
SARTOR_READ_FLOATS(3, dualQuats)
SARTOR_READ_UINTS(4, flagsIn)
SARTOR_WRITE_UINTS(5, flagsOut)
SARTOR_BOUND(4, hasFlags)

#define JOINTS_NEED 1u
#define WEIGHTS_NEED 2u
#define DUAL_QUATS_NEED 3u
#include "blend.glsl"

// As in sartor_deformer.h.
const uint kAntipodal = 4u;
const uint kHemisphereConflict = 8u;
const uint kNearHalfTurn = 16u;

// Cosine of half the angle between two rotations, under which they count as half a turn apart.
const float kNearHalfTurnCosine = 0.1;

uint hazardsOf(uint first, uint last) {
    Blended blended = blendOf(first, last);
    uint flags = blended.isPivots ? kAntipodal : 0u;
    for (uint a = first; a < last; ++a) {
        vec4 real = realOf(jointOf(a));
        if (abs(dotProduct(real, blended.pivot)) < kNearHalfTurnCosine) {
            flags |= kNearHalfTurn;
        }
        float side = signTowards(blended.pivot, real);
        for (uint b = a + 1u; b < last; ++b) {
            vec4 other = realOf(jointOf(b));
            if (side * signTowards(blended.pivot, other) * dotProduct(real, other) < 0.0) {
                flags |= kHemisphereConflict;
            }
        }
    }
    return flags;
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertexCount()) {
        return;
    }
    uint row = firstElement(0u) + vertex;
    uint first = offsets[row];
    uint last = offsets[row + 1u];
    uint before = hasFlags() ? flagsIn[firstElement(4u) + vertex] : 0u;
    flagsOut[firstElement(5u) + vertex] = before | (first == last ? 0u : hazardsOf(first, last));
}
