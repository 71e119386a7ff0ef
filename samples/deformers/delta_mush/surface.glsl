// SPDX-License-Identifier: Apache-2.0
// What smooth.comp and add.comp have in common, in the order of operations of surface.hpp.
#include <sartor/linear_map.glsl>

vec3 minus(vec3 a, vec3 b) {
    precise vec3 difference = vec3(a.x - b.x, a.y - b.y, a.z - b.z);
    return difference;
}

// A vector between two, by components; exact at both ends.
vec3 mixed(vec3 from, vec3 to, float amount) {
    precise float rest = 1.0 - amount;
    return plusScaled(scaled(rest, from), amount, to);
}
