// SPDX-License-Identifier: Apache-2.0
// What a rule is made of, and what several rules share. Each rule stands in src/rules/ as a
// function that returns it.
#pragma once

#include "findings.h"
#include "fixes.h"
#include "scene_facts.h"
#include "text.h"

#include <sartor/diagnose/lint.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace sartor::diagnose {

struct Rule {
    RuleInfo info;
    void (*check)(const SceneFacts& facts, Findings& findings) = nullptr;
    /// Mends what check finds, where that is safe, and says in `changes` what it did; null, as
    /// info.fix is empty, when there is no safe way. Fixes run in the order of the rules, each on
    /// what the ones before left.
    void (*fix)(const SceneFacts& facts, Fixes& fixes, Findings& changes) = nullptr;
};

/// All rules, by id.
std::span<const Rule> ruleTable();

/// Adds what the finding costs to its numbers and its sentence: "; off by up to 0.31 mm (clip
/// 'Walk' at 0.5 s, vertex 12)". Nothing where there is no clip and the rest pose shows none.
Diagnostic& withCost(Diagnostic& diagnostic, const SceneFacts& facts, const Displacement& worst);

/// Marks a finding that holds for that target.
Diagnostic& withProfile(Diagnostic& diagnostic, const TargetProfile& profile);

/// "Unreal Engine 5.3"
std::string titleOf(const TargetProfile& profile);

/// "'Walk'", or its number where the clip has no name.
std::string nameOf(const import::ImportedScene& scene, std::uint32_t clip);

/// The first instance of each primitive that has morph targets, by mesh of the file.
std::map<std::uint32_t, std::vector<std::uint32_t>> morphedMeshes(const SceneFacts& facts);

/// "'smile'", or its number where the target has no name.
std::string nameOf(const assets::MorphSet& morphs, std::size_t target);

/// The first few: "'smile', 'frown' and 3 more".
std::string listOf(std::span<const std::string> texts);

/// The note as a finding at what it is about.
Diagnostic fromNote(const import::ImportNote& note, const import::ImportedScene& scene);

/// The weights of a vertex above zero whose joint is one of the skin, as in the file and in its
/// order, into `weights`; returns their sum, 0 for a mesh without any.
double
gatherWeights(const SkinnedMesh& mesh, std::uint32_t vertex, std::vector<WeightChange>& weights);

/// One finding for every skinned mesh that has vertices of that kind.
/// message(statistics, "3 vertices") -> sentence.
template <class Message>
void reportVertices(const SceneFacts& facts,
                    Findings& findings,
                    VertexFinding WeightStatistics::*kind,
                    Message message) {
    for (const SkinnedMesh& mesh : facts.skinnedMeshes) {
        const VertexFinding& vertices = mesh.weights.*kind;
        if (vertices.count > 0) {
            findings.addVertices(
                mesh.instance,
                vertices,
                message(mesh.weights, formatCount(vertices.count, "vertex", "vertices")));
        }
    }
}

/// What a rule on keys counts in one clip, and where it is worst.
struct KeyFinding {
    std::uint64_t count = 0;
    /// Without repetition, at most kExampleCount.
    std::vector<JointIndex> joints;
    double worst = -1.0;
    JointIndex worstJoint;
    float worstTime = 0.0f;

    void add(JointIndex joint, float time, double badness) {
        ++count;
        if (joints.size() < kExampleCount &&
            std::find(joints.begin(), joints.end(), joint) == joints.end()) {
            joints.push_back(joint);
        }
        if (badness > worst) {
            worst = badness;
            worstJoint = joint;
            worstTime = time;
        }
    }
};

/// The value, not a tangent, of a key.
template <class T>
const T& keyValue(const assets::Track<T>& track, std::size_t key) {
    const bool isSpline = track.interpolation == assets::Interpolation::CubicSpline;
    return track.values[key * track.valuesPerKey() + (isSpline ? 1 : 0)];
}

/// "joint 'Hips' at 0.5 s"
std::string worstPlace(const SceneFacts& facts, const KeyFinding& keys);

/// A finding with the number and joints of `keys`.
Diagnostic&
addKeys(Findings& findings, std::uint32_t clip, const KeyFinding& keys, std::string message);

/// One finding for every clip in which gather(clip, KeyFinding&) counted something.
/// message(finding, worstPlace) -> sentence.
template <class Gather, class Message>
void reportKeys(const SceneFacts& facts, Findings& findings, Gather gather, Message message) {
    for (std::uint32_t clip = 0; clip < facts.scene.clips.size(); ++clip) {
        KeyFinding keys;
        gather(*facts.scene.clips[clip], keys);
        if (keys.count > 0) {
            addKeys(findings, clip, keys, message(keys, worstPlace(facts, keys)));
        }
    }
}

/// The same with gather(jointTracks, KeyFinding&) for all joints of a clip.
template <class Gather, class Message>
void reportJointKeys(const SceneFacts& facts, Findings& findings, Gather gather, Message message) {
    reportKeys(
        facts,
        findings,
        [&gather](const assets::Clip& clip, KeyFinding& keys) {
            for (const assets::JointTracks& tracks : clip.jointTracks()) {
                gather(tracks, keys);
            }
        },
        message);
}

/// The same with gather(times, joint, KeyFinding&) for all channels of a clip; those of morph
/// weights stand for the joint of their node.
template <class Gather, class Message>
void reportKeyTimes(const SceneFacts& facts, Findings& findings, Gather gather, Message message) {
    reportKeys(
        facts,
        findings,
        [&gather](const assets::Clip& clip, KeyFinding& keys) {
            for (const assets::JointTracks& tracks : clip.jointTracks()) {
                gather(tracks.translation.times, tracks.joint, keys);
                gather(tracks.rotation.times, tracks.joint, keys);
                gather(tracks.scale.times, tracks.joint, keys);
            }
            for (const assets::MorphWeightTrack& track : clip.morphWeightTracks()) {
                gather(track.weights.times, track.node, keys);
            }
        },
        message);
}

} // namespace sartor::diagnose
