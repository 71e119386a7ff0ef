// SPDX-License-Identifier: Apache-2.0
// Choice among the devices that there are.
#include "enumerate.h"

#include <sartor/gpu/physical_device.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

namespace sartor::gpu {

namespace {

constexpr std::uint32_t kStorageBuffersPerStage = 16;

PhysicalDevice inspect(VkPhysicalDevice device) {
    PhysicalDevice candidate;
    candidate.handle = device;
    vkGetPhysicalDeviceProperties(device, &candidate.properties);
    DeviceFacts facts;
    facts.apiVersion = candidate.properties.apiVersion;
    facts.maxStorageBuffersPerStage =
        candidate.properties.limits.maxPerStageDescriptorStorageBuffers;
    if (facts.apiVersion >= VK_API_VERSION_1_3) {
        VkPhysicalDeviceVulkan13Features features13 = {};
        features13.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
        VkPhysicalDeviceFeatures2 features = {};
        features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
        features.pNext = &features13;
        vkGetPhysicalDeviceFeatures2(device, &features);
        facts.hasSynchronization2 = features13.synchronization2 == VK_TRUE;
        facts.hasDynamicRendering = features13.dynamicRendering == VK_TRUE;
    }
    std::uint32_t familyCount = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(device, &familyCount, nullptr);
    std::vector<VkQueueFamilyProperties> families(familyCount);
    vkGetPhysicalDeviceQueueFamilyProperties(device, &familyCount, families.data());
    constexpr VkQueueFlags kWanted = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
    const auto family = std::ranges::find_if(families, [](const VkQueueFamilyProperties& f) {
        return (f.queueFlags & kWanted) == kWanted && f.queueCount > 0;
    });
    facts.hasGraphicsComputeQueue = family != families.end();
    candidate.queueFamily = static_cast<std::uint32_t>(family - families.begin());
    candidate.timestampBits = family != families.end() ? family->timestampValidBits : 0;
    candidate.missing = missingRequirements(facts);
    return candidate;
}

int preference(VkPhysicalDeviceType type) {
    switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
        return 4;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
        return 3;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
        return 2;
    case VK_PHYSICAL_DEVICE_TYPE_CPU:
        return 1;
    default:
        return 0;
    }
}

bool isWanted(const PhysicalDevice& candidate, std::size_t index, const std::string& wanted) {
    std::size_t number = 0;
    const char* end = wanted.data() + wanted.size();
    const auto [rest, error] = std::from_chars(wanted.data(), end, number);
    if (error == std::errc() && rest == end) {
        return number == index;
    }
    return std::string_view(candidate.properties.deviceName).find(wanted) != std::string_view::npos;
}

} // namespace

std::vector<std::string> missingRequirements(const DeviceFacts& facts) {
    std::vector<std::string> missing;
    if (facts.apiVersion < VK_API_VERSION_1_3) {
        missing.push_back("Vulkan 1.3 (it has " +
                          std::to_string(VK_API_VERSION_MAJOR(facts.apiVersion)) + "." +
                          std::to_string(VK_API_VERSION_MINOR(facts.apiVersion)) + ")");
    }
    if (!facts.hasSynchronization2) {
        missing.emplace_back("feature synchronization2");
    }
    if (!facts.hasDynamicRendering) {
        missing.emplace_back("feature dynamicRendering");
    }
    if (!facts.hasGraphicsComputeQueue) {
        missing.emplace_back("a queue for graphics and compute");
    }
    if (facts.maxStorageBuffersPerStage < kStorageBuffersPerStage) {
        missing.push_back("maxPerStageDescriptorStorageBuffers of " +
                          std::to_string(kStorageBuffersPerStage) + " (it has " +
                          std::to_string(facts.maxStorageBuffersPerStage) + ")");
    }
    return missing;
}

Result<PhysicalDevice> choosePhysicalDevice(VkInstance instance, const std::string& wanted) {
    const auto devices =
        enumerate<VkPhysicalDevice>([&](std::uint32_t* count, VkPhysicalDevice* data) {
            return vkEnumeratePhysicalDevices(instance, count, data);
        });
    if (devices.empty()) {
        return Error{"gpu.unavailable", "there is no Vulkan device"};
    }
    std::optional<PhysicalDevice> best;
    std::string names;
    std::string lacks;
    bool isAnyWanted = false;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        PhysicalDevice candidate = inspect(devices[i]);
        const std::string name = candidate.properties.deviceName;
        names += (i == 0 ? "" : ", ") + std::to_string(i) + " '" + name + "'";
        if (!wanted.empty() && !isWanted(candidate, i, wanted)) {
            continue;
        }
        isAnyWanted = true;
        if (!candidate.missing.empty()) {
            lacks += (lacks.empty() ? "'" : "; '") + name + "' lacks ";
            for (std::size_t m = 0; m < candidate.missing.size(); ++m) {
                lacks += (m == 0 ? "" : ", ") + candidate.missing[m];
            }
            continue;
        }
        if (!best ||
            preference(candidate.properties.deviceType) > preference(best->properties.deviceType)) {
            best = std::move(candidate);
        }
    }
    if (best) {
        return *std::move(best);
    }
    if (!isAnyWanted) {
        return Error{"gpu.no_such_device", "no Vulkan device '" + wanted + "'; there is: " + names};
    }
    return Error{"gpu.unsuitable", lacks};
}

} // namespace sartor::gpu
