// SPDX-License-Identifier: Apache-2.0
// The influences of every vertex, as in sartor/deformer/influences.hpp. Define
// SARTOR_INFLUENCE_NEED, the index of the first of their three needs, before including.
#ifndef SARTOR_INFLUENCES_GLSL
#define SARTOR_INFLUENCES_GLSL

layout(set = 0, binding = SARTOR_INFLUENCE_NEED, std430) readonly buffer SartorInfluenceOffsets {
    uint influenceOffsets[];
};
layout(set = 0, binding = SARTOR_INFLUENCE_NEED + 1, std430) readonly buffer SartorInfluenceJoints {
    uint influenceJoints[];
};
layout(set = 0, binding = SARTOR_INFLUENCE_NEED + 2, std430)
    readonly buffer SartorInfluenceWeights {
    float influenceWeights[];
};

// The influences of one vertex: indices first .. last-1.
struct InfluenceRange {
    uint first;
    uint last;
};

InfluenceRange influencesOf(uint vertex) {
    uint row = firstElement(uint(SARTOR_INFLUENCE_NEED)) + vertex;
    return InfluenceRange(influenceOffsets[row], influenceOffsets[row + 1u]);
}

bool isEmpty(InfluenceRange range) { return range.first == range.last; }

uint jointOf(uint influence) {
    return influenceJoints[firstElement(uint(SARTOR_INFLUENCE_NEED) + 1u) + influence];
}

float weightOf(uint influence) {
    return influenceWeights[firstElement(uint(SARTOR_INFLUENCE_NEED) + 2u) + influence];
}

#endif
