// SPDX-License-Identifier: Apache-2.0
// Skinned surfaces that are known as functions: what comes out can be differentiated.
#pragma once

#include <support/small_case.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

namespace sartor::test {

/// A grid of vertices over two parameters from 0 to 1. Triangles are seen from where the cross
/// product of the derivatives points to.
struct Surface {
    std::function<glm::dvec3(double u, double v)> place;
    std::function<std::vector<OracleInfluence>(double u, double v)> influences;
    std::vector<math::Affine> palette;
    std::uint32_t columns = 10; ///< quads along u
    std::uint32_t rows = 10;    ///< quads along v

    static constexpr double kStep = 1e-5;

    glm::dvec3 skinned(double u, double v) const {
        return blendedPoints(palette, influences(u, v), place(u, v));
    }

    /// Unit normal and tangent along u of a function of both parameters, by differences.
    template <class Function>
    static OracleVertex frameOf(Function function, double u, double v) {
        const glm::dvec3 alongU = function(u + kStep, v) - function(u - kStep, v);
        const glm::dvec3 alongV = function(u, v + kStep) - function(u, v - kStep);
        OracleVertex vertex;
        vertex.position = function(u, v);
        vertex.normal = glm::normalize(glm::cross(alongU, alongV));
        vertex.tangent = glm::dvec4(glm::normalize(alongU), 1.0);
        return vertex;
    }

    /// What the vertex at these parameters should become.
    OracleVertex skinnedFrame(double u, double v) const {
        return frameOf([this](double a, double b) { return skinned(a, b); }, u, v);
    }

    double uOf(std::size_t vertex) const {
        return static_cast<double>(vertex % (columns + 1)) / columns;
    }
    double vOf(std::size_t vertex) const {
        return static_cast<double>(vertex / (columns + 1)) / rows;
    }

    /// Appends the vertices and triangles.
    void appendTo(assets::MeshData& data, std::vector<std::vector<OracleInfluence>>& all) const {
        const auto first = static_cast<std::uint32_t>(data.positions.size());
        for (std::size_t vertex = 0; vertex < std::size_t{columns + 1} * (rows + 1); ++vertex) {
            const double u = uOf(vertex);
            const double v = vOf(vertex);
            const OracleVertex frame = frameOf(place, u, v);
            data.positions.emplace_back(frame.position);
            data.normals.emplace_back(frame.normal);
            data.tangents.emplace_back(frame.tangent);
            all.push_back(influences(u, v));
        }
        for (std::uint32_t row = 0; row < rows; ++row) {
            for (std::uint32_t column = 0; column < columns; ++column) {
                const std::uint32_t corner = first + row * (columns + 1) + column;
                const std::uint32_t above = corner + columns + 1;
                data.triangles.insert(data.triangles.end(),
                                      {corner, corner + 1, above + 1, corner, above + 1, above});
            }
        }
    }

    DeformCase make() const {
        assets::MeshData data;
        data.name = "surface";
        std::vector<std::vector<OracleInfluence>> all;
        appendTo(data, all);
        return makeCase(std::move(data), all, palette);
    }
};

/// From 0 to 1 between 0 and 1, flat at both ends.
inline double smoothStep(double x) {
    const double t = std::min(std::max(x, 0.0), 1.0);
    return t * t * (3.0 - 2.0 * t);
}

/// Two influences, of which those without weight are left out.
inline std::vector<OracleInfluence> between(double weightOfSecond) {
    if (weightOfSecond <= 0.0) {
        return {{0, 1.0}};
    }
    if (weightOfSecond >= 1.0) {
        return {{1, 1.0}};
    }
    return {{0, 1.0 - weightOfSecond}, {1, weightOfSecond}};
}

/// A tube of radius 0.3 m along z from -1 to 1, its seam at u = 0 and 1, seen from outside. The
/// second joint takes over smoothly along it.
inline Surface makeTube(std::uint32_t columns, std::uint32_t rows, const math::Affine& second) {
    Surface tube;
    tube.place = [](double u, double v) {
        // Both ends of the seam are one place, to the bit.
        const double angle = 2.0 * 3.14159265358979323846 * (u - std::floor(u));
        return glm::dvec3(0.3 * std::cos(angle), 0.3 * std::sin(angle), 2.0 * v - 1.0);
    };
    tube.influences = [](double, double v) { return between(smoothStep(v)); };
    tube.palette = {math::Affine(), second};
    tube.columns = columns;
    tube.rows = rows;
    return tube;
}

/// About any axis through the origin.
inline math::Affine turned(double degrees, const glm::vec3& axis) {
    return {glm::mat3_cast(
                glm::angleAxis(static_cast<float>(glm::radians(degrees)), glm::normalize(axis))),
            glm::vec3(0)};
}

} // namespace sartor::test
