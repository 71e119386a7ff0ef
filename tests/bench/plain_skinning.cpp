// SPDX-License-Identifier: Apache-2.0
// The loop, once for each number of influences and set of streams.
#include "plain_skinning.h"

#include <sartor/base/assert.h>

#include <glm/geometric.hpp>

namespace sartor::bench {

PlainSkinning::PlainSkinning(const DeformCase& deformCase)
    : influencesPerVertex_(deformCase.source.influences->maxPerVertex())
    , palette_(deformCase.palette) {
    const assets::Mesh& mesh = *deformCase.source.mesh;
    const assets::InfluenceSet& influences = *deformCase.source.influences;
    streams_ = !mesh.tangents().empty()  ? Streams::Tangents
               : !mesh.normals().empty() ? Streams::Normals
                                         : Streams::Positions;
    vertices_.resize(mesh.vertexCount());
    skinned_.resize(mesh.vertexCount());
    for (std::size_t v = 0; v < vertices_.size(); ++v) {
        Vertex& vertex = vertices_[v];
        vertex.position = mesh.positions()[v];
        if (streams_ != Streams::Positions) {
            vertex.normal = mesh.normals()[v];
        }
        if (streams_ == Streams::Tangents) {
            vertex.tangent = mesh.tangents()[v];
        }
        const std::uint32_t first = influences.offsets()[v];
        SARTOR_ASSERT(influences.offsets()[v + 1] - first == influencesPerVertex_);
        for (std::uint32_t i = 0; i < influencesPerVertex_; ++i) {
            vertex.joints[i] = influences.joints()[first + i].value();
            vertex.weights[i] = influences.weights()[first + i];
        }
    }
}

template <std::uint32_t kInfluences, Streams kStreams>
void PlainSkinning::skin() {
    for (std::size_t v = 0; v < vertices_.size(); ++v) {
        const Vertex& vertex = vertices_[v];
        glm::mat3 linear(0.0f);
        glm::vec3 translation(0.0f);
        for (std::uint32_t i = 0; i < kInfluences; ++i) {
            const math::Affine& modelFromBind = palette_[vertex.joints[i]];
            linear += vertex.weights[i] * modelFromBind.linear;
            translation += vertex.weights[i] * modelFromBind.translation;
        }
        Skinned& skinned = skinned_[v];
        skinned.position = linear * vertex.position + translation;
        if constexpr (kStreams != Streams::Positions) {
            skinned.normal = glm::normalize(linear * vertex.normal);
        }
        if constexpr (kStreams == Streams::Tangents) {
            skinned.tangent =
                glm::vec4(glm::normalize(linear * glm::vec3(vertex.tangent)), vertex.tangent.w);
        }
    }
}

template <std::uint32_t kInfluences>
void PlainSkinning::skin() {
    switch (streams_) {
    case Streams::Positions:
        return skin<kInfluences, Streams::Positions>();
    case Streams::Normals:
        return skin<kInfluences, Streams::Normals>();
    case Streams::Tangents:
        return skin<kInfluences, Streams::Tangents>();
    }
}

void PlainSkinning::run() {
    switch (influencesPerVertex_) {
    case 1:
        return skin<1>();
    case 2:
        return skin<2>();
    case 4:
        return skin<4>();
    default:
        SARTOR_ASSERT(influencesPerVertex_ == 8);
        return skin<8>();
    }
}

std::vector<glm::vec3> PlainSkinning::positions() const {
    std::vector<glm::vec3> all;
    for (const Skinned& skinned : skinned_) {
        all.push_back(skinned.position);
    }
    return all;
}

} // namespace sartor::bench
