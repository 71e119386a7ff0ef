// SPDX-License-Identifier: Apache-2.0
// Instance, device and queue, and the messages of the validation layer.
#include "enumerate.h"

#include <sartor/base/log.h>
#include <sartor/gpu/device.h>
#include <sartor/gpu/memory.h>
#include <sartor/gpu/physical_device.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <utility>

namespace sartor::gpu {

namespace {

constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";
constexpr const char* kPortabilitySubset = "VK_KHR_portability_subset";

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

std::string resultName(VkResult result) {
    switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
        return "VK_ERROR_OUT_OF_HOST_MEMORY";
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
        return "VK_ERROR_OUT_OF_DEVICE_MEMORY";
    case VK_ERROR_INITIALIZATION_FAILED:
        return "VK_ERROR_INITIALIZATION_FAILED";
    case VK_ERROR_DEVICE_LOST:
        return "VK_ERROR_DEVICE_LOST";
    case VK_ERROR_MEMORY_MAP_FAILED:
        return "VK_ERROR_MEMORY_MAP_FAILED";
    case VK_ERROR_LAYER_NOT_PRESENT:
        return "VK_ERROR_LAYER_NOT_PRESENT";
    case VK_ERROR_EXTENSION_NOT_PRESENT:
        return "VK_ERROR_EXTENSION_NOT_PRESENT";
    case VK_ERROR_FEATURE_NOT_PRESENT:
        return "VK_ERROR_FEATURE_NOT_PRESENT";
    case VK_ERROR_INCOMPATIBLE_DRIVER:
        return "VK_ERROR_INCOMPATIBLE_DRIVER";
    case VK_ERROR_FORMAT_NOT_SUPPORTED:
        return "VK_ERROR_FORMAT_NOT_SUPPORTED";
    case VK_ERROR_OUT_OF_POOL_MEMORY:
        return "VK_ERROR_OUT_OF_POOL_MEMORY";
    default:
        return "VkResult " + std::to_string(static_cast<int>(result));
    }
}

bool contains(const std::vector<VkExtensionProperties>& extensions, std::string_view name) {
    return std::ranges::any_of(extensions, [&](const VkExtensionProperties& extension) {
        return name == extension.extensionName;
    });
}

std::vector<VkExtensionProperties> instanceExtensions(const char* layer) {
    return enumerate<VkExtensionProperties>([&](std::uint32_t* count, VkExtensionProperties* data) {
        return vkEnumerateInstanceExtensionProperties(layer, count, data);
    });
}

/// The loader is opened once. The functions that volk gets from it dispatch by the handle they are
/// given, so any number of instances and devices can use them; loading them again for each would be
/// a race with threads that call them.
bool openLoader() {
    static const bool isOpen = volkInitialize() == VK_SUCCESS;
    return isOpen;
}

} // namespace

Status checkVulkan(VkResult result, std::string_view what) {
    if (result >= 0) {
        return {};
    }
    std::string code = "gpu.vulkan";
    if (result == VK_ERROR_DEVICE_LOST) {
        code = "gpu.device_lost";
    } else if (result == VK_ERROR_OUT_OF_DEVICE_MEMORY || result == VK_ERROR_OUT_OF_HOST_MEMORY) {
        code = "gpu.out_of_memory";
    }
    return Error{std::move(code), std::string(what) + " failed: " + resultName(result)};
}

struct Device::State {
    Staging staging = Staging::WhenNeeded;
    VkInstance instance = VK_NULL_HANDLE;
    VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
    VkPhysicalDeviceProperties properties = {};
    std::string deviceName;
    VkDevice device = VK_NULL_HANDLE;
    bool hasFragmentStores = false;
    std::uint32_t timestampBits = 0;
    std::uint32_t queueFamily = 0;
    VkQueue queue = VK_NULL_HANDLE;
    std::unique_ptr<MemoryAllocator> allocator;
    std::mutex queueMutex;
    std::atomic<bool> isLost = false;

    // Of this instance: null without the extension.
    PFN_vkCreateDebugUtilsMessengerEXT createMessenger = nullptr;
    PFN_vkDestroyDebugUtilsMessengerEXT destroyMessenger = nullptr;
    PFN_vkSetDebugUtilsObjectNameEXT setObjectName = nullptr;
    PFN_vkCmdBeginDebugUtilsLabelEXT beginLabel = nullptr;
    PFN_vkCmdEndDebugUtilsLabelEXT endLabel = nullptr;

