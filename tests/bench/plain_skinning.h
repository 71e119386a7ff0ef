// SPDX-License-Identifier: Apache-2.0
// Linear blend skinning as one would write it down first: an array of structures and a loop. What
// the deformers are compared with.
#pragma once

#include "deform_case.h"

#include <cstdint>
#include <vector>

namespace sartor::bench {

/// Normals by the blended map itself, unit again, as most engines do.
class PlainSkinning {
public:
    /// Every vertex has equally many influences: 1, 2, 4 or 8.
    explicit PlainSkinning(const DeformCase& deformCase);

    void run();
    /// Of the last run, by vertex.
    std::vector<glm::vec3> positions() const;

private:
    static constexpr std::uint32_t kMaxInfluences = 8;
    struct Vertex {
        glm::vec3 position = {};
        glm::vec3 normal = {};
        glm::vec4 tangent = {};
        std::uint32_t joints[kMaxInfluences] = {};
        float weights[kMaxInfluences] = {};
    };
    struct Skinned {
        glm::vec3 position = {};
        glm::vec3 normal = {};
        glm::vec4 tangent = {};
    };
    template <std::uint32_t kInfluences, Streams kStreams>
    void skin();
    template <std::uint32_t kInfluences>
    void skin();

    Streams streams_;
    std::uint32_t influencesPerVertex_;
    std::vector<Vertex> vertices_;
    std::vector<math::Affine> palette_;
    std::vector<Skinned> skinned_;
};

} // namespace sartor::bench
