// SPDX-License-Identifier: Apache-2.0
// Linear blend skinning in double precision, written plainly from the formulas.
#pragma once

#include <sartor/math/affine.h>

#include <glm/gtc/matrix_inverse.hpp>

#include <span>

namespace sartor::test {

struct OracleInfluence {
    std::size_t joint = 0;
    double weight = 0.0;
};

struct OracleVertex {
    glm::dvec3 position = glm::dvec3(0.0);
    glm::dvec3 normal = glm::dvec3(0.0, 0.0, 1.0);
    glm::dvec4 tangent = glm::dvec4(1.0, 0.0, 0.0, 1.0);
};

/// Sum of w S as a linear part and a translation.
struct OracleMap {
    glm::dmat3 linear = glm::dmat3(0.0);
    glm::dvec3 translation = glm::dvec3(0.0);
};

inline OracleMap blendedMap(std::span<const math::Affine> palette,
                            std::span<const OracleInfluence> influences) {
    OracleMap map;
    for (const OracleInfluence& influence : influences) {
        map.linear += influence.weight * glm::dmat3(palette[influence.joint].linear);
        map.translation += influence.weight * glm::dvec3(palette[influence.joint].translation);
    }
    return map;
}

/// Sum of w (S p): points are blended, not matrices.
inline glm::dvec3 blendedPoints(std::span<const math::Affine> palette,
                                std::span<const OracleInfluence> influences,
                                const glm::dvec3& position) {
    glm::dvec3 sum(0.0);
    for (const OracleInfluence& influence : influences) {
        const math::Affine& modelFromBind = palette[influence.joint];
        sum += influence.weight * (glm::dmat3(modelFromBind.linear) * position +
                                   glm::dvec3(modelFromBind.translation));
    }
    return sum;
}

/// Inverse transpose of the blended map; only for maps that have an inverse.
inline glm::dvec3 blendedNormal(const glm::dmat3& linear, const glm::dvec3& normal) {
    return glm::normalize(glm::inverseTranspose(linear) * normal);
}

/// Position from blended points, normal by inverse transpose, tangent forward.
inline OracleVertex skinVertex(std::span<const math::Affine> palette,
                               std::span<const OracleInfluence> influences,
                               const OracleVertex& bind) {
    if (influences.empty()) {
        return bind;
    }
    const glm::dmat3 linear = blendedMap(palette, influences).linear;
    const double side = glm::determinant(linear) < 0.0 ? -1.0 : 1.0;
    return {blendedPoints(palette, influences, bind.position),
            blendedNormal(linear, bind.normal),
            glm::dvec4(glm::normalize(linear * glm::dvec3(bind.tangent)), bind.tangent.w * side)};
}

} // namespace sartor::test
