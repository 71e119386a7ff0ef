// SPDX-License-Identifier: Apache-2.0
// Shaders with their layout, ready to bind.
#pragma once

#include <sartor/gpu/device.h>
#include <sartor/gpu/handle.h>

#include <array>
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

/// What a vertex shader of somebody else makes of its own buffers, instead of streams that are read
/// as they are. Its set 0 is what stands here; at binding 0 of set 1 it reads the vertex of each
/// corner; its push constants are `words`, then the matrix that takes its positions to clip space.
/// Outputs: location 0 position, 1 normal, 2 tangent, 3 flags, 4 corner, 5 index of the corner
/// (sartor_deformer.h says it in full).
struct VertexSource {
    /// Never given twice: equal ids are the same shader and layout.
    std::uint64_t id = 0;
    std::span<const std::uint32_t> spirv = {};
    const char* entryPoint = "main";
    std::span<const SpecializationConstant> constants = {};
    VkDescriptorSetLayout layout = VK_NULL_HANDLE;
    VkDescriptorSet set = VK_NULL_HANDLE;
    std::array<std::uint32_t, 4> words = {};
    /// Else output 1 is zero, and normals come from a stream.
    bool makesNormals = true;
};

enum class Blending { None, Alpha };
enum class DepthTest {
    None,
    LessOrEqual,       ///< tested and written
    LessOrEqualNoWrite ///< tested only
};

enum class Topology { Triangles, Points };

/// A pipeline without vertex input state: shaders pull what they need from buffers.
/// Viewport and scissor are dynamic; both sides are drawn, front faces are counter-clockwise in a
/// Y-up world.
struct GraphicsPipelineOptions {
    std::span<const std::uint32_t> vertexSpirv = {};
    const char* vertexEntryPoint = "main";
    std::span<const SpecializationConstant> vertexConstants = {};
    std::span<const std::uint32_t> fragmentSpirv = {};
    std::span<const SpecializationConstant> fragmentConstants = {};
    Topology topology = Topology::Triangles;
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
