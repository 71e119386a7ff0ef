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
        DeformCase made;
        made.source.mesh = require(assets::Mesh::create(std::move(data)));
        made.source.jointCount = static_cast<std::uint32_t>(palette.size());
        made.source.influences = makeInfluences(influences, palette.size());
        made.palette = palette;
        return made;
    }
};

inline double degreesBetween(const glm::vec3& a, const glm::vec3& b) {
    const glm::dvec3 x(a);
    const glm::dvec3 y(b);
    return glm::degrees(std::atan2(glm::length(glm::cross(x, y)), glm::dot(x, y)));
}

} // namespace sartor::test
