// SPDX-License-Identifier: Apache-2.0
// A chain made ready for one mesh: which buffers there are and which stage reads and writes which.
// The CPU and the Vulkan runner carry out the same plan.
#pragma once

#include <sartor/base/result.h>
#include <sartor/deform/chain.h>
#include <sartor/deform/deform_source.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sartor::deform {

/// One buffer of a plan. A stream that a stage changes is two buffers that swap roles (ping-pong):
/// no stage ever reads and writes the same memory.
struct PlannedBuffer {
    std::string semantic;
    sartor_format format = 0;
    sartor_domain domain = 0;
    /// Bytes of one element.
    std::uint32_t stride = 0;
    /// Elements for this mesh.
    std::uint32_t count = 0;
    /// The host fills it: once per mesh, per frame, or (a stage writes it) never.
    enum class Filled { PerMesh, PerFrame, ByStage } filled = Filled::ByStage;
};

/// One pass of one stage: one dispatch. A stage that repeats is planned once for each pass, because
/// its streams swap buffers in between.
struct PlannedStage {
    std::shared_ptr<const Deformer> deformer;
    std::uint32_t stageIndex = 0;
    /// Position of the deformer in the chain; stages of one link share an instance.
    std::uint32_t linkIndex = 0;
    std::uint32_t pass = 0;
    /// For each need the index into ChainPlan::buffers(), or none for an unbound optional need.
    std::vector<std::optional<std::uint32_t>> buffers;
    std::vector<double> params;

    const Stage& stage() const { return deformer->stages[stageIndex]; }
};

class ChainPlan {
public:
    /// Errors: "chain.source" (mesh, influences, morphs and joint count do not fit together),
    /// "chain.missing_input" (names the stage, what it reads, and why nothing provides it),
    /// "chain.order" (a stage with order=pre after a skinning stage), "chain.format" (two stages
    /// disagree on a stream of their own), "chain.too_large".
    static Result<std::shared_ptr<const ChainPlan>> create(const Chain& chain,
                                                           const MeshSource& source);

    const MeshSource& source() const { return source_; }
    const Chain& chain() const { return chain_; }
    std::span<const PlannedBuffer> buffers() const { return buffers_; }
    std::span<const PlannedStage> stages() const { return stages_; }

    /// Where the results are after the last stage; none where the mesh has no such stream. An empty
    /// chain's results are the rest streams.
    std::optional<std::uint32_t> positions() const { return positions_; }
    std::optional<std::uint32_t> normals() const { return normals_; }
    std::optional<std::uint32_t> tangents() const { return tangents_; }

    /// Largest weight sum that a vertex loses because a stage reads the four-influence form; 0
    /// where none does.
    float largestDroppedWeight() const;

    /// Contents of a PerMesh buffer, count x stride bytes.
    std::vector<std::byte> perMeshContents(std::uint32_t buffer) const;
    /// Writes the contents of a PerFrame buffer; non-finite input is replaced and recorded.
    void writePerFrame(std::uint32_t buffer,
                       const FrameSource& frame,
                       std::span<std::byte> destination,
                       DeformFaults& faults) const;

private:
    friend class ChainPlanner;
    ChainPlan() = default;

    MeshSource source_;
    Chain chain_;
    std::vector<PlannedBuffer> buffers_;
    std::vector<PlannedStage> stages_;
    std::optional<std::uint32_t> positions_;
    std::optional<std::uint32_t> normals_;
    std::optional<std::uint32_t> tangents_;
};

} // namespace sartor::deform
