// SPDX-License-Identifier: Apache-2.0
// What the checks of the kit share: the chain around the subject, and how findings are kept.
#pragma once

#include "conformance_case.h"

#include <sartor/deform/conformance.h>
#include <sartor/deform/cpu_chain_runner.h>

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::deform::conformance {

/// Tolerated where an invariant names nothing else: shares of the rest pose's diagonal, and of the
/// length of unit vectors.
inline constexpr double kPositionShare = 1e-5;
inline constexpr double kUnitTolerance = 1e-5;

/// Keeps the first finding of one invariant and counts comparisons.
class Check {
public:
    Check() { result_.verdict = Verdict::Holds; }
    /// `place` says mesh and pose; a vertex without a number is none.
    void expectNear(const std::string& place,
                    std::optional<std::size_t> vertex,
                    double deviation,
                    double tolerance,
                    std::string_view what);
    void expect(bool holds,
                const std::string& place,
                std::optional<std::size_t> vertex,
                std::string_view what);
    /// Component by component.
    template <int N>
    void expectNear(const std::string& place,
                    std::size_t vertex,
                    const glm::vec<N, float>& actual,
                    const glm::vec<N, float>& expected,
                    double tolerance) {
        double largest = 0.0;
        bool isFinite = true;
        for (int i = 0; i < N; ++i) {
            const double difference =
                std::abs(static_cast<double>(actual[i]) - static_cast<double>(expected[i]));
            isFinite = isFinite && std::isfinite(difference);
            largest = std::max(largest, difference);
        }
        const double deviation = isFinite ? largest : std::numeric_limits<double>::infinity();
        if (note(deviation, tolerance)) {
            keep(place, vertex, differenceText(numbers(actual), numbers(expected), tolerance));
        }
    }
    /// Positions, normals, tangents and marks.
    void expectEqualBits(const std::string& place,
                         const DeformedMesh& actual,
                         const DeformedMesh& expected);

    const InvariantResult& result() const { return result_; }

private:
    template <int N>
    static std::vector<float> numbers(const glm::vec<N, float>& v) {
        return {&v[0], &v[0] + N};
    }
    static std::string differenceText(const std::vector<float>& actual,
                                      const std::vector<float>& expected,
                                      double tolerance);
    /// True for a finding that is the first.
    bool note(double deviation, double tolerance);
    void keep(const std::string& place, std::optional<std::size_t> vertex, std::string what);

    InvariantResult result_;
};

/// Which vertices and streams are not compared.
struct Omissions {
    std::function<bool(std::size_t)> vertex = nullptr;
    /// Where joints may be anywhere, blends of matrices can be nearly singular, and what they
    /// make of directions hangs on rounding.
    bool directions = false;
};

/// The subject, the chain around it, and the meshes.
class Kit {
public:
    explicit Kit(const ConformanceRequest& request);

    const Deformer& subject() const { return *request_.subject.deformer; }
    const ConformanceRequest& request() const { return request_; }
    bool claims(std::uint32_t capability) const { return (capabilities_ & capability) != 0; }
    bool reads(std::string_view prefix) const { return hasNeed(prefix, false); }
    bool writes(std::string_view prefix) const { return hasNeed(prefix, true); }
    /// Reads a palette; what all joints have in common is none.
    bool isSkinning() const {
        return reads("sartor.palette.matrix") || reads("sartor.palette.dualquat") ||
               reads("sartor.palette.scale");
    }
    bool hasCompute() const;
    /// Why the backend of the request cannot be compared with the CPU; empty where it can.
    std::string whyNoBackend() const;

    /// The kinds of joints that are claimed.
    std::vector<PoseKind> claimedKinds() const;
    /// Fresh numbers for one invariant.
    math::Random random(std::uint32_t salt) const {
        return math::Random(request_.seed * 1000u + salt);
    }

    /// The subject in a chain: skinning deformers alone; others after the skinning deformer of the
    /// request, or before it where nothing else can be planned.
    Result<std::shared_ptr<const ChainPlan>>
    plan(const Case& deformed, PlanOptions options = {.watch = Watch::Flags}) const {
        return plan(deformed, request_.subject, std::move(options));
    }
    Result<std::shared_ptr<const ChainPlan>> plan(const Case& deformed,
                                                  const ChainLink& subject,
                                                  PlanOptions options = {
                                                      .watch = Watch::Flags}) const;

    /// The same chain up to the subject; null where nothing stands before it.
    std::shared_ptr<const ChainPlan> planInput(const Case& deformed) const;

    /// A frame from nothing; none where it could not be had, which is a finding.
    std::optional<DeformedMesh>
    deform(Check& check, const std::string& place, const Case& deformed, const Pose& pose) const;
    std::optional<DeformedMesh> deform(Check& check,
                                       const std::string& place,
                                       const std::shared_ptr<const ChainPlan>& plan,
                                       const Pose& pose) const;
    /// Frames one after the other on the same buffers.
    std::optional<std::vector<DeformedMesh>> deform(Check& check,
                                                    const std::string& place,
                                                    const std::shared_ptr<const ChainPlan>& plan,
                                                    std::span<const FrameSource> frames) const;

    /// Compares the streams that the subject writes.
    void compare(Check& check,
                 const std::string& place,
                 const Case& deformed,
                 const DeformedMesh& actual,
                 const DeformedMesh& expected,
                 const Omissions& omissions = Omissions()) const;
    /// What a map of the model makes of a result.
    static DeformedMesh mapped(const math::Affine& map, const DeformedMesh& mesh);
    DeformedMesh restOf(const Case& deformed) const;

private:
    /// With the attributes that the subject reads.
    MeshSource sourceFor(const Case& deformed) const;
    bool hasNeed(std::string_view prefix, bool isWritten) const;

    const ConformanceRequest& request_;
    std::uint32_t capabilities_;
};

/// "the tube, scaled joints"
std::string placeText(const Case& deformed, PoseKind kind);
/// Where joints may be anywhere, vertices that a stage marked in either are left out, because there
/// a deformer may jump, and directions with them. Joints that are close leave no excuse.
Omissions omissionsFor(Spread spread, const DeformedMesh& a, const DeformedMesh& b);

/// One invariant with the code that checks it.
struct Row {
    Invariant invariant;
    /// Null where it applies; else why not. What is not claimed is found out before.
    const char* (*whyNot)(const Kit& kit);
    void (*check)(const Kit& kit, Check& check);
};

// By invariant; each in the file of its kind.
void checkIdentity(const Kit& kit, Check& check);
void checkSingleInfluence(const Kit& kit, Check& check);
void checkEqualJoints(const Kit& kit, Check& check);
void checkRigidEquivariance(const Kit& kit, Check& check);
void checkOriginShift(const Kit& kit, Check& check);
void checkInfluencePermutation(const Kit& kit, Check& check);
void checkQuaternionSign(const Kit& kit, Check& check);
void checkPartition(const Kit& kit, Check& check);
void checkNormals(const Kit& kit, Check& check);
void checkHandedness(const Kit& kit, Check& check);
void checkContinuity(const Kit& kit, Check& check);
void checkBulge(const Kit& kit, Check& check);
void checkLinear(const Kit& kit, Check& check);

void checkZeroWeight(const Kit& kit, Check& check);
void checkZeroSum(const Kit& kit, Check& check);
void checkIndexRange(const Kit& kit, Check& check);
void checkWeightPolicy(const Kit& kit, Check& check);

void checkDeterminism(const Kit& kit, Check& check);
void checkBackend(const Kit& kit, Check& check);
void checkSeparateBuffers(const Kit& kit, Check& check);
void checkDeclaredAccess(const Kit& kit, Check& check);
void checkParams(const Kit& kit, Check& check);
void checkReload(const Kit& kit, Check& check);

} // namespace sartor::deform::conformance
