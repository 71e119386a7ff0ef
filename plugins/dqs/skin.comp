// SPDX-License-Identifier: Apache-2.0
// Dual quaternion skinning. dqs.cpp does the same float operations in the same order.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SARTOR_NEED_COUNT 14
#include <sartor/deformer.glsl>

SARTOR_READ_FLOATS(0, positionIn)
SARTOR_WRITE_FLOATS(1, positionOut)
SARTOR_READ_FLOATS(2, normalIn)
SARTOR_WRITE_FLOATS(3, normalOut)
SARTOR_READ_FLOATS(4, tangentIn)
SARTOR_WRITE_FLOATS(5, tangentOut)
SARTOR_WRITE_FLOATS(6, linearOut)
SARTOR_READ_UINTS(7, offsets)
SARTOR_READ_UINTS(8, joints)
SARTOR_READ_FLOATS(9, weights)
SARTOR_READ_FLOATS(10, dualQuats)
SARTOR_READ_FLOATS(11, stretches)
SARTOR_READ_FLOATS(12, commonStretch)
SARTOR_READ_FLOATS(13, skinBlend)
SARTOR_BOUND(3, hasNormal)
SARTOR_BOUND(5, hasTangent)
SARTOR_BOUND(6, wantsLinear)
SARTOR_BOUND(13, hasSkinBlend)

#define JOINTS_NEED 8u
#define WEIGHTS_NEED 9u
#define DUAL_QUATS_NEED 10u
#include "blend.glsl"

const int kTwoPhase = 1;
const int kDrop = 2;

// v + 2 r x (r x v + w v) with q = (r, w), unit.
vec3 rotated(vec4 q, vec3 v) {
    vec3 once = crossProduct(q.xyz, v);
    precise vec3 inner = vec3(once.x + q.w * v.x, once.y + q.w * v.y, once.z + q.w * v.z);
    vec3 twice = crossProduct(q.xyz, inner);
    precise vec3 result =
        vec3(v.x + 2.0 * twice.x, v.y + 2.0 * twice.y, v.z + 2.0 * twice.z);
    return result;
}

// Vector part of a * conjugate(b).
vec3 vectorOfTimesConjugate(vec4 a, vec4 b) {
    vec3 turned = crossProduct(a.xyz, b.xyz);
    precise vec3 result = vec3((b.w * a.x - a.w * b.x) - turned.x,
                               (b.w * a.y - a.w * b.y) - turned.y,
                               (b.w * a.z - a.w * b.z) - turned.z);
    return result;
}

vec3 translationOf(vec4 real, vec4 dual) {
    vec3 halfOfIt = vectorOfTimesConjugate(dual, real);
    return vec3(2.0 * halfOfIt.x, 2.0 * halfOfIt.y, 2.0 * halfOfIt.z);
}

// q * (v, 0).
vec4 timesVector(vec4 q, vec3 v) {
    vec3 turned = crossProduct(q.xyz, v);
    precise vec4 result = vec4(q.w * v.x + turned.x,
                               q.w * v.y + turned.y,
                               q.w * v.z + turned.z,
                               -dotProduct(q.xyz, v));
    return result;
}

vec3 stretchColumn(uint joint, uint column) {
    uint at = 9u * (firstElement(11u) + joint) + 3u * column;
    return vec3(stretches[at], stretches[at + 1u], stretches[at + 2u]);
}

vec3 commonColumn(uint column) {
    uint at = 9u * firstElement(12u) + 3u * column;
    return vec3(commonStretch[at], commonStretch[at + 1u], commonStretch[at + 2u]);
}

bool isIdentity(vec3 columns[3]) {
    return columns[0] == vec3(1, 0, 0) && columns[1] == vec3(0, 1, 0) &&
           columns[2] == vec3(0, 0, 1);
}

bool hasStretch(uint joint) {
    return !isIdentity(vec3[3](
        stretchColumn(joint, 0u), stretchColumn(joint, 1u), stretchColumn(joint, 2u)));
}

// What a vertex follows: linear, by columns, and translation; rigid maps keep the rotation they
// came from.
struct VertexMap {
    vec3 columns[3];
    vec3 translation;
    vec4 rotation;
    bool isRigid;
};

// Derivative of the re-pivoted map, which is linear in the vertex: each influence has the rotation
// of its joint and the translation that takes this vertex to where the joint's own map takes it.
vec3[3] repivotedColumns(Blended blended) {
    vec4 sums[3] = vec4[3](vec4(0), vec4(0), vec4(0));
    for (uint influence = blended.first; influence < blended.last; ++influence) {
        uint joint = jointOf(influence);
        vec4 real = realOf(joint);
        float weight = blended.isPivots ? 1.0 : weightOf(influence);
        float signedWeight = signTowards(blended.pivot, real) * weight;
        for (uint column = 0u; column < 3u; ++column) {
            sums[column] = plusScaled(
                sums[column], signedWeight, timesVector(real, stretchColumn(joint, column)));
        }
    }
    vec3 columns[3];
    for (uint column = 0u; column < 3u; ++column) {
        columns[column] =
            vectorOfTimesConjugate(divided(sums[column], blended.size), blended.real);
    }
    return columns;
}

// Stretches first, with the weights as they are, and the rigid map after them.
vec3[3] twoPhaseColumns(Blended blended) {
    vec3 sums[3] = vec3[3](vec3(0), vec3(0), vec3(0));
    for (uint influence = blended.first; influence < blended.last; ++influence) {
        uint joint = jointOf(influence);
        float weight = blended.isPivots ? 1.0 : weightOf(influence);
        for (uint column = 0u; column < 3u; ++column) {
            sums[column] = plusScaled(sums[column], weight, stretchColumn(joint, column));
        }
    }
    return vec3[3](rotated(blended.real, sums[0]),
                   rotated(blended.real, sums[1]),
                   rotated(blended.real, sums[2]));
}