    bool isValidating = false;
    mutable std::mutex messageMutex;
    std::vector<std::string> messages;

    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    State(State&&) = delete;
    State& operator=(State&&) = delete;
    ~State() {
        if (device != VK_NULL_HANDLE) {
            vkDeviceWaitIdle(device);
            allocator.reset();
            vkDestroyDevice(device, nullptr);
        }
        if (messenger != VK_NULL_HANDLE) {
            destroyMessenger(instance, messenger, nullptr);
        }
        if (instance != VK_NULL_HANDLE) {
            vkDestroyInstance(instance, nullptr);
        }
    }

    static VKAPI_ATTR VkBool32 VKAPI_CALL
    receive(VkDebugUtilsMessageSeverityFlagBitsEXT /*severity*/,
            VkDebugUtilsMessageTypeFlagsEXT /*types*/,
            const VkDebugUtilsMessengerCallbackDataEXT* data,
            void* user) {
        State& state = *static_cast<State*>(user);
        const std::string text = data->pMessage == nullptr ? "" : data->pMessage;
        {
            const std::lock_guard lock(state.messageMutex);
            state.messages.push_back(text);
        }
        log(LogLevel::Error, "vulkan: " + text);
        return VK_FALSE;
    }

    VkDebugUtilsMessengerCreateInfoEXT messengerInfo() {
        VkDebugUtilsMessengerCreateInfoEXT info = {};
        info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
        info.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                               VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
        // Not GENERAL: the loader speaks there about drivers that have nothing to do with us.
        info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
        info.pfnUserCallback = &State::receive;
        info.pUserData = this;
        return info;
    }

    template <class Function>
    void load(Function& function, const char* name) const {
        // The loader's own type for "some function" has to become the real one.
        const PFN_vkVoidFunction found = vkGetInstanceProcAddr(instance, name);
        static_assert(sizeof(function) == sizeof(found));
        std::memcpy(&function, &found, sizeof(function));
    }

