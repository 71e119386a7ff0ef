// SPDX-License-Identifier: Apache-2.0
// What a chain reads: the fixed data of a mesh, and the data of a frame.
#pragma once

#include <sartor/assets/mesh.h>
#include <sartor/assets/morph_set.h>
#include <sartor/assets/skin.h>
#include <sartor/base/result.h>
#include <sartor/math/affine.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace sartor::deform {

/// The data of one mesh instance that no frame changes. Shared, so runners may keep it.
struct MeshSource {
    std::shared_ptr<const assets::Mesh> mesh;
    /// Null where no skinning stage may run.
    std::shared_ptr<const assets::InfluenceSet> influences;
    /// Null without targets.
    std::shared_ptr<const assets::MorphSet> morphs;
    /// Size of the palette.
    std::uint32_t jointCount = 0;
};

/// The data of one mesh instance that a frame changes. Borrowed for the call.
struct FrameSource {
    /// Palette, jointCount entries: model space from the mesh's bind space.
    std::span<const math::Affine> modelFromBind;
    /// One per morph target.
    std::span<const float> morphWeights;
    double time = 0.0;       ///< seconds
    double deltaTime = 0.0;  ///< seconds
    std::uint32_t flags = 0; ///< SARTOR_FRAME_*
};

/// Whether there is a mesh, and influences, joint count and morph targets fit it.
/// Errors: "chain.source", naming what does not fit.
Status checkSource(const MeshSource& source);

/// Whether the frame has what the mesh needs: jointCount matrices, one weight per morph target.
/// Errors: "deform.frame".
Status checkFrame(const MeshSource& source, const FrameSource& frame);

/// What comes out, in the file's vertex order.
struct DeformedMesh {
    std::vector<glm::vec3> positions;
    /// Empty where the mesh has none.
    std::vector<glm::vec3> normals;
    std::vector<glm::vec4> tangents;
};

/// Things that were repaired so that the chain could run; all zero on healthy input.
struct DeformFaults {
    /// Palette entries that were not finite and were replaced by the identity.
    std::vector<std::uint32_t> nonfiniteJoints;
    /// Morph weights that were not finite and were taken as zero.
    std::vector<std::uint32_t> nonfiniteMorphWeights;
};

} // namespace sartor::deform
