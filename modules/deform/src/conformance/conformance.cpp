// SPDX-License-Identifier: Apache-2.0
// The list of invariants, and which of them a deformer is held to.
#include "conformance_check.h"

#include <algorithm>
#include <array>

namespace sartor::deform {

namespace conformance {

namespace {

constexpr std::string_view kUsual = "1e-5 of the diagonal, 1e-5 for unit vectors";
constexpr std::string_view kBits = "the same bits";
constexpr std::string_view kNothing = "none";

const char* always(const Kit&) {
    return nullptr;
}
const char* skinning(const Kit& kit) {
    return kit.isSkinning() ? nullptr : "reads no palette";
}
const char* influences(const Kit& kit) {
    return kit.reads("sartor.influence") ? nullptr : "reads no influences";
}
const char* palettes(const Kit& kit) {
    return kit.isSkinning() || kit.claims(SARTOR_CAP_EXACT_IDENTITY) || kit.claims(SARTOR_CAP_RIGID)
               ? nullptr
               : "reads no palette and does not claim to follow it";
}
const char* positions(const Kit& kit) {
    return kit.writes("sartor.position") ? nullptr : "writes no positions";
}
const char* quaternions(const Kit& kit) {
    return kit.reads("sartor.palette.dualquat") ? nullptr : "reads no dual quaternions";
}
const char* normalsAndTangents(const Kit& kit) {
    return kit.writes("sartor.normal") && kit.writes("sartor.tangent")
               ? nullptr
               : "does not write both normals and tangents";
}
const char* linear(const Kit& kit) {
    return kit.writes("sartor.linear") && kit.writes("sartor.position")
               ? nullptr
               : "does not write both positions and sartor.linear";
}
const char* tangents(const Kit& kit) {
    return kit.writes("sartor.tangent") ? nullptr : "writes no tangents";
}
const char* compute(const Kit& kit) {
    return kit.hasCompute() ? nullptr : "has no compute form";
}
const char* params(const Kit& kit) {
    const auto& stages = kit.subject().stages;
    return std::any_of(stages.begin(),
                       stages.end(),
                       [](const Stage& stage) { return !stage.params.empty(); })
               ? nullptr
               : "has no params";
}

// clang-format off
constexpr std::array kRows = {
    Row{{1, "identity", "a palette of identities changes nothing",
         "4 units in the last place with EXACT_IDENTITY, else as usual"}, palettes, checkIdentity},
    Row{{2, "single-influence", "a vertex with one influence follows the map of its joint", kUsual, SARTOR_CAP_RIGID},
        influences, checkSingleInfluence},
    Row{{3, "equal-joints", "joints with one and the same map act as a single one", kUsual, SARTOR_CAP_RIGID},
        positions, checkEqualJoints},
    Row{{4, "rigid-equivariance", "a rigid motion of all joints is one of the result", kUsual, SARTOR_CAP_RIGID},
        positions, checkRigidEquivariance},
    Row{{5, "origin-shift", "it does not matter where the origin is", kUsual, SARTOR_CAP_RIGID},
        positions, checkOriginShift},
    Row{{6, "influence-permutation", "the order of a vertex's influences does not matter", kUsual, SARTOR_CAP_RIGID},
        influences, checkInfluencePermutation},
    Row{{7, "quaternion-sign", "q and -q are the same rotation", kUsual}, quaternions, checkQuaternionSign},
    Row{{8, "zero-weight", "joints without weight have no effect, broken or missing ones neither", kBits},
        skinning, checkZeroWeight},
    Row{{9, "zero-sum", "a vertex without weight has a defined place, the same on every backend", kUsual},
        skinning, checkZeroSum},
    Row{{10, "index-range", "joints that are not there are counted, and what is left moves the vertex", kUsual},
        skinning, checkIndexRange},
    Row{{11, "weight-policy", "weights are divided by their sum, or taken as they are, as was asked for", kUsual},
        skinning, checkWeightPolicy},
    Row{{12, "continuity", "a small step of the pose is a small step of every vertex that is not marked",
         "4e-4 of the diagonal within 2e-6 of a turn"}, positions, checkContinuity},
    Row{{13, "partition", "the contributions of joints and of targets add up to the result", kUsual, SARTOR_CAP_ADDITIVE},
        positions, checkPartition},
    Row{{14, "normals", "normals are perpendicular to tangents and on their side of the surface", kUsual, SARTOR_CAP_RIGID},
        normalsAndTangents, checkNormals},
    Row{{15, "handedness", "the side of tangents turns over with mirrors and with nothing else", kNothing, SARTOR_CAP_RIGID},
        tangents, checkHandedness},
    Row{{16, "determinism", "threads, ranges and earlier frames do not matter", kBits}, always, checkDeterminism},
    Row{{17, "backend", "the compute form gives what the CPU gives, for any number of vertices",
         "the same bits where the device rounds as the CPU does, else as usual"}, compute, checkBackend},
    Row{{18, "separate-buffers", "nothing is assumed of what an output held before", kBits}, always, checkSeparateBuffers},
    Row{{19, "declared-access", "inputs are only read, outputs written within the range and completely", kNothing},
        always, checkDeclaredAccess},
    Row{{20, "params", "every value that is allowed works, no other is accepted", kNothing}, params, checkParams},
    Row{{21, "reload", "loaded again it gives the same bits; unloaded it leaves nothing behind", kBits}, always, checkReload},
    Row{{22, "bulge", "bends take no vertex farther from the nearest bone", kUsual, SARTOR_CAP_BULGE_FREE},
        positions, checkBulge},
    Row{{23, "linear", "sartor.linear is the derivative of a position by its place in the rest pose",
         "1e-5 of the diagonal over a step of 1/8", SARTOR_CAP_LINEAR_OUT}, linear, checkLinear},
};
// clang-format on

constexpr auto kInvariants = [] {
    std::array<Invariant, kRows.size()> all;
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i] = kRows[i].invariant;
    }
    return all;
}();

std::string capabilityText(std::uint32_t capability) {
    switch (capability) {
    case SARTOR_CAP_RIGID:
        return "RIGID";
    case SARTOR_CAP_ADDITIVE:
        return "ADDITIVE";
    case SARTOR_CAP_LINEAR_OUT:
        return "LINEAR_OUT";
    default:
        return "BULGE_FREE";
    }
}

InvariantResult checkRow(const Row& row, const Kit& kit) {
    const auto skipped = [](Verdict verdict, std::string reason) {
        InvariantResult result;
        result.verdict = verdict;
        result.reason = std::move(reason);
        return result;
    };
    const auto& only = kit.request().only;
    if (!only.empty() && std::find(only.begin(), only.end(), row.invariant.id) == only.end()) {
        return skipped(Verdict::NotChecked, "not asked for");
    }
    if (const char* why = row.whyNot(kit)) {
        return skipped(Verdict::NotApplicable, why);
    }
    if (row.invariant.capability != 0 && !kit.claims(row.invariant.capability)) {
        return skipped(Verdict::NotClaimed,
                       "does not claim " + capabilityText(row.invariant.capability));
    }
    if (row.check == checkBackend) {
        if (kit.request().backend == nullptr) {
            return skipped(Verdict::NotChecked, "no backend beside the CPU was asked for");
        }
        if (std::string why = kit.whyNoBackend(); !why.empty()) {
            return skipped(Verdict::NotApplicable, std::move(why));
        }
    }
    Check check;
    row.check(kit, check);
    InvariantResult result = check.result();
    if (result.comparisonCount == 0) {
        return skipped(Verdict::NotApplicable, "there is nothing to compare");
    }
    return result;
}

} // namespace

} // namespace conformance

