// SPDX-License-Identifier: Apache-2.0
// Meshes of a few vertices for closed forms.
#pragma once

#include <support/deform_fixture.h>

#include <cmath>

namespace sartor::test {

inline math::Affine translated(float x, float y, float z) {
    return {math::identityMat3(), glm::vec3(x, y, z)};
}

inline math::Affine turnedAboutZ(double degrees) {
    const double angle = glm::radians(degrees);
    const auto c = static_cast<float>(std::cos(angle));
    const auto s = static_cast<float>(std::sin(angle));
    return {glm::mat3(glm::vec3(c, s, 0), glm::vec3(-s, c, 0), glm::vec3(0, 0, 1)), glm::vec3(0)};
}

inline math::Affine scaledBy(const glm::vec3& factors) {
    return {glm::mat3(
                glm::vec3(factors.x, 0, 0), glm::vec3(0, factors.y, 0), glm::vec3(0, 0, factors.z)),
            glm::vec3(0)};
}

inline math::Affine scaledBy(float factor) {
    return scaledBy(glm::vec3(factor));
}

/// A case without targets.
inline DeformCase makeCase(assets::MeshData data,
                           const std::vector<std::vector<OracleInfluence>>& influences,
                           const std::vector<math::Affine>& palette) {
    DeformCase made;
    made.source.mesh = require(assets::Mesh::create(std::move(data)));
    made.source.jointCount = static_cast<std::uint32_t>(palette.size());
    made.source.influences = makeInfluences(influences, palette.size());
    made.palette = palette;
    return made;
}

/// One mesh of a few vertices with the given influences and matrices.
struct SmallCase {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals = {};
    std::vector<glm::vec4> tangents = {};
    std::vector<std::vector<OracleInfluence>> influences;
    std::vector<math::Affine> palette;

    DeformCase make() const {
        assets::MeshData data;
        data.name = "small";
        data.positions = positions;
        data.normals = normals;
        data.tangents = tangents;
        return makeCase(std::move(data), influences, palette);
    }
};

/// A joint that turned by some degrees about z, and the weight that a vertex has on it.
struct Turn {
    double weight = 0.5;
    double degrees = 0.0;
};

/// For each turn a vertex at (1,0,0) that follows it; the rest of its weight is on a joint that
/// stays.
inline SmallCase betweenTurns(std::span<const Turn> turns) {
    SmallCase small{.positions = {}, .influences = {}, .palette = {math::Affine()}};
    for (const Turn& turn : turns) {
        small.positions.emplace_back(1, 0, 0);
        std::vector<OracleInfluence>& row = small.influences.emplace_back();
        if (turn.weight != 1.0) {
            row.push_back({0, 1.0 - turn.weight});
        }
        if (turn.weight != 0.0) {
            row.push_back({small.palette.size(), turn.weight});
        }
        small.palette.push_back(turnedAboutZ(turn.degrees));
    }
    return small;
}

/// Degrees of a point about z, seen from the origin.
inline double angleAboutZ(const glm::vec3& point) {
    const glm::dvec3 p(point);
    return glm::degrees(std::atan2(p.y, p.x));
}

inline double degreesBetween(const glm::vec3& a, const glm::vec3& b) {
    const glm::dvec3 x(a);
    const glm::dvec3 y(b);
    return glm::degrees(std::atan2(glm::length(glm::cross(x, y)), glm::dot(x, y)));
}

} // namespace sartor::test
