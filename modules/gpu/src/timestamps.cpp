// SPDX-License-Identifier: Apache-2.0
// Timestamp queries.
#include <sartor/gpu/timestamps.h>

#include <limits>

namespace sartor::gpu {

Result<Timestamps> Timestamps::create(Device& device, std::uint32_t capacity) {
    Timestamps made;
    const std::uint32_t validBits = device.timestampBits();
    if (validBits == 0 || capacity == 0) {
        return made;
    }
    VkQueryPoolCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO;
    info.queryType = VK_QUERY_TYPE_TIMESTAMP;
    info.queryCount = capacity;
    VkQueryPool pool = VK_NULL_HANDLE;
    const Status status = checkVulkan(vkCreateQueryPool(device.handle(), &info, nullptr, &pool),
                                      "creating a pool of timestamps");
    if (!status) {
        return status.error();
    }
    made.device_ = device.handle();
    made.pool_ = {device.handle(), pool};
    made.capacity_ = capacity;
    made.secondsPerTick_ = static_cast<double>(device.properties().limits.timestampPeriod) * 1e-9;
    made.tickMask_ = validBits >= 64 ? std::numeric_limits<std::uint64_t>::max()
                                     : (std::uint64_t{1} << validBits) - 1;
    return made;
}

void Timestamps::begin(VkCommandBuffer commands) {
    count_ = 0;
    if (pool_) {
        vkCmdResetQueryPool(commands, pool_.get(), 0, capacity_);
    }
}

void Timestamps::mark(VkCommandBuffer commands) {
    if (count_ < capacity_) {
        vkCmdWriteTimestamp2(commands, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, pool_.get(), count_);
        ++count_;
    }
}

Status Timestamps::read(std::vector<double>& seconds) const {
    seconds.clear();
    if (count_ == 0) {
        return {};
    }
    std::vector<std::uint64_t> ticks(count_);
    const Status status =
        checkVulkan(vkGetQueryPoolResults(device_,
                                          pool_.get(),
                                          0,
                                          count_,
                                          ticks.size() * sizeof(std::uint64_t),
                                          ticks.data(),
                                          sizeof(std::uint64_t),
                                          VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT),
                    "reading timestamps");
    if (!status) {
        return status;
    }
    seconds.reserve(count_);
    for (const std::uint64_t tick : ticks) {
        // The clock may pass its last value in between.
        seconds.push_back(static_cast<double>((tick - ticks.front()) & tickMask_) *
                          secondsPerTick_);
    }
    return {};
}

} // namespace sartor::gpu
