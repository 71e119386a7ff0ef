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

#define DUAL_QUATS_NEED 3u
#include "rotation.glsl"

// As in sartor_deformer.h.
const uint kAntipodal = 4u;
const uint kHemisphereConflict = 8u;
const uint kNearHalfTurn = 16u;

// Cosine of half the angle between two rotations, under which they count as half a turn apart.
const float kNearHalfTurnCosine = 0.1;

uint hazardsOf(InfluenceRange range) {
    BlendedRotation blended = blendOf(range);
    uint flags = blended.isPivots ? kAntipodal : 0u;
    for (uint a = range.first; a < range.last; ++a) {
        vec4 own = rotationOf(a);
        if (abs(dotProduct(own, blended.pivot)) < kNearHalfTurnCosine) {
            flags |= kNearHalfTurn;
        }
        float side = sideOf(own, blended.pivot);
        for (uint b = a + 1u; b < range.last; ++b) {
            vec4 other = rotationOf(b);
            precise float closeness =
                side * sideOf(other, blended.pivot) * dotProduct(own, other);
            if (closeness < 0.0) {
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
    bool hasCenter = centers[4u * (firstElement(4u) + index) + 3u] > 0.0;
    uint before = hasFlags() ? flagsIn[firstElement(5u) + index] : 0u;
    uint found = hasCenter ? hazardsOf(influencesOf(index)) : 0u;
    flagsOut[firstElement(6u) + index] = before | found;
}
