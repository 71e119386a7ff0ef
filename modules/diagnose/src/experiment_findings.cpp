// SPDX-License-Identifier: Apache-2.0
// From measures of a skin to what follows from an experiment with it.
#include "experiment_findings.h"

#include "text.h"

#include <sartor/diagnose/palette_inspector.h>
#include <sartor/pose/local_to_model.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sartor::diagnose {
namespace {

using enum CharacterPart;

std::string percent(double share) {
    return formatNumber(100.0 * share) + " %";
}

std::string spreadText(const SkinEvidence& evidence) {
    return "up to " + formatNumber(evidence.fit.fit.bindSpread) +
           " of a typical joint's distance apart";
}

/// Of the matrices that carry vertices.
std::string matrixCountText(const SkinEvidence& evidence) {
    return formatCount(evidence.fit.slots.size(), "matrix", "matrices");
}

ExperimentMeasure spreadMeasure(const SkinEvidence& evidence) {
    return {"spread of the palette at rest", evidence.fit.fit.bindSpread, "of a joint's distance"};
}

std::vector<ExperimentMeasure> distanceMeasures(const SkinEvidence& evidence) {
    return {{"vertices to the nearest bone", evidence.nearest, "of the size"},
            {"first influence at the nearest bone", evidence.firstAtNearest, "of the vertices"},
            {"any influence at the nearest bone", evidence.anyAtNearest, "of the vertices"}};
}

std::string commonMapText(const SkinEvidence& evidence) {
    const BindDifference& common = evidence.fit.bind.commonDifference;
    return "moved by " + formatNumber(common.length) + ", turned by " +
           formatNumber(common.degrees) + " degrees, scaled by " + formatNumber(common.scale);
}

/// Of vertices that lie at other bones than their own: where no bone is near, it is no matter of
/// indices.
std::vector<CharacterPart> partsAway(const SkinEvidence& evidence) {
    if (evidence.nearest > 0.2) {
        return {Mesh, Skin};
    }
    return {Indices, Mesh, Skin};
}

std::string awayText(const SkinEvidence& evidence) {
    return "of the vertices, " + percent(evidence.anyAtNearest) +
           " follow a bone that is as near as any, and the nearest bone is " +
           percent(evidence.nearest) + " of the size away";
}

std::string wrongPaletteText(const SkinEvidence& evidence) {
    if (!evidence.fit.isUsable) {
        return "an inverse bind that carries vertices has no inverse";
    }
    return "the " + matrixCountText(evidence) + " of the palette are " + spreadText(evidence) +
           " at rest, where they should all be one";
}

/// What there is to say of a palette that does not agree, and need not be wrong.
std::string otherPoseText(const SkinEvidence& evidence) {
    return "the " + matrixCountText(evidence) + " are " + spreadText(evidence) +
           " at rest, as they are in any pose but that of binding: this is another pose, or the "
           "rotations of joints are wrong";
}

std::vector<CharacterPart> partsOfPalette() {
    return {Skeleton, Skin};
}

/// Influences and weights that are wrong whatever else is.
void accuseInfluences(const SkinEvidence& evidence, ExperimentFinding& finding) {
    if (evidence.fit.fit.badIndexCount > 0) {
        finding.conclusion +=
            " " +
            formatCount(evidence.fit.fit.badIndexCount, "influence names", "influences name") +
            " no joint of the skin.";
        finding.suspected.push_back(Indices);
    }
    if (!evidence.fit.isNormalised) {
        finding.conclusion += " Weights sum to up to " +
                              formatNumber(evidence.fit.fit.weightError) + " more or less than 1.";
        finding.suspected.push_back(Weights);
    }
}

/// The fourth rows hold something that the fourth columns lack.
bool isTransposed(const assets::Skin& skin) {
    bool hasRow = false;
    bool hasColumn = false;
    for (std::size_t slot = 0; slot < skin.fourthRows().size(); ++slot) {
        hasRow = hasRow || glm::vec3(skin.fourthRows()[slot]) != glm::vec3(0.0f);
        hasColumn = hasColumn || skin.jointFromBind()[slot].translation != glm::vec3(0.0f);
    }
    return hasRow && !hasColumn;
}

} // namespace

