// SPDX-License-Identifier: Apache-2.0
// The meshes whose chains have the same stages and buffers: one arena per buffer, one dispatch per
// stage.
#pragma once

#include "vertex_stage.h"

#include <sartor/deform/active_morphs.h>
#include <sartor/deform/chain_plan.h>
#include <sartor/deform/frame_history.h>
#include <sartor/deform/run_counts.h>
#include <sartor/gpu/commands.h>
#include <sartor/gpu/descriptors.h>
#include <sartor/gpu/pipeline.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sartor::deform_gpu {

/// What all groups of a runner share.
struct GroupContext {
    gpu::Device& device;
    /// Invocations of a compute workgroup.
    std::uint32_t localSize = 0;
    /// Records the uploads of what no frame changes.
    gpu::Commands& uploads;
};

/// Plans of equal shape, with the index of each in the runner's list.
struct GroupMembers {
    std::vector<std::shared_ptr<const deform::ChainPlan>> plans;
    std::vector<std::size_t> meshes;
    /// The stage that runs in the vertex shader, for all alike.
    std::optional<std::size_t> vertexStage = {};
};

/// One frame of all meshes of a runner, by their indices there.
struct GroupFrame {
    gpu::Commands& commands;
    std::span<const deform::FrameSource> sources;
    /// Meshes whose step is Same are passed over.
    std::span<const deform::FrameStep> steps;
    std::span<const std::uint32_t> flags;
    deform::RunCounts& counts;
};

/// Whether two plans may share their dispatches: the same stages on the same buffers. Params may
/// differ; each instance has its own.
bool haveEqualShape(const deform::ChainPlan& a, const deform::ChainPlan& b);

/// Elements that a buffer takes in an arena: rounded up so that every mesh begins at a multiple of
/// 256 bytes for every format of whole words, which any device can bind.
std::uint64_t arenaElements(const deform::PlannedBuffer& buffer);

/// What stands behind the last element of a mesh in buffers that stages write.
inline constexpr auto kPaddingByte = std::byte{0xa5};

class ChainGroup {
public:
    /// Errors: "deform_gpu.too_large", "gpu.*".
    static Result<std::unique_ptr<ChainGroup>> create(const GroupContext& context,
                                                      GroupMembers members);

    std::size_t stageCount() const { return stages_.size(); }

    /// Records copies of what the last frame left for this one, before anything of the frame.
    void recordRecall(const GroupFrame& frame);
    /// Records that positions become those of the frame before, for the meshes that move.
    void recordPrevious(const GroupFrame& frame);
    /// Records the uploads of a frame.
    Status recordUploads(const GroupFrame& frame);

    /// "sartor.lbs skin"; of a stage in the vertex shader with " inline" behind it.
    std::string_view stageName(std::size_t stage) const { return stages_[stage].name; }
    /// Whether a stage is recorded by recordCapture() and not by recordStage().
    bool isVertexStage(std::size_t stage) const { return members_.vertexStage == stage; }
    /// Records the stage that runs in the vertex shader; nothing where there is none.
    void recordCapture(const GroupFrame& frame);
    /// For drawing a member of a group with such a stage.
    gpu::VertexSource vertexSource(std::size_t member, std::uint32_t frameFlags) const;

    /// Whether a stage touches what an earlier one since the last barrier wrote, or writes what it
    /// read.
    bool needsBarrier(std::size_t stage) const;
    /// A barrier was recorded: everything before it is done.
    void forgetHazards();
    /// Records one stage: one dispatch for neighbours with equal frame flags.
    void recordStage(const GroupFrame& frame, std::size_t stage);

    /// Place of a buffer of one member.
    struct Place {
        const gpu::Buffer* buffer = nullptr;
        VkDeviceSize offset = 0;
        VkDeviceSize size = 0;
    };
    Place placeOf(std::size_t member, std::uint32_t buffer) const;
    /// What lies between a buffer of one member and that of the next: kPaddingByte in buffers that
    /// stages write, unless one wrote there.
    Place paddingOf(std::size_t member, std::uint32_t buffer) const;
    /// Where the positions of the frame before are, once recordPrevious() had reason to keep them;
    /// where no stage writes positions, those themselves.
    Place placeOfPrevious(std::size_t member) const;

    const GroupMembers& members() const { return members_; }

private:
    struct StageResources {
        std::string name;
        gpu::Buffer instanceTable;
        gpu::Buffer params;
        gpu::DescriptorSetLayout layout;
        gpu::Pipeline pipeline;
        VkDescriptorSet set = VK_NULL_HANDLE;
        /// Arenas by index.
        std::vector<std::size_t> reads;
        std::vector<std::size_t> writes;
    };

    explicit ChainGroup(GroupMembers members) : members_(std::move(members)) {}
    Status makeArenas(const GroupContext& context);
    Status fillPaddings(const GroupContext& context, std::uint32_t buffer);
    Status makeStages(const GroupContext& context);
    Status makeStage(const GroupContext& context, std::size_t index);
    Status uploadMorphRows(const GroupFrame& frame);
    Status makeVertexStage(const GroupContext& context,
                           std::size_t index,
                           std::span<const gpu::SpecializationConstant> needConstants,
                           std::span<const VkDescriptorBufferInfo> bindings);
    Status uploadTables(const GroupContext& context, std::size_t index);
    const deform::ChainPlan& shape() const { return *members_.plans.front(); }
    void copyMember(gpu::Commands& commands,
                    std::size_t member,
                    std::optional<std::uint32_t> from,
                    std::uint32_t to) const;
    deform::FrameStep stepOf(const GroupFrame& frame, std::size_t member) const {
        return frame.steps[members_.meshes[member]];
    }
    bool isRunning(const GroupFrame& frame, std::size_t member) const {
        return stepOf(frame, member) != deform::FrameStep::Same;
    }
    /// Members that run and lie together, from one on: [first, second).
    std::pair<std::size_t, std::size_t> nextRunning(const GroupFrame& frame,
                                                    std::size_t from) const;
    /// Adds what a stage writes for the members that run.
    void countWritten(const GroupFrame& frame, std::size_t stage) const;

    GroupMembers members_;
    /// One for each buffer of the plans, then the stand-ins for unbound writes and for unbound
    /// reads: they are two, so that a read of one never follows a write.
    std::vector<gpu::Buffer> arenas_;
    /// Laid out as the arena of the resulting positions; absent where no stage writes those.
    gpu::Buffer previousPositions_;
    /// By buffer, then by member: its first element.
    std::vector<std::vector<std::uint32_t>> firstElements_;
    gpu::DescriptorPool pool_;
    std::vector<StageResources> stages_;
    std::optional<VertexStage> vertexStage_;
    /// By member; empty where the plans read no morph rows.
    std::vector<deform::ActiveMorphs> morphs_;
    std::uint32_t localSize_ = 0;
    std::uint32_t largestVertexCount_ = 0;
    /// Bytes of one arena, refilled for each frame.
    std::vector<std::byte> frameBytes_;
    /// Room for the largest morph rows of a member.
    std::vector<std::byte> morphBytes_;
    /// Refilled for each frame.
    std::vector<VertexStage::Call> captures_;
    std::vector<bool> isReadSinceBarrier_;
    std::vector<bool> isWrittenSinceBarrier_;
};

} // namespace sartor::deform_gpu
