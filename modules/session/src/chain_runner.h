// SPDX-License-Identifier: Apache-2.0
// Runs the chains of a session on one of its backends.
#pragma once

#include <sartor/session/session.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sartor::session {

/// Runs the chains of all instances; one for each backend.
class ChainRunner {
public:
    ChainRunner() = default;
    virtual ~ChainRunner() = default;
    ChainRunner(const ChainRunner&) = delete;
    ChainRunner& operator=(const ChainRunner&) = delete;
    ChainRunner(ChainRunner&&) = delete;
    ChainRunner& operator=(ChainRunner&&) = delete;

    virtual Status run(std::span<const deform::FrameSource> frames) = 0;
    /// Streams and faults of the last run; palette and weights are left to the session.
    virtual InstanceFrame results(std::size_t instance) const = 0;
    /// Null where the results are not on a device.
    virtual const deform_gpu::DeviceMesh* deviceMesh(std::size_t /*instance*/) const {
        return nullptr;
    }
    virtual const std::string& inlineRefusal(std::size_t /*instance*/) const {
        static const std::string kNone;
        return kNone;
    }
    virtual const deform::RunCounts& counts() const = 0;
    virtual std::span<const deform::StageTime> stageTimes() const { return {}; }
};

using Plans = std::vector<std::shared_ptr<const deform::ChainPlan>>;

/// Errors: those of deform::CpuChainRunner.
Result<std::unique_ptr<ChainRunner>> createCpuRunner(const Plans& plans, deform::Verify verify);
/// Backend::Vulkan or Vertex. Only where the GPU modules are built. The device outlives the runner.
/// Errors: those of deform_gpu::VulkanChainRunner.
Result<std::unique_ptr<ChainRunner>>
createVulkanRunner(gpu::Device& device, const Plans& plans, Backend backend);

} // namespace sartor::session
