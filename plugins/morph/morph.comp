// SPDX-License-Identifier: Apache-2.0
// Morph targets. morph.cpp does the same float operations in the same order.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SARTOR_NEED_COUNT 13
#include <sartor/deformer.glsl>
#include <sartor/linear_map.glsl>

SARTOR_READ_FLOATS(0, positionIn)
SARTOR_WRITE_FLOATS(1, positionOut)
SARTOR_READ_FLOATS(2, normalIn)
SARTOR_WRITE_FLOATS(3, normalOut)
SARTOR_READ_FLOATS(4, tangentIn)
SARTOR_WRITE_FLOATS(5, tangentOut)
SARTOR_READ_UINTS(6, offsets)
SARTOR_READ_UINTS(7, targets)
SARTOR_READ_FLOATS(8, positionDeltas)
SARTOR_READ_FLOATS(9, normalDeltas)
SARTOR_READ_FLOATS(10, tangentDeltas)
SARTOR_READ_FLOATS(11, targetWeights)
SARTOR_READ_FLOATS(12, linear)
SARTOR_BOUND(3, hasNormal)
SARTOR_BOUND(5, hasTangent)
SARTOR_BOUND(9, hasNormalDeltas)
SARTOR_BOUND(10, hasTangentDeltas)

const int kCarried = 2;
const int kTangentFrame = 3;

vec3 sumOf(vec3 a, vec3 b) {
    precise vec3 result = vec3(a.x + b.x, a.y + b.y, a.z + b.z);
    return result;
}

vec3 scaled(float factor, vec3 v) {
    precise vec3 result = vec3(factor * v.x, factor * v.y, factor * v.z);
    return result;
}

vec3 sumScaled(vec3 sum, float weight, vec3 delta) {
    precise vec3 result =
        vec3(sum.x + weight * delta.x, sum.y + weight * delta.y, sum.z + weight * delta.z);
    return result;
}

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
        normalizedOr(sumScaled(tangent, -dotProduct(tangent, normal), normal), tangent);
    return Frame(along, scaled(side, crossProduct(normal, along)), normal);
}

// A vector with the same coordinates in another frame.
vec3 movedBetween(Frame from, Frame to, vec3 v) {
    vec3 flatPart = sumScaled(scaled(dotProduct(v, from.tangent), to.tangent),
                              dotProduct(v, from.bitangent),
                              to.bitangent);
    return sumScaled(flatPart, dotProduct(v, from.normal), to.normal);
}

// The weighted deltas of one vertex.
struct Sums {
    vec3 position;
    vec3 normal;
    vec3 tangent;
};

// The vertex that they are added to; directions are there where the mesh has them.
struct Vertex {
    vec3 position;
    vec3 normal;
    vec4 tangent;
};

// Sum of a direction and its deltas, unit again; untouched directions keep their bits.
vec3 turned(vec3 direction, vec3 deltas) {
    return isZero(deltas) ? direction : normalizedOr(sumOf(direction, deltas), direction);
}

Vertex added(Vertex vertex, Sums sums) {
    return Vertex(sumOf(vertex.position, sums.position),
                  turned(vertex.normal, sums.normal),
                  vec4(turned(vertex.tangent.xyz, sums.tangent), vertex.tangent.w));
}

// As if the deltas had been there before the skinning stage.
Vertex carried(Vertex vertex, Sums sums, vec3 rows[3]) {
    DirectionMap map = directionMapOf(rows);
    Vertex result = vertex;
    result.position = sumOf(vertex.position, rowsTimes(rows, sums.position));
    if (!isZero(sums.normal)) {
        vec3 bind = sumOf(normalBefore(map, vertex.normal), sums.normal);
        result.normal =
            normalizedOr(scaled(map.side, rowsTimes(map.cofactorRows, bind)), vertex.normal);
    }
    if (!isZero(sums.tangent)) {
        vec3 stream = vertex.tangent.xyz;
        vec3 bind = sumOf(tangentBefore(map, stream), sums.tangent);
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
        sums.position = sumScaled(
            sums.position,
            weight,
            vec3(positionDeltas[at], positionDeltas[at + 1u], positionDeltas[at + 2u]));
        if (hasNormal() && hasNormalDeltas()) {
            at = 3u * (firstElement(9u) + delta);
            sums.normal =
                sumScaled(sums.normal,
                          weight,
                          vec3(normalDeltas[at], normalDeltas[at + 1u], normalDeltas[at + 2u]));
        }
        if (hasTangent() && hasTangentDeltas()) {
            at = 3u * (firstElement(10u) + delta);
            sums.tangent =
                sumScaled(sums.tangent,
                          weight,
                          vec3(tangentDeltas[at], tangentDeltas[at + 1u], tangentDeltas[at + 2u]));
        }
    }
    return sums;
}

void main() {
    uint index = gl_GlobalInvocationID.x;
    if (index >= vertexCount()) {
        return;
    }
    Sums sums = sumsOf(index);
    Vertex vertex = Vertex(vec3(0), vec3(0), vec4(0));
    uint at = 3u * (firstElement(0u) + index);
    vertex.position = vec3(positionIn[at], positionIn[at + 1u], positionIn[at + 2u]);
    if (hasNormal()) {
        at = 3u * (firstElement(2u) + index);
        vertex.normal = vec3(normalIn[at], normalIn[at + 1u], normalIn[at + 2u]);
    }
    if (hasTangent()) {
        at = 4u * (firstElement(4u) + index);
        vertex.tangent =
            vec4(tangentIn[at], tangentIn[at + 1u], tangentIn[at + 2u], tangentIn[at + 3u]);
    }

    int order = intParam(0u);
    if (order == kCarried || order == kTangentFrame) {
        at = 9u * (firstElement(12u) + index);
        vec3 rows[3];
        for (uint r = 0u; r < 3u; ++r) {
            rows[r] = vec3(linear[at + r], linear[at + 3u + r], linear[at + 6u + r]);
        }
        vertex = order == kCarried ? carried(vertex, sums, rows)
                                   : addedInTangentFrame(vertex, sums, rows);
    } else {
        vertex = added(vertex, sums);
    }

    at = 3u * (firstElement(1u) + index);
    for (uint component = 0u; component < 3u; ++component) {
        positionOut[at + component] = vertex.position[component];
    }
    if (hasNormal()) {
        at = 3u * (firstElement(3u) + index);
        for (uint component = 0u; component < 3u; ++component) {
            normalOut[at + component] = vertex.normal[component];
        }
    }
    if (hasTangent()) {
        at = 4u * (firstElement(5u) + index);
        for (uint component = 0u; component < 4u; ++component) {
            tangentOut[at + component] = vertex.tangent[component];
        }
    }
}
