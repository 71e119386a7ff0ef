// SPDX-License-Identifier: Apache-2.0
// From a scene to a diagnosis and a repair.
#include "doctor_candidates.h"
#include "doctor_kinds.h"
#include "text.h"

#include <sartor/diagnose/doctor.h>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sartor::diagnose {
namespace {

constexpr double kSameTolerance = 1e-4;
constexpr std::uint32_t kSamePoseCount = 8;
constexpr float kSameDegrees = 60.0f;

Proposals allProposals() {
    Proposals proposals;
    proposePalette(proposals);
    proposeHierarchy(proposals);
    proposeSpace(proposals);
    proposeIndices(proposals);
    proposeWeights(proposals);
    return proposals;
}

// Where a mended rig puts the vertices of its treated skins in the poses of the comparison.
std::vector<glm::dvec3> deformedVertices(const Rig& rig) {
    std::vector<glm::dvec3> vertices;
    for (std::uint32_t number = 0; number < kSamePoseCount; ++number) {
        const auto modelFromJoint = modelFromJointTurned(rig, 100 + number, kSameDegrees);
        for (const RigMesh& mesh : rig.meshes) {
            const auto positions =
                deform(mesh, modelFromBindOf(rig.skins[mesh.skin], modelFromJoint));
            vertices.insert(vertices.end(), positions.begin(), positions.end());
        }
    }
    return vertices;
}

double radiusOf(std::span<const glm::dvec3> vertices) {
    glm::dvec3 middle(0.0);
    for (const glm::dvec3& vertex : vertices) {
        middle += vertex / static_cast<double>(vertices.size());
    }
    double radius = 0.0;
    for (const glm::dvec3& vertex : vertices) {
        radius = std::max(radius, glm::distance(vertex, middle));
    }
    return radius;
}

bool deformAlike(std::span<const glm::dvec3> a, std::span<const glm::dvec3> b) {
    const double reach = kSameTolerance * radiusOf(a);
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](const auto& p, const auto& q) {
        return glm::distance(p, q) <= reach;
    });
}

std::string number(double value) {
    return formatNumber(value);
}

std::string evidenceOf(const Candidate& candidate, const SkinFit& before, const SkinFit& after) {
    switch (candidate.proposal->judge) {
    case Judge::Binds:
        if (!before.isOnePose()) {
            return "As read, joints are up to " + number(before.fit.bindSpread) +
                   " of a typical joint's distance off a common bind pose; after the fix " +
                   number(after.fit.bindSpread) + ". Vertices are " +
                   number(100.0 * after.fit.locality) + " % of the size from their bones.";
        }
        [[fallthrough]];
    case Judge::Place:
    case Judge::Indices:
        return (before.fit.badIndexCount > 0
                    ? formatCount(before.fit.badIndexCount, "influence names", "influences name") +
                          " no joint; after the fix " + std::to_string(after.fit.badIndexCount) +
                          ". "
                    : std::string()) +
               (before.reversedShare > 0.9 && after.reversedShare < 0.1
                    ? number(100.0 * before.reversedShare) +
                          " % of the triangles face against their normals; after the fix " +
                          number(100.0 * after.reversedShare) + " %. "
                    : std::string()) +
               "As read, vertices are on average " + number(100.0 * before.fit.locality) +
               " % of the size from the bones that carry them; after the fix " +
               number(100.0 * after.fit.locality) + " %. Bones run " +
               number(100.0 * before.fit.offCentre) +
               " % of the size beside the middle of what they carry; then " +
               number(100.0 * after.fit.offCentre) + " %. Edges stretch by up to " +
               number(100.0 * std::expm1(before.fit.stretch)) + " % in small random poses; then " +
               number(100.0 * std::expm1(after.fit.stretch)) + " %.";
    case Judge::Weights:
        return "As read, weights sum to up to " + number(before.fit.weightError) +
               " more or less than 1; after the fix " + number(after.fit.weightError) + ".";
    case Judge::Condition:
        break;
    }
    return candidate.proposal->canRepair
               ? "An attribute holds a joint index for every influence that gives the stored one "
                 "when divided by 255; with it vertices are " +
                     number(100.0 * after.fit.locality) + " % of the size from their bones, not " +
                     number(100.0 * before.fit.locality) + " %."
               : "All vertices name the first joint, several times each or far from its bone (" +
                     number(100.0 * before.fit.locality) + " % of the size on average).";
}

