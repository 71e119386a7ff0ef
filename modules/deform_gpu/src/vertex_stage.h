// SPDX-License-Identifier: Apache-2.0
// The last stage of a chain inline in the vertex shader: for drawing, and captured for all others.
#pragma once

#include <sartor/deform/chain_plan.h>
#include <sartor/gpu/commands.h>
#include <sartor/gpu/descriptors.h>
#include <sartor/gpu/pipeline.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::deform_gpu {

/// Which stage of a plan can run inline; where none can, why not.
struct VertexChoice {
    std::optional<std::size_t> stage;
    std::string refusal;
};

/// The last stage that writes positions, if it has a vertex form, and stages after it neither read
/// what it writes nor write what it reads or writes.
VertexChoice chooseVertexStage(const deform::ChainPlan& plan);

class VertexStage {
public:
    struct Options {
        const deform::Stage& stage;
        /// Whether each need is bound, as constants of the shader.
        std::span<const gpu::SpecializationConstant> needConstants;
        /// By binding of set 0; those of needs that are written are left out.
        std::span<const VkDescriptorBufferInfo> bindings;
        std::string_view name;
    };
    /// Where the results of one mesh go; a stream without a buffer is absent, for all alike.
    struct Target {
        std::uint32_t vertexCount = 0;
        VkDescriptorBufferInfo positions = {};
        VkDescriptorBufferInfo normals = {};
        VkDescriptorBufferInfo tangents = {};
        VkDescriptorBufferInfo flags = {};
    };

    /// Errors: "deform_gpu.no_capture" (the device cannot write buffers from fragment shaders),
    /// "gpu.*".
    static Result<VertexStage> create(gpu::Device& device,
                                      gpu::Commands& uploads,
                                      const Options& options,
                                      std::span<const Target> targets);

    struct Call {
        std::size_t member = 0;
        std::uint32_t pass = 0;
        std::uint32_t frameFlags = 0;
    };
    /// Records the capture of some members' results. Returns the number of draws.
    std::uint32_t recordCapture(gpu::Commands& commands, std::span<const Call> calls) const;

    /// For drawing a member; valid for as long as this is.
    gpu::VertexSource source(const Call& call) const;

private:
    struct Member {
        std::uint32_t vertexCount = 0;
        VkDescriptorSet target = VK_NULL_HANDLE;
    };

    VertexStage() = default;
    Status makeInputs(gpu::Device& device, const Options& options);
    Status makeCorners(gpu::Device& device, gpu::Commands& uploads, std::uint32_t count);
    Status makeTargets(gpu::Device& device, std::span<const Target> targets);
    Status makePipeline(gpu::Device& device, const Target& shape, std::string_view name);

    std::uint64_t id_ = 0;
    bool makesNormals_ = false;
    const deform::ShaderCode* code_ = nullptr;
    /// The first says whether results are captured.
    std::vector<gpu::SpecializationConstant> constants_;
    gpu::DescriptorSetLayout inputLayout_;
    gpu::DescriptorSetLayout cornerLayout_;
    gpu::DescriptorSetLayout targetLayout_;
    gpu::DescriptorPool inputPool_;
    gpu::DescriptorPool pool_;
    VkDescriptorSet inputs_ = VK_NULL_HANDLE;
    VkDescriptorSet corners_ = VK_NULL_HANDLE;
    /// Each vertex is its own corner.
    gpu::Buffer cornerBuffer_;
    /// Stands where a stream is absent.
    gpu::Buffer nothing_;
    gpu::Pipeline capture_;
    std::vector<Member> members_;
};

} // namespace sartor::deform_gpu
