// SPDX-License-Identifier: Apache-2.0
// What every shader of the viewport knows about the frame: camera, lights and grid.
#include "frame_constants.h"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <array>
#include <cmath>
#include <cstring>

namespace sartor::render {

namespace {

/// shaders/viewport/frame.glsl
struct FrameBlock {
    glm::mat4 clipFromWorld;
    glm::vec4 cameraWorld;
    glm::vec4 keyWorld;
    glm::vec4 fillWorld;
    glm::vec4 viewport;
    glm::vec4 grid;
    glm::vec4 shadow;
    glm::mat4 clipFromGround;
    glm::vec4 ground;
};
static_assert(sizeof(FrameBlock) == 240);

} // namespace

Result<FrameConstants> FrameConstants::create(gpu::Device& device) {
    FrameConstants made;
    const std::array bindings = {
        VkDescriptorSetLayoutBinding{0,
                                     VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                                     1,
                                     VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT,
                                     nullptr}};
    Result<gpu::DescriptorSetLayout> layout = gpu::createDescriptorSetLayout(device, bindings);
    if (!layout) {
        return layout.error();
    }
    made.layout_ = *std::move(layout);
    Result<gpu::DescriptorPool> pool =
        gpu::DescriptorPool::create(device, {.setCount = 1, .uniformBufferCount = 1});
    if (!pool) {
        return pool.error();
    }
    made.pool_ = *std::move(pool);
    Result<gpu::Buffer> buffer = gpu::Buffer::create(device,
                                                     {.size = sizeof(FrameBlock),
                                                      .usage = VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT,
                                                      .memory = gpu::MemoryUse::HostWrite,
                                                      .name = "frame constants"});
    if (!buffer) {
        return buffer.error();
    }
    made.buffer_ = *std::move(buffer);
    const Result<VkDescriptorSet> set = made.pool_.allocate(made.layout());
    if (!set) {
        return set.error();
    }
    made.set_ = *set;
    const VkDescriptorBufferInfo block = {made.buffer_.handle(), 0, sizeof(FrameBlock)};
    VkWriteDescriptorSet write = {};
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.dstSet = made.set_;
    write.descriptorCount = 1;
    write.descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    write.pBufferInfo = &block;
    vkUpdateDescriptorSets(device.handle(), 1, &write, 0, nullptr);
    return made;
}

void FrameConstants::write(const FrameDescription& frame, std::uint32_t scale) {
    const float width = static_cast<float>(frame.width * scale);
    const float height = static_cast<float>(frame.height * scale);
    const Camera& camera = frame.camera;
    const glm::mat4 viewFromWorld = camera.viewFromWorld();
    const glm::mat4 worldFromView = glm::inverse(viewFromWorld);
    const auto lightFrom = [&](const glm::vec3& view) {
        return worldFromView * glm::vec4(glm::normalize(view), 0.0f);
    };
    FrameBlock block = {};
    clipFromWorld_ = camera.clipFromView(width / height) * viewFromWorld;
    block.clipFromWorld = clipFromWorld_;
    block.cameraWorld = glm::vec4(camera.positionWorld(), 1.0f);
    block.keyWorld = lightFrom(glm::vec3(-0.55f, 0.75f, 0.70f));
    block.fillWorld = lightFrom(glm::vec3(0.90f, 0.05f, 0.35f));
    block.viewport = glm::vec4(width, height, 1.0f / width, 1.0f / height);
    const float pixelsPerUnit = height * 0.5f / std::tan(camera.verticalFieldOfView * 0.5f);
    const Grid grid = frame.grid.value_or(Grid{});
    block.grid = glm::vec4(grid.spacing, grid.radius, pixelsPerUnit, static_cast<float>(scale));
    block.shadow = glm::vec4(grid.shadowCenter, grid.shadowSize);
    block.clipFromGround = clipFromWorld_ * grid.worldFromGround;
    // Lines repeat every ten: far from the origin they are as exact as near it.
    const double period = 10.0 * static_cast<double>(grid.spacing);
    const glm::dvec2 wrapped(std::remainder(grid.center.x, period),
                             std::remainder(grid.center.y, period));
    block.ground = glm::vec4(glm::vec2(wrapped), glm::vec2(grid.center));
    std::memcpy(buffer_.mapped().data(), &block, sizeof(block));
}

} // namespace sartor::render
