// SPDX-License-Identifier: Apache-2.0
// Dual quaternion skinning. dqs.cpp does the same float operations in the same order.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SARTOR_NEED_COUNT 14
#include <sartor/deformer.glsl>

#include <sartor/linear_map.glsl>
#include <sartor/vertex_streams.glsl>
#define SARTOR_INFLUENCE_NEED 7
#include <sartor/influences.glsl>

SARTOR_WRITE_LINEAR(6, storeLinear)
SARTOR_READ_FLOATS(10, dualQuats)
SARTOR_READ_FLOATS(11, stretches)
SARTOR_READ_FLOATS(12, commonStretch)
SARTOR_READ_FLOATS(13, skinBlend)
SARTOR_BOUND(6, wantsLinear)
SARTOR_BOUND(13, hasSkinBlend)

#define SARTOR_DUAL_QUATS_NEED 10u
#include <sartor/dual_quat_blend.glsl>

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
    for (uint influence = blended.range.first; influence < blended.range.last; ++influence) {
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
    for (uint influence = blended.range.first; influence < blended.range.last; ++influence) {
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

bool isRigid(InfluenceRange range, vec3 factor[3]) {
    if (intParam(0u) == kDrop) {
        return isIdentity(factor);
    }
    for (uint influence = range.first; influence < range.last; ++influence) {
        if (hasStretch(jointOf(influence))) {
            return false;
        }
    }
    return true;
}

VertexMap dualQuatMap(InfluenceRange range) {
    Blended blended = blendOf(range);
    int scaleMode = intParam(0u);
    vec3 factor[3] = vec3[3](commonColumn(0u), commonColumn(1u), commonColumn(2u));
    VertexMap map;
    map.rotation = blended.real;
    map.translation = translationOf(blended.real, blended.dual);
    map.isRigid = isRigid(blended.range, factor);
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

VertexMap linearMap(InfluenceRange range) {
    VertexMap map;
    map.columns = vec3[3](vec3(0), vec3(0), vec3(0));
    map.translation = vec3(0);
    map.rotation = vec4(0);
    map.isRigid = false;
    for (uint influence = range.first; influence < range.last; ++influence) {
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
    return plusScaled(scaled(rest, without), share, with);
}

VertexMap mapOf(InfluenceRange range, float share) {
    if (share >= 1.0) {
        return dualQuatMap(range);
    }
    VertexMap map = linearMap(range);
    if (share > 0.0) {
        VertexMap rigid = dualQuatMap(range);
        for (uint column = 0u; column < 3u; ++column) {
            map.columns[column] = mixed(share, map.columns[column], rigid.columns[column]);
        }
        map.translation = mixed(share, map.translation, rigid.translation);
    }
    return map;
}

const VertexMap kStill = VertexMap(
    vec3[3](vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)), vec3(0), vec4(0, 0, 0, 1), true);

float shareOf(uint index) {
    float share = floatParam(1u);
    if (hasSkinBlend()) {
        precise float product = share * skinBlend[firstElement(13u) + index];
        share = product;
    }
    return share;
}

Vertex skinned(uint index, Vertex vertex) {
    InfluenceRange range = influencesOf(index);
    VertexMap map = kStill;
    if (!isEmpty(range)) {
        map = mapOf(range, shareOf(index));
    }
    vec3 rows[3];
    for (uint r = 0u; r < 3u; ++r) {
        rows[r] = vec3(map.columns[0][r], map.columns[1][r], map.columns[2][r]);
    }
    vertex.position = sum(map.isRigid ? rotated(map.rotation, vertex.position)
                                      : rowsTimes(rows, vertex.position),
                          map.translation);
    if (wantsLinear()) {
        storeLinear(index, rows);
    }
    if (!haveDirections()) {
        return vertex;
    }
    if (map.isRigid) {
        // Directions stay unit.
        vertex.normal = rotated(map.rotation, vertex.normal);
        vertex.tangent.xyz = rotated(map.rotation, vertex.tangent.xyz);
    } else {
        DirectionMap directions = directionMapOf(rows);
        vertex.normal = mappedNormal(directions, vertex.normal);
        vertex.tangent = mappedTangent(directions, vertex.tangent);
    }
    return vertex;
}

SARTOR_DEFORM(skinned)
