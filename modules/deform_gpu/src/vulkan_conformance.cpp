// SPDX-License-Identifier: Apache-2.0
// A Vulkan runner as what the conformance kit compares with the CPU.
#include "vertex_stage.h"

#include <sartor/deform_gpu/vulkan_conformance.h>

namespace sartor::deform_gpu {

bool roundsLikeTheCpu(const gpu::Device& device) {
    return device.deviceName().find("llvmpipe") != std::string::npos;
}

std::string VulkanConformance::name() const {
    return (lastStage_ == LastStage::Inline ? "vertex, " : "vulkan, ") + device_.deviceName();
}

bool VulkanConformance::isExact() const {
    return roundsLikeTheCpu(device_);
}

std::string VulkanConformance::whyNot(const deform::ChainPlan& plan) const {
    return lastStage_ == LastStage::Inline ? chooseVertexStage(plan).refusal : std::string();
}

Result<VulkanConformance::Run>
VulkanConformance::run(std::span<const std::shared_ptr<const deform::ChainPlan>> plans,
                       std::span<const std::vector<deform::FrameSource>> frames) {
    auto runner =
        VulkanChainRunner::create(device_, {plans.begin(), plans.end()}, {.lastStage = lastStage_});
    if (!runner) {
        return runner.error();
    }
    Run run;
    for (const std::vector<deform::FrameSource>& frame : frames) {
        if (Status status = (*runner)->run(frame); !status) {
            return status.error();
        }
        auto& results = run.results.emplace_back(plans.size());
        for (std::size_t mesh = 0; mesh < plans.size(); ++mesh) {
            if (Status status = (*runner)->readBack(mesh, results[mesh]); !status) {
                return status.error();
            }
        }
        auto overrun = (*runner)->findOverrun();
        if (!overrun) {
            return overrun.error();
        }
        if (run.overrun.empty()) {
            run.overrun = *overrun;
        }
    }
    return run;
}

} // namespace sartor::deform_gpu
