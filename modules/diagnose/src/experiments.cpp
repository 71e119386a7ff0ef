// SPDX-License-Identifier: Apache-2.0
// The experiments: what they are called, what they change, what is said about all skins together.
#include "experiment_findings.h"
#include "experiment_scenes.h"

#include <sartor/diagnose/experiments.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace sartor::diagnose {
namespace {

constexpr auto kKinds = std::to_array<ExperimentKind>({
    {"skeleton-only",
     "The skeleton alone",
     "The meshes are taken away.",
     "A skeleton that looks like the character is right; bones in one point, in knots or of "
     "another "
     "size are not.",
     ExperimentView::Bones},
    {"unskinned",
     "The mesh without its skin",
     "Skins are taken off: the meshes are drawn as stored, placed by their nodes.",
     "A mesh that is whole here is broken by skinning; one that is broken here was stored so.",
     ExperimentView::Surface},
    {"palette",
     "The matrices",
     "Nothing is changed; the matrices that vertices are multiplied with are looked at.",
     "Fourth row, determinant, handedness, skew, size and NaN of each, and whether all agree at "
     "rest.",
     ExperimentView::Surface},
    {"identity-palette",
     "Identity matrices",
     "Every matrix of the palette becomes the identity; weights stay as in the file.",
     "The mesh as stored when weights sum to 1; swollen or shrunk towards the origin when not.",
     ExperimentView::Surface},
    {"force-index-0",
     "Everything follows one joint",
     "Every influence names the first slot of its skin, or the joint that was chosen.",
     "A rigid mesh shows that this one matrix is right; whether the others are, the spread of the "
     "palette says.",
     ExperimentView::Surface},
    {"force-weight-1",
     "Only the first influence counts",
     "The first influence of each vertex gets weight 1, the others 0.",
     "Hard edges between rigid parts, each at its own bone; parts at other bones have wrong "
     "indices.",
     ExperimentView::Surface},
    {"index-colours",
     "Joint indices as colours",
     "Nothing is changed; each vertex has the colour of the joint index it names first.",
     "Patches in one colour around each bone; magenta for indices that are no joint of the skin, "
     "one colour for all when the indices were lost.",
     ExperimentView::JointColours},
    {"displacement",
     "Where skinning moves each vertex",
     "Nothing is changed; each vertex has the colour of the direction in which skinning moves it "
     "from its stored place, brighter the farther.",
     "At rest grey all over; one even colour for a mesh that is displaced as a whole, patches for "
     "one that is torn.",
     ExperimentView::Directions},
});

Error unknownExperiment(std::string_view id) {
    std::string known;
    for (const ExperimentKind& kind : kKinds) {
        known += (known.empty() ? "" : ", ") + std::string(kind.id);
    }
    return {"doctor.unknown_experiment",
            "there is no experiment '" + std::string(id) + "'; there are " + known};
}

/// By skin the slot that everything is to follow; slots that a skin has not follow its first.
Result<std::vector<std::uint32_t>> findForcedSlots(const import::ImportedScene& scene,
                                                   std::span<const SkinEvidence> evidence,
                                                   std::optional<JointIndex> joint) {
    std::vector<std::uint32_t> slots(scene.skins.size(), 0);
    bool isFound = !joint;
    for (const SkinEvidence& skin : evidence) {
        const auto joints = scene.skins[skin.skin]->joints();
        const auto place = joint ? std::find(joints.begin(), joints.end(), *joint) : joints.end();
        if (place != joints.end()) {
            slots[skin.skin] = static_cast<std::uint32_t>(std::distance(joints.begin(), place));
            isFound = true;
        }
    }
    if (!isFound) {
        const std::string name = joint->value() < scene.skeleton->jointCount()
                                     ? "'" + scene.skeleton->joint(*joint).name + "'"
                                     : std::to_string(joint->value());
        return Error{"doctor.not_a_joint", "joint " + name + " belongs to no skin of a mesh"};
    }
    return slots;
}

Result<import::ImportedScene> changedScene(const import::ImportedScene& scene,
                                           std::string_view id,
                                           std::span<const std::uint32_t> forcedSlots) {
    if (id == "skeleton-only") {
        return withoutMeshes(scene);
    }
    if (id == "unskinned") {
        return withoutSkins(scene);
    }
    if (id == "identity-palette") {
        return withIdentityPalette(scene);
    }
    if (id == "force-index-0") {
        return withInfluences(scene, [&](std::uint32_t skin, auto slots, auto) {
            std::fill(slots.begin(), slots.end(), forcedSlots[skin]);
        });
    }
    if (id == "force-weight-1") {
        return withInfluences(scene, [](std::uint32_t, auto, auto weights) {
            const auto first = std::find_if(
                weights.begin(), weights.end(), [](float weight) { return weight != 0.0f; });
            if (first != weights.end()) {
                std::fill(weights.begin(), weights.end(), 0.0f);
                *first = 1.0f;
            }
        });
    }
    return scene;
}

ExperimentFinding findingOf(const import::ImportedScene& scene,
                            std::string_view id,
                            const SkinEvidence& evidence,
                            std::size_t forcedSlot,
                            const Moment& moment) {
    if (id == "skeleton-only") {
        return findSkeletonOnly(scene, evidence);
    }
    if (id == "unskinned") {
        return findUnskinned(evidence);
    }
    if (id == "palette") {
        return findPalette(scene, evidence, moment);
    }
    if (id == "identity-palette") {
        return findIdentityPalette(evidence);
    }
    if (id == "force-index-0") {
        return findForceIndex(scene, evidence, forcedSlot);
    }
    if (id == "force-weight-1") {
        return findForceWeight(evidence);
    }
    if (id == "index-colours") {
        return findIndexColours(scene, evidence);
    }
    return findDisplacement(scene, evidence, moment);
}

/// The findings of all skins as one: the first accused skin speaks, else the first.
ExperimentFinding
worstOf(const import::ImportedScene& scene,
        const std::vector<std::pair<std::uint32_t, ExperimentFinding>>& findings) {
    const auto accused = std::find_if(findings.begin(), findings.end(), [](const auto& finding) {
        return !finding.second.suspected.empty();
    });
    const auto& [skin, worst] = accused != findings.end() ? *accused : findings.front();
    ExperimentFinding all = worst;
    if (findings.size() > 1) {
        all.conclusion = "Skin '" + scene.skins[skin]->name() + "', of " +
                         std::to_string(findings.size()) + ": " + all.conclusion;
    }
    for (const auto& [other, finding] : findings) {
        std::erase_if(all.cleared, [&](CharacterPart part) {
            return std::find(finding.cleared.begin(), finding.cleared.end(), part) ==
                   finding.cleared.end();
        });
    }
    return all;
}

} // namespace