bool isPaletteRight(const SkinEvidence& evidence) {
    const bool isOnePose =
        evidence.fit.slots.size() > 1
            ? evidence.fit.isOnePose()
            : evidence.allSlots.joints.size() > 1 && evidence.allSlots.spread <= kBindTolerance;
    return evidence.fit.isUsable && isOnePose &&
           evidence.fit.bind.commonMap == CommonMap::Identity && evidence.nearest <= 0.3;
}

ExperimentFinding findSkeletonOnly(const import::ImportedScene& scene,
                                   const SkinEvidence& evidence) {
    const std::vector<math::Affine> modelFromJoint = pose::modelFromJointAtRest(*scene.skeleton);
    glm::dvec3 low(std::numeric_limits<double>::infinity());
    glm::dvec3 high = -low;
    for (const std::size_t slot : evidence.fit.slots) {
        const JointIndex joint = scene.skins[evidence.skin]->joints()[slot];
        const glm::dvec3 place(modelFromJoint[joint.value()].translation);
        low = glm::min(low, place);
        high = glm::max(high, place);
    }
    const double restSize = evidence.fit.slots.empty() ? 0.0 : glm::distance(low, high);
    const double boneSize = evidence.fit.boneSize;
    ExperimentFinding finding;
    finding.measures = {{"size of the skeleton at rest", restSize, "units"},
                        {"size of the skeleton at binding", boneSize, "units"},
                        spreadMeasure(evidence)};
    const std::string sizes = "at rest the joints span " + formatNumber(restSize) +
                              ", at binding they spanned " + formatNumber(boneSize);
    if (evidence.fit.slots.size() < 2) {
        finding.conclusion = "One joint carries everything: there is nothing to compare it with.";
    } else if (boneSize == 0.0) {
        finding.conclusion = "The inverse binds put all joints in one point, so they do not tell "
                             "where the skeleton was; " +
                             sizes + ".";
    } else if (restSize < 1e-3 * boneSize && evidence.isTorn()) {
        finding.conclusion = "All bones lie in one point: the nodes do not hold the transforms of "
                             "joints; " +
                             sizes + ".";
        finding.suspected = {Skeleton};
    } else if (evidence.fit.isOnePose()) {
        finding.conclusion = "The skeleton stands as it was bound: joint by joint the same but for "
                             "one map that all share. It is not the skeleton; " +
                             sizes + ".";
        finding.cleared = {Skeleton};
    } else if (evidence.fit.hangsTogether) {
        finding.conclusion = "All bones are as long as at binding, but they are turned "
                             "otherwise: " +
                             otherPoseText(evidence) + ". Does it look like a pose?";
    } else {
        const double ratio = restSize / boneSize;
        finding.conclusion =
            "The skeleton is not the one that was bound: " + sizes +
            (ratio > 5.0 || ratio < 0.2 ? ", a factor of " + formatNumber(ratio)
                                        : ", and single bones have other lengths") +
            ". Either nodes or inverse binds are wrong.";
        if (evidence.isTorn()) {
            finding.suspected = partsOfPalette();
        }
    }
    return finding;
}

