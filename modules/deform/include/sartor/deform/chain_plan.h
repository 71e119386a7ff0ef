// SPDX-License-Identifier: Apache-2.0
// A chain made ready for one mesh: which buffers there are and which stage reads and writes which.
// The CPU and the Vulkan runner carry out the same plan.
#pragma once

#include <sartor/base/result.h>
#include <sartor/deform/chain.h>
#include <sartor/deform/deform_source.h>
#include <sartor/deform/preparation_cache.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
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
    /// Elements for this mesh; of PerActiveSet as many as there can be.
    std::uint32_t count = 0;
    /// The host fills it: once per mesh (with its own data or with what a PREPARE stage made of
    /// them), per frame, when other morph targets are active than before, or (a stage writes it)
    /// never; or with what another buffer held (`histories` of the plan).
    enum class Filled { PerMesh, PerFrame, PerActiveSet, ByStage, FromHistory };
    Filled filled = Filled::ByStage;
};

/// A buffer that holds, in each frame, what another one held after the last frame. Both have the
/// same format and count. A runner copies before the first stage of a frame.
struct PlannedHistory {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    /// What `to` holds in a frame with SARTOR_FRAME_RESET: the contents of this buffer, else zeros.
    std::optional<std::uint32_t> initial;

    bool operator==(const PlannedHistory&) const = default;
};

/// One pass of one RUN stage: one dispatch. A stage that repeats is planned once for each pass,
/// because its streams swap buffers in between.
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

/// What somebody looks at beside the results.
enum class Watch {
    Nothing,
    Flags, ///< stages mark the vertices they cannot do well (sartor.flags)
    Linear ///< the linear part of what became of each vertex (sartor.linear)
};

/// Whether somebody watches what stages do.
enum class Verify {
    Nothing,
    /// Every stage runs several times, serially, on guarded copies of its buffers, and one that
    /// breaks a rule of the ABI is left out.
    Stages
};

/// What a debug build does where nobody says otherwise.
#ifdef NDEBUG
inline constexpr Verify kUsualVerify = Verify::Nothing;
#else
inline constexpr Verify kUsualVerify = Verify::Stages;
#endif

struct PlanOptions {
    Watch watch = Watch::Nothing;
    /// Of PREPARE stages, in plans that the CPU runs; those that run in frames are the runner's
    /// affair.
    Verify verify = Verify::Nothing;
    /// Borrowed for the call: where results of PREPARE stages are looked up and kept. Null computes
    /// them anew, as Verify::Stages does.
    PreparationCache* cache = nullptr;
    /// Stops PREPARE stages, which may take long.
    std::stop_token stop = {};
};

class AlignedBytes;
class HostData;

class ChainPlan {
public:
    /// Carries out the PREPARE stages that something reads, and plans the others.
    ///
    /// Errors: "chain.source" (mesh, influences, morphs and joint count do not fit together),
    /// "chain.missing_input" (names the stage, what it reads, and why nothing provides it),
    /// "chain.order" (a stage with order=pre after a skinning stage), "chain.format" (two stages
    /// disagree on a stream of their own), "chain.prepare_input" (a PREPARE stage reads what a RUN
    /// stage writes, both named), "chain.too_large", "deform.prepare" (a PREPARE stage fails: names
    /// stage, plugin and mesh), "deform.cancelled", "plugin.create".
    static Result<std::shared_ptr<const ChainPlan>>
    create(const Chain& chain, const MeshSource& source, PlanOptions options = {});

    const MeshSource& source() const { return source_; }
    const Chain& chain() const { return chain_; }
    std::span<const PlannedBuffer> buffers() const { return buffers_; }
    std::span<const PlannedStage> stages() const { return stages_; }
    std::span<const PlannedHistory> histories() const { return histories_; }

    /// Where the results are after the last stage; none where the mesh has no such stream. An empty
    /// chain's results are the rest streams.
    std::optional<std::uint32_t> positions() const { return positions_; }
    std::optional<std::uint32_t> normals() const { return normals_; }
    std::optional<std::uint32_t> tangents() const { return tangents_; }
    /// Marks of the vertices; none without Watch::Flags or where no stage makes any.
    std::optional<std::uint32_t> flags() const { return flags_; }

    /// The linear part; none without Watch::Linear or where no stage writes it.
    std::optional<std::uint32_t> linear() const { return linear_; }

    /// PREPARE stages that broke a rule, with Verify::Stages. What they should have made is not
    /// there, so the deformers they belong to are left out: isLeftOut().
    std::span<const StageFault> preparationFaults() const { return preparationFaults_; }
    bool isLeftOut(std::uint32_t linkIndex) const;

    /// Whether a stage reads the palette split into rigid parts and stretches.
    bool readsRigidParts() const;

    /// Whether a stage reads the time, and whether one reads what it wrote in the last frame: then
    /// results change although pose and weights do not.
    bool dependsOnTime() const;
    bool dependsOnPast() const;

    /// Largest weight sum that a vertex loses because a stage reads the four-influence form; 0
    /// where none does.
    float largestDroppedWeight() const;

    /// Contents of a PerMesh buffer, count x stride bytes.
    std::vector<std::byte> perMeshContents(std::uint32_t buffer) const;
    /// Whether there are PerActiveSet buffers, which ActiveMorphs fills.
    bool readsMorphRows() const;
    /// Whether the frame has what this plan needs: checkFrame(), and jointCount rigid parts where
    /// readsRigidParts(). Errors: "deform.frame".
    Status check(const FrameSource& frame) const;
    /// Replaces `faults` by what of the frame's input is not finite and is read.
    void findFaults(const FrameSource& frame, DeformFaults& faults) const;
    /// Writes the contents of a PerFrame buffer; what is not finite is replaced.
    void writePerFrame(std::uint32_t buffer,
                       const FrameSource& frame,
                       std::span<std::byte> destination) const;

private:
    friend class ChainPlanner;
    explicit ChainPlan(const MeshSource& source);
    /// Of a semantic that begins so.
    bool hasBuffer(std::string_view semantic) const;

    MeshSource source_;
    std::shared_ptr<const HostData> hostData_;
    Chain chain_;
    std::vector<PlannedBuffer> buffers_;
    /// By buffer; null for those that no PREPARE stage wrote.
    std::vector<std::shared_ptr<const AlignedBytes>> prepared_;
    std::vector<PlannedStage> stages_;
    std::vector<PlannedHistory> histories_;
    std::optional<std::uint32_t> positions_;
    std::optional<std::uint32_t> normals_;
    std::optional<std::uint32_t> tangents_;
    std::optional<std::uint32_t> flags_;
    std::optional<std::uint32_t> linear_;
    std::vector<StageFault> preparationFaults_;
    /// Links of those stages.
    std::vector<std::uint32_t> faultyLinks_;
};

} // namespace sartor::deform
