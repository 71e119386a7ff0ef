// SPDX-License-Identifier: Apache-2.0
// What several rules share.
#include "rule.h"

namespace sartor::diagnose {

std::string worstPlace(const SceneFacts& facts, const KeyFinding& keys) {
    return nameOf(facts.scene, keys.worstJoint) + " at " +
           formatNumber(static_cast<double>(keys.worstTime)) + " s";
}

Diagnostic&
addKeys(Findings& findings, std::uint32_t clip, const KeyFinding& keys, std::string message) {
    Diagnostic& added = findings.addToClip(clip, std::move(message));
    added.count = keys.count;
    added.joints = keys.joints;
    return added;
}

Diagnostic& withCost(Diagnostic& diagnostic, const SceneFacts& facts, const Displacement& worst) {
    if (worst.millimetres > 0.0) {
        diagnostic.message += "; off by up to " + formatNumber(worst.millimetres) + " mm" +
                              facts.moments.describe(worst);
    } else if (facts.moments.hasClips()) {
        diagnostic.message += "; no clip shows a difference";
    }
    if (worst.millimetres > 0.0 || facts.moments.hasClips()) {
        diagnostic.millimetres = worst.millimetres;
    }
    return diagnostic;
}

Diagnostic& withProfile(Diagnostic& diagnostic, const TargetProfile& profile) {
    diagnostic.profile = profile.name;
    return diagnostic;
}

std::string titleOf(const TargetProfile& profile) {
    return std::string(profile.engine) + " " + std::string(profile.version);
}

std::string nameOf(const import::ImportedScene& scene, std::uint32_t clip) {
    const std::string& name = scene.clips[clip]->name();
    return name.empty() ? std::to_string(clip) : "'" + name + "'";
}

std::map<std::uint32_t, std::vector<std::uint32_t>> morphedMeshes(const SceneFacts& facts) {
    std::map<std::uint32_t, std::vector<std::uint32_t>> byMesh;
    for (const std::uint32_t instance : facts.meshes) {
        if (facts.scene.instances[instance].morphs) {
            byMesh[facts.scene.instances[instance].fileMesh].push_back(instance);
        }
    }
    return byMesh;
}

std::string nameOf(const assets::MorphSet& morphs, std::size_t target) {
    const std::string& name = morphs.targets()[target].name;
    return name.empty() ? std::to_string(target) : "'" + name + "'";
}

double
gatherWeights(const SkinnedMesh& mesh, std::uint32_t vertex, std::vector<WeightChange>& weights) {
    weights.clear();
    if (mesh.influences == nullptr) {
        return 0.0;
    }
    const assets::FileInfluences& file = *mesh.influences;
    double sum = 0.0;
    const std::size_t begin = std::size_t{vertex} * file.slotsPerVertex;
    for (std::size_t i = begin; i < begin + file.slotsPerVertex; ++i) {
        if (file.weights[i] > 0.0f && file.joints[i] < mesh.weights.joints.size()) {
            weights.push_back(
                {SkinJointIndex(file.joints[i]), static_cast<double>(file.weights[i])});
            sum += weights.back().weight;
        }
    }
    return sum;
}

std::string listOf(std::span<const std::string> texts) {
    std::string list;
    for (std::size_t i = 0; i < std::min(texts.size(), kExampleCount); ++i) {
        list += (i == 0 ? "" : ", ") + texts[i];
    }
    return texts.size() > kExampleCount
               ? list + " and " + std::to_string(texts.size() - kExampleCount) + " more"
               : list;
}

} // namespace sartor::diagnose