ExperimentFinding findUnskinned(const SkinEvidence& evidence) {
    ExperimentFinding finding;
    finding.measures = distanceMeasures(evidence);
    finding.measures.push_back({"size of the mesh", evidence.fit.meshSize, "units"});
    finding.measures.push_back({"size of the skeleton at binding", evidence.fit.boneSize, "units"});
    if (evidence.reversedShare) {
        finding.measures.push_back(
            {"triangles against their normals", *evidence.reversedShare, "of all"});
    }
    if (evidence.reversedShare.value_or(0.0) > 0.9) {
        finding.conclusion = "The mesh is inside out: " + percent(*evidence.reversedShare) +
                             " of its triangles face against their normals. It was mirrored.";
        finding.suspected = {Mesh};
    } else if (evidence.sizeRatio() > 20.0) {
        finding.conclusion = "Mesh and skeleton do not have one unit: the mesh spans " +
                             formatNumber(evidence.fit.meshSize) + ", the joints at binding " +
                             formatNumber(evidence.fit.boneSize) + ".";
        finding.suspected = {Mesh, Skin};
    } else if (evidence.isAtBones() && evidence.reversedShare && evidence.sizeRatio() < 5.0) {
        finding.conclusion = "The mesh as stored is right: " + awayText(evidence) +
                             ". If something is wrong, it comes with skinning.";
        finding.cleared = {Mesh};
    } else if (evidence.isAway()) {
        finding.conclusion =
            "The mesh as stored does not lie at the bones that it follows: " + awayText(evidence) +
            (evidence.nearest > 0.2
                 ? ". Mesh and inverse binds are in different spaces."
                 : ". Either it lies elsewhere than when it was bound, or its indices are wrong.");
        finding.suspected = partsAway(evidence);
    } else {
        finding.conclusion = "Look whether the mesh is whole: if it is, what is wrong comes with "
                             "skinning. By numbers it is neither at its bones nor clearly away: " +
                             awayText(evidence) + ".";
    }
    return finding;
}

ExperimentFinding findIdentityPalette(const SkinEvidence& evidence) {
    ExperimentFinding finding;
    finding.measures = {{"weights off a sum of 1", evidence.fit.fit.weightError, ""}};
    if (evidence.fit.isNormalised) {
        finding.conclusion =
            "With identity matrices only the weights are left, and they sum to 1 (within " +
            formatNumber(evidence.fit.fit.weightError) +
            "): the mesh is shown as stored. It is not the sums of the weights.";
        finding.cleared = {Weights};
    }
    if (!evidence.fit.isNormalised) {
        finding.conclusion = "With identity matrices the mesh should be shown as stored, and is "
                             "not: vertices move along the line to the origin.";
    }
    accuseInfluences(evidence, finding);
    return finding;
}

ExperimentFinding
findForceIndex(const import::ImportedScene& scene, const SkinEvidence& evidence, std::size_t slot) {
    const assets::Skin& skin = *scene.skins[evidence.skin];
    const JointIndex joint = skin.joints()[slot];
    const PaletteEntry entry = inspectEntry(
        pose::modelFromJointAtRest(*scene.skeleton)[joint.value()] * skin.jointFromBind()[slot]);
    ExperimentFinding finding;
    finding.measures = {spreadMeasure(evidence),
                        {"determinant of the one matrix", entry.determinant, ""},
                        {"skew of the one matrix", entry.skew, ""}};
    const auto [least, most] = std::minmax({entry.scale.x, entry.scale.y, entry.scale.z});
    const bool isShapeKept = entry.isFinite && !entry.isSingular && entry.skew < 0.01 &&
                             most < 1.01 * least && !entry.isMirrored;
    const std::string name =
        "joint '" + scene.skeleton->joint(joint).name + "' (slot " + std::to_string(slot) + ")";
    finding.conclusion =
        isShapeKept
            ? "The mesh follows " + name + " as one rigid piece"
            : "The matrix of " + name + " does not keep the shape of the mesh: determinant " +
                  formatNumber(entry.determinant) + ", skew " + formatNumber(entry.skew);
    finding.conclusion += ", which shows that one matrix. ";
    if (evidence.isTorn()) {
        finding.conclusion += "The others: " + wrongPaletteText(evidence) +
                              ". The palette is at fault, whatever indices and weights say.";
        finding.suspected = partsOfPalette();
        return finding;
    }
    if (!evidence.fit.isOnePose()) {
        finding.conclusion += "The others: " + otherPoseText(evidence) + ".";
        return finding;
    }
    if (evidence.fit.slots.size() > 1) {
        finding.conclusion += "All " + matrixCountText(evidence) + " agree (" +
                              spreadText(evidence) + " at rest), so no matrix tears the mesh.";
    } else {
        finding.conclusion += "Its own indices name no other joint either; the " +
                              formatCount(evidence.allSlots.joints.size(), "matrix", "matrices") +
                              " of the skin are up to " + formatNumber(evidence.allSlots.spread) +
                              " of a typical joint's distance apart.";
    }
    if (isPaletteRight(evidence)) {
        finding.conclusion +=
            " The palette is right. If the mesh is torn with its own indices, these or the weights "
            "are at fault.";
        finding.cleared = partsOfPalette();
    } else {
        finding.conclusion +=
            " They share a map, though: the mesh is " + commonMapText(evidence) + ".";
    }
    accuseInfluences(evidence, finding);
    return finding;
}

