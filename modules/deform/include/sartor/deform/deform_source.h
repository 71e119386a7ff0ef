// SPDX-License-Identifier: Apache-2.0
// What a chain reads: the fixed data of a mesh, and the data of a frame.
#pragma once

#include <sartor/assets/mesh.h>
#include <sartor/assets/morph_set.h>
#include <sartor/assets/skin.h>
#include <sartor/base/result.h>
#include <sartor/math/affine.h>
#include <sartor/math/rigid_stretch.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
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
    /// What the palette holds of units and of quantised positions (pose::commonStretch).
    glm::mat3 commonStretch = math::identityMat3();
    /// What messages call the mesh (import::meshText); empty for "mesh 'NAME'".
    std::string label = {};
};

/// The label, or what stands for it.
std::string meshText(const MeshSource& source);

/// Names what a frame brings, so that nobody has to look at it: palette and morph weights of one
/// instance under an id (sartor::newId()), and how often they have changed. Equal keys promise
/// equal contents; where they are kept in memory says nothing.
struct InputKey {
    /// 0: unknown, the mesh is deformed in every frame.
    std::uint64_t id = 0;
    std::uint64_t revision = 0;

    bool operator==(const InputKey&) const = default;
};

/// The data of one mesh instance that a frame changes. Borrowed for the call.
struct FrameSource {
    /// Palette, jointCount entries: model space from the mesh's bind space.
    std::span<const math::Affine> modelFromBind;
    /// The same maps, split (pose::dualQuatPalette); only for plans with readsRigidParts().
    std::span<const math::RigidStretch> rigidParts;
    /// One per morph target.
    std::span<const float> morphWeights;
    double time = 0.0;       ///< seconds
    double deltaTime = 0.0;  ///< seconds
    std::uint32_t flags = 0; ///< SARTOR_FRAME_*
    InputKey input = {};
};

/// The frame as stages see it: with SARTOR_FRAME_RESET, too, where it is the first of a runner, and
/// without a time since the last frame where that does not count.
FrameSource withReset(FrameSource frame, bool isFirst);

/// Whether there is a mesh, and influences, joint count and morph targets fit it.
/// Errors: "chain.source", naming what does not fit.
Status checkSource(const MeshSource& source);

/// Whether the frame has what the mesh needs: jointCount matrices, one weight per morph target.
/// Errors: "deform.frame".
Status checkFrame(const MeshSource& source, const FrameSource& frame);

/// How many vertices stages have marked, by SARTOR_FLAG_*.
struct FlagCounts {
    std::uint32_t badIndices = 0;
    std::uint32_t zeroSums = 0;
    std::uint32_t antipodal = 0;
    std::uint32_t hemisphereConflicts = 0;
    std::uint32_t nearHalfTurns = 0;

    bool operator==(const FlagCounts&) const = default;
};

/// One word per vertex.
FlagCounts countFlags(std::span<const std::uint32_t> flags);

/// What comes out, in the file's vertex order.
struct DeformedMesh {
    std::vector<glm::vec3> positions;
    /// Empty where the mesh has none.
    std::vector<glm::vec3> normals;
    std::vector<glm::vec4> tangents;
    /// SARTOR_FLAG_*; empty for plans without Watch::Flags, and for chains without a stage that
    /// writes them.
    std::vector<std::uint32_t> flags = {};
};

/// A stage that broke the rules of the ABI where somebody looked (Verify::Stages): it no longer
/// runs, and its inputs pass through.
struct StageFault {
    /// "stage.status" (its own failure), "stage.writes_input", "stage.writes_outside" (of its range
    /// or of a buffer), "stage.unwritten" (it left out an element of its range),
    /// "stage.unstable" (two equal calls differ), "stage.reads_output" (it assumes something of
    /// what a buffer held that it was to write), "stage.split" (the bits hang on how a range was
    /// cut), "stage.nonfinite".
    std::string code;
    /// Of the deformer and of its stage.
    std::string deformer;
    std::string stage;
    /// What happened, with the buffer and the first element where it did.
    std::string message;
};

/// "stage 'skin' of 'sartor.dqs' is left out: it leaves out element 63 of 'sartor.position'
/// (stage.unwritten)"
std::string describe(const StageFault& fault);

/// Things that were repaired so that the chain could run, and places that a stage could not do
/// well; all zero on healthy input.
struct DeformFaults {
    /// Palette entries that were not finite and were replaced by the identity.
    std::vector<std::uint32_t> nonfiniteJoints;
    /// Morph weights that were not finite and were taken as zero.
    std::vector<std::uint32_t> nonfiniteMorphWeights;
    /// Vertices that stages have marked, with Watch::Flags.
    FlagCounts flags;
    /// Stages that no longer run, with Verify::Stages; they stay until the chain is made anew.
    std::vector<StageFault> stages;

    /// Forgets what is of one frame.
    void clear() {
        nonfiniteJoints.clear();
        nonfiniteMorphWeights.clear();
        flags = {};
    }
};

} // namespace sartor::deform
