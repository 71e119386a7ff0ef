// SPDX-License-Identifier: Apache-2.0
// Morph targets. morph.cpp does the same float operations in the same order.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SARTOR_NEED_COUNT 13
#include <sartor/deformer.glsl>
#include <sartor/linear_map.glsl>

#include <sartor/vertex_streams.glsl>

SARTOR_READ_UINTS(6, offsets)
SARTOR_READ_UINTS(7, targets)
SARTOR_READ_FLOATS(8, positionDeltas)
SARTOR_READ_FLOATS(9, normalDeltas)
SARTOR_READ_FLOATS(10, tangentDeltas)
SARTOR_READ_FLOATS(11, targetWeights)
SARTOR_READ_FLOATS(12, linear)
SARTOR_BOUND(9, hasNormalDeltas)
SARTOR_BOUND(10, hasTangentDeltas)

const int kCarried = 2;
const int kTangentFrame = 3;

bool isZero(vec3 v) { return v.x == 0.0 && v.y == 0.0 && v.z == 0.0; }

// What the skinning map took to this normal, and to this tangent, up to length.
vec3 normalBefore(DirectionMap map, vec3 normal) {
    return normalizedOr(transposedTimes(map.rows, normal), normal);
}
vec3 tangentBefore(DirectionMap map, vec3 tangent) {
    return normalizedOr(scaled(map.side, transposedTimes(map.cofactorRows, tangent)), tangent);
}

// Three perpendicular directions at a vertex.
struct Frame {
    vec3 tangent;
    vec3 bitangent;
    vec3 normal;
};

Frame frameOf(vec3 normal, vec3 tangent, float side) {
    vec3 along =
        normalizedOr(plusScaled(tangent, -dotProduct(tangent, normal), normal), tangent);
    return Frame(along, scaled(side, crossProduct(normal, along)), normal);
}

// A vector with the same coordinates in another frame.
vec3 movedBetween(Frame from, Frame to, vec3 v) {
    vec3 flatPart = plusScaled(scaled(dotProduct(v, from.tangent), to.tangent),
                              dotProduct(v, from.bitangent),
                              to.bitangent);
    return plusScaled(flatPart, dotProduct(v, from.normal), to.normal);
}

// The weighted deltas of one vertex.
struct Sums {
    vec3 position;
    vec3 normal;
    vec3 tangent;
};

// Sum of a direction and its deltas, unit again; untouched directions keep their bits.
vec3 turned(vec3 direction, vec3 deltas) {
    return isZero(deltas) ? direction : normalizedOr(sum(direction, deltas), direction);
}

Vertex added(Vertex vertex, Sums sums) {
    return Vertex(sum(vertex.position, sums.position),
                  turned(vertex.normal, sums.normal),
                  vec4(turned(vertex.tangent.xyz, sums.tangent), vertex.tangent.w));
}

// As if the deltas had been there before the skinning stage.
Vertex carried(Vertex vertex, Sums sums, vec3 rows[3]) {
    DirectionMap map = directionMapOf(rows);
    Vertex result = vertex;
    result.position = sum(vertex.position, rowsTimes(rows, sums.position));
    if (!isZero(sums.normal)) {
        vec3 bind = sum(normalBefore(map, vertex.normal), sums.normal);
        result.normal =
            normalizedOr(scaled(map.side, rowsTimes(map.cofactorRows, bind)), vertex.normal);
    }
    if (!isZero(sums.tangent)) {
        vec3 stream = vertex.tangent.xyz;
        vec3 bind = sum(tangentBefore(map, stream), sums.tangent);
        result.tangent = vec4(normalizedOr(rowsTimes(map.rows, bind), stream), vertex.tangent.w);
    }
    return result;
}

// Deltas keep their length and their place in the tangent frame.
Vertex addedInTangentFrame(Vertex vertex, Sums sums, vec3 rows[3]) {
    DirectionMap map = directionMapOf(rows);
    vec3 tangent = vertex.tangent.xyz;
    precise float side = vertex.tangent.w * map.side;
    Frame bind = frameOf(normalBefore(map, vertex.normal), tangentBefore(map, tangent), side);
    Frame now = frameOf(vertex.normal, tangent, vertex.tangent.w);
    return added(vertex,
                 Sums(movedBetween(bind, now, sums.position),
                      movedBetween(bind, now, sums.normal),
                      movedBetween(bind, now, sums.tangent)));
}

Sums sumsOf(uint index) {
    uint row = firstElement(6u) + index;
    uint firstTarget = firstElement(7u);
    uint firstWeight = firstElement(11u);
    Sums sums = Sums(vec3(0), vec3(0), vec3(0));
    for (uint delta = offsets[row]; delta < offsets[row + 1u]; ++delta) {
        float weight = targetWeights[firstWeight + targets[firstTarget + delta]];
        if (weight == 0.0) {
            continue;
        }
        uint at = 3u * (firstElement(8u) + delta);
        sums.position = plusScaled(
            sums.position,
            weight,
            vec3(positionDeltas[at], positionDeltas[at + 1u], positionDeltas[at + 2u]));
        if (haveNormals() && hasNormalDeltas()) {
            at = 3u * (firstElement(9u) + delta);
            sums.normal =
                plusScaled(sums.normal,
                          weight,
                          vec3(normalDeltas[at], normalDeltas[at + 1u], normalDeltas[at + 2u]));
        }
        if (haveTangents() && hasTangentDeltas()) {
            at = 3u * (firstElement(10u) + delta);
            sums.tangent =
                plusScaled(sums.tangent,
                          weight,
                          vec3(tangentDeltas[at], tangentDeltas[at + 1u], tangentDeltas[at + 2u]));
        }
    }
    return sums;
}

Vertex morphed(uint index, Vertex vertex) {
    Sums sums = sumsOf(index);
    int order = intParam(0u);
    if (order != kCarried && order != kTangentFrame) {
        return added(vertex, sums);
    }
    uint at = 9u * (firstElement(12u) + index);
    vec3 rows[3];
    for (uint r = 0u; r < 3u; ++r) {
        rows[r] = vec3(linear[at + r], linear[at + 3u + r], linear[at + 6u + r]);
    }
    return order == kCarried ? carried(vertex, sums, rows)
                             : addedInTangentFrame(vertex, sums, rows);
}

SARTOR_DEFORM(morphed)