ExperimentFinding findForceWeight(const SkinEvidence& evidence) {
    ExperimentFinding finding;
    finding.measures = distanceMeasures(evidence);
    finding.conclusion = "Each vertex follows the first joint it names, and should lie at its "
                         "bone.";
    if (evidence.fit.fit.badIndexCount > 0) {
        finding.conclusion +=
            " " +
            formatCount(evidence.fit.fit.badIndexCount, "influence names", "influences name") +
            " no joint of the skin at all.";
        finding.suspected = {Indices};
        return finding;
    }
    if (evidence.isTorn()) {
        finding.conclusion += " Where the bones were cannot be told, because " +
                              wrongPaletteText(evidence) +
                              ": the palette comes first, then the indices.";
        return finding;
    }
    finding.conclusion += " For " + percent(evidence.firstAtNearest) +
                          " of the vertices that is the nearest bone or as near as it, for " +
                          percent(evidence.anyAtNearest) + " any of their influences is.";
    if (evidence.isAtBones()) {
        finding.conclusion += " The indices are right: if the mesh is torn, it is not by them.";
        finding.cleared = {Indices};
    } else if (evidence.isTelling() && evidence.anyAtNearest < 0.75) {
        finding.conclusion +=
            evidence.nearest > 0.2
                ? " But the nearest bone is " + percent(evidence.nearest) +
                      " of the size away: mesh and inverse binds are in different spaces, and the "
                      "indices cannot be judged before that is mended."
                : " The vertices lie at other bones: the indices are wrong, or the mesh was moved "
                  "or mirrored after it was bound.";
        finding.suspected = partsAway(evidence);
    } else {
        finding.conclusion += " That is neither clearly right nor wrong (the nearest bone is " +
                              percent(evidence.nearest) + " of the size away).";
    }
    return finding;
}

