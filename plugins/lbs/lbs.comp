// SPDX-License-Identifier: Apache-2.0
// Linear blend skinning. lbs.cpp does the same float operations in the same order.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SARTOR_NEED_COUNT 12
#include <sartor/deformer.glsl>
#include <sartor/linear_map.glsl>

#include <sartor/vertex_streams.glsl>
#define SARTOR_INFLUENCE_NEED 7
#include <sartor/influences.glsl>

SARTOR_WRITE_LINEAR(6, storeLinear)
SARTOR_READ_FLOATS(10, palette)
SARTOR_READ_FLOATS(11, gradients)
SARTOR_BOUND(6, wantsLinear)
SARTOR_BOUND(11, hasGradients)

const int kLinearNormals = 1;
const int kPerJointNormals = 2;

// Of maps divided by their largest element.
const float kSmallestDeterminant = 1e-12;

// Inverse transpose of a joint's map times the normal. A map without an inverse has the direction
// that it tends to.
vec3 inverseTransposed(uint joint, vec3 normal) {
    uint at = 12u * (firstElement(10u) + joint);
    vec3 rows[3];
    for (uint r = 0u; r < 3u; ++r) {
        rows[r] = vec3(palette[at + 4u * r], palette[at + 4u * r + 1u], palette[at + 4u * r + 2u]);
    }
    DirectionMap map = directionMapOf(rows);
    float determinant = dotProduct(map.rows[0], map.cofactorRows[0]);
    if (!(abs(determinant) > kSmallestDeterminant)) {
        return mappedNormal(map, normal);
    }
    vec3 turned = rowsTimes(map.cofactorRows, normal);
    precise float divisor = determinant * map.size;
    precise vec3 result = vec3(turned.x / divisor, turned.y / divisor, turned.z / divisor);
    return result;
}

vec3 perJointNormal(InfluenceRange range, vec3 normal) {
    vec3 total = vec3(0);
    for (uint influence = range.first; influence < range.last; ++influence) {
        total = plusScaled(
            total, weightOf(influence), inverseTransposed(jointOf(influence), normal));
    }
    return normalizedOr(total, normal);
}

// A 3x4 matrix: what the rows say, and a translation.
struct Map {
    vec3 rows[3];
    vec3 translation;
};

const Map kStill = Map(vec3[3](vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)), vec3(0));

vec3 transformed(Map map, vec3 point) { return sum(rowsTimes(map.rows, point), map.translation); }

Map mapOf(float elements[12]) {
    Map map;
    for (uint r = 0u; r < 3u; ++r) {
        map.rows[r] = vec3(elements[4u * r], elements[4u * r + 1u], elements[4u * r + 2u]);
        map.translation[r] = elements[4u * r + 3u];
    }
    return map;
}

float paletteElement(uint influence, uint element) {
    return palette[12u * (firstElement(10u) + jointOf(influence)) + element];
}

Map modelFromBind(uint influence) {
    float elements[12];
    for (uint element = 0u; element < 12u; ++element) {
        elements[element] = paletteElement(influence, element);
    }
    return mapOf(elements);
}

Map blendedMap(InfluenceRange range) {
    precise float sums[12] = float[12](0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    for (uint influence = range.first; influence < range.last; ++influence) {
        float weight = weightOf(influence);
        for (uint element = 0u; element < 12u; ++element) {
            sums[element] = sums[element] + weight * paletteElement(influence, element);
        }
    }
    return mapOf(sums);
}

// Takes directions along the surface: there the weights change, too, and with them the place. Where
// other joints than those of the vertex gain weight nearby, they count as if they moved as it does,
// which keeps a motion of all joints rigid.
DirectionMap surfaceMap(InfluenceRange range, Map blended, vec3 positionBefore) {
    vec3 position = transformed(blended, positionBefore);
    vec3 rows[3] = blended.rows;
    for (uint influence = range.first; influence < range.last; ++influence) {
        vec3 own = transformed(modelFromBind(influence), positionBefore);
        vec3 offset = plusScaled(own, -1.0, position);
        uint at = 3u * (firstElement(11u) + influence);
        vec3 gradient = vec3(gradients[at], gradients[at + 1u], gradients[at + 2u]);
        for (uint r = 0u; r < 3u; ++r) {
            rows[r] = plusScaled(rows[r], offset[r], gradient);
        }
    }
    DirectionMap map = directionMapOf(rows);
    // Where the surface folds over itself its outside is that of the triangles; a mirror alone
    // turns it round.
    map.side = directionMapOf(blended.rows).side;
    return map;
}

Vertex skinned(uint index, Vertex before) {
    InfluenceRange range = influencesOf(index);
    Map blended = kStill;
    if (!isEmpty(range)) {
        blended = blendedMap(range);
    }
    Vertex vertex = before;
    vertex.position = transformed(blended, before.position);
    if (wantsLinear()) {
        storeLinear(index, blended.rows);
    }
    if (isEmpty(range) || !haveDirections()) {
        return vertex;
    }
    DirectionMap map;
    if (hasGradients()) {
        map = surfaceMap(range, blended, before.position);
    } else {
        map = directionMapOf(blended.rows);
    }
    int mode = intParam(0u);
    if (mode == kLinearNormals) {
        vertex.normal = normalizedOr(rowsTimes(map.rows, before.normal), before.normal);
    } else if (mode == kPerJointNormals) {
        vertex.normal = perJointNormal(range, before.normal);
    } else {
        vertex.normal = mappedNormal(map, before.normal);
    }
    vertex.tangent = mappedTangent(map, before.tangent);
    return vertex;
}

SARTOR_DEFORM(skinned)