double disorder(const SkinFit& fit) {
    const double poses =
        fit.isOnePose() || fit.bind.isOtherPose ? 0.0 : std::min(1.0, 10.0 * fit.fit.bindSpread);
    const double weights = fit.isNormalised ? 0.0 : 1.0;
    return poses + weights + fit.fit.locality + (fit.fit.badIndexCount > 0 ? 0.5 : 0.0) +
           (fit.reversedShare > 0.9 ? 0.5 : 0.0);
}

double gainOf(const Candidate& candidate, const Fits& before) {
    double gain = 0.0;
    for (const std::uint32_t skin : candidate.skins) {
        gain += disorder(before.at(skin)) - disorder(candidate.fits.at(skin));
    }
    return gain;
}

Hypothesis describe(Candidate& candidate, const Fits& before) {
    Hypothesis hypothesis;
    hypothesis.id = candidate.proposal->id;
    hypothesis.form = candidate.proposal->form;
    hypothesis.skins = candidate.skins;
    hypothesis.explanation = explanationOf(hypothesis.id);
    hypothesis.fix = candidate.proposal->fix;
    hypothesis.canRepair = candidate.proposal->canRepair;
    for (auto& [skin, fit] : candidate.fits) {
        fit.fit.stretch = computeStretch(candidate.rig, skin);
        hypothesis.repaired = worstOf(hypothesis.repaired, fit.fit);
    }
    const std::uint32_t first = candidate.skins.front();
    hypothesis.evidence = evidenceOf(candidate, before.at(first), candidate.fits.at(first));
    return hypothesis;
}

// Of all candidates, with scores against the best of them and those that cannot be told apart.
std::vector<Hypothesis>
describeAll(std::vector<Candidate>& candidates, const Fits& before, const std::stop_token& stop) {
    double best = 0.0;
    for (const Candidate& candidate : candidates) {
        best = std::max(best, gainOf(candidate, before));
    }
    std::vector<Hypothesis> hypotheses;
    std::vector<std::vector<glm::dvec3>> deformed;
    for (Candidate& candidate : candidates) {
        if (stop.stop_requested()) {
            return hypotheses;
        }
        hypotheses.push_back(describe(candidate, before));
        hypotheses.back().score =
            best > 0.0 ? std::clamp(gainOf(candidate, before) / best, 0.0, 1.0) : 1.0;
        deformed.push_back(deformedVertices(candidate.rig));
    }
    for (std::size_t i = 0; i < deformed.size(); ++i) {
        Hypothesis& hypothesis = hypotheses[i];
        for (std::size_t other = 0; other < deformed.size(); ++other) {
            const std::string& id = hypotheses[other].id;
            if (id != hypothesis.id && deformAlike(deformed[i], deformed[other]) &&
                std::find(hypothesis.sameAs.begin(), hypothesis.sameAs.end(), id) ==
                    hypothesis.sameAs.end()) {
                hypothesis.sameAs.push_back(id);
            }
        }
    }
    return hypotheses;
}

std::string titleOf(const Hypothesis& hypothesis) {
    return std::string(defectKinds()[rankOf(hypothesis.id)].title) + " (" + hypothesis.form + ")";
}

// A skin without inverse binds, whose parts may have been modelled at their joints.
bool isUnbound(const SkinFit& fit) {
    return fit.boneSize == 0.0;
}

// What is wrong whether anything explains it or not; empty for nothing.
std::string faultOf(const SkinFit& fit) {
    if (!fit.isUsable) {
        return "an inverse bind matrix that carries vertices has no inverse";
    }
    if (fit.fit.badIndexCount > 0) {
        return formatCount(fit.fit.badIndexCount, "influence names", "influences name") +
               " no joint of the skin";
    }
    if (!fit.isNormalised) {
        return "weights are up to " + number(fit.fit.weightError) + " off a sum of 1";
    }
    const bool isAnyPose = fit.bind.isOtherPose || fit.hangsTogether || isUnbound(fit);
    if (!fit.isOnePose() && !isAnyPose && fit.tear > kLeastTear) {
        return "joints are up to " + number(fit.fit.bindSpread) +
               " of a typical joint's distance off a common bind pose";
    }
    return {};
}