VertexMap dualQuatMap(uint first, uint last) {
    Blended blended = blendOf(first, last);
    int scaleMode = intParam(0u);
    vec3 factor[3] = vec3[3](commonColumn(0u), commonColumn(1u), commonColumn(2u));
    VertexMap map;
    map.rotation = blended.real;
    map.translation = translationOf(blended.real, blended.dual);
    map.isRigid = true;
    if (scaleMode == kDrop) {
        map.isRigid = isIdentity(factor);
    } else {
        for (uint influence = blended.first; influence < blended.last; ++influence) {
            map.isRigid = map.isRigid && !hasStretch(jointOf(influence));
        }
    }
    if (map.isRigid) {
        map.columns = vec3[3](rotated(blended.real, vec3(1, 0, 0)),
                              rotated(blended.real, vec3(0, 1, 0)),
                              rotated(blended.real, vec3(0, 0, 1)));
    } else if (scaleMode == kDrop) {
        map.columns = vec3[3](rotated(blended.real, factor[0]),
                              rotated(blended.real, factor[1]),
                              rotated(blended.real, factor[2]));
    } else if (scaleMode == kTwoPhase) {
        map.columns = twoPhaseColumns(blended);
    } else {
        map.columns = repivotedColumns(blended);
    }
    return map;
}

VertexMap linearMap(uint first, uint last) {
    VertexMap map;
    map.columns = vec3[3](vec3(0), vec3(0), vec3(0));
    map.translation = vec3(0);
    map.rotation = vec4(0);
    map.isRigid = false;
    for (uint influence = first; influence < last; ++influence) {
        uint joint = jointOf(influence);
        float weight = weightOf(influence);
        vec4 real = realOf(joint);
        for (uint column = 0u; column < 3u; ++column) {
            map.columns[column] = plusScaled(
                map.columns[column], weight, rotated(real, stretchColumn(joint, column)));
        }
        map.translation =
            plusScaled(map.translation, weight, translationOf(real, dualOf(joint)));
    }
    return map;
}

vec3 mixed(float share, vec3 without, vec3 with) {
    precise float rest = 1.0 - share;
    precise vec3 result = vec3(rest * without.x + share * with.x,
                               rest * without.y + share * with.y,
                               rest * without.z + share * with.z);
    return result;
}

VertexMap mapOf(uint first, uint last, float share) {
    if (share >= 1.0) {
        return dualQuatMap(first, last);
    }
    VertexMap map = linearMap(first, last);
    if (share > 0.0) {
        VertexMap rigid = dualQuatMap(first, last);
        for (uint column = 0u; column < 3u; ++column) {
            map.columns[column] = mixed(share, map.columns[column], rigid.columns[column]);
        }
        map.translation = mixed(share, map.translation, rigid.translation);
    }
    return map;
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertexCount()) {
        return;
    }
    uint row = firstElement(7u) + vertex;
    uint first = offsets[row];
    uint last = offsets[row + 1u];
    float share = floatParam(1u);
    if (hasSkinBlend()) {
        precise float product = share * skinBlend[firstElement(13u) + vertex];
        share = product;
    }
    VertexMap map = VertexMap(vec3[3](vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)),
                              vec3(0),
                              vec4(0, 0, 0, 1),
                              true);
    if (first != last) {
        map = mapOf(first, last, share);
    }
    vec3 rows[3];
    for (uint r = 0u; r < 3u; ++r) {
        rows[r] = vec3(map.columns[0][r], map.columns[1][r], map.columns[2][r]);
    }

    uint source = 3u * (firstElement(0u) + vertex);
    vec3 position = vec3(positionIn[source], positionIn[source + 1u], positionIn[source + 2u]);
    vec3 turned = map.isRigid ? rotated(map.rotation, position) : rowsTimes(rows, position);
    uint target = 3u * (firstElement(1u) + vertex);
    for (uint component = 0u; component < 3u; ++component) {
        precise float moved = turned[component] + map.translation[component];
        positionOut[target + component] = moved;
    }
    if (wantsLinear()) {
        target = 9u * (firstElement(6u) + vertex);
        for (uint column = 0u; column < 3u; ++column) {
            for (uint r = 0u; r < 3u; ++r) {
                linearOut[target + 3u * column + r] = map.columns[column][r];
            }
        }
    }
    if (!hasNormal() && !hasTangent()) {
        return;
    }

    DirectionMap directions = directionMapOf(rows);
    if (hasNormal()) {
        source = 3u * (firstElement(2u) + vertex);
        vec3 normal = vec3(normalIn[source], normalIn[source + 1u], normalIn[source + 2u]);
        vec3 mapped =
            map.isRigid ? rotated(map.rotation, normal) : mappedNormal(directions, normal);
        target = 3u * (firstElement(3u) + vertex);
        for (uint component = 0u; component < 3u; ++component) {
            normalOut[target + component] = mapped[component];
        }
    }
    if (hasTangent()) {
        source = 4u * (firstElement(4u) + vertex);
        vec4 tangent = vec4(tangentIn[source],
                            tangentIn[source + 1u],
                            tangentIn[source + 2u],
                            tangentIn[source + 3u]);
        vec4 mapped = map.isRigid ? vec4(rotated(map.rotation, tangent.xyz), tangent.w)
                                  : mappedTangent(directions, tangent);
        target = 4u * (firstElement(5u) + vertex);
        for (uint component = 0u; component < 4u; ++component) {
            tangentOut[target + component] = mapped[component];
        }
    }
}
