// SPDX-License-Identifier: Apache-2.0
// Pipeline creation.
#include <sartor/gpu/pipeline.h>

#include <array>
#include <bit>
#include <cstddef>
#include <string>
#include <vector>

namespace sartor::gpu {

namespace {

using PipelineLayout = Handle<VkPipelineLayout, vkDestroyPipelineLayout>;
using ShaderModule = Handle<VkShaderModule, vkDestroyShaderModule>;

Result<PipelineLayout> createLayout(Device& device,
                                    std::span<const VkDescriptorSetLayout> setLayouts,
                                    VkPushConstantRange push) {
    const std::uint32_t largest = device.properties().limits.maxPushConstantsSize;
    if (push.size > largest) {
        return Error{"gpu.push_constants",
                     std::to_string(push.size) + " bytes of push constants, expected at most " +
                         std::to_string(largest)};
    }
    VkPipelineLayoutCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
    info.setLayoutCount = static_cast<std::uint32_t>(setLayouts.size());
    info.pSetLayouts = setLayouts.data();
    info.pushConstantRangeCount = push.size > 0 ? 1 : 0;
    info.pPushConstantRanges = &push;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    const Status status =
        checkVulkan(vkCreatePipelineLayout(device.handle(), &info, nullptr, &layout),
                    "creating a pipeline layout");
    if (!status) {
        return status.error();
    }
    return PipelineLayout(device.handle(), layout);
}

Result<ShaderModule> createShaderModule(Device& device, std::span<const std::uint32_t> spirv) {
    VkShaderModuleCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
    info.codeSize = spirv.size_bytes();
    info.pCode = spirv.data();
    VkShaderModule module = VK_NULL_HANDLE;
    const Status status = checkVulkan(
        vkCreateShaderModule(device.handle(), &info, nullptr, &module), "creating a shader module");
    if (!status) {
        return status.error();
    }
    return ShaderModule(device.handle(), module);
}

VkPipelineShaderStageCreateInfo stageInfo(VkShaderStageFlagBits stage, VkShaderModule module) {
    VkPipelineShaderStageCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    info.stage = stage;
    info.module = module;
    info.pName = "main";
    return info;
}

/// The constants of one shader as Vulkan wants them. Refers to the values that it was made of.
class Constants {
public:
    explicit Constants(std::span<const SpecializationConstant> constants) {
        for (std::size_t i = 0; i < constants.size(); ++i) {
            places_.push_back({constants[i].id,
                               static_cast<std::uint32_t>(i * sizeof(SpecializationConstant) +
                                                          offsetof(SpecializationConstant, value)),
                               sizeof(SpecializationConstant::value)});
        }
        info_.mapEntryCount = static_cast<std::uint32_t>(places_.size());
        info_.pMapEntries = places_.data();
        info_.dataSize = constants.size_bytes();
        info_.pData = constants.data();
    }
    ~Constants() = default;
    Constants(const Constants&) = delete;
    Constants& operator=(const Constants&) = delete;
    Constants(Constants&&) = delete;
    Constants& operator=(Constants&&) = delete;