std::span<const ExperimentKind> experimentKinds() {
    return kKinds;
}

Result<Experiment> runExperiment(const import::ImportedScene& scene,
                                 std::string_view id,
                                 const ExperimentOptions& options) {
    const auto kind = std::find_if(
        kKinds.begin(), kKinds.end(), [&](const ExperimentKind& k) { return k.id == id; });
    if (kind == kKinds.end()) {
        return unknownExperiment(id);
    }
    const std::vector<SkinEvidence> evidence = computeSkinEvidence(scene);
    if (evidence.empty()) {
        return Error{"doctor.no_skin",
                     "'" + scene.path.string() + "' holds no mesh that a skin deforms"};
    }
    const auto forcedSlots = findForcedSlots(scene, evidence, options.joint);
    if (!forcedSlots) {
        return forcedSlots.error();
    }
    auto changed = changedScene(scene, id, *forcedSlots);
    if (!changed) {
        return changed.error();
    }
    std::vector<std::pair<std::uint32_t, ExperimentFinding>> findings;
    for (const SkinEvidence& skin : evidence) {
        findings.emplace_back(
            skin.skin, findingOf(scene, id, skin, (*forcedSlots)[skin.skin], options.moment));
    }
    ExperimentFinding finding = worstOf(scene, findings);
    return Experiment{.id = std::string(id),
                      .scene = *std::move(changed),
                      .view = kind->view,
                      .conclusion = std::move(finding.conclusion),
                      .measures = std::move(finding.measures),
                      .cleared = std::move(finding.cleared),
                      .suspected = std::move(finding.suspected)};
}

} // namespace sartor::diagnose
