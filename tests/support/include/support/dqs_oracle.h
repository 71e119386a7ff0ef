// SPDX-License-Identifier: Apache-2.0
// Dual quaternion skinning in double precision, written plainly from the formulas: every influence
// is one rigid map, the maps are blended, the vertex is moved. Its derivative is taken by
// differences.
#pragma once

#include <sartor/math/affine.h>

#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <support/lbs_oracle.h>

#include <cmath>
#include <span>

namespace sartor::test {

enum class OracleScale { Repivot, TwoPhase, Drop };

struct OracleDualQuat {
    glm::dquat real = glm::dquat(1.0, 0.0, 0.0, 0.0);
    glm::dquat dual = glm::dquat(0.0, 0.0, 0.0, 0.0);
};

/// dual = 1/2 (0, t) q.
inline OracleDualQuat oracleRigid(const glm::dquat& rotation, const glm::dvec3& translation) {
    return {rotation,
            glm::dquat(0.0, translation.x, translation.y, translation.z) * rotation * 0.5};
}

inline glm::dvec3 moved(const OracleDualQuat& map, const glm::dvec3& point) {
    const glm::dquat t = map.dual * glm::conjugate(map.real) * 2.0;
    return map.real * point + glm::dvec3(t.x, t.y, t.z);
}

/// The rotation next to a matrix that has an inverse, by Newton's iteration; of a mirror the one
/// of the negative matrix.
inline glm::dquat oracleRotation(const glm::dmat3& linear) {
    glm::dmat3 iterate = glm::determinant(linear) < 0.0 ? -linear : linear;
    iterate /= std::cbrt(glm::determinant(iterate));
    for (int i = 0; i < 100; ++i) {
        iterate = 0.5 * (iterate + glm::transpose(glm::inverse(iterate)));
    }
    return glm::normalize(glm::quat_cast(iterate));
}

/// Index into the influences: the heaviest, of equally heavy ones that of the lowest joint.
inline std::size_t oraclePivot(std::span<const OracleInfluence> influences) {
    std::size_t pivot = 0;
    for (std::size_t i = 1; i < influences.size(); ++i) {
        const OracleInfluence& a = influences[i];
        const OracleInfluence& b = influences[pivot];
        if (a.weight > b.weight || (a.weight == b.weight && a.joint < b.joint)) {
            pivot = i;
        }
    }
    return pivot;
}

/// Where a vertex goes. `common` is applied first where scale is dropped.
inline glm::dvec3 dualQuatPoint(std::span<const math::Affine> palette,
                                std::span<const OracleInfluence> influences,
                                const glm::dvec3& point,
                                OracleScale scale,
                                const glm::dmat3& common = glm::dmat3(1.0)) {
    if (influences.empty()) {
        return point;
    }
    const glm::dquat pivot =
        oracleRotation(glm::dmat3(palette[influences[oraclePivot(influences)].joint].linear));
    OracleDualQuat sum{glm::dquat(0.0, 0.0, 0.0, 0.0), glm::dquat(0.0, 0.0, 0.0, 0.0)};
    glm::dvec3 stretched(0.0);
    for (const OracleInfluence& influence : influences) {
        const glm::dmat3 linear(palette[influence.joint].linear);
        glm::dvec3 translation(palette[influence.joint].translation);
        const glm::dquat rotation = oracleRotation(linear);
        if (scale == OracleScale::Repivot) {
            // The rotation of the joint, and what it lacks to the joint's own map at this point.
            translation += linear * point - rotation * point;
        }
        stretched += influence.weight * (glm::conjugate(rotation) * (linear * point));
        const OracleDualQuat map = oracleRigid(rotation, translation);
        const double sign = glm::dot(rotation, pivot) < 0.0 ? -1.0 : 1.0;
        sum.real = sum.real + map.real * (sign * influence.weight);
        sum.dual = sum.dual + map.dual * (sign * influence.weight);
    }
    const double length = glm::length(sum.real);
    sum.real = sum.real / length;
    sum.dual = sum.dual / length;
    switch (scale) {
    case OracleScale::Repivot:
        return moved(sum, point);
    case OracleScale::TwoPhase:
        return moved(sum, stretched);
    case OracleScale::Drop:
        return moved(sum, common * point);
    }
    return point;
}

/// Columns of the derivative of dualQuatPoint; exact up to rounding, because the map is affine.
inline glm::dmat3 dualQuatLinear(std::span<const math::Affine> palette,
                                 std::span<const OracleInfluence> influences,
                                 OracleScale scale,
                                 const glm::dmat3& common = glm::dmat3(1.0)) {
    const glm::dvec3 origin = dualQuatPoint(palette, influences, glm::dvec3(0.0), scale, common);
    glm::dmat3 columns;
    for (int axis = 0; axis < 3; ++axis) {
        glm::dvec3 unit(0.0);
        unit[axis] = 1.0;
        columns[axis] = dualQuatPoint(palette, influences, unit, scale, common) - origin;
    }
    return columns;
}

/// Position, normal by the inverse transpose of the derivative, tangent forward.
inline OracleVertex dualQuatVertex(std::span<const math::Affine> palette,
                                   std::span<const OracleInfluence> influences,
                                   const OracleVertex& bind,
                                   OracleScale scale,
                                   const glm::dmat3& common = glm::dmat3(1.0)) {
    const glm::dmat3 linear = dualQuatLinear(palette, influences, scale, common);
    const double side = glm::determinant(linear) < 0.0 ? -1.0 : 1.0;
    return {dualQuatPoint(palette, influences, bind.position, scale, common),
            blendedNormal(linear, bind.normal),
            glm::dvec4(glm::normalize(linear * glm::dvec3(bind.tangent)), bind.tangent.w * side)};
}

} // namespace sartor::test
