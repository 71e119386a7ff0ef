// SPDX-License-Identifier: Apache-2.0
// Shaders with their layout, ready to bind.
#pragma once

#include <sartor/gpu/device.h>
#include <sartor/gpu/handle.h>

#include <cstdint>
#include <span>
#include <string_view>

namespace sartor::gpu {

/// A 32-bit constant that a shader leaves open under an id.
struct SpecializationConstant {
    std::uint32_t id = 0;
    std::uint32_t value = 0;
};

/// SPIR-V is trusted here and below: whoever takes it from elsewhere validates it first.
struct ComputePipelineOptions {
    std::span<const std::uint32_t> spirv = {};
    std::span<const VkDescriptorSetLayout> setLayouts = {};
    /// Bytes of push constants from offset 0; 0 for none.
    std::uint32_t pushConstantSize = 0;
    std::span<const SpecializationConstant> constants = {};
    const char* entryPoint = "main";
    std::string_view name = {};
};

enum class Blending { None, Alpha };
enum class DepthTest {
    None,
    LessOrEqual,       ///< tested and written
    LessOrEqualNoWrite ///< tested only
};

/// A pipeline for triangles without vertex input state: shaders pull what they need from buffers.
/// Viewport and scissor are dynamic; both sides are drawn, front faces are counter-clockwise in a
/// Y-up world.
struct GraphicsPipelineOptions {
    std::span<const std::uint32_t> vertexSpirv = {};
    std::span<const std::uint32_t> fragmentSpirv = {};
    std::span<const VkDescriptorSetLayout> setLayouts = {};
    /// Bytes of push constants from offset 0, seen by both stages; 0 for none.
    std::uint32_t pushConstantSize = 0;
    /// One for each colour attachment.
    std::span<const VkFormat> colorFormats = {};
    VkFormat depthFormat = VK_FORMAT_UNDEFINED;
    /// Of every colour attachment.
    Blending blending = Blending::None;
    DepthTest depthTest = DepthTest::LessOrEqual;
    std::string_view name = {};
};

class Pipeline {
public:
    /// Errors: "gpu.push_constants" (more than the device allows), "gpu.vulkan".
    static Result<Pipeline> createCompute(Device& device, const ComputePipelineOptions& options);
    static Result<Pipeline> createGraphics(Device& device, const GraphicsPipelineOptions& options);
    Pipeline() = default;

    void bind(VkCommandBuffer commands) const {
        vkCmdBindPipeline(commands, bindPoint_, pipeline_.get());
    }
    void bindSet(VkCommandBuffer commands, std::uint32_t index, VkDescriptorSet set) const {
        vkCmdBindDescriptorSets(commands, bindPoint_, layout_.get(), index, 1, &set, 0, nullptr);
    }
    /// All push constants at once; `Constants` has the size that the pipeline was made with.
    template <class Constants>
    void push(VkCommandBuffer commands, const Constants& constants) const {
        vkCmdPushConstants(commands, layout_.get(), pushStages_, 0, sizeof(Constants), &constants);
    }

private:
    Handle<VkPipelineLayout, vkDestroyPipelineLayout> layout_;
    Handle<VkPipeline, vkDestroyPipeline> pipeline_;
    VkPipelineBindPoint bindPoint_ = VK_PIPELINE_BIND_POINT_COMPUTE;
    VkShaderStageFlags pushStages_ = 0;
};

} // namespace sartor::gpu
