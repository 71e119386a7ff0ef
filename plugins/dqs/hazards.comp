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

#define DUAL_QUATS_NEED 3u
#include "blend.glsl"

// As in sartor_deformer.h.
const uint kAntipodal = 4u;
const uint kHemisphereConflict = 8u;
const uint kNearHalfTurn = 16u;

// Cosine of half the angle between two rotations, under which they count as half a turn apart.
const float kNearHalfTurnCosine = 0.1;

uint hazardsOf(InfluenceRange range) {
    Blended blended = blendOf(range);
    uint flags = blended.isPivots ? kAntipodal : 0u;
    for (uint a = range.first; a < range.last; ++a) {
        vec4 real = realOf(jointOf(a));
        if (abs(dotProduct(real, blended.pivot)) < kNearHalfTurnCosine) {
            flags |= kNearHalfTurn;
        }
        float side = signTowards(blended.pivot, real);
        for (uint b = a + 1u; b < range.last; ++b) {
            vec4 other = realOf(jointOf(b));
            if (side * signTowards(blended.pivot, other) * dotProduct(real, other) < 0.0) {
                flags |= kHemisphereConflict;
            }
        }
    }
    return flags;
}

void main() {
    uint index = gl_GlobalInvocationID.x;
    if (index >= vertexCount()) {
        return;
    }
    InfluenceRange range = influencesOf(index);
    uint before = hasFlags() ? flagsIn[firstElement(4u) + index] : 0u;
    flagsOut[firstElement(5u) + index] = before | (isEmpty(range) ? 0u : hazardsOf(range));
}