Error unknownHypothesis(std::string_view id) {
    std::string known;
    for (const DefectKind& kind : defectKinds()) {
        known += (known.empty() ? "" : ", ") + std::string(kind.id);
    }
    return {"doctor.unknown_hypothesis",
            "there is no hypothesis '" + std::string(id) + "'; there are " + known};
}

} // namespace

Result<Diagnosis> examine(const import::ImportedScene& scene, const DoctorOptions& options) {
    Rig rig = takeApart(scene, RigExtent::Sample);
    if (rig.meshes.empty()) {
        return Error{"doctor.no_skin",
                     "'" + scene.path.string() + "' holds no mesh that a skin deforms"};
    }
    AsRead asRead(std::move(rig));
    Fits& before = asRead.fits;
    Diagnosis diagnosis;
    std::string fault;
    for (auto& [skin, fit] : before) {
        fit.fit.stretch = computeStretch(asRead.rig, skin);
        diagnosis.asRead = worstOf(diagnosis.asRead, fit.fit);
        if (const std::string found = faultOf(fit); fault.empty() && !found.empty()) {
            fault = "skin '" + scene.skins[skin]->name() + "': " + found;
        }
    }
    const Proposals proposals = allProposals();
    std::vector<Candidate> candidates = findCandidates(asRead, proposals, options.stop);
    std::vector<Hypothesis> described = describeAll(candidates, before, options.stop);
    if (options.stop.stop_requested()) {
        return Error{"doctor.cancelled", "the examination was cancelled"};
    }
    const bool isCertain = !candidates.empty() && candidates.front().relief == Relief::Certain;
    (isCertain ? diagnosis.hypotheses : diagnosis.doubts) = std::move(described);
    diagnosis.isHealthy = fault.empty() && diagnosis.hypotheses.empty();
    if (!diagnosis.hypotheses.empty()) {
        diagnosis.summary = titleOf(diagnosis.hypotheses.front()) + ".";
    } else if (diagnosis.isHealthy && diagnosis.doubts.empty()) {
        diagnosis.summary = "Mesh, skin and skeleton fit each other.";
    } else if (diagnosis.isHealthy) {
        diagnosis.summary = "Mesh, skin and skeleton fit each other, but look whether this is "
                            "meant: " +
                            titleOf(diagnosis.doubts.front()) + ".";
    } else {
        diagnosis.summary = "Something is wrong that no known mistake explains: " + fault + ".";
    }
    return diagnosis;
}

Result<import::ImportedScene>
repair(const import::ImportedScene& scene, std::string_view id, std::string_view form) {
    if (rankOf(id) == defectKinds().size()) {
        return unknownHypothesis(id);
    }
    Proposals proposals = allProposals();
    std::erase_if(proposals, [&](const Proposal& proposal) {
        return proposal.id != id || !proposal.canRepair || (!form.empty() && proposal.form != form);
    });
    const std::vector<Candidate> candidates =
        findCandidates(AsRead(takeApart(scene, RigExtent::Sample)), proposals, {});
    if (candidates.empty()) {
        return Error{"doctor.not_repairable",
                     "the fix of '" + std::string(id) + "' does not mend this file"};
    }
    const Candidate& best = candidates.front();
    Rig whole = takeApart(scene, RigExtent::Whole);
    bool isMended = true;
    if (best.proposal->mendSkeleton) {
        isMended = best.proposal->mendSkeleton(whole);
    } else {
        for (const std::uint32_t skin : best.skins) {
            isMended = isMended && best.proposal->mendSkin(whole, skin);
        }
    }
    if (!isMended) {
        return Error{"doctor.not_repairable",
                     "the fix of '" + std::string(id) + "' does not mend this file"};
    }
    return putTogether(scene, whole);
}

} // namespace sartor::diagnose
