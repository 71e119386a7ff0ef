// SPDX-License-Identifier: Apache-2.0
// Judges fixes by the character that comes out.
#include "doctor_candidates.h"

#include "doctor_kinds.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <utility>

namespace sartor::diagnose {
namespace {

Fits computeFits(const Rig& rig) {
    Fits fits;
    const auto modelFromJoint = modelFromJointAtRest(rig);
    for (const RigMesh& mesh : rig.meshes) {
        if (fits.count(mesh.skin) == 0) {
            fits.emplace(mesh.skin, computeSkinFit(rig, mesh.skin, modelFromJoint));
        }
    }
    return fits;
}

// Vertices come clearly nearer to their bones.
bool isNearer(const SkinFit& before, const SkinFit& after, double ratio, double least) {
    return after.fit.locality < ratio * before.fit.locality &&
           before.fit.locality - after.fit.locality > least;
}

// Farther from its bones than this, on average, no mesh shows that a fix is right.
constexpr double kLargestLocality = 0.3;

// The bones come clearly nearer to the middle of what they carry, and vertices no farther away.
bool isBetterCentred(const SkinFit& before, const SkinFit& after) {
    return after.fit.locality < before.fit.locality &&
           after.fit.offCentre < 0.5 * before.fit.offCentre &&
           before.fit.offCentre - after.fit.offCentre > 0.01;
}

bool isAsNear(const SkinFit& before, const SkinFit& after) {
    return after.fit.locality <= 1.1 * before.fit.locality + 0.005;
}

Relief reliefFor(bool isMended, Relief relief = Relief::Certain) {
    return isMended ? relief : Relief::None;
}

// Joints agreed before, on another map or on another place of the mesh.
Relief commonMapImproves(const SkinFit& before, const SkinFit& after, const Proposal& proposal) {
    if (!after.isOnePose()) {
        return Relief::None;
    }
    const bool losesOffset =
        before.bind.commonMap == CommonMap::Other && after.bind.commonMap != CommonMap::Other;
    // A change of nodes alone leaves the distances to bones, which are those of binding.
    if ((proposal.mendSkeleton && losesOffset) || isNearer(before, after, 0.8, 0.01) ||
        (losesOffset && isBetterCentred(before, after))) {
        return Relief::Certain;
    }
    return losesOffset && isAsNear(before, after) ? Relief::Possible : Relief::None;
}

Relief bindsImprove(const SkinFit& before, const SkinFit& after, const Proposal& proposal) {
    if (before.isOnePose()) {
        return after.fit.locality > kLargestLocality ? Relief::None
                                                     : commonMapImproves(before, after, proposal);
    }
    if (after.fit.locality > kLargestLocality) {
        // Joints agree far from the mesh: only another mistake could make sense of it.
        return reliefFor(after.isOnePose(), Relief::Partial);
    }
    if (after.isOnePose()) {
        const bool isUnlikelyPose =
            !before.bind.isOtherPose || before.fit.bindSpread > 20.0 * after.fit.bindSpread;
        // A fitted fix makes joints agree whatever they were; only a torn mesh shows that they
        // should.
        return proposal.isFitted && before.tear <= kLeastTear ? Relief::Possible
                                                              : reliefFor(isUnlikelyPose);
    }
    return reliefFor(before.isUsable && !before.bind.isOtherPose && after.bind.isOtherPose &&
                     after.tear < before.tear);
}

bool isSameSize(const SkinFit& a, const SkinFit& b) {
    return std::abs(std::log(a.meshSize / b.meshSize)) < 1.0;
}

Relief placeImproves(const SkinFit& before, const SkinFit& after) {
    if (!before.isOnePose() && !before.bind.isOtherPose) {
        return Relief::None;
    }
    const bool isNearEnough = after.fit.locality < 0.8 * kLargestLocality;
    const Relief relief = isNearEnough ? Relief::Certain : Relief::Partial;
    if (before.reversedShare > 0.9) {
        return reliefFor(after.reversedShare < 0.1 && isAsNear(before, after), relief);
    }
    // A mesh that shrinks into its root joint is near a bone as well.
    const double mismatch = std::abs(std::log(before.meshSize / before.boneSize));
    const double mismatchAfter = std::abs(std::log(after.meshSize / after.boneSize));
    const bool isSizeKept = mismatchAfter <= mismatch + 1e-6;
    if (!std::isfinite(mismatch) || after.reversedShare >= 0.9 ||
        !(isSizeKept || isSameSize(before, after))) {
        return Relief::None;
    }
    // A mesh of another size altogether is as far from its bones wherever it is.
    const bool isSizeMended = mismatch > std::log(20.0) && mismatchAfter < std::log(5.0);
    return isNearer(before, after, 0.75, 0.01) ? relief : reliefFor(isSizeMended, Relief::Partial);
}

Relief indicesImprove(const SkinFit& before, const SkinFit& after, const Proposal& proposal) {
    if (!before.isOnePose() && !before.bind.isOtherPose) {
        return Relief::None;
    }
    if (before.fit.badIndexCount > 0) {
        return reliefFor(after.fit.badIndexCount == 0 && isNearer(before, after, 0.97, 0.0));
    }
    const bool isClearlyNearer = isNearer(before, after, 0.75, 0.01);
    // Of all orders one is always the best.
    return proposal.isFitted && !isNearer(before, after, 0.5, 0.05)
               ? reliefFor(proposal.canRepair &&
                               (isClearlyNearer || isBetterCentred(before, after)),
                           Relief::Possible)
               : reliefFor(isClearlyNearer);
}

Relief improves(const SkinFit& before, const SkinFit& after, const Proposal& proposal) {
    if (!after.isUsable) {
        return Relief::None;
    }
    switch (proposal.judge) {
    case Judge::Binds:
        return bindsImprove(before, after, proposal);
    case Judge::Place:
        return placeImproves(before, after);
    case Judge::Indices:
        return indicesImprove(before, after, proposal);
    case Judge::Weights:
        return reliefFor(!before.isNormalised && after.isNormalised);
    case Judge::Condition:
        break;
    }
    return Relief::Certain;
}

// What a locality counts for: of explanations that fit about as well the simpler one leads. A mesh
// is seldom wrong where the joints' common map is, nor the map where it is the identity, and a fix
// is seldom right that leaves an offset.
double handicapOf(const Proposal& proposal, const SkinFit& before, const SkinFit& after) {
    if (proposal.judge == Judge::Condition) {
        return 0.0;
    }
    if (proposal.isFitted) {
        return after.bind.commonMap == CommonMap::Other ? 2.0 : 1.5;
    }
    if (proposal.judge == Judge::Binds && before.isOnePose() &&
        before.bind.commonMap == CommonMap::Identity) {
        return 1.5;
    }
    return proposal.judge == Judge::Place && before.isOnePose() &&
                   before.bind.commonMap == CommonMap::Other
               ? 3.0
               : 1.0;
}

// A skin with its meshes; the others are there by number only.
Rig partOf(const Rig& rig, std::uint32_t skin) {
    Rig part;
    part.hierarchy = rig.hierarchy;
    part.weightTolerance = rig.weightTolerance;
    part.joints = rig.joints;
    part.skins.resize(rig.skins.size());
    part.skins[skin] = rig.skins[skin];
    std::copy_if(rig.meshes.begin(),
                 rig.meshes.end(),
                 std::back_inserter(part.meshes),
                 [&](const RigMesh& mesh) { return mesh.skin == skin; });
    return part;
}

void replacePart(Rig& rig, std::uint32_t skin, Rig part) {
    rig.skins[skin] = std::move(part.skins[skin]);
    auto mended = part.meshes.begin();
    for (RigMesh& mesh : rig.meshes) {
        if (mesh.skin == skin) {
            mesh = std::move(*mended++);
        }
    }
}

// Keeps the skins of the surest relief; false where there is none.
bool chooseSkins(Candidate& candidate, const std::map<std::uint32_t, Relief>& reliefs) {
    candidate.relief = Relief::None;
    for (const auto& [skin, relief] : reliefs) {
        candidate.relief = std::max(candidate.relief, relief);
    }
    for (const auto& [skin, relief] : reliefs) {
        if (relief != Relief::None && relief == candidate.relief) {
            candidate.skins.push_back(skin);
        }
    }
    return candidate.relief != Relief::None;
}

bool tryOnSkeleton(Candidate& candidate, const AsRead& asRead) {
    candidate.rig = asRead.rig;
    if (!candidate.proposal->mendSkeleton(candidate.rig)) {
        return false;
    }
    candidate.fits = computeFits(candidate.rig);
    std::map<std::uint32_t, Relief> reliefs;
    for (const auto& [skin, fit] : candidate.fits) {
        const SkinFit& was = asRead.fits.at(skin);
        if (was.isOnePose() && !fit.isOnePose()) {
            return false;
        }
        reliefs[skin] = improves(was, fit, *candidate.proposal);
    }
    return chooseSkins(candidate, reliefs);
}

bool tryOnSkins(Candidate& candidate, const AsRead& asRead) {
    candidate.fits = asRead.fits;
    std::map<std::uint32_t, Rig> mended;
    std::map<std::uint32_t, Relief> reliefs;
    for (const auto& [skin, was] : asRead.fits) {
        Rig part = asRead.parts.at(skin);
        if (!candidate.proposal->mendSkin(part, skin)) {
            continue;
        }
        SkinFit fit = computeSkinFit(part, skin, asRead.modelFromJoint);
        reliefs[skin] = improves(was, fit, *candidate.proposal);
        if (reliefs[skin] != Relief::None) {
            mended.emplace(skin, std::move(part));
            candidate.fits[skin] = std::move(fit);
        }
    }
    if (!chooseSkins(candidate, reliefs)) {
        return false;
    }
    candidate.rig = asRead.rig;
    for (auto& [skin, part] : mended) {
        if (reliefs[skin] == candidate.relief) {
            replacePart(candidate.rig, skin, std::move(part));
        } else {
            candidate.fits[skin] = asRead.fits.at(skin);
        }
    }
    return true;
}

std::optional<Candidate> tryProposal(const Proposal& proposal, const AsRead& asRead) {
    Candidate candidate;
    candidate.proposal = &proposal;
    const bool isTried =
        proposal.mendSkeleton ? tryOnSkeleton(candidate, asRead) : tryOnSkins(candidate, asRead);
    if (!isTried) {
        return std::nullopt;
    }
    for (const std::uint32_t skin : candidate.skins) {
        const SkinFit& after = candidate.fits.at(skin);
        // Bones that fly apart make the character large and every distance small against it.
        const double spread =
            after.meshSize > 0.0 ? std::max(1.0, after.boneSize / after.meshSize) : 1.0;
        candidate.locality +=
            handicapOf(proposal, asRead.fits.at(skin), after) * spread * after.fit.locality;
        candidate.isOnePose = candidate.isOnePose && after.isOnePose();
    }
    return candidate;
}

// Of several ways to make joints agree, those stay that put the mesh where its bones are.
void dropWorse(std::vector<Candidate>& candidates) {
    const auto isAboutBinds = [](const Candidate& candidate) {
        return candidate.proposal->judge == Judge::Binds;
    };
    const bool hasOnePose =
        std::any_of(candidates.begin(), candidates.end(), [&](const Candidate& candidate) {
            return isAboutBinds(candidate) && candidate.isOnePose;
        });
    std::erase_if(candidates, [&](const Candidate& candidate) {
        return hasOnePose && isAboutBinds(candidate) && !candidate.isOnePose;
    });
    double least = 1e300;
    for (const Candidate& candidate : candidates) {
        if (candidate.proposal->judge != Judge::Weights &&
            candidate.proposal->judge != Judge::Condition) {
            least = std::min(least, candidate.locality);
        }
    }
    std::erase_if(candidates, [&](const Candidate& candidate) {
        return candidate.proposal->judge != Judge::Weights &&
               candidate.locality > 2.0 * least + 0.03;
    });
}

// Localities this near say nothing of which is right.
bool isTied(double a, double b) {
    return std::abs(a - b) <= 1e-5 + 0.02 * std::min(a, b);
}

void sortCandidates(std::vector<Candidate>& candidates) {
    std::stable_sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
        return a.locality < b.locality;
    });
    // Runs of ties, from the best on, in the order of the kinds.
    for (auto first = candidates.begin(); first != candidates.end();) {
        const auto last = std::find_if(first, candidates.end(), [&](const Candidate& candidate) {
            return !isTied(candidate.locality, first->locality);
        });
        std::stable_sort(first, last, [](const Candidate& a, const Candidate& b) {
            const std::size_t rankA = rankOf(a.proposal->id);
            const std::size_t rankB = rankOf(b.proposal->id);
            if (rankA != rankB) {
                return rankA < rankB;
            }
            if (a.proposal->canRepair != b.proposal->canRepair) {
                return a.proposal->canRepair;
            }
            // Of two forms of one cause: binds say how a character was made, nodes what an exporter
            // made of it.
            return a.proposal->mendSkeleton && !b.proposal->mendSkeleton;
        });
        first = last;
    }
}

