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

bool bindsImprove(const SkinFit& before, const SkinFit& after, const Proposal& proposal) {
    if (after.fit.locality > kLargestLocality) {
        return false;
    }
    if (before.isOnePose()) {
        // A change of nodes alone leaves the distances to bones, which are those of binding.
        const bool isCured = proposal.mendSkeleton && before.bind.commonMap == CommonMap::Other &&
                             after.bind.commonMap != CommonMap::Other;
        return after.isOnePose() && (isCured || isNearer(before, after, 0.8, 0.01));
    }
    if (after.isOnePose()) {
        return !before.bind.isOtherPose || before.fit.bindSpread > 20.0 * after.fit.bindSpread;
    }
    return before.isUsable && !before.bind.isOtherPose && after.bind.isOtherPose;
}

bool isSameSize(const SkinFit& a, const SkinFit& b) {
    return std::abs(std::log(a.meshSize / b.meshSize)) < 1.0;
}

bool placeImproves(const SkinFit& before, const SkinFit& after) {
    if (!before.isOnePose() && !before.bind.isOtherPose) {
        return false;
    }
    if (before.reversedShare > 0.9) {
        return after.reversedShare < 0.1 && after.fit.locality <= 1.1 * before.fit.locality + 0.005;
    }
    // A mesh that shrinks into its root joint is near a bone as well.
    const double mismatch = std::abs(std::log(before.meshSize / before.boneSize));
    const bool isSizeKept = std::abs(std::log(after.meshSize / after.boneSize)) <= mismatch + 1e-6;
    return std::isfinite(mismatch) && (isSizeKept || isSameSize(before, after)) &&
           after.reversedShare < 0.9 && after.fit.locality < 0.8 * kLargestLocality &&
           isNearer(before, after, 0.75, 0.01);
}

bool indicesImprove(const SkinFit& before, const SkinFit& after, const Proposal& proposal) {
    if (!before.isOnePose() && !before.bind.isOtherPose) {
        return false;
    }
    if (before.fit.badIndexCount > 0) {
        return after.fit.badIndexCount == 0 && isNearer(before, after, 0.97, 0.0);
    }
    return proposal.isFitted ? isNearer(before, after, 0.5, 0.05)
                             : isNearer(before, after, 0.75, 0.01);
}

bool improves(const SkinFit& before, const SkinFit& after, const Proposal& proposal) {
    if (!after.isUsable) {
        return false;
    }
    switch (proposal.judge) {
    case Judge::Binds:
        return bindsImprove(before, after, proposal);
    case Judge::Place:
        return placeImproves(before, after);
    case Judge::Indices:
        return indicesImprove(before, after, proposal);
    case Judge::Weights:
        return !before.isNormalised && after.isNormalised;
    case Judge::Condition:
        break;
    }
    return true;
}

// What a locality counts for: of explanations that fit about as well the simpler one leads. A mesh
// is seldom wrong where the joints' common map is.
double handicapOf(const Proposal& proposal, const SkinFit& before) {
    if (proposal.judge == Judge::Condition) {
        return 0.0;
    }
    if (proposal.isFitted) {
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

std::optional<Candidate> tryProposal(const Proposal& proposal, const AsRead& asRead) {
    Candidate candidate;
    candidate.proposal = &proposal;
    const Fits& before = asRead.fits;
    if (proposal.mendSkeleton) {
        candidate.rig = asRead.rig;
        if (!proposal.mendSkeleton(candidate.rig)) {
            return std::nullopt;
        }
        candidate.fits = computeFits(candidate.rig);
        for (const auto& [skin, fit] : candidate.fits) {
            const SkinFit& was = before.at(skin);
            if (was.isOnePose() && !fit.isOnePose()) {
                return std::nullopt;
            }
            if (improves(was, fit, proposal)) {
                candidate.skins.push_back(skin);
            }
        }
    } else {
        std::map<std::uint32_t, Rig> mended;
        for (const auto& [skin, was] : before) {
            Rig part = asRead.parts.at(skin);
            if (!proposal.mendSkin(part, skin)) {
                continue;
            }
            SkinFit fit = computeSkinFit(part, skin, asRead.modelFromJoint);
            if (improves(was, fit, proposal)) {
                mended.emplace(skin, std::move(part));
                candidate.skins.push_back(skin);
                candidate.fits[skin] = std::move(fit);
            }
        }
        if (!mended.empty()) {
            candidate.rig = asRead.rig;
            candidate.fits.insert(before.begin(), before.end());
            for (auto& [skin, part] : mended) {
                replacePart(candidate.rig, skin, std::move(part));
            }
        }
    }
    if (candidate.skins.empty()) {
        return std::nullopt;
    }
    for (const std::uint32_t skin : candidate.skins) {
        candidate.locality +=
            handicapOf(proposal, before.at(skin)) * candidate.fits.at(skin).fit.locality;
        candidate.isOnePose = candidate.isOnePose && candidate.fits.at(skin).isOnePose();
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
            return rankA != rankB ? rankA < rankB : a.proposal->canRepair && !b.proposal->canRepair;
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
    for (const Proposal& proposal : proposals) {
        if (stop.stop_requested()) {
            return {};
        }
        if (auto candidate = tryProposal(proposal, asRead)) {
            candidates.push_back(std::move(*candidate));
        }
    }
    dropWorse(candidates);
    sortCandidates(candidates);
    keepBestOfEachForm(candidates);
    return candidates;
}

} // namespace sartor::diagnose
