// SPDX-License-Identifier: Apache-2.0
// Questions about bending, clips and cost.
#include "skinned_parts.h"
#include "symptom_paths.h"
#include "text.h"

#include <sartor/diagnose/clip_keys.h>
#include <sartor/diagnose/collapse_prediction.h>
#include <sartor/diagnose/jitter.h>
#include <sartor/diagnose/joint_choice.h>
#include <sartor/diagnose/joint_class.h>
#include <sartor/import/mesh_text.h>

#include <algorithm>

namespace sartor::diagnose {
namespace {

/// Influences that every engine keeps.
constexpr std::uint32_t kUsualInfluences = 4;
/// More are many for one character in a game, where hundreds of draw calls share a frame.
constexpr std::uint64_t kManyVertices = 100'000;
/// Fewer joints cost nothing beside the vertices.
constexpr std::size_t kFewJoints = 8;
/// Moments in which the cost of leaving something out is measured.
constexpr std::size_t kCostMoments = 24;

std::string nameOf(const import::ImportedScene& scene, JointIndex joint) {
    const std::string& name = scene.skeleton->joint(joint).name;
    return name.empty() ? "joint " + std::to_string(joint.value()) : "'" + name + "'";
}

std::string clipName(const import::ImportedScene& scene, std::size_t clip) {
    const std::string& name = scene.clips[clip]->name();
    return name.empty() ? "clip " + std::to_string(clip) : "clip '" + name + "'";
}

std::string percent(double share) {
    return formatNumber(100.0 * share) + " %";
}

/// Places of the skin's vertices near a hinge that lose the most.
Result<SymptomFinding> askCollapse(Patient& patient) {
    const import::ImportedScene& scene = patient.scene();
    const std::vector<ClassifiedJoint> joints = classifyJoints(scene);
    const auto turns = findAllowedTurns(scene, joints);
    const std::vector<CollapsePrediction> predictions = predictCollapse(scene, turns);
    const CollapseRegion* worst = nullptr;
    std::uint32_t instance = 0;
    double least = 1.0;
    std::size_t regionCount = 0;
    for (const CollapsePrediction& prediction : predictions) {
        regionCount += prediction.regions.size();
        for (const VertexCollapse& vertex : prediction.vertices) {
            least = std::min(least, vertex.retention);
        }
        if (!prediction.regions.empty() &&
            (worst == nullptr || prediction.regions.front().worst < worst->worst)) {
            worst = &prediction.regions.front();
            instance = prediction.instance;
        }
    }
    if (worst == nullptr) {
        return SymptomFinding{.finding =
                                  "In every turn that a joint may do, vertices keep at least " +
                                  percent(least) + " of their distance from the axis."};
    }
    SymptomFinding found;
    found.finding = formatCount(regionCount, "region loses", "regions lose") +
                    " a quarter or more, the worst at " + nameOf(scene, worst->hinge) + ": " +
                    formatCount(worst->vertices.size(), "place", "places") + " of " +
                    meshText(scene.instances[instance]) + ", of which vertex " +
                    std::to_string(worst->worstVertex) + " keeps " + percent(worst->worst) +
                    " of its distance from the axis in the turn '" + worst->turn + "'.";
    found.cause = "collapse";
    found.answer = "Linear blending makes it thin: halfway between two joints a vertex gets the "
                   "mean of two turned places, which lies nearer to the axis. At " +
                   nameOf(scene, worst->hinge) + " the turn '" + worst->turn + "' leaves " +
                   percent(worst->worst) + " at the worst place.";
    if (worst->twistJointCount > 0) {
        found.remedy = "Share the turn among " +
                       formatCount(worst->twistJointCount, "helper joint", "helper joints") +
                       " between " + nameOf(scene, worst->still) + " and " +
                       nameOf(scene, worst->turned) + ": " + percent(worst->twistRetention) +
                       " is kept then. ";
    }
    found.remedy += "Dual quaternion skinning keeps the distance; here it bulges to " +
                    formatNumber(worst->bulge) + " times the distance at most.";
    return found;
}

Result<SymptomFinding> askClips(Patient& patient) {
    const import::ImportedScene& scene = patient.scene();
    std::size_t judged = 0;
    for (const auto& clip : scene.clips) {
        judged += chooseFrames(*clip).count >= kFewestJitterFrames ? 1u : 0u;
    }
    return SymptomFinding{.finding = formatCount(scene.clips.size(), "clip", "clips") + ", " +
                                     std::to_string(judged) +
                                     " of them long enough to tell a tremble from motion."};
}

Result<SymptomFinding> askJitter(Patient& patient) {
    const import::ImportedScene& scene = patient.scene();
    SymptomFinding found;
    double worst = 0.0;
    double largest = 0.0;
    for (std::size_t i = 0; i < scene.clips.size() && !patient.stop().stop_requested(); ++i) {
        const ClipFrames frames = chooseFrames(*scene.clips[i]);
        const Jitter jitter = measureJitter(scene, *scene.clips[i], frames);
        const auto inherits =
            std::count_if(jitter.joints.begin(), jitter.joints.end(), [](const JointJitter& joint) {
                return joint.verdict == JitterVerdict::Inherited;
            });
        for (const JointJitter& joint : jitter.joints) {
            const double share = jitter.limit > 0.0 ? joint.ownMove / jitter.limit : 0.0;
            largest = std::max(largest, share);
            if (joint.verdict != JitterVerdict::Own || share <= worst) {
                continue;
            }
            worst = share;
            found.finding = "In " + clipName(scene, i) + " the keys of " +
                            nameOf(scene, joint.joint) +
                            " tremble: " + formatNumber(joint.localRotation.worstNoise) +
                            " degrees and " + formatNumber(joint.localTranslation.worstNoise) +
                            " units in the worst stretch, which moves what hangs on it by " +
                            formatNumber(joint.ownMove) + " units, " + formatNumber(share) +
                            " times what can be seen. " +
                            formatCount(static_cast<std::uint64_t>(inherits), "joint", "joints") +
                            " tremble only because of what they hang on.";
            found.cause = "jitter";
            found.answer = "The keys of " + nameOf(scene, joint.joint) + " in " +
                           clipName(scene, i) + " tremble; what hangs on it trembles with it.";
            found.remedy = "Smooth or capture again the curves of " + nameOf(scene, joint.joint) +
                           "; leave the joints below it alone, they are steady by themselves.";
            found.clip = static_cast<std::uint32_t>(i);
            found.time = joint.localRotation.worstNoise > 0.0 ? joint.localRotation.worstTime
                                                              : joint.localTranslation.worstTime;
        }
    }
    if (found.cause.empty()) {
        found.finding = "No joint trembles: the largest noise moves what hangs on it by " +
                        formatNumber(largest) + " of what can be seen.";
    }
    return found;
}

Result<SymptomFinding> askSparseKeys(Patient& patient) {
    const import::ImportedScene& scene = patient.scene();
    KeyStep widest;
    std::size_t where = 0;
    for (std::size_t i = 0; i < scene.clips.size(); ++i) {
        const ClipKeys keys =
            measureClipKeys(scene, *scene.clips[i], chooseFrames(*scene.clips[i]));
        if (!keys.steps.empty() && keys.steps.front().degrees > widest.degrees) {
            widest = keys.steps.front();
            where = i;
        }
    }
    SymptomFinding found;
    if (widest.degrees == 0.0) {
        found.finding = "There are no steps between rotation keys.";
        return found;
    }
    found.finding = "The widest step between two rotation keys is " + formatNumber(widest.degrees) +
                    " degrees (" + nameOf(scene, widest.joint) + ", " + clipName(scene, where) +
                    ", " + formatNumber(static_cast<double>(widest.from)) + " to " +
                    formatNumber(static_cast<double>(widest.to)) + " s).";
    if (widest.degrees <= kWideKeyStep) {
        return found;
    }
    found.cause = "sparse-keys";
    found.answer = "Keys are too far apart: between those of " + nameOf(scene, widest.joint) +
                   " there are up to " + formatNumber(widest.degrees) +
                   " degrees, where players speed up and slow down each in its own way, and which "
                   "way round the joint goes is not certain near 180.";
    found.remedy = "Export more keys there, one for every 90 degrees at least.";
    found.clip = static_cast<std::uint32_t>(where);
    found.time = widest.from;
    return found;
}

Result<SymptomFinding> askInfluences(Patient& patient) {
    const import::ImportedScene& scene = patient.scene();
    std::uint32_t most = 0;
    double millimetres = 0.0;
    double relative = 0.0;
    const std::vector<Moment> moments = chooseMoments(scene, kCostMoments);
    for (const SkinnedPart& part : findSkinnedParts(scene)) {
        most = std::max(most, part.influences->maxPerVertex());
        if (part.influences->maxPerVertex() <= kUsualInfluences) {
            continue;
        }
        const import::MeshInstance& instance = scene.instances[part.instance];
        const assets::Skin& skin = *scene.skins[*instance.skin];
        const auto fewer = assets::buildInfluences(
            *instance.mesh->fileInfluences(),
            skin.jointCount(),
            {.policy = assets::WeightPolicy::Renormalize, .maxPerVertex = kUsualInfluences});
        if (!fewer) {
            return fewer.error();
        }
        const WeightCost cost = computeWeightCost(
            scene, instance, {skin, *part.influences}, {skin, *fewer->influences}, moments);
        millimetres = std::max(millimetres, cost.maxMillimetres);
        relative = std::max(relative, cost.relative);
    }
    SymptomFinding found;
    found.finding = "A vertex follows up to " + formatCount(most, "joint", "joints") + ".";
    if (most <= kUsualInfluences) {
        return found;
    }
    found.finding += " With the heaviest four, a vertex moves by at most " +
                     formatNumber(millimetres) + " mm, " + percent(relative) + " of the size.";
    found.cause = "influences";
    found.answer = "Vertices follow up to " + std::to_string(most) +
                   " joints, and each costs a matrix product for every vertex. Keeping four would "
                   "move a vertex by at most " +
                   formatNumber(millimetres) + " mm" +
                   (millimetres <= patient.unseenMillimetres() ? ", which cannot be seen."
                                                               : ", which may be seen.");
    found.remedy = "Limit the influences to four where the mesh is rigged, or with `sartor lod "
                   "--max-influences 4`.";
    return found;
}

Result<SymptomFinding> askJoints(Patient& patient) {
    const import::ImportedScene& scene = patient.scene();
    const std::vector<bool> isSkinJoint = findSkinJoints(scene);
    const auto all =
        static_cast<std::size_t>(std::count(isSkinJoint.begin(), isSkinJoint.end(), true));
    SymptomFinding found;
    found.finding = "The skins have " + formatCount(all, "joint", "joints") + ".";
    if (all < 2) {
        return found;
    }
    const double limit = patient.unseenMillimetres();
    const std::vector<JointIndex> idle =
        chooseRemovals(scene, {.millimetres = limit}, chooseMoments(scene, kCostMoments));
    found.finding += " " + formatCount(idle.size(), "of them moves", "of them move") +
                     " nothing by more than " + formatNumber(limit) +
                     " mm in the clips of the file.";
    // Without clips nothing moves, and no joint shows what it is for.
    if (scene.clips.empty() || idle.size() < kFewJoints || 4 * idle.size() < all) {
        return found;
    }
    found.cause = "joints";
    found.answer = formatCount(idle.size(), "joint", "joints") + " of " + std::to_string(all) +
                   " could go without a difference that is seen in the clips of the file; each is "
                   "sampled, multiplied and uploaded every frame.";
    found.remedy = "Take them out of a level of detail, for example with `sartor lod`, beginning "
                   "with " +
                   nameOf(scene, idle.front()) + ".";
    return found;
}

Result<SymptomFinding> askVertices(Patient& patient) {
    const import::ImportedScene& scene = patient.scene();
    std::uint64_t vertexCount = 0;
    std::uint64_t morphCount = 0;
    for (const import::MeshInstance& instance : scene.instances) {
        vertexCount += instance.mesh->vertexCount();
        morphCount += instance.morphs ? instance.morphs->targetCount() : 0;
    }
    SymptomFinding found;
    found.finding = formatCount(vertexCount, "vertex", "vertices") + " in " +
                    formatCount(scene.instances.size(), "mesh", "meshes") + ", " +
                    formatCount(morphCount, "morph target", "morph targets") + ".";
    if (vertexCount <= kManyVertices) {
        return found;
    }
    found.cause = "vertices";
    found.answer = formatCount(vertexCount, "vertex", "vertices") +
                   " are deformed every frame, and the cost grows with each; joints cost little "
                   "beside them.";
    found.remedy = "Make levels of detail with fewer vertices for all but the nearest view, and "
                   "run the chain on the device (--backend vulkan or vertex).";
    return found;
}

} // namespace

std::vector<SymptomQuestion> thinQuestions() {
    return {askDoctor("Do mesh, skin and skeleton fit each other at all?", "all", {}),
            askLint("Does a joint scale it thin?",
                    {"hier.zero_scale",
                     "hier.nonuniform_scale",
                     "anim.nonuniform_scale",
                     "anim.scale_zero_cross"}),
            {"Does linear blending take it in, at the joint's own range?",
             "collapse prediction",
             askCollapse}};
}

std::vector<SymptomQuestion> jittersQuestions() {
    return {{"Is there anything that moves?", "clips", askClips},
            askLint("Are there single keys that jump out and back?",
                    {"anim.spike", "anim.times_nearly_equal", "anim.times_duplicate"}),
            {"Whose keys tremble: a joint's own, or those above it?", "jitter meter", askJitter},
            askLint("Do splines of rotations turn over?", {"anim.spline_collapse"}),
            {"Are keys so far apart that players fill in differently?", "key gaps", askSparseKeys},
            askLint("Is the character so far from the origin that float numbers are coarse?",
                    {"unit.far_from_origin"})};
}

std::vector<SymptomQuestion> slowQuestions() {
    return {{"Does a vertex follow more joints than it needs?",
             "weight cost of four influences",
             askInfluences},
            {"Are there joints that move nothing?", "weight cost of joints", askJoints},
            askLint("Are there joints, skins or morph targets without any use?",
                    {"skin.over_256_joints",
                     "skin.unused",
                     "skin.duplicate",
                     "morph.empty_target",
                     "morph.duplicate_target",
                     "mesh.unused_vertices"}),
            {"How much is there to deform?", "counts", askVertices}};
}

} // namespace sartor::diagnose