// The best form of each kind, and the best proposal of each form.
void keepBestOfEachForm(std::vector<Candidate>& candidates) {
    std::set<std::pair<std::string_view, std::string>> seen;
    std::erase_if(candidates, [&](const Candidate& candidate) {
        return !seen.emplace(candidate.proposal->id, candidate.proposal->form).second;
    });
}

} // namespace

AsRead::AsRead(Rig taken)
    : rig(std::move(taken)), fits(computeFits(rig)), modelFromJoint(modelFromJointAtRest(rig)) {
    for (const auto& [skin, fit] : fits) {
        parts.emplace(skin, partOf(rig, skin));
    }
}

std::vector<Candidate>
findCandidates(const AsRead& asRead, const Proposals& proposals, const std::stop_token& stop) {
    std::vector<Candidate> candidates;
    std::vector<Candidate> possible;
    for (const Proposal& proposal : proposals) {
        if (stop.stop_requested()) {
            return {};
        }
        if (auto candidate = tryProposal(proposal, asRead)) {
            (candidate->relief == Relief::Certain ? candidates : possible)
                .push_back(std::move(*candidate));
        }
    }
    // What is certain also says what may be thought of the rest.
    if (candidates.empty()) {
        candidates = std::move(possible);
    } else {
        dropWorse(candidates);
    }
    sortCandidates(candidates);
    keepBestOfEachForm(candidates);
    return candidates;
}

} // namespace sartor::diagnose