    const VkSpecializationInfo* info() const { return &info_; }

private:
    std::vector<VkSpecializationMapEntry> places_;
    VkSpecializationInfo info_ = {};
};

VkPipelineColorBlendAttachmentState blendState(Blending blending) {
    VkPipelineColorBlendAttachmentState state = {};
    state.blendEnable = blending == Blending::Alpha ? VK_TRUE : VK_FALSE;
    state.srcColorBlendFactor = VK_BLEND_FACTOR_SRC_ALPHA;
    state.dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
    state.colorBlendOp = VK_BLEND_OP_ADD;
    state.srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
    state.dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
    state.alphaBlendOp = VK_BLEND_OP_ADD;
    state.colorWriteMask = VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT |
                           VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT;
    return state;
}

} // namespace

Result<Pipeline> Pipeline::createCompute(Device& device, const ComputePipelineOptions& options) {
    Pipeline pipeline;
    pipeline.bindPoint_ = VK_PIPELINE_BIND_POINT_COMPUTE;
    pipeline.pushStages_ = VK_SHADER_STAGE_COMPUTE_BIT;
    Result<PipelineLayout> layout = createLayout(
        device, options.setLayouts, {pipeline.pushStages_, 0, options.pushConstantSize});
    if (!layout) {
        return layout.error();
    }
    pipeline.layout_ = *std::move(layout);
    const Result<ShaderModule> module = createShaderModule(device, options.spirv);
    if (!module) {
        return module.error();
    }
    const Constants constants(options.constants);
    VkComputePipelineCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
    info.stage = stageInfo(VK_SHADER_STAGE_COMPUTE_BIT, module->get());
    info.stage.pName = options.entryPoint;
    info.stage.pSpecializationInfo = constants.info();
    info.layout = pipeline.layout_.get();
    VkPipeline handle = VK_NULL_HANDLE;
    const Status status = checkVulkan(
        vkCreateComputePipelines(device.handle(), VK_NULL_HANDLE, 1, &info, nullptr, &handle),
        "creating the compute pipeline '" + std::string(options.name) + "'");
    if (!status) {
        return status.error();
    }
    pipeline.pipeline_ = {device.handle(), handle};
    device.setName(VK_OBJECT_TYPE_PIPELINE, std::bit_cast<std::uint64_t>(handle), options.name);
    return pipeline;
}

Result<Pipeline> Pipeline::createGraphics(Device& device, const GraphicsPipelineOptions& options) {
    Pipeline pipeline;
    pipeline.bindPoint_ = VK_PIPELINE_BIND_POINT_GRAPHICS;
    pipeline.pushStages_ = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;
    Result<PipelineLayout> layout = createLayout(
        device, options.setLayouts, {pipeline.pushStages_, 0, options.pushConstantSize});
    if (!layout) {
        return layout.error();
    }
    pipeline.layout_ = *std::move(layout);
    const Result<ShaderModule> vertex = createShaderModule(device, options.vertexSpirv);
    if (!vertex) {
        return vertex.error();
    }
    const Result<ShaderModule> fragment = createShaderModule(device, options.fragmentSpirv);
    if (!fragment) {
        return fragment.error();
    }
    const Constants vertexConstants(options.vertexConstants);
    const Constants fragmentConstants(options.fragmentConstants);
    std::array stages = {stageInfo(VK_SHADER_STAGE_VERTEX_BIT, vertex->get()),
                         stageInfo(VK_SHADER_STAGE_FRAGMENT_BIT, fragment->get())};
    stages[0].pName = options.vertexEntryPoint;
    stages[0].pSpecializationInfo = vertexConstants.info();
    stages[1].pSpecializationInfo = fragmentConstants.info();

    VkPipelineVertexInputStateCreateInfo vertexInput = {};
    vertexInput.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO;
    VkPipelineInputAssemblyStateCreateInfo assembly = {};
    assembly.sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO;
    assembly.topology = options.topology == Topology::Points ? VK_PRIMITIVE_TOPOLOGY_POINT_LIST
                                                             : VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    VkPipelineViewportStateCreateInfo viewport = {};
    viewport.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO;
    viewport.viewportCount = 1;
    viewport.scissorCount = 1;
    VkPipelineRasterizationStateCreateInfo raster = {};
    raster.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO;
    raster.polygonMode = VK_POLYGON_MODE_FILL;
    raster.cullMode = VK_CULL_MODE_NONE;
    // Counter-clockwise as seen on the screen: a projection that turns Vulkan's Y over keeps it.
    raster.frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE;
    raster.lineWidth = 1.0f;
    VkPipelineMultisampleStateCreateInfo samples = {};
    samples.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO;
    samples.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
    VkPipelineDepthStencilStateCreateInfo depth = {};
    depth.sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO;
    depth.depthTestEnable = options.depthTest == DepthTest::None ? VK_FALSE : VK_TRUE;
    depth.depthWriteEnable = options.depthTest == DepthTest::LessOrEqual ? VK_TRUE : VK_FALSE;
    depth.depthCompareOp = VK_COMPARE_OP_LESS_OR_EQUAL;
    const std::vector<VkPipelineColorBlendAttachmentState> blends(options.colorFormats.size(),
                                                                  blendState(options.blending));
    VkPipelineColorBlendStateCreateInfo blend = {};
    blend.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO;
    blend.attachmentCount = static_cast<std::uint32_t>(blends.size());
    blend.pAttachments = blends.data();
    constexpr std::array kDynamic = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
    VkPipelineDynamicStateCreateInfo dynamic = {};
    dynamic.sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO;
    dynamic.dynamicStateCount = static_cast<std::uint32_t>(kDynamic.size());
    dynamic.pDynamicStates = kDynamic.data();
    VkPipelineRenderingCreateInfo rendering = {};
    rendering.sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO;
    rendering.colorAttachmentCount = static_cast<std::uint32_t>(options.colorFormats.size());
    rendering.pColorAttachmentFormats = options.colorFormats.data();
    rendering.depthAttachmentFormat = options.depthFormat;

    VkGraphicsPipelineCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO;
    info.pNext = &rendering;
    info.stageCount = static_cast<std::uint32_t>(stages.size());
    info.pStages = stages.data();
    info.pVertexInputState = &vertexInput;
    info.pInputAssemblyState = &assembly;
    info.pViewportState = &viewport;
    info.pRasterizationState = &raster;
    info.pMultisampleState = &samples;
    info.pDepthStencilState = &depth;
    info.pColorBlendState = &blend;
    info.pDynamicState = &dynamic;
    info.layout = pipeline.layout_.get();
    VkPipeline handle = VK_NULL_HANDLE;
    const Status status = checkVulkan(
        vkCreateGraphicsPipelines(device.handle(), VK_NULL_HANDLE, 1, &info, nullptr, &handle),
        "creating the graphics pipeline '" + std::string(options.name) + "'");
    if (!status) {
        return status.error();
    }
    pipeline.pipeline_ = {device.handle(), handle};
    device.setName(VK_OBJECT_TYPE_PIPELINE, std::bit_cast<std::uint64_t>(handle), options.name);
    return pipeline;
}

} // namespace sartor::gpu
