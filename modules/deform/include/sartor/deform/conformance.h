// SPDX-License-Identifier: Apache-2.0
// The conformance kit: what must hold of every deformer, checked on meshes and poses of its own.
#pragma once

#include <sartor/base/result.h>
#include <sartor/deform/chain.h>
#include <sartor/deform/chain_plan.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::deform {

/// One thing that must hold of deformers.
struct Invariant {
    std::uint32_t number = 0;
    /// Stable: "rigid-equivariance".
    std::string_view id;
    /// What must hold, in one line.
    std::string_view text;
    std::string_view tolerance;
    /// SARTOR_CAP_*: what a deformer has to claim to be held to it; 0 for all that it applies to.
    std::uint32_t capability = 0;
};

/// All of them, in the order of their numbers.
std::span<const Invariant> conformanceInvariants();

enum class Verdict {
    Holds,
    Fails,
    NotClaimed,    ///< the deformer does not say that it gets this right
    NotApplicable, ///< the deformer has nothing that this could hold of
    NotChecked     ///< something was missing, such as a device
};

struct InvariantResult {
    Verdict verdict = Verdict::NotChecked;
    /// What was found first, or why nothing was checked; empty where it holds.
    std::string reason;
    /// The first vertex that was wrong.
    std::optional<std::uint32_t> vertex;
    /// Largest deviation as a share of what is tolerated: at most 1 where it holds.
    double largestShare = 0.0;
    /// Numbers that were compared.
    std::size_t comparisonCount = 0;
};

/// Something beside the CPU that runs planned chains; the CPU is the truth.
class ConformanceBackend {
public:
    virtual ~ConformanceBackend() = default;

    /// "vulkan (llvmpipe ...)".
    virtual std::string name() const = 0;
    /// Whether it rounds every operation as the CPU does, so that results must be equal bit for
    /// bit.
    virtual bool isExact() const = 0;
    /// Why it does not run a chain in the form that it stands for; empty where it does.
    virtual std::string whyNot(const ChainPlan& /*plan*/) const { return {}; }

    struct Run {
        /// By frame, then by mesh.
        std::vector<std::vector<DeformedMesh>> results;
        /// Where something was written that belongs to no mesh; empty for nowhere.
        std::string overrun;
    };
    /// Deforms all meshes together, one frame after the other on the same buffers. frames[i] has an
    /// entry for each plan.
    virtual Result<Run> run(std::span<const std::shared_ptr<const ChainPlan>> plans,
                            std::span<const std::vector<FrameSource>> frames) = 0;
};

struct ConformanceRequest {
    /// The deformer, with the params it is checked with.
    ChainLink subject;
    /// What stands in the chain beside a deformer that does not skin: a skinning deformer that
    /// writes sartor.linear. Null: such deformers are checked alone.
    std::shared_ptr<const Deformer> skinning;
    /// Null: nothing is compared with the CPU.
    ConformanceBackend* backend = nullptr;
    /// What is claimed instead of the deformer's capabilities, which speak of its initial params.
    std::optional<std::uint32_t> capabilities;
    /// Of everything random.
    std::uint32_t seed = 1;
    /// Ids of the invariants to check; empty for all.
    std::vector<std::string> only;
    /// Index of the first invariant to check.
    std::size_t from = 0;
    /// Called before each invariant, by its index, and after it with its result; for what must be
    /// known even where the plugin takes the process down.
    std::function<void(std::size_t, const InvariantResult*)> progress;
};

struct ConformanceReport {
    /// By conformanceInvariants(). Those that were not asked for are NotChecked.
    std::vector<InvariantResult> results;

    bool hasFailed() const;
};

/// Checks one deformer. A crash of the plugin is a crash of the caller.
///
/// Errors: "conformance.unknown" for an id that is none of an invariant. Cost: about a second.
Result<ConformanceReport> checkConformance(const ConformanceRequest& request);

/// "holds", "FAILS", "not claimed", "does not apply", "not checked".
std::string_view verdictText(Verdict verdict);

} // namespace sartor::deform
