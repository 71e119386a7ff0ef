// SPDX-License-Identifier: Apache-2.0
// Runs stages under watch: guarded buffers, what a stage may touch, what its bits may depend on.
#pragma once

#include <sartor/deform/chain_plan.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sartor::deform {

/// The RUN stages of one chain, or its PREPARE stages. What a stage is given are copies of its
/// buffers with guard bytes on both sides; what it should write holds a pattern before. It runs
/// over the whole range twice with different patterns and once in uneven pieces, and then the first
/// result counts.
class VerifiedRun {
public:
    VerifiedRun();
    ~VerifiedRun();
    VerifiedRun(const VerifiedRun&) = delete;
    VerifiedRun& operator=(const VerifiedRun&) = delete;
    VerifiedRun(VerifiedRun&&) = delete;
    VerifiedRun& operator=(VerifiedRun&&) = delete;

    /// Runs one stage over [run.begin, run.end), or lets its inputs pass where it has a fault.
    /// Threads: one at a time. Cost: three runs of the stage and several passes over its buffers.
    void run(const PlannedStage& planned, const void* instance, const sartor_run& run);

    const std::vector<StageFault>& faults() const { return faults_; }
    /// Links that these stages belong to.
    std::vector<std::uint32_t> faultyLinks() const;

private:
    struct Copy;

    bool isDisabled(const PlannedStage& planned) const;
    std::optional<StageFault>
    findFault(const PlannedStage& planned, const void* instance, const sartor_run& run);
    void takeCopies();
    void fillOutputs(std::byte pattern);
    void keepResults();
    std::optional<StageFault> call(std::uint32_t begin, std::uint32_t end);
    std::optional<StageFault> checkUntouched() const;
    std::optional<StageFault> checkOutputs();
    std::optional<StageFault> checkFinite() const;
    std::optional<StageFault> checkSplits();
    std::optional<StageFault> checkPiece(std::uint32_t begin, std::uint32_t end) const;
    StageFault fault(std::string code, const std::string& what) const;
    StageFault faultIn(std::string code, std::size_t need, const std::string& what) const;

    /// Of the stage that runs now.
    const PlannedStage* planned_ = nullptr;
    const void* instance_ = nullptr;
    sartor_run run_ = {};
    /// By need; kept between stages so that frames allocate nothing.
    std::vector<Copy> copies_;
    std::vector<sartor_buffer> bound_;

    std::vector<StageFault> faults_;
    /// Link and stage of each fault.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> disabled_;
};

/// What a stage hands on that does not run: streams as they came, an identity for sartor.linear,
/// zeros for all else.
void passInputsThrough(const PlannedStage& planned, const sartor_run& run);

} // namespace sartor::deform