ExperimentFinding findIndexColours(const import::ImportedScene& scene,
                                   const SkinEvidence& evidence) {
    const std::size_t slotCount = scene.skins[evidence.skin]->jointCount();
    ExperimentFinding finding;
    finding.measures = {
        {"different indices", static_cast<double>(evidence.distinctIndexCount), ""},
        {"largest index", static_cast<double>(evidence.largestIndex), ""},
        {"joints of the skin", static_cast<double>(slotCount), ""},
        {"influences without a joint", static_cast<double>(evidence.fit.fit.badIndexCount), ""}};
    finding.conclusion =
        "Vertices name " +
        formatCount(evidence.distinctIndexCount, "different index", "different indices") +
        ", the largest is " + std::to_string(evidence.largestIndex) + "; the skin has " +
        formatCount(slotCount, "joint", "joints") + ".";
    if (evidence.fit.fit.badIndexCount > 0) {
        finding.conclusion +=
            " " +
            formatCount(evidence.fit.fit.badIndexCount, "influence names", "influences name") +
            " none of them (magenta)" +
            (evidence.hasOnlyMultiplesOf255
                 ? ", and all indices are multiples of 255: they were multiplied by 255."
                 : ".");
        finding.suspected = {Indices};
    } else if (evidence.distinctIndexCount == 1 && slotCount > 1 && !evidence.fit.isOnePose() &&
               evidence.isTorn()) {
        finding.conclusion += " All is one colour, but the palette cannot be trusted to tell "
                              "whether that is wrong.";
    } else if (evidence.distinctIndexCount == 1 && slotCount > 1 && evidence.isTelling() &&
               evidence.anyAtNearest < 0.75) {
        finding.conclusion += " All is one colour, although " +
                              percent(1.0 - evidence.anyAtNearest) +
                              " of the vertices lie at other bones: indices were divided by 255, "
                              "or never written.";
        finding.suspected = {Indices};
    } else {
        finding.conclusion += " All name a joint. A colour says which, not whether it is the right "
                              "one: compare patches with the names of the joints, or put all "
                              "weight on the first influence (force-weight-1).";
    }
    return finding;
}

ExperimentFinding findDisplacement(const import::ImportedScene& scene,
                                   const SkinEvidence& evidence,
                                   const Moment& moment) {
    const Rig rig = takeApart(scene, RigExtent::Sample);
    std::vector<math::Affine> posed(scene.skeleton->jointCount());
    evaluateMoment(scene, moment, posed);
    std::vector<math::DoubleAffine> modelFromJoint;
    for (const math::Affine& map : posed) {
        modelFromJoint.push_back(math::toDouble(map));
    }
    const math::DoubleAffine common = math::toDouble(evidence.fit.bind.common);
    const auto modelFromBind = modelFromBindOf(rig.skins[evidence.skin], modelFromJoint);
    double largest = 0.0;
    double besideCommon = 0.0;
    for (const RigMesh& mesh : rig.meshes) {
        if (mesh.skin != evidence.skin) {
            continue;
        }
        const std::vector<glm::dvec3> positions = deform(mesh, modelFromBind);
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const glm::dvec3 stored(mesh.positions[i]);
            largest = std::max(largest, glm::distance(positions[i], stored));
            besideCommon =
                std::max(besideCommon, glm::distance(positions[i], transformPoint(common, stored)));
        }
    }
    ExperimentFinding finding;
    finding.measures = {{"largest displacement", largest, "units"},
                        {"the same without the common map", besideCommon, "units"},
                        {"size of the mesh", evidence.fit.meshSize, "units"},
                        spreadMeasure(evidence)};
    const double tolerance = 1e-3 * evidence.fit.meshSize;
    const bool isRest = !moment.clip;
    const std::string when = isRest ? "At rest" : "In this pose";
    if (largest <= tolerance) {
        finding.conclusion =
            when + " every vertex is where the file has it (within " + formatNumber(largest) + ").";
        if (isRest && isPaletteRight(evidence)) {
            finding.conclusion +=
                " The palette is right; if something is wrong, it shows only in other poses: "
                "indices, or the animation.";
            finding.cleared = partsOfPalette();
        }
    } else if (besideCommon <= tolerance) {
        finding.conclusion = when + " the whole mesh is displaced as one piece, its shape kept: " +
                             commonMapText(evidence) + ".";
        if (!evidence.isAway()) {
            finding.conclusion +=
                evidence.isAtBones()
                    ? " Its vertices lie at the bones they follow all the same, so "
                      "nothing tears; whether the mesh should stand there, "
                      "numbers do not tell."
                    : " Whether that is meant, numbers do not tell: " + awayText(evidence) + ".";
        } else {
            finding.conclusion +=
                " It is away from the bones it follows: " + awayText(evidence) +
                ". The inverse binds hold a transform too many or too few, or the vertices do.";
            finding.suspected = partsAway(evidence);
        }
    } else {
        finding.conclusion = when + " vertices move by up to " + formatNumber(largest) + " (" +
                             percent(largest / std::max(evidence.fit.meshSize, 1e-300)) +
                             " of the size of the mesh), not as one piece.";
    }
    if (evidence.isTorn()) {
        finding.conclusion += " At rest " + wrongPaletteText(evidence) + ".";
        finding.suspected = partsOfPalette();
    }
    accuseInfluences(evidence, finding);
    return finding;
}

