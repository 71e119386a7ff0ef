// SPDX-License-Identifier: Apache-2.0
// Characters for measuring deformers: a body of one mesh, a swarm of joints, face shapes.
#pragma once

#include <sartor/deform/deform_source.h>
#include <sartor/math/rigid_stretch.h>

#include <cstdint>
#include <vector>

namespace sartor::bench {

enum class Streams { Positions, Normals, Tangents }; ///< each with those before it

struct DeformCaseSize {
    std::uint32_t vertexCount = 100'000;
    std::uint32_t jointCount = 64;
    std::uint32_t influencesPerVertex = 4;
    std::uint32_t targetCount = 0;
    std::uint32_t activeTargetCount = 0;
    Streams streams = Streams::Tangents;
};

/// A mesh and one frame of it. Vertices that follow each other share joints, as in meshes that a
/// modeller made; joints are rigid; each target moves a tenth of the vertices.
struct DeformCase {
    deform::MeshSource source;
    std::vector<math::Affine> palette;
    std::vector<math::RigidStretch> rigidParts;
    std::vector<float> morphWeights;

    deform::FrameSource frame() const;
};

DeformCase makeDeformCase(const DeformCaseSize& size);

} // namespace sartor::bench
