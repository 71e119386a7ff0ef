// SPDX-License-Identifier: Apache-2.0
// What smooth.comp, add.comp and turn.comp have in common, in the order of operations of surface.hpp.
#include <sartor/linear_map.glsl>

vec3 minus(vec3 a, vec3 b) {
    precise vec3 difference = vec3(a.x - b.x, a.y - b.y, a.z - b.z);
    return difference;
}

// A buffer of the points and one of how far smoothing has moved them: vec3 edgeOf(uint from, uint to).
#define DECLARE_SURFACE(pointNeed, shiftNeed)                                               \
    SARTOR_READ_FLOATS(pointNeed, points)                                                          \
    SARTOR_READ_FLOATS(shiftNeed, shifts)                                                          \
    vec3 pointAt(uint vertex) {                                                                    \
        uint at = 3u * (firstElement(uint(pointNeed)) + vertex);                                   \
        return vec3(points[at], points[at + 1u], points[at + 2u]);                                 \
    }                                                                                              \
    vec3 shiftAt(uint vertex) {                                                                    \
        uint at = 3u * (firstElement(uint(shiftNeed)) + vertex);                                   \
        return vec3(shifts[at], shifts[at + 1u], shifts[at + 2u]);                                 \
    }                                                                                              \
    vec3 edgeOf(uint from, uint to) {                                                              \
        return sum(minus(pointAt(to), pointAt(from)), minus(shiftAt(to), shiftAt(from)));          \
    }

// A vector between two, by components; exact at both ends.
vec3 mixed(vec3 from, vec3 to, float amount) {
    precise float rest = 1.0 - amount;
    return plusScaled(scaled(rest, from), amount, to);
}
