// SPDX-License-Identifier: Apache-2.0
// Puts the deltas back, in the frames of the smoothed mesh.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SARTOR_NEED_COUNT 10
#include <sartor/deformer.glsl>
#include "surface.glsl"

DECLARE_SURFACE(0, 1)
SARTOR_READ_FLOATS(2, positionIn)
SARTOR_WRITE_FLOATS(3, positionOut)
SARTOR_READ_FLOATS(4, gradients)
SARTOR_READ_FLOATS(5, restFrames)
SARTOR_READ_FLOATS(6, deltas)
SARTOR_READ_UINTS(7, offsets)
SARTOR_READ_UINTS(8, neighbours)
SARTOR_WRITE_FLOATS(9, turnOut)
SARTOR_BOUND(9, wantsTurn)

const int kFollow = 1;
const float kSmallestSquaredSine = 1e-8;

// Its directions are all zero, and so is its area, where the surface is a line or a point.
struct Frame {
    vec3 x;
    vec3 y;
    vec3 z;
    float area;
};

Frame frameOf(uint vertex) {
    uint row = firstElement(7u) + vertex;
    vec3 u = vec3(0);
    vec3 v = vec3(0);
    for (uint index = offsets[row]; index < offsets[row + 1u]; ++index) {
        vec3 edge = edgeOf(vertex, neighbours[firstElement(8u) + index]);
        uint at = 2u * (firstElement(4u) + index);
        u = plusScaled(u, gradients[at], edge);
        v = plusScaled(v, gradients[at + 1u], edge);
    }
    vec3 normal = crossProduct(u, v);
    float areaSquared = dotProduct(normal, normal);
    precise float lengthsSquared = dotProduct(u, u) * dotProduct(v, v);
    precise float least = kSmallestSquaredSine * lengthsSquared;
    if (!(areaSquared > least && areaSquared > kSmallestSquaredLength)) {
        return Frame(vec3(0), vec3(0), vec3(0), 0.0);
    }
    Frame frame;
    precise float area = sqrt(areaSquared);
    frame.area = area;
    frame.z = normalizedOr(normal, vec3(0));
    vec3 both = sum(normalizedOr(u, vec3(0)), crossProduct(normalizedOr(v, vec3(0)), frame.z));
    frame.x = normalizedOr(both, vec3(0));
    frame.y = crossProduct(frame.z, frame.x);
    return frame;
}

vec3 combined(vec3 coordinates, Frame frame) {
    return plusScaled(plusScaled(scaled(coordinates.x, frame.x), coordinates.y, frame.y),
                      coordinates.z,
                      frame.z);
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertexCount()) {
        return;
    }
    Frame frame = frameOf(vertex);
    uint source = 3u * (firstElement(2u) + vertex);
    vec3 position = vec3(positionIn[source], positionIn[source + 1u], positionIn[source + 2u]);
    uint from = 4u * (firstElement(6u) + vertex);
    float restArea = deltas[from + 3u];
    bool isSurface = frame.area > 0.0 && restArea > 0.0;
    vec3 result = position;
    if (isSurface) {
        float size = 1.0;
        if (intParam(0u) == kFollow) {
            precise float ratio = frame.area / restArea;
            precise float root = sqrt(ratio);
            size = root;
        }
        vec3 detail =
            combined(vec3(deltas[from], deltas[from + 1u], deltas[from + 2u]), frame);
        vec3 move = plusScaled(shiftAt(vertex), size, detail);
        result = mixed(position, sum(pointAt(vertex), move), floatParam(1u));
    }
    uint target = 3u * (firstElement(3u) + vertex);
    positionOut[target] = result.x;
    positionOut[target + 1u] = result.y;
    positionOut[target + 2u] = result.z;
    if (wantsTurn()) {
        if (!isSurface) {
            frame = Frame(vec3(0), vec3(0), vec3(0), 0.0);
        }
        from = 9u * (firstElement(5u) + vertex);
        target = 9u * (firstElement(9u) + vertex);
        for (uint column = 0u; column < 3u; ++column) {
            vec3 turned = combined(vec3(restFrames[from + column],
                                        restFrames[from + 3u + column],
                                        restFrames[from + 6u + column]),
                                   frame);
            turnOut[target + 3u * column] = turned.x;
            turnOut[target + 3u * column + 1u] = turned.y;
            turnOut[target + 3u * column + 2u] = turned.z;
        }
    }
}
