// SPDX-License-Identifier: Apache-2.0
// Distances of vertices to bones, with and without a look at their indices.
#include "skin_evidence.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace sartor::diagnose {
namespace {

/// Vertices of a skin that are looked at; each is measured against every bone.
constexpr std::size_t kSampleCount = 1500;

/// Tear (SkinFit::tear) of a skin without inverse binds, whose parts may be modelled at their
/// joints.
constexpr double kUnboundTear = 0.8;

constexpr double kFar = std::numeric_limits<double>::infinity();

/// Mean length of the bones of a skin: between the bind places of a slot and the next one above.
double meanBoneLength(const Rig& rig, const RigSkin& skin, const Bones& bones) {
    const auto above = slotsAbove(rig, skin);
    double sum = 0.0;
    std::size_t count = 0;
    for (std::size_t slot = 0; slot < above.size(); ++slot) {
        if (above[slot] && bones.place(slot) && bones.place(*above[slot])) {
            sum += glm::distance(*bones.place(slot), *bones.place(*above[slot]));
            ++count;
        }
    }
    return count > 0 ? sum / static_cast<double>(count) : kFar;
}

/// Sums of what is measured of each vertex.
struct Distances {
    const Bones& bones;
    double size;
    double asNear;
    std::vector<double> ofSlot;
    double nearest = 0.0;
    std::size_t firstAtNearest = 0;
    std::size_t anyAtNearest = 0;
    std::size_t count = 0;

    double at(std::uint32_t slot) const { return slot < ofSlot.size() ? ofSlot[slot] : kFar; }

    void add(const RigMesh& mesh, std::size_t vertex) {
        double least = kFar;
        for (std::size_t slot = 0; slot < ofSlot.size(); ++slot) {
            ofSlot[slot] = bones.distance(slot, glm::dvec3(mesh.positions[vertex])).value_or(kFar);
            least = std::min(least, ofSlot[slot]);
        }
        if (!std::isfinite(least)) {
            return;
        }
        const std::size_t width = mesh.influences.slotsPerVertex;
        double own = kFar;
        std::optional<double> first;
        for (std::size_t i = vertex * width; i < (vertex + 1) * width; ++i) {
            if (mesh.influences.weights[i] != 0.0f) {
                first = first.value_or(at(mesh.influences.joints[i]));
                own = std::min(own, at(mesh.influences.joints[i]));
            }
        }
        if (!first) {
            return;
        }
        ++count;
        nearest += std::min(least, size);
        firstAtNearest += *first <= least + asNear ? 1u : 0u;
        anyAtNearest += own <= least + asNear ? 1u : 0u;
    }
};

void measureDistances(const Rig& rig, SkinEvidence& evidence) {
    const RigSkin& skin = rig.skins[evidence.skin];
    const Bones bones(rig, skin);
    Distances distances{.bones = bones,
                        .size = evidence.size,
                        .asNear =
                            std::min(0.02 * evidence.size, 0.25 * meanBoneLength(rig, skin, bones)),
                        .ofSlot = std::vector<double>(skin.joints.size())};
    std::size_t vertexCount = 0;
    for (const RigMesh& mesh : rig.meshes) {
        vertexCount += mesh.skin == evidence.skin ? mesh.positions.size() : 0;
    }
    const std::size_t step = std::max<std::size_t>(1, vertexCount / kSampleCount);
    for (const RigMesh& mesh : rig.meshes) {
        for (std::size_t i = 0; mesh.skin == evidence.skin && i < mesh.positions.size();
             i += step) {
            distances.add(mesh, i);
        }
    }
    evidence.vertexCount = distances.count;
    if (distances.count > 0 && evidence.size > 0.0) {
        const auto count = static_cast<double>(distances.count);
        evidence.nearest = distances.nearest / (count * evidence.size);
        evidence.firstAtNearest = static_cast<double>(distances.firstAtNearest) / count;
        evidence.anyAtNearest = static_cast<double>(distances.anyAtNearest) / count;
    }
}

void countIndices(const import::ImportedScene& scene, SkinEvidence& evidence) {
    std::set<const assets::Mesh*> known;
    std::set<std::uint32_t> distinct;
    bool hasOther = false;
    for (const import::MeshInstance& instance : scene.instances) {
        const assets::FileInfluences* influences = instance.mesh->fileInfluences();
        if (instance.skin != evidence.skin || influences == nullptr ||
            !known.insert(instance.mesh.get()).second) {
            continue;
        }
        for (std::size_t i = 0; i < influences->joints.size(); ++i) {
            if (influences->weights[i] != 0.0f) {
                ++evidence.influenceCount;
                hasOther = hasOther || influences->joints[i] % 255 != 0;
                distinct.insert(influences->joints[i]);
            }
        }
    }
    evidence.distinctIndexCount = distinct.size();
    evidence.largestIndex = distinct.empty() ? 0 : *distinct.rbegin();
    evidence.hasOnlyMultiplesOf255 = !hasOther && evidence.largestIndex > 0;
}

} // namespace

bool SkinEvidence::isTorn() const {
    if (!fit.isUsable) {
        return true;
    }
    if (fit.isOnePose()) {
        return false;
    }
    if (fit.boneSize == 0.0) {
        return fit.tear > kUnboundTear;
    }
    return !fit.bind.isOtherPose && !fit.hangsTogether && fit.tear > kLeastTear;
}

double SkinEvidence::sizeRatio() const {
    if (fit.meshSize <= 0.0 || fit.boneSize <= 0.0) {
        return 1.0;
    }
    return std::max(fit.meshSize / fit.boneSize, fit.boneSize / fit.meshSize);
}

std::vector<SkinEvidence> computeSkinEvidence(const import::ImportedScene& scene) {
    const Rig rig = takeApart(scene, RigExtent::Sample);
    const auto modelFromJoint = modelFromJointAtRest(rig);
    std::set<std::uint32_t> skins;
    for (const RigMesh& mesh : rig.meshes) {
        skins.insert(mesh.skin);
    }
    std::vector<BindPose> binds = computeBindPosesAtRest(scene);
    std::vector<SkinEvidence> all;
    for (const std::uint32_t skin : skins) {
        SkinEvidence& evidence = all.emplace_back();
        evidence.skin = skin;
        evidence.fit = computeSkinFit(rig, skin, modelFromJoint);
        evidence.size = std::max(evidence.fit.meshSize, evidence.fit.boneSize);
        evidence.allSlots = std::move(binds[skin]);
        for (const RigMesh& mesh : rig.meshes) {
            if (mesh.skin == skin && mesh.reversedShare) {
                evidence.reversedShare =
                    std::max(evidence.reversedShare.value_or(0.0), *mesh.reversedShare);
            }
        }
        measureDistances(rig, evidence);
        countIndices(scene, evidence);
    }
    return all;
}

} // namespace sartor::diagnose
