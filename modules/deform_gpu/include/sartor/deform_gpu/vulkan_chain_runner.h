// SPDX-License-Identifier: Apache-2.0
// Runs planned chains as Vulkan compute: one command buffer a frame, all meshes of a chain batched.
#pragma once

#include <sartor/base/result.h>
#include <sartor/deform/chain_plan.h>
#include <sartor/gpu/device.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sartor::deform_gpu {

/// A range of a device buffer with the results of one mesh; packed as the CPU's streams are. The
/// offset is a multiple of 256, so that it can be bound on any device.
struct DeviceStream {
    VkBuffer buffer = VK_NULL_HANDLE;
    VkDeviceSize offset = 0;
    VkDeviceSize size = 0;
};

/// Where the results of one mesh are on the device; an absent stream has a null buffer.
struct DeviceMesh {
    DeviceStream positions;
    DeviceStream normals;
    DeviceStream tangents;
};

/// Where barriers between stages come from. Without them results are garbage: it is there to show
/// that synchronisation validation sees the hazards that they prevent.
enum class StageBarriers { FromAccess, None };

/// Owns the device buffers of a set of mesh instances that are deformed together.
class VulkanChainRunner {
public:
    /// Plans whose chains have equal stages share their dispatches; params may differ.
    /// Errors: "deform_gpu.no_compute" (a stage without a compute form, named),
    /// "deform_gpu.too_large" (a mesh that one dispatch of this device cannot hold), "gpu.*".
    static Result<std::unique_ptr<VulkanChainRunner>>
    create(gpu::Device& device,
           std::vector<std::shared_ptr<const deform::ChainPlan>> plans,
           StageBarriers barriers = StageBarriers::FromAccess);
    ~VulkanChainRunner();
    VulkanChainRunner(const VulkanChainRunner&) = delete;
    VulkanChainRunner& operator=(const VulkanChainRunner&) = delete;
    VulkanChainRunner(VulkanChainRunner&&) = delete;
    VulkanChainRunner& operator=(VulkanChainRunner&&) = delete;

    /// Deforms all meshes for one frame and waits for the device. frames.size() == plans.size().
    /// Whatever reads the results on the same queue afterwards needs no barrier of its own.
    /// Errors: "deform.frame" (sizes of the frames), "gpu.*".
    Status run(std::span<const deform::FrameSource> frames);

    /// Copies the results of the last run of one mesh back. The first call after a run fetches all
    /// meshes in one submission. Errors: "deform_gpu.not_run", "gpu.*".
    Status readBack(std::size_t mesh, deform::DeformedMesh& destination) const;

    /// Results of the last run on the device, for drawing without a round trip.
    DeviceMesh deviceMesh(std::size_t mesh) const;

    /// Of the last run; the counts of flags are there once it was read back.
    const deform::DeformFaults& faults(std::size_t mesh) const;
    /// Whether a stage has written behind the last element of a mesh in one of the runs until now:
    /// into memory that belongs to none. Names mesh and buffer; empty where none has. Reads all
    /// padding back. Errors: "deform_gpu.not_run", "gpu.*".
    Result<std::string> findOverrun() const;
    /// Dispatches that the last run recorded.
    std::uint32_t dispatchCount() const;

private:
    struct State;
    explicit VulkanChainRunner(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace sartor::deform_gpu