ExperimentFinding findPalette(const import::ImportedScene& scene,
                              const SkinEvidence& evidence,
                              const Moment& moment) {
    std::vector<math::Affine> modelFromJoint(scene.skeleton->jointCount());
    evaluateMoment(scene, moment, modelFromJoint);
    const std::vector<PaletteEntry> entries =
        inspectPalette(*scene.skins[evidence.skin], modelFromJoint);
    const auto count = [&](const auto& isBad) {
        return static_cast<std::uint64_t>(std::count_if(entries.begin(), entries.end(), isBad));
    };
    const std::uint64_t badRows = count([](const auto& entry) { return !entry.hasFourthRow; });
    const std::uint64_t broken = count([](const auto& entry) { return !entry.isFinite; });
    const std::uint64_t flat =
        count([](const auto& entry) { return entry.isFinite && entry.isSingular; });
    const std::uint64_t mirrored = count([](const auto& entry) { return entry.isMirrored; });
    double skew = 0.0;
    double reach = 0.0;
    for (const PaletteEntry& entry : entries) {
        skew = std::max(skew, entry.skew);
        reach = std::max(reach, entry.reach);
    }
    ExperimentFinding finding;
    finding.measures = {{"matrices", static_cast<double>(entries.size()), ""},
                        {"fourth rows other than 0 0 0 1", static_cast<double>(badRows), ""},
                        {"not finite", static_cast<double>(broken), ""},
                        {"without an inverse", static_cast<double>(flat), ""},
                        {"mirrored", static_cast<double>(mirrored), ""},
                        {"largest skew", skew, ""},
                        {"longest translation", reach, "units"},
                        spreadMeasure(evidence)};
    const std::string all = formatCount(entries.size(), "matrix", "matrices");
    if (badRows > 0 && isTransposed(*scene.skins[evidence.skin])) {
        finding.conclusion = "The fourth row of " + std::to_string(badRows) + " of " + all +
                             " holds their translation instead of 0, 0, 0, 1: the inverse binds "
                             "are stored transposed.";
        finding.suspected = {Skin};
    } else if (badRows > 0) {
        finding.conclusion = "The fourth row of " + std::to_string(badRows) + " of " + all +
                             " is not 0, 0, 0, 1; it has no meaning, and programs that use it "
                             "give something else.";
    } else if (broken + flat > 0) {
        finding.conclusion = std::to_string(broken) + " of " + all + " are not finite, " +
                             std::to_string(flat) + " flatten space.";
    } else {
        finding.conclusion = "The " + all +
                             " are finite and have 0, 0, 0, 1 as their fourth row. " +
                             std::to_string(mirrored) + " are mirrored, the largest skew is " +
                             formatNumber(skew) + ".";
    }
    if (evidence.isTorn()) {
        finding.conclusion += " At rest " + wrongPaletteText(evidence) + ".";
        if (finding.suspected.empty()) {
            finding.suspected = partsOfPalette();
        }
    } else if (evidence.fit.isOnePose()) {
        finding.conclusion += " At rest all agree, " + spreadText(evidence) + ".";
        if (isPaletteRight(evidence) && finding.suspected.empty()) {
            finding.cleared = partsOfPalette();
        }
    } else {
        finding.conclusion += " At rest, " + otherPoseText(evidence) + ".";
    }
    return finding;
}

} // namespace sartor::diagnose
