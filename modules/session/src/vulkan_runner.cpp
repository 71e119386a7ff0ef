// SPDX-License-Identifier: Apache-2.0
// The chains of a session on a device, all instances together.
#include "chain_runner.h"

#include <sartor/deform_gpu/vulkan_chain_runner.h>

#include <utility>

namespace sartor::session {

namespace {

class VulkanRunner final : public ChainRunner {
public:
    static Result<std::unique_ptr<ChainRunner>> create(gpu::Device& device, const Plans& plans) {
        auto runner = deform_gpu::VulkanChainRunner::create(device, plans);
        if (!runner) {
            return runner.error();
        }
        auto made = std::make_unique<VulkanRunner>();
        made->runner_ = std::move(*runner);
        made->meshes_.resize(plans.size());
        for (std::size_t i = 0; i < plans.size(); ++i) {
            made->deviceMeshes_.push_back(made->runner_->deviceMesh(i));
        }
        return std::unique_ptr<ChainRunner>(std::move(made));
    }

    Status run(std::span<const deform::FrameSource> frames) override {
        if (Status status = runner_->run(frames); !status) {
            return status;
        }
        for (std::size_t i = 0; i < meshes_.size(); ++i) {
            if (Status status = runner_->readBack(i, meshes_[i]); !status) {
                return status;
            }
        }
        return {};
    }

    InstanceFrame results(std::size_t instance) const override {
        const deform::DeformedMesh& mesh = meshes_[instance];
        InstanceFrame frame;
        frame.positions = mesh.positions;
        frame.normals = mesh.normals;
        frame.tangents = mesh.tangents;
        frame.flags = mesh.flags;
        frame.faults = &runner_->faults(instance);
        return frame;
    }

    const deform_gpu::DeviceMesh* deviceMesh(std::size_t instance) const override {
        return &deviceMeshes_[instance];
    }
    std::uint32_t dispatchCount() const override { return runner_->dispatchCount(); }

private:
    std::unique_ptr<deform_gpu::VulkanChainRunner> runner_;
    std::vector<deform_gpu::DeviceMesh> deviceMeshes_;
    std::vector<deform::DeformedMesh> meshes_;
};

} // namespace

Result<std::unique_ptr<ChainRunner>> createVulkanRunner(gpu::Device& device, const Plans& plans) {
    return VulkanRunner::create(device, plans);
}

} // namespace sartor::session
