// SPDX-License-Identifier: Apache-2.0
// The blended rigid map of a vertex, as in sartor/deformer/dual_quat_blend.hpp. Include
// sartor/influences.glsl, declare the buffer dualQuats, and define SARTOR_DUAL_QUATS_NEED, the need
// that it is, before including.
#ifndef SARTOR_DUAL_QUAT_BLEND_GLSL
#define SARTOR_DUAL_QUAT_BLEND_GLSL

#include <sartor/linear_map.glsl>

// Rotations that cancel out to less than this have no direction left.
const float kSmallestLength = 1e-8;

vec4 quaternionAt(uint joint, uint part) {
    uint at = 8u * (firstElement(SARTOR_DUAL_QUATS_NEED) + joint) + part;
    return vec4(dualQuats[at], dualQuats[at + 1u], dualQuats[at + 2u], dualQuats[at + 3u]);
}

vec4 realOf(uint joint) { return quaternionAt(joint, 0u); }

vec4 dualOf(uint joint) { return quaternionAt(joint, 4u); }

float dotProduct(vec4 a, vec4 b) {
    precise float sum = ((a.x * b.x + a.y * b.y) + a.z * b.z) + a.w * b.w;
    return sum;
}

vec4 plusScaled(vec4 base, float factor, vec4 q) {
    precise vec4 result = vec4(base.x + factor * q.x,
                               base.y + factor * q.y,
                               base.z + factor * q.z,
                               base.w + factor * q.w);
    return result;
}

vec4 divided(vec4 q, float divisor) {
    precise vec4 result = vec4(q.x / divisor, q.y / divisor, q.z / divisor, q.w / divisor);
    return result;
}

// The heaviest influence; of equally heavy ones that of the lowest joint.
uint pivotOf(InfluenceRange range) {
    uint pivot = range.first;
    for (uint influence = range.first + 1u; influence < range.last; ++influence) {
        float weight = weightOf(influence);
        float heaviest = weightOf(pivot);
        if (weight > heaviest || (weight == heaviest && jointOf(influence) < jointOf(pivot))) {
            pivot = influence;
        }
    }
    return pivot;
}

// q and -q are the same rotation: the one in the pivot's hemisphere. Applied where it is used, the
// stored weight keeps its sign.
float signTowards(vec4 pivot, vec4 real) { return dotProduct(real, pivot) < 0.0 ? -1.0 : 1.0; }

struct Blended {
    vec4 real;
    vec4 dual;
    float size;           // of the real part before it was made unit
    vec4 pivot;           // real part of the pivot
    bool isPivots;        // the rotations cancelled out, this is the pivot's own map
    InfluenceRange range; // the influences that it is made of
};

float lengthOf(vec4 q) {
    precise float length = sqrt(dotProduct(q, q));
    return length;
}

Blended blendOf(InfluenceRange range) {
    uint pivot = pivotOf(range);
    uint pivotJoint = jointOf(pivot);
    Blended blended;
    blended.real = vec4(0);
    blended.dual = vec4(0);
    blended.pivot = realOf(pivotJoint);
    blended.isPivots = false;
    blended.range = range;
    for (uint influence = range.first; influence < range.last; ++influence) {
        uint joint = jointOf(influence);
        vec4 real = realOf(joint);
        float signedWeight = signTowards(blended.pivot, real) * weightOf(influence);
        blended.real = plusScaled(blended.real, signedWeight, real);
        blended.dual = plusScaled(blended.dual, signedWeight, dualOf(joint));
    }
    blended.size = lengthOf(blended.real);
    if (!(blended.size >= kSmallestLength)) {
        blended.real = blended.pivot;
        blended.dual = dualOf(pivotJoint);
        blended.size = lengthOf(blended.real);
        blended.isPivots = true;
        blended.range = InfluenceRange(pivot, pivot + 1u);
    }
    blended.real = divided(blended.real, blended.size);
    blended.dual = divided(blended.dual, blended.size);
    // A sum of unit dual quaternions is none: what is along the real part belongs to its length.
    float along = dotProduct(blended.real, blended.dual);
    blended.dual = plusScaled(blended.dual, -along, blended.real);
    return blended;
}

// As in sartor_deformer.h.
const uint kAntipodal = 4u;
const uint kHemisphereConflict = 8u;
const uint kNearHalfTurn = 16u;

// Cosine of half the angle between two rotations, under which they count as half a turn apart.
const float kNearHalfTurnCosine = 0.1;

// SARTOR_FLAG_* of a vertex: where a small step of the pose may be a jump.
uint dualQuatHazards(InfluenceRange range) {
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

#endif
