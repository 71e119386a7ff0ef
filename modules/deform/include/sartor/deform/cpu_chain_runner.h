// SPDX-License-Identifier: Apache-2.0
// Runs a planned chain on the CPU.
#pragma once

#include <sartor/base/result.h>
#include <sartor/deform/chain_plan.h>

#include <memory>

namespace sartor::deform {

/// Owns the buffers of one mesh instance. No allocation after the first frame.
class CpuChainRunner {
public:
    /// With Verify::Stages, a RUN stage that breaks a rule goes to faults().stages, and its inputs
    /// pass through from then on; so do those of deformers that the plan leaves out
    /// (ChainPlan::preparationFaults), whatever is verified.
    /// Errors: "plugin.create" when a deformer refuses to make an instance.
    static Result<std::unique_ptr<CpuChainRunner>> create(std::shared_ptr<const ChainPlan> plan,
                                                          Verify verify = Verify::Nothing);
    ~CpuChainRunner();
    CpuChainRunner(const CpuChainRunner&) = delete;
    CpuChainRunner& operator=(const CpuChainRunner&) = delete;
    CpuChainRunner(CpuChainRunner&&) = delete;
    CpuChainRunner& operator=(CpuChainRunner&&) = delete;

    /// Deforms the mesh for one frame, vertex ranges in parallel; the same bits for any split. A
    /// frame whose input is that of the one before (FrameSource::input) is not run again.
    /// Errors: "deform.frame" (sizes of the frame's spans), "deform.stage" (a stage's status; with
    /// Verify::Stages that is one of faults().stages).
    /// A run that fails leaves no past: the next one begins anew.
    Status run(const FrameSource& frame);

    /// Results of the last run; rest streams before the first.
    std::span<const glm::vec3> positions() const;
    /// Of the run before; positions() on a first run, with SARTOR_FRAME_RESET, and where nothing
    /// has moved.
    std::span<const glm::vec3> previousPositions() const;
    /// Whether the last run kept the results of the one before.
    bool wasReused() const;
    std::span<const glm::vec3> normals() const;
    std::span<const glm::vec4> tangents() const;
    /// SARTOR_FLAG_* by vertex; empty before the first run and where the plan has none.
    std::span<const std::uint32_t> flags() const;
    /// sartor.linear by vertex; empty before the first run and where the plan has none.
    std::span<const glm::mat3> linear() const;
    const DeformFaults& faults() const;

private:
    struct State;
    explicit CpuChainRunner(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace sartor::deform
