// SPDX-License-Identifier: Apache-2.0
// Choice among the devices that there are.
#pragma once

#include <sartor/base/result.h>

#include <volk.h>

#include <cstdint>
#include <string>
#include <vector>

namespace sartor::gpu {

/// What a physical device offers of what we need.
struct DeviceFacts {
    std::uint32_t apiVersion = 0;
    bool hasSynchronization2 = false;
    bool hasDynamicRendering = false;
    bool hasGraphicsComputeQueue = false;
    std::uint32_t maxStorageBuffersPerStage = 0;
};

/// One sentence part for each thing that is missing, such as "feature synchronization2"; empty for
/// a device that can be used.
std::vector<std::string> missingRequirements(const DeviceFacts& facts);

/// A device that the driver offers; `missing` is empty when it can be used.
struct PhysicalDevice {
    VkPhysicalDevice handle = VK_NULL_HANDLE;
    VkPhysicalDeviceProperties properties = {};
    /// The first queue family for graphics and compute.
    std::uint32_t queueFamily = 0;
    /// Of the family's queues; 0 where they have no clock.
    std::uint32_t timestampBits = 0;
    std::vector<std::string> missing;
};

/// The usable device of the fastest kind. `wanted`, unless empty, leaves only the one of that index
/// or those with that text in their name.
/// Errors: "gpu.unavailable" (there is no device), "gpu.no_such_device", "gpu.unsuitable".
Result<PhysicalDevice> choosePhysicalDevice(VkInstance instance, const std::string& wanted);

} // namespace sartor::gpu