std::span<const Invariant> conformanceInvariants() {
    return conformance::kInvariants;
}

bool ConformanceReport::hasFailed() const {
    return std::any_of(results.begin(), results.end(), [](const InvariantResult& result) {
        return result.verdict == Verdict::Fails;
    });
}

Result<ConformanceReport> checkConformance(const ConformanceRequest& request) {
    for (const std::string& id : request.only) {
        const auto isIt = [&id](const Invariant& invariant) { return invariant.id == id; };
        if (std::none_of(conformance::kInvariants.begin(), conformance::kInvariants.end(), isIt)) {
            std::string all;
            for (const Invariant& invariant : conformance::kInvariants) {
                all += (all.empty() ? "" : ", ") + std::string(invariant.id);
            }
            return Error{"conformance.unknown",
                         "there is no invariant '" + id + "'; there is " + all};
        }
    }
    const conformance::Kit kit(request);
    ConformanceReport report;
    for (std::size_t index = 0; index < conformance::kRows.size(); ++index) {
        if (index < request.from) {
            report.results.emplace_back();
            continue;
        }
        if (request.progress) {
            request.progress(index, nullptr);
        }
        report.results.push_back(conformance::checkRow(conformance::kRows[index], kit));
        if (request.progress) {
            request.progress(index, &report.results.back());
        }
    }
    return report;
}

std::string_view verdictText(Verdict verdict) {
    switch (verdict) {
    case Verdict::Holds:
        return "holds";
    case Verdict::Fails:
        return "FAILS";
    case Verdict::NotClaimed:
        return "not claimed";
    case Verdict::NotApplicable:
        return "does not apply";
    default:
        return "not checked";
    }
}

} // namespace sartor::deform
