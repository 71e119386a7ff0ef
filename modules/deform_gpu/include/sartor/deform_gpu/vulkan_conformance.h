// SPDX-License-Identifier: Apache-2.0
// The device forms of deformers, for the conformance kit.
#pragma once

#include <sartor/deform/conformance.h>
#include <sartor/deform_gpu/vulkan_chain_runner.h>
#include <sartor/gpu/device.h>

namespace sartor::deform_gpu {

/// Whether the device rounds each operation as the CPU does: then the results of the reference
/// kernels are equal bit for bit. Elsewhere division and square root may be off by a few units in
/// the last place.
bool roundsLikeTheCpu(const gpu::Device& device);

/// Runs chains on a device, which must outlive it.
class VulkanConformance final : public deform::ConformanceBackend {
public:
    explicit VulkanConformance(gpu::Device& device, LastStage lastStage = LastStage::Compute)
        : device_(device), lastStage_(lastStage) {}

    std::string name() const override;
    bool isExact() const override;
    std::string whyNot(const deform::ChainPlan& plan) const override;
    Result<Run> run(std::span<const std::shared_ptr<const deform::ChainPlan>> plans,
                    std::span<const std::vector<deform::FrameSource>> frames) override;

private:
    gpu::Device& device_;
    LastStage lastStage_;
};

} // namespace sartor::deform_gpu