    Status createInstance() {
        const auto extensions = instanceExtensions(nullptr);
        std::vector<const char*> enabledExtensions;
        std::vector<const char*> enabledLayers;
        if (isValidating) {
            const auto layers =
                enumerate<VkLayerProperties>([](std::uint32_t* count, VkLayerProperties* data) {
                    return vkEnumerateInstanceLayerProperties(count, data);
                });
            const bool hasLayer = std::ranges::any_of(layers, [](const VkLayerProperties& layer) {
                return std::string_view(layer.layerName) == kValidationLayer;
            });
            if (!hasLayer || !contains(instanceExtensions(kValidationLayer),
                                       VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME)) {
                return Error{"gpu.no_validation",
                             "validation was asked for, but VK_LAYER_KHRONOS_validation is not "
                             "installed (Debian package vulkan-validationlayers)"};
            }
            enabledLayers.push_back(kValidationLayer);
            enabledExtensions.push_back(VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME);
        }
        const bool hasDebugUtils = contains(extensions, VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
        if (hasDebugUtils) {
            enabledExtensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
        }
        const bool hasPortability =
            contains(extensions, VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
        if (hasPortability) {
            enabledExtensions.push_back(VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
        }

        VkApplicationInfo application = {};
        application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
        application.pApplicationName = "sartor";
        application.apiVersion = VK_API_VERSION_1_3;
        constexpr std::array kEnabledChecks = {
            VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT};
        VkValidationFeaturesEXT checks = {};
        checks.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT;
        checks.enabledValidationFeatureCount = static_cast<std::uint32_t>(kEnabledChecks.size());
        checks.pEnabledValidationFeatures = kEnabledChecks.data();
        VkDebugUtilsMessengerCreateInfoEXT receiver = messengerInfo();
        VkInstanceCreateInfo info = {};
        info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
        if (isValidating) {
            // Messages about the creation of the instance itself come through this one.
            checks.pNext = hasDebugUtils ? &receiver : nullptr;
            info.pNext = &checks;
        }
        if (hasPortability) {
            info.flags = VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR;
        }
        info.pApplicationInfo = &application;
        info.enabledLayerCount = static_cast<std::uint32_t>(enabledLayers.size());
        info.ppEnabledLayerNames = enabledLayers.data();
        info.enabledExtensionCount = static_cast<std::uint32_t>(enabledExtensions.size());
        info.ppEnabledExtensionNames = enabledExtensions.data();
        const VkResult result = vkCreateInstance(&info, nullptr, &instance);
        if (result != VK_SUCCESS) {
            instance = VK_NULL_HANDLE;
            return Error{"gpu.unavailable",
                         "there is no usable Vulkan driver: vkCreateInstance failed: " +
                             resultName(result)};
        }
        static std::once_flag loadOnce;
        std::call_once(loadOnce, [this] { volkLoadInstance(instance); });
        if (hasDebugUtils) {
            load(createMessenger, "vkCreateDebugUtilsMessengerEXT");
            load(destroyMessenger, "vkDestroyDebugUtilsMessengerEXT");
            load(setObjectName, "vkSetDebugUtilsObjectNameEXT");
            load(beginLabel, "vkCmdBeginDebugUtilsLabelEXT");
            load(endLabel, "vkCmdEndDebugUtilsLabelEXT");
        }
        if (isValidating && createMessenger != nullptr) {
            return checkVulkan(createMessenger(instance, &receiver, nullptr, &messenger),
                               "creating the receiver of validation messages");
        }
        return {};
    }

    Status createDevice(const PhysicalDevice& candidate) {
        properties = candidate.properties;
        deviceName = properties.deviceName;
        queueFamily = candidate.queueFamily;
        timestampBits = candidate.timestampBits;

        VkPhysicalDeviceVulkan13Features features13 = {};
        features13.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
        features13.synchronization2 = VK_TRUE;
        features13.dynamicRendering = VK_TRUE;
        // Every 1.3 device has it; shaders that are compiled for 1.3 use LocalSizeId.
        features13.maintenance4 = VK_TRUE;
        VkPhysicalDeviceFeatures2 features = {};
        features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
        features.pNext = &features13;
        // Plugins bring their own shaders: an index out of range must not reach foreign memory.
        features.features.robustBufferAccess = VK_TRUE;
        VkPhysicalDeviceFeatures offered = {};
        vkGetPhysicalDeviceFeatures(candidate.handle, &offered);
        hasFragmentStores = offered.fragmentStoresAndAtomics == VK_TRUE;
        features.features.fragmentStoresAndAtomics = offered.fragmentStoresAndAtomics;

        const auto deviceExtensions = enumerate<VkExtensionProperties>(
            [&](std::uint32_t* count, VkExtensionProperties* data) {
                return vkEnumerateDeviceExtensionProperties(candidate.handle, nullptr, count, data);
            });
        std::vector<const char*> extensions;
        if (contains(deviceExtensions, kPortabilitySubset)) {
            extensions.push_back(kPortabilitySubset);
        }
        constexpr float kPriority = 1.0f;
        VkDeviceQueueCreateInfo queueInfo = {};
        queueInfo.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
        queueInfo.queueFamilyIndex = queueFamily;
        queueInfo.queueCount = 1;
        queueInfo.pQueuePriorities = &kPriority;
        VkDeviceCreateInfo info = {};
        info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
        info.pNext = &features;
        info.queueCreateInfoCount = 1;
        info.pQueueCreateInfos = &queueInfo;
        info.enabledExtensionCount = static_cast<std::uint32_t>(extensions.size());
        info.ppEnabledExtensionNames = extensions.data();
        const Status status = checkVulkan(vkCreateDevice(candidate.handle, &info, nullptr, &device),
                                          "creating a device on '" + deviceName + "'");
        if (!status) {
            device = VK_NULL_HANDLE;
            return status;
        }
        vkGetDeviceQueue(device, queueFamily, 0, &queue);
        allocator = std::make_unique<MemoryAllocator>(candidate.handle, device);
        return {};
    }
};

Device::Device(std::unique_ptr<State> state) : state_(std::move(state)) {}

Device::~Device() = default;

Result<std::unique_ptr<Device>> Device::create(const DeviceOptions& options) {
    if (!openLoader()) {
        return Error{"gpu.unavailable", "there is no Vulkan loader (Debian package libvulkan1)"};
    }
    auto state = std::make_unique<State>();
    state->staging = options.staging;
    state->isValidating = options.validation == Validation::On ||
                          (options.validation == Validation::FromEnvironment &&
                           environment("SARTOR_VALIDATION") == "1");
    Status status = state->createInstance();
    if (!status) {
        return status.error();
    }
    const std::string wanted =
        options.device.empty() ? environment("SARTOR_DEVICE") : options.device;
    Result<PhysicalDevice> candidate = choosePhysicalDevice(state->instance, wanted);
    if (!candidate) {
        return candidate.error();
    }
    status = state->createDevice(*candidate);
    if (!status) {
        return status.error();
    }
    return std::unique_ptr<Device>(new Device(std::move(state)));
}

VkDevice Device::handle() const {
    return state_->device;
}

std::uint32_t Device::queueFamily() const {
    return state_->queueFamily;
}

const std::string& Device::deviceName() const {
    return state_->deviceName;
}

const VkPhysicalDeviceProperties& Device::properties() const {
    return state_->properties;
}

Staging Device::staging() const {
    return state_->staging;
}

MemoryAllocator& Device::allocator() const {
    return *state_->allocator;
}

std::uint32_t Device::timestampBits() const {
    return state_->timestampBits;
}

bool Device::hasFragmentStores() const {
    return state_->hasFragmentStores;
}

bool Device::isValidating() const {
    return state_->isValidating;
}

std::uint32_t Device::validationMessageCount() const {
    const std::lock_guard lock(state_->messageMutex);
    return static_cast<std::uint32_t>(state_->messages.size());
}

std::vector<std::string> Device::validationMessages() const {
    const std::lock_guard lock(state_->messageMutex);
    return state_->messages;
}

void Device::setName(VkObjectType type, std::uint64_t handle, std::string_view name) const {
    if (state_->setObjectName == nullptr || name.empty()) {
        return;
    }
    const std::string text(name);
    VkDebugUtilsObjectNameInfoEXT info = {};
    info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT;
    info.objectType = type;
    info.objectHandle = handle;
    info.pObjectName = text.c_str();
    state_->setObjectName(state_->device, &info);
}

void Device::beginLabel(VkCommandBuffer commands, std::string_view name) const {
    if (state_->beginLabel == nullptr) {
        return;
    }
    const std::string text(name);
    VkDebugUtilsLabelEXT label = {};
    label.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT;
    label.pLabelName = text.c_str();
    state_->beginLabel(commands, &label);
}

void Device::endLabel(VkCommandBuffer commands) const {
    if (state_->endLabel != nullptr) {
        state_->endLabel(commands);
    }
}

Status Device::submit(VkCommandBuffer commands, VkFence fence) {
    if (isLost()) {
        return Error{"gpu.device_lost", "the device '" + state_->deviceName + "' is lost"};
    }
    VkCommandBufferSubmitInfo commandInfo = {};
    commandInfo.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO;
    commandInfo.commandBuffer = commands;
    VkSubmitInfo2 info = {};
    info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2;
    info.commandBufferInfoCount = 1;
    info.pCommandBufferInfos = &commandInfo;
    const std::lock_guard lock(state_->queueMutex);
    const VkResult result = vkQueueSubmit2(state_->queue, 1, &info, fence);
    if (result == VK_ERROR_DEVICE_LOST) {
        state_->isLost = true;
    }
    return checkVulkan(result, "submitting commands");
}

Status Device::wait(VkFence fence, double timeoutSeconds) {
    const auto nanoseconds = static_cast<std::uint64_t>(std::max(0.0, timeoutSeconds) * 1e9);
    const VkResult result = vkWaitForFences(state_->device, 1, &fence, VK_TRUE, nanoseconds);
    if (result == VK_TIMEOUT) {
        state_->isLost = true;
        return Error{"gpu.timeout",
                     "the device '" + state_->deviceName + "' did not finish within " +
                         std::to_string(timeoutSeconds) + " s"};
    }
    if (result == VK_ERROR_DEVICE_LOST) {
        state_->isLost = true;
    }
    return checkVulkan(result, "waiting for the device");
}

bool Device::isLost() const {
    return state_->isLost;
}

} // namespace sartor::gpu
