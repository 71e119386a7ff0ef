// SPDX-License-Identifier: Apache-2.0
// Runs a planned chain on the CPU.
#pragma once

#include <sartor/base/result.h>
#include <sartor/deform/chain_plan.h>

#include <memory>

namespace sartor::deform {

/// Whether the runner watches what stages do.
enum class Verify {
    Nothing,
    /// Every stage runs several times, serially, on guarded copies of its buffers; one that breaks
    /// a rule of the ABI goes to faults().stages, and its inputs pass through from then on.
    Stages
};

/// What a debug build does where nobody says otherwise.
#ifdef NDEBUG
inline constexpr Verify kUsualVerify = Verify::Nothing;
#else
inline constexpr Verify kUsualVerify = Verify::Stages;
#endif

/// Owns the buffers of one mesh instance. No allocation after the first frame.
class CpuChainRunner {
public:
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
    const DeformFaults& faults() const;

private:
    struct State;
    explicit CpuChainRunner(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace sartor::deform
