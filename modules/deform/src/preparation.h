// SPDX-License-Identifier: Apache-2.0
// The PREPARE stages of a chain, and carrying them out.
#pragma once

#include "host_data.h"
#include "plugin_instance.h"
#include "stage_call.h"
#include "verified_run.h"

#include <sartor/deform/preparation_cache.h>

#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace sartor::deform {

/// A need of a preparation that wrote something.
struct PreparedOutput {
    std::uint32_t preparation = 0;
    std::uint32_t need = 0;
    bool operator==(const PreparedOutput&) const = default;
};

/// A PREPARE stage with all of its passes.
struct Preparation {
    std::shared_ptr<const Deformer> deformer;
    std::uint32_t stageIndex = 0;
    std::uint32_t linkIndex = 0;
    /// At least one.
    std::uint32_t passCount = 1;
    std::vector<double> params;
    struct Input {
        bool isBound = false;
        /// None: the host's data.
        std::optional<PreparedOutput> prepared;
    };
    /// For each need; nothing for those that write.
    std::vector<Input> inputs;

    const Stage& stage() const { return deformer->stages[stageIndex]; }
};

/// What one preparation wrote.
struct Prepared {
    /// Never the same for two results.
    std::uint64_t id = 0;
    /// For each need; null for those that read.
    std::vector<std::shared_ptr<const AlignedBytes>> outputs;
};

/// Carries preparations out when their results are asked for, each once.
class PreparationRun {
public:
    /// All are borrowed; the cache may be null.
    struct Input {
        const HostData& hostData;
        const std::vector<Preparation>& preparations;
        PreparationCache* cache = nullptr;
        Verify verify = Verify::Nothing;
        std::stop_token stop = {};
    };
    explicit PreparationRun(Input input);

    /// Errors: "deform.prepare" (a stage's status, naming stage, plugin and mesh; with
    /// Verify::Stages that is a fault),
    /// "deform.cancelled", "chain.too_large", "plugin.create".
    Result<std::shared_ptr<const AlignedBytes>> output(const PreparedOutput& wanted);

    /// Stages that broke a rule, whose outputs are zero; and the links that they belong to.
    std::vector<StageFault> faults() const;
    std::vector<std::uint32_t> faultyLinks() const;

private:
    using PreparedResult = Result<std::shared_ptr<const Prepared>>;
    struct Bound;
    PreparedResult prepared(std::uint32_t index);
    PreparedResult compute(const Preparation& preparation);
    Status runPasses(const Preparation& preparation, Prepared& made);
    sartor_status
    runPass(const Preparation& preparation, const void* instance, const sartor_run& run);
    Result<sartor_buffer> inputBuffer(const Preparation& preparation, std::size_t need);
    Result<AlignedBytes> makeOutput(const Preparation& preparation, const BufferNeed& need) const;
    Result<const void*> instance(const Preparation& preparation);

    const HostData& hostData_;
    const std::vector<Preparation>& preparations_;
    PreparationCache* cache_;
    std::stop_token stop_;
    std::optional<VerifiedRun> verified_;
    std::vector<std::shared_ptr<const Prepared>> done_;
    /// By semantic and format, and by position in the chain.
    std::map<std::pair<std::string, sartor_format>, AlignedBytes> hostBuffers_;
    std::map<std::uint32_t, std::unique_ptr<PluginInstance>> instances_;
};

} // namespace sartor::deform
