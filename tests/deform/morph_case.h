// SPDX-License-Identifier: Apache-2.0
// Meshes of a few vertices with morph targets.
#pragma once

#include <glm/gtc/constants.hpp>

#include <support/deform_fixture.h>

#include <algorithm>

namespace sartor::test {

struct MorphCase {
    assets::MeshData mesh;
    std::vector<assets::MorphTarget> targets;
    std::vector<float> weights;
    std::vector<std::vector<OracleInfluence>> influences = {};
    std::vector<math::Affine> palette = {};

    DeformCase make() const {
        DeformCase made;
        made.source.mesh = require(assets::Mesh::create(mesh));
        made.source.morphs = require(assets::MorphSet::create(targets, mesh.positions.size()));
        made.morphWeights = weights;
        made.source.jointCount = static_cast<std::uint32_t>(palette.size());
        made.palette = palette;
        if (!influences.empty()) {
            made.source.influences = makeInfluences(influences, palette.size());
        }
        return made;
    }
};

inline assets::MeshData oneVertex(const glm::vec3& position) {
    assets::MeshData mesh;
    mesh.name = "one";
    mesh.positions = {position};
    return mesh;
}

inline assets::MorphTarget target(std::vector<glm::vec3> positions,
                                  std::vector<glm::vec3> normals = {},
                                  std::vector<glm::vec3> tangents = {}) {
    assets::MorphTarget made;
    made.name = "target";
    for (std::uint32_t vertex = 0;
         vertex < std::max({positions.size(), normals.size(), tangents.size()});
         ++vertex) {
        made.vertices.push_back(vertex);
    }
    made.positionDeltas = std::move(positions);
    made.normalDeltas = std::move(normals);
    made.tangentDeltas = std::move(tangents);
    return made;
}

// A joint at (1,0,0) turned 90 degrees about z, and one that stays; vertex (2,0,0), delta (0,.5,0).
inline MorphCase orderCase(std::vector<OracleInfluence> influences) {
    const glm::quat turn = glm::angleAxis(glm::half_pi<float>(), glm::vec3(0, 0, 1));
    const math::Affine modelFromJoint = math::toAffine({glm::vec3(1, 0, 0), turn, glm::vec3(1)});
    const math::Affine jointFromBind = {math::identityMat3(), glm::vec3(-1, 0, 0)};
    return {.mesh = oneVertex(glm::vec3(2, 0, 0)),
            .targets = {target({glm::vec3(0, .5f, 0)})},
            .weights = {1.0f},
            .influences = {std::move(influences)},
            .palette = {modelFromJoint * jointFromBind, math::Affine()}};
}

} // namespace sartor::test
