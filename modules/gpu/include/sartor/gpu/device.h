// SPDX-License-Identifier: Apache-2.0
// A headless Vulkan device with one queue. Knows nothing of animation or drawing.
#pragma once

#include <sartor/base/result.h>

#include <volk.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::gpu {

class MemoryAllocator;

/// Core and synchronisation checks of the Khronos validation layer.
enum class Validation {
    FromEnvironment, ///< on when SARTOR_VALIDATION is 1
    On,
    Off
};

/// Whether device memory that the host can see may be written directly.
enum class Staging {
    WhenNeeded, ///< through staging memory only where the host cannot see the memory
    Always      ///< also where it could: what a discrete device does, for tests on others
};

struct DeviceOptions {
    Validation validation = Validation::FromEnvironment;
    Staging staging = Staging::WhenNeeded;
    /// Index, or part of the name, of the wanted device; empty takes what the environment variable
    /// SARTOR_DEVICE says, else the fastest kind.
    std::string device = {};
};

/// Vulkan instance, device and queue. Everything made from it must be gone before it is.
/// Threads: any for the const functions; objects made from it are used by one thread at a time.
class Device {
public:
    /// Errors: "gpu.unavailable" (no loader, no driver, no device), "gpu.no_such_device",
    /// "gpu.unsuitable" (naming what each device lacks), "gpu.no_validation" (asked for, but the
    /// layer is not installed), "gpu.vulkan".
    static Result<std::unique_ptr<Device>> create(const DeviceOptions& options);
    ~Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;
    Device(Device&&) = delete;
    Device& operator=(Device&&) = delete;

    VkDevice handle() const;
    std::uint32_t queueFamily() const;
    /// As the driver says it: "llvmpipe (LLVM 15.0.6, 256 bits)".
    const std::string& deviceName() const;
    const VkPhysicalDeviceProperties& properties() const;
    Staging staging() const;
    MemoryAllocator& allocator() const;
    /// Bits of the queue's clock; 0 where it has none.
    std::uint32_t timestampBits() const;
    /// Whether fragment shaders may write to buffers.
    bool hasFragmentStores() const;

    /// False when the layer is off: a count of zero then says nothing.
    bool isValidating() const;
    /// Warnings and errors of the validation layer so far.
    std::uint32_t validationMessageCount() const;
    std::vector<std::string> validationMessages() const;

    /// Name in validation messages and in captures. Does nothing without debug utilities.
    void setName(VkObjectType type, std::uint64_t handle, std::string_view name) const;
    /// A named region of a command buffer in captures.
    void beginLabel(VkCommandBuffer commands, std::string_view name) const;
    void endLabel(VkCommandBuffer commands) const;

    /// Hands recorded commands to the queue; `fence` is signalled when they are done.
    /// Errors: "gpu.device_lost", "gpu.vulkan".
    Status submit(VkCommandBuffer commands, VkFence fence);
    /// Errors: "gpu.timeout", "gpu.device_lost". After either the device takes no more work.
    Status wait(VkFence fence, double timeoutSeconds);
    bool isLost() const;

private:
    struct State;
    explicit Device(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// Success, or "gpu.out_of_memory", "gpu.device_lost" or "gpu.vulkan" with the name of what was
/// tried and of the result code.
Status checkVulkan(VkResult result, std::string_view what);

} // namespace sartor::gpu
