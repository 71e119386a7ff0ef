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
#include <set>
#include <utility>

namespace sartor::diagnose {
namespace {

constexpr double kSameTolerance = 1e-4;
constexpr std::uint32_t kSamePoseCount = 8;
constexpr float kSameDegrees = 60.0f;
constexpr std::size_t kMostFurtherCauses = 2;

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

std::string titleOf(const Hypothesis& hypothesis) {
    return std::string(defectKinds()[rankOf(hypothesis.id)].title) + " (" + hypothesis.form + ")";
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
    const bool isAnyPose = fit.bind.isOtherPose || fit.hangsTogether || fit.isUnbound;
    if (!fit.isOnePose() && !isAnyPose && fit.tear > kLeastTear) {
        return "joints are up to " + number(fit.fit.bindSpread) +
               " of a typical joint's distance off a common bind pose";
    }
    return {};
}

// What all examinations of one file share.
struct Question {
    const import::ImportedScene& scene;
    const Proposals& proposals;
    std::stop_token stop;
};

// Of the first skin that has one; empty for none.
std::string faultOf(const import::ImportedScene& scene, const Fits& fits) {
    for (const auto& [skin, fit] : fits) {
        if (const std::string fault = faultOf(fit); !fault.empty()) {
            return "skin '" + scene.skins[skin]->name() + "': " + fault;
        }
    }
    return {};
}

void measureStretch(AsRead& asRead) {
    for (auto& [skin, fit] : asRead.fits) {
        fit.fit.stretch = computeStretch(asRead.rig, skin);
    }
}

bool hasCertain(std::span<const Candidate> candidates) {
    return !candidates.empty() && candidates.front().relief == Relief::Certain;
}

// Mends one cause after the other, each time the one that fits best.
void addFurtherCauses(const Question& question, const Candidate& first, Hypothesis& hypothesis) {
    if (!hypothesis.canRepair) {
        return;
    }
    Rig mended = first.rig;
    while (!question.stop.stop_requested()) {
        AsRead asRead(std::move(mended));
        std::vector<Candidate> candidates =
            findCandidates(asRead, question.proposals, question.stop);
        if (!hasCertain(candidates) || hypothesis.then.size() == kMostFurtherCauses) {
            hypothesis.remains = faultOf(question.scene, asRead.fits);
            return;
        }
        measureStretch(asRead);
        hypothesis.then.push_back(describe(candidates.front(), asRead.fits));
        hypothesis.then.back().score = 1.0;
        if (!hypothesis.then.back().canRepair) {
            return;
        }
        mended = std::move(candidates.front().rig);
    }
}

// Whether other, certain causes show once this one is mended, and nothing is wrong after all.
bool isConfirmed(const Hypothesis& hypothesis) {
    return !hypothesis.then.empty() && hypothesis.remains.empty();
}

// A candidate in words, with what it is sorted by.
struct Told {
    Hypothesis hypothesis;
    std::vector<glm::dvec3> deformed;
    int rank = 0;
};

// A cause that alone leaves a healthy character leads, then those that do with others. A lost order
// can only be guessed, and not be tried.
int rankOf(const Candidate& candidate, const Hypothesis& hypothesis) {
    if (!hypothesis.remains.empty()) {
        return 2;
    }
    const bool isGuess = candidate.proposal->isFitted && !hypothesis.canRepair;
    return hypothesis.then.empty() && !isGuess ? 0 : 1;
}

// Of all candidates, with scores against the best of them and those that cannot be told apart.
std::vector<Hypothesis>
describeAll(const Question& question, std::vector<Candidate>& candidates, const Fits& before) {
    double best = 0.0;
    for (const Candidate& candidate : candidates) {
        best = std::max(best, gainOf(candidate, before));
    }
    std::vector<Told> all;
    for (Candidate& candidate : candidates) {
        if (question.stop.stop_requested()) {
            return {};
        }
        Told told{describe(candidate, before), {}, 0};
        told.hypothesis.score =
            best > 0.0 ? std::clamp(gainOf(candidate, before) / best, 0.0, 1.0) : 1.0;
        addFurtherCauses(question, candidate, told.hypothesis);
        if (candidate.relief != Relief::Partial || isConfirmed(told.hypothesis)) {
            told.deformed = deformedVertices(candidate.rig);
            told.rank = rankOf(candidate, told.hypothesis);
            all.push_back(std::move(told));
        }
    }
    std::stable_sort(
        all.begin(), all.end(), [](const Told& a, const Told& b) { return a.rank < b.rank; });
    std::vector<Hypothesis> hypotheses;
    for (const Told& told : all) {
        Hypothesis hypothesis = told.hypothesis;
        std::set<std::string> alike;
        for (const Told& other : all) {
            if (other.hypothesis.id != hypothesis.id &&
                deformAlike(told.deformed, other.deformed)) {
                alike.insert(other.hypothesis.id);
            }
        }
        hypothesis.sameAs.assign(alike.begin(), alike.end());
        if (!hypotheses.empty()) {
            hypothesis.score = std::min(hypothesis.score, hypotheses.back().score);
        }
        hypotheses.push_back(std::move(hypothesis));
    }
    return hypotheses;
}

// Of what may be wrong, keeps what is confirmed; all where nothing is.
bool keepConfirmed(std::vector<Hypothesis>& possible) {
    const bool isAny = std::any_of(possible.begin(), possible.end(), isConfirmed);
    std::erase_if(possible,
                  [&](const Hypothesis& hypothesis) { return isAny && !isConfirmed(hypothesis); });
    return isAny;
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
    measureStretch(asRead);
    Diagnosis diagnosis;
    for (const auto& [skin, fit] : asRead.fits) {
        diagnosis.asRead = worstOf(diagnosis.asRead, fit.fit);
    }
    const std::string fault = faultOf(scene, asRead.fits);
    const Proposals proposals = allProposals();
    const Question question{scene, proposals, options.stop};
    std::vector<Candidate> candidates = findCandidates(asRead, proposals, options.stop);
    std::vector<Hypothesis> described = describeAll(question, candidates, asRead.fits);
    const bool isCertain = hasCertain(candidates) || keepConfirmed(described);
    if (options.stop.stop_requested()) {
        return Error{"doctor.cancelled", "the examination was cancelled"};
    }
    if (isCertain) {
        diagnosis.hypotheses = std::move(described);
    } else if (fault.empty()) {
        diagnosis.doubts = std::move(described);
    }
    diagnosis.isHealthy = fault.empty() && diagnosis.hypotheses.empty();
    if (!diagnosis.hypotheses.empty()) {
        const Hypothesis& first = diagnosis.hypotheses.front();
        diagnosis.summary = titleOf(first);
        for (const Hypothesis& further : first.then) {
            diagnosis.summary += "; and then: " + titleOf(further);
        }
        diagnosis.summary +=
            first.remains.empty()
                ? "."
                : ". More is wrong that no known mistake explains: " + first.remains + ".";
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
