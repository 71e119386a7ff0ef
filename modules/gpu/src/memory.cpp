// SPDX-License-Identifier: Apache-2.0
// Choice of the memory type, blocks and their release.
#include <sartor/base/assert.h>
#include <sartor/gpu/device.h>
#include <sartor/gpu/memory.h>
#include <sartor/gpu/range_allocator.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace sartor::gpu {

namespace {

constexpr VkDeviceSize kBlockSize = VkDeviceSize{64} << 20;
constexpr VkDeviceSize kLargestShared = VkDeviceSize{16} << 20;

struct Block {
    VkDeviceMemory memory = VK_NULL_HANDLE;
    std::byte* mapped = nullptr;
    std::uint32_t memoryType = 0;
    Tiling tiling = Tiling::Linear;
    bool isDedicated = false;
    RangeAllocator ranges;
};

/// Flags to try, best first. Coherent memory only: there is always a type of it, and nothing has
/// to be flushed.
std::array<VkMemoryPropertyFlags, 2> wantedFlags(MemoryUse use) {
    constexpr VkMemoryPropertyFlags kHost =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    switch (use) {
    case MemoryUse::Device:
        return {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0};
    case MemoryUse::HostWrite:
        return {kHost, kHost};
    case MemoryUse::HostRead:
        return {kHost | VK_MEMORY_PROPERTY_HOST_CACHED_BIT, kHost};
    }
    return {0, 0};
}

} // namespace

struct MemoryAllocator::State {
    VkDevice device = VK_NULL_HANDLE;
    VkPhysicalDeviceMemoryProperties properties = {};
    mutable std::mutex mutex;
    std::vector<Block> blocks;

    std::optional<std::uint32_t> findType(std::uint32_t allowed, MemoryUse use) const {
        for (const VkMemoryPropertyFlags flags : wantedFlags(use)) {
            for (std::uint32_t type = 0; type < properties.memoryTypeCount; ++type) {
                const bool isAllowed = ((allowed >> type) & 1u) != 0;
                if (isAllowed && (properties.memoryTypes[type].propertyFlags & flags) == flags) {
                    return type;
                }
            }
        }
        return std::nullopt;
    }

    Result<Block> createBlock(VkDeviceSize size, std::uint32_t type) const {
        const VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                           .pNext = nullptr,
                                           .allocationSize = size,
                                           .memoryTypeIndex = type};
        Block block{.memoryType = type, .ranges = RangeAllocator(size)};
        Status status = checkVulkan(vkAllocateMemory(device, &info, nullptr, &block.memory),
                                    "allocating " + std::to_string(size) + " bytes");
        if (!status) {
            return status.error();
        }
        constexpr VkMemoryPropertyFlags kMappable =
            VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
        if ((properties.memoryTypes[type].propertyFlags & kMappable) == kMappable) {
            void* mapped = nullptr;
            status = checkVulkan(vkMapMemory(device, block.memory, 0, VK_WHOLE_SIZE, 0, &mapped),
                                 "mapping memory");
            if (!status) {
                vkFreeMemory(device, block.memory, nullptr);
                return status.error();
            }
            block.mapped = static_cast<std::byte*>(mapped);
        }
        return block;
    }
};

MemoryAllocator::MemoryAllocator(VkPhysicalDevice physicalDevice, VkDevice device)
    : state_(std::make_unique<State>()) {
    state_->device = device;
    vkGetPhysicalDeviceMemoryProperties(physicalDevice, &state_->properties);
}

MemoryAllocator::~MemoryAllocator() {
    for (const Block& block : state_->blocks) {
        SARTOR_ASSERT(block.ranges.isEmpty());
        vkFreeMemory(state_->device, block.memory, nullptr);
    }
}

Result<Allocation>
MemoryAllocator::allocate(const VkMemoryRequirements& requirements, MemoryUse use, Tiling tiling) {
    const std::lock_guard lock(state_->mutex);
    const auto type = state_->findType(requirements.memoryTypeBits, use);
    if (!type) {
        return Error{"gpu.no_memory_type", "the device has no memory type for this use"};
    }
    const bool isDedicated = requirements.size > kLargestShared;
    Block* chosen = nullptr;
    std::optional<std::uint64_t> offset;
    if (!isDedicated) {
        for (Block& block : state_->blocks) {
            if (block.memoryType != *type || block.tiling != tiling || block.isDedicated) {
                continue;
            }
            offset = block.ranges.allocate(requirements.size, requirements.alignment);
            if (offset) {
                chosen = &block;
                break;
            }
        }
    }
    if (chosen == nullptr) {
        Result<Block> block =
            state_->createBlock(isDedicated ? requirements.size : kBlockSize, *type);
        if (!block) {
            return block.error();
        }
        block->tiling = tiling;
        block->isDedicated = isDedicated;
        chosen = &state_->blocks.emplace_back(*std::move(block));
        offset = chosen->ranges.allocate(requirements.size, requirements.alignment);
    }
    Allocation allocation;
    allocation.owner_ = this;
    allocation.memory_ = chosen->memory;
    allocation.offset_ = *offset;
    allocation.mapped_ = chosen->mapped == nullptr ? nullptr : chosen->mapped + *offset;
    return allocation;
}

void MemoryAllocator::free(VkDeviceMemory memory, VkDeviceSize offset) {
    const std::lock_guard lock(state_->mutex);
    const auto block =
        std::ranges::find_if(state_->blocks, [&](const Block& b) { return b.memory == memory; });
    SARTOR_ASSERT(block != state_->blocks.end());
    block->ranges.free(offset);
    if (!block->ranges.isEmpty()) {
        return;
    }
    // One empty block of a kind stays, so that a buffer made and dropped each frame costs nothing.
    const bool isSpare =
        !block->isDedicated && std::ranges::none_of(state_->blocks, [&](const Block& other) {
            return &other != &*block && !other.isDedicated &&
                   other.memoryType == block->memoryType && other.tiling == block->tiling &&
                   other.ranges.isEmpty();
        });
    if (!isSpare) {
        vkFreeMemory(state_->device, block->memory, nullptr);
        state_->blocks.erase(block);
    }
}

VkDeviceSize MemoryAllocator::usedSize() const {
    const std::lock_guard lock(state_->mutex);
    VkDeviceSize sum = 0;
    for (const Block& block : state_->blocks) {
        sum += block.ranges.usedSize();
    }
    return sum;
}

VkDeviceSize MemoryAllocator::reservedSize() const {
    const std::lock_guard lock(state_->mutex);
    VkDeviceSize sum = 0;
    for (const Block& block : state_->blocks) {
        sum += block.ranges.size();
    }
    return sum;
}

Allocation::~Allocation() {
    if (owner_ != nullptr) {
        owner_->free(memory_, offset_);
    }
}

Allocation::Allocation(Allocation&& other) noexcept
    : owner_(std::exchange(other.owner_, nullptr))
    , memory_(other.memory_)
    , offset_(other.offset_)
    , mapped_(other.mapped_) {}

Allocation& Allocation::operator=(Allocation&& other) noexcept {
    if (this != &other) {
        if (owner_ != nullptr) {
            owner_->free(memory_, offset_);
        }
        owner_ = std::exchange(other.owner_, nullptr);
        memory_ = other.memory_;
        offset_ = other.offset_;
        mapped_ = other.mapped_;
    }
    return *this;
}

} // namespace sartor::gpu
