// SPDX-License-Identifier: Apache-2.0
// The blended rotation of a vertex, in the order of operations of cor.cpp. The file that includes this
// declares the buffer dualQuats and the need that it is, DUAL_QUATS_NEED.

// Rotations that cancel out to less than this have no direction left.
const float kSmallestLength = 1e-8;

vec4 rotationOf(uint influence) {
    uint at = 8u * (firstElement(DUAL_QUATS_NEED) + jointOf(influence));
    return vec4(dualQuats[at], dualQuats[at + 1u], dualQuats[at + 2u], dualQuats[at + 3u]);
}

float dotProduct(vec4 a, vec4 b) {
    precise float result = ((a.x * b.x + a.y * b.y) + a.z * b.z) + a.w * b.w;
    return result;
}

float lengthOf(vec4 q) {
    precise float result = sqrt(dotProduct(q, q));
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

// q and -q are the same rotation: the one in the pivot's hemisphere.
float sideOf(vec4 rotation, vec4 pivot) { return dotProduct(rotation, pivot) < 0.0 ? -1.0 : 1.0; }

struct BlendedRotation {
    vec4 rotation;
    vec4 pivot;    // the heaviest influence's
    bool isPivots; // the rotations cancelled out, this is the pivot's own
};

BlendedRotation blendOf(InfluenceRange range) {
    BlendedRotation blended;
    blended.pivot = rotationOf(pivotOf(range));
    blended.isPivots = false;
    vec4 total = vec4(0);
    for (uint influence = range.first; influence < range.last; ++influence) {
        vec4 own = rotationOf(influence);
        precise float weight = sideOf(own, blended.pivot) * weightOf(influence);
        precise vec4 next = vec4(total.x + weight * own.x,
                                 total.y + weight * own.y,
                                 total.z + weight * own.z,
                                 total.w + weight * own.w);
        total = next;
    }
    float size = lengthOf(total);
    if (!(size >= kSmallestLength)) {
        blended.isPivots = true;
        total = blended.pivot;
        size = lengthOf(total);
    }
    precise vec4 unit = vec4(total.x / size, total.y / size, total.z / size, total.w / size);
    blended.rotation = unit;
    return blended;
}
