// SPDX-License-Identifier: Apache-2.0
// The chains of a session on a device, all instances together.
#include "chain_runner.h"

#include <sartor/deform_gpu/vulkan_chain_runner.h>

#include <utility>

namespace sartor::session {

namespace {

class VulkanRunner final : public ChainRunner {
public:
    static Result<std::unique_ptr<ChainRunner>>
    create(gpu::Device& device, const Plans& plans, Backend backend) {
        auto runner = deform_gpu::VulkanChainRunner::create(
            device,
            plans,
            {.lastStage = backend == Backend::Vertex ? deform_gpu::LastStage::Inline
                                                     : deform_gpu::LastStage::Compute});
        if (!runner) {
            return runner.error();
        }
        auto made = std::make_unique<VulkanRunner>();
        made->runner_ = std::move(*runner);
        made->meshes_.resize(plans.size());
        made->deviceMeshes_.resize(plans.size());
        made->previousPositions_.resize(plans.size());
        return std::unique_ptr<ChainRunner>(std::move(made));
    }

    Status run(std::span<const deform::FrameSource> frames) override {
        if (Status status = runner_->run(frames); !status) {
            return status;
        }
        for (std::size_t i = 0; i < meshes_.size(); ++i) {
            deviceMeshes_[i] = runner_->deviceMesh(i);
            if (runner_->wasReused(i)) {
                continue;
            }
            if (!runner_->isPreviousCurrent(i)) {
                std::swap(meshes_[i].positions, previousPositions_[i]);
            }
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
        frame.previousPositions = runner_->isPreviousCurrent(instance)
                                      ? std::span<const glm::vec3>(mesh.positions)
                                      : previousPositions_[instance];
        frame.normals = mesh.normals;
        frame.tangents = mesh.tangents;
        frame.flags = mesh.flags;
        frame.faults = &runner_->faults(instance);
        return frame;
    }

    const deform_gpu::DeviceMesh* deviceMesh(std::size_t instance) const override {
        return &deviceMeshes_[instance];
    }
    const std::string& inlineRefusal(std::size_t instance) const override {
        return runner_->inlineRefusal(instance);
    }
    const deform::RunCounts& counts() const override { return runner_->counts(); }
    std::span<const deform::StageTime> stageTimes() const override { return runner_->stageTimes(); }

private:
    std::unique_ptr<deform_gpu::VulkanChainRunner> runner_;
    std::vector<deform_gpu::DeviceMesh> deviceMeshes_;
    std::vector<deform::DeformedMesh> meshes_;
    std::vector<std::vector<glm::vec3>> previousPositions_;
};

} // namespace

Result<std::unique_ptr<ChainRunner>>
createVulkanRunner(gpu::Device& device, const Plans& plans, Backend backend) {
    return VulkanRunner::create(device, plans, backend);
}

} // namespace sartor::session
