// SPDX-License-Identifier: Apache-2.0
// Runs planned chains as Vulkan compute: one command buffer a frame, all meshes of a chain batched.
#pragma once

#include <sartor/base/result.h>
#include <sartor/deform/chain_plan.h>
#include <sartor/deform/run_counts.h>
#include <sartor/gpu/device.h>
#include <sartor/gpu/pipeline.h>

#include <cstdint>
#include <memory>
#include <optional>
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
    /// Of the run before, for motion vectors; `positions` on a first run, with SARTOR_FRAME_RESET,
    /// and where nothing has moved.
    DeviceStream previousPositions;
    /// Makes the same vertices while they are drawn; none where the last stage ran as compute.
    std::optional<gpu::VertexSource> source = {};
};

/// Where the last stage of each chain runs; the ones before it are compute.
enum class LastStage {
    Compute,
    Inline ///< in the vertex shader, where the stage has such a form; its results are captured
};

struct RunnerOptions {
    LastStage lastStage = LastStage::Compute;
    /// Invocations of a compute workgroup, one for each vertex. The results do not depend on it.
    std::uint32_t localSize = 64;
};

/// Owns the device buffers of a set of mesh instances that are deformed together.
class VulkanChainRunner {
public:
    /// Plans whose chains have equal stages share their dispatches; params may differ.
    /// A chain whose last stage has no vertex form runs as compute; inlineRefusal() says why.
    /// Errors: "deform_gpu.no_compute" (a stage without a compute form, named),
    /// "deform_gpu.too_large" (a mesh that one dispatch of this device cannot hold),
    /// "deform_gpu.local_size" (0, or more than this device allows),
    /// "deform_gpu.no_capture" (Inline on a device that cannot keep the results), "gpu.*".
    static Result<std::unique_ptr<VulkanChainRunner>>
    create(gpu::Device& device,
           std::vector<std::shared_ptr<const deform::ChainPlan>> plans,
           const RunnerOptions& options = {});
    ~VulkanChainRunner();
    VulkanChainRunner(const VulkanChainRunner&) = delete;
    VulkanChainRunner& operator=(const VulkanChainRunner&) = delete;
    VulkanChainRunner(VulkanChainRunner&&) = delete;
    VulkanChainRunner& operator=(VulkanChainRunner&&) = delete;

    /// Deforms all meshes for one frame and waits for the device. frames.size() == plans.size(). A
    /// mesh whose input is that of the frame before (FrameSource::input) is left as it is; where
    /// that holds for all, the device is given nothing to do.
    /// Whatever reads the results on the same queue afterwards needs no barrier of its own.
    /// Errors: "deform.frame" (sizes of the frames), "gpu.*".
    Status run(std::span<const deform::FrameSource> frames);

    /// Copies the results of the last run of one mesh back. The first call after a run fetches all
    /// meshes in one submission. Errors: "deform_gpu.not_run", "gpu.*".
    Status readBack(std::size_t mesh, deform::DeformedMesh& destination) const;

    /// Results of the last run on the device, for drawing without a round trip. Valid until the
    /// next run.
    DeviceMesh deviceMesh(std::size_t mesh) const;

    /// Why the last stage of a mesh's chain is compute although LastStage::Inline was asked for;
    /// empty else.
    const std::string& inlineRefusal(std::size_t mesh) const;

    /// Of the last run; the counts of flags are there once it was read back.
    const deform::DeformFaults& faults(std::size_t mesh) const;
    /// Whether a stage has written behind the last element of a mesh in one of the runs until now:
    /// into memory that belongs to none. Names mesh and buffer; empty where none has. Reads all
    /// padding back. Errors: "deform_gpu.not_run", "gpu.*".
    Result<std::string> findOverrun() const;
    /// Whether the last run kept the results of the one before.
    bool wasReused(std::size_t mesh) const;
    /// Whether the positions of the frame before are those of now.
    bool isPreviousCurrent(std::size_t mesh) const;
    const deform::RunCounts& counts() const;
    /// Seconds of the device for each stage of the last run, in order; empty where nothing ran, and
    /// on a device without a clock. Valid for as long as the runner is.
    std::span<const deform::StageTime> stageTimes() const;

private:
    struct State;
    explicit VulkanChainRunner(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace sartor::deform_gpu
