// SPDX-License-Identifier: Apache-2.0
// Optimized centers of rotation in double precision, written plainly from the paper: every triangle
// against every vertex, over all pairs of joints.
#pragma once

#include "sample_fixture.h"

#include <support/dqs_oracle.h>

#include <optional>

namespace sartor::test {

struct OracleTriangle {
    glm::dvec3 centroid;
    double area;
    std::vector<double> weights; // by joint
};

inline std::vector<double> weightsOf(const DeformCase& deformCase, std::size_t vertex) {
    std::vector<double> weights(deformCase.palette.size(), 0.0);
    for (const OracleInfluence& influence : deformCase.influencesOf(vertex)) {
        weights[influence.joint] += influence.weight;
    }
    return weights;
}

inline std::vector<OracleTriangle> trianglesOf(const DeformCase& deformCase) {
    std::vector<OracleTriangle> triangles;
    const assets::Mesh& mesh = *deformCase.source.mesh;
    const glm::dmat3 common(deformCase.source.commonStretch);
    for (std::size_t first = 0; first < mesh.triangles().size(); first += 3) {
        OracleTriangle triangle;
        triangle.weights.assign(deformCase.palette.size(), 0.0);
        glm::dvec3 corners[3];
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const std::uint32_t vertex = mesh.triangles()[first + corner];
            corners[corner] = glm::dvec3(mesh.positions()[vertex]);
            const auto weights = weightsOf(deformCase, vertex);
            for (std::size_t joint = 0; joint < weights.size(); ++joint) {
                triangle.weights[joint] += weights[joint] / 3.0;
            }
        }
        triangle.centroid = (corners[0] + corners[1] + corners[2]) / 3.0;
        triangle.area = 0.5 * glm::length(glm::cross(common * (corners[1] - corners[0]),
                                                     common * (corners[2] - corners[0])));
        triangles.push_back(std::move(triangle));
    }
    return triangles;
}

inline double similarity(const std::vector<double>& p, const std::vector<double>& v, double sigma) {
    double sum = 0.0;
    for (std::size_t j = 0; j < p.size(); ++j) {
        for (std::size_t k = 0; k < p.size(); ++k) {
            if (j != k) {
                const double distance = (p[j] * v[k] - p[k] * v[j]) / sigma;
                sum += p[j] * p[k] * v[j] * v[k] * std::exp(-distance * distance);
            }
        }
    }
    return sum;
}

/// None where no triangle is similar.
inline std::optional<glm::dvec3> oracleCenter(const std::vector<double>& weights,
                                              const std::vector<OracleTriangle>& triangles,
                                              double sigma) {
    double sum = 0.0;
    glm::dvec3 weighted(0.0);
    for (const OracleTriangle& triangle : triangles) {
        const double share = similarity(weights, triangle.weights, sigma) * triangle.area;
        sum += share;
        weighted += share * triangle.centroid;
    }
    return sum > 0.0 ? std::optional(weighted / sum) : std::nullopt;
}

/// Position, normal by the inverse transpose, tangent forward.
inline OracleVertex centerVertex(std::span<const math::Affine> palette,
                                 std::span<const OracleInfluence> influences,
                                 const std::optional<glm::dvec3>& center,
                                 const OracleVertex& bind) {
    if (influences.empty() || !center) {
        return skinVertex(palette, influences, bind);
    }
    const glm::dquat pivot =
        oracleRotation(glm::dmat3(palette[influences[oraclePivot(influences)].joint].linear));
    glm::dquat sum(0.0, 0.0, 0.0, 0.0);
    glm::dmat3 stretch(0.0);
    for (const OracleInfluence& influence : influences) {
        const glm::dmat3 linear(palette[influence.joint].linear);
        const glm::dquat rotation = oracleRotation(linear);
        const double sign = glm::dot(rotation, pivot) < 0.0 ? -1.0 : 1.0;
        sum = sum + rotation * (sign * influence.weight);
        stretch += influence.weight * (glm::transpose(glm::mat3_cast(rotation)) * linear);
    }
    const glm::dmat3 linear = glm::mat3_cast(glm::normalize(sum)) * stretch;
    const double side = glm::determinant(linear) < 0.0 ? -1.0 : 1.0;
    return {blendedPoints(palette, influences, *center) + linear * (bind.position - *center),
            blendedNormal(linear, bind.normal),
            glm::dvec4(glm::normalize(linear * glm::dvec3(bind.tangent)), bind.tangent.w * side)};
}

} // namespace sartor::test
