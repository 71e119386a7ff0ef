// SPDX-License-Identifier: Apache-2.0
// aiAnimation to Clip: ticks to seconds, keys checked, morph channels gathered per node.
#include "assimp_clips.h"

#include <assimp/commonMetaData.h>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <span>

namespace sartor::import {
namespace {

// What had to be done to the keys of one clip.
struct KeyChanges {
    std::uint64_t droppedKeys = 0;
    std::uint64_t unsortedTracks = 0;
    std::uint64_t scaledQuaternions = 0;
    // Longest time between two keys that differ, in seconds.
    double longestGap = 0.0;
};

bool isUsable(const glm::vec3& value) {
    return std::isfinite(value.x) && std::isfinite(value.y) && std::isfinite(value.z);
}

bool isUsable(const glm::quat& value) {
    const float length = glm::length(value);
    return std::isfinite(length) && length > 1e-6f;
}

glm::vec3 valueOf(const aiVectorKey& key) {
    return vectorOf(key.mValue);
}
glm::quat valueOf(const aiQuatKey& key) {
    return quatOf(key.mValue);
}

glm::vec3 prepared(const glm::vec3& value, KeyChanges&) {
    return value;
}
glm::quat prepared(const glm::quat& value, KeyChanges& changes) {
    constexpr float kUnitTolerance = 1e-3f;
    const float length = glm::length(value);
    changes.scaledQuaternions += std::abs(length - 1.0f) > kUnitTolerance ? 1u : 0u;
    return value / length;
}

// Keys with their times in seconds, in order of time.
template <class Value, class Key>
assets::Track<Value>
readTrack(const Key* keys, unsigned count, double ticksPerSecond, KeyChanges& changes) {
    struct Entry {
        double time;
        Value value;
    };
    std::vector<Entry> entries;
    for (unsigned i = 0; i < count; ++i) {
        const double time = keys[i].mTime / ticksPerSecond;
        const Value value = valueOf(keys[i]);
        if (std::isfinite(static_cast<float>(time)) && isUsable(value)) {
            entries.push_back({time, prepared(value, changes)});
        } else {
            ++changes.droppedKeys;
        }
    }
    const auto isEarlier = [](const Entry& a, const Entry& b) { return a.time < b.time; };
    if (!std::is_sorted(entries.begin(), entries.end(), isEarlier)) {
        std::stable_sort(entries.begin(), entries.end(), isEarlier);
        ++changes.unsortedTracks;
    }
    assets::Track<Value> track;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (i > 0 && entries[i].value != entries[i - 1].value) {
            changes.longestGap =
                std::max(changes.longestGap, entries[i].time - entries[i - 1].time);
        }
        track.times.push_back(static_cast<float>(entries[i].time));
        track.values.push_back(entries[i].value);
    }
    return track;
}

// The tracks of one clip by joint, filled node by node.
class TrackTable {
public:
    assets::JointTracks& of(JointIndex joint) {
        assets::JointTracks& tracks = tracks_[joint];
        tracks.joint = joint;
        return tracks;
    }
    const assets::JointTracks* find(JointIndex joint) const {
        const auto found = tracks_.find(joint);
        return found == tracks_.end() ? nullptr : &found->second;
    }
    std::vector<assets::JointTracks> take() {
        std::vector<assets::JointTracks> all;
        for (auto& [joint, tracks] : tracks_) {
            if (!tracks.translation.isEmpty() || !tracks.rotation.isEmpty() ||
                !tracks.scale.isEmpty()) {
                all.push_back(std::move(tracks));
            }
        }
        return all;
    }

private:
    std::map<JointIndex, assets::JointTracks> tracks_;
};

// One animation and what is needed to read it.
struct ClipSource {
    const AssimpInput& input;
    const NodeTree& tree;
    const aiAnimation& animation;
    double ticksPerSecond;
    std::string place;
};

TrackTable readJointTracks(const ClipSource& clip, KeyChanges& changes, Notes& notes) {
    const aiAnimation& animation = clip.animation;
    const NodeTree& tree = clip.tree;
    const double ticksPerSecond = clip.ticksPerSecond;
    TrackTable table;
    std::set<std::uint32_t> animated;
    for (unsigned i = 0; i < animation.mNumChannels; ++i) {
        const aiNodeAnim& channel = *animation.mChannels[i];
        const std::optional<std::uint32_t> node = tree.find(channel.mNodeName);
        if (!node || !animated.insert(*node).second) {
            notes.warning(node ? "anim.duplicate_target" : "anim.target_missing",
                          clip.place + "/" + textOf(channel.mNodeName),
                          node ? "A second channel for the same node was left out."
                               : "No node has the name of this channel; it was left out.");
            continue;
        }
        const SourceNode& source = tree.nodes[*node];
        assets::JointTracks& tracks = table.of(source.joint);
        tracks.rotation = readTrack<glm::quat>(
            channel.mRotationKeys, channel.mNumRotationKeys, ticksPerSecond, changes);
        tracks.scale = readTrack<glm::vec3>(
            channel.mScalingKeys, channel.mNumScalingKeys, ticksPerSecond, changes);
        const JointIndex translated =
            source.scaleCompensation.isNone() ? source.joint : source.scaleCompensation;
        table.of(translated).translation = readTrack<glm::vec3>(
            channel.mPositionKeys, channel.mNumPositionKeys, ticksPerSecond, changes);
    }
    for (const SourceNode& source : tree.nodes) {
        if (source.scaleCompensation.isNone()) {
            continue;
        }
        const assets::JointTracks* parent = table.find(tree.nodes[*source.parent].joint);
        if (parent != nullptr && !parent->scale.isEmpty()) {
            assets::Track<glm::vec3> inverse = parent->scale;
            for (glm::vec3& scale : inverse.values) {
                scale = compensatingScale(scale);
            }
            table.of(source.scaleCompensation).scale = std::move(inverse);
        }
    }
    return table;
}

// In FBX the vertices of a skinned mesh are bound to where its node stood; where the node moves on
// its own, programs disagree. Here, as in glTF, the joints alone place a skinned mesh.
void reportAnimatedMeshNodes(const AssimpInput& input,
                             const ClipSource& clip,
                             std::span<const MeshInstance> instances,
                             const assets::ClipData& data,
                             Notes& notes) {
    const auto moves = [](const auto& track) {
        return std::adjacent_find(track.values.begin(),
                                  track.values.end(),
                                  std::not_equal_to<>()) != track.values.end();
    };
    Occurrences animated;
    for (const assets::JointTracks& tracks : data.jointTracks) {
        const bool isSkinnedNode =
            std::any_of(instances.begin(), instances.end(), [&](const MeshInstance& instance) {
                return instance.skin && instance.node == tracks.joint;
            });
        if (isSkinnedNode &&
            (moves(tracks.translation) || moves(tracks.rotation) || moves(tracks.scale))) {
            animated.add(tracks.joint.value());
        }
    }
    if (animated && input.format == AssimpFormat::Fbx) {
        notes.warning("fbx.mesh_node_animated",
                      clip.place,
                      "Nodes of skinned meshes are animated themselves; their joints alone place "
                      "the vertices.",
                      std::move(animated));
    }
}

// Weight of one target over time; clamped at the ends, straight between.
float weightAt(const std::vector<std::pair<double, float>>& keys, double time) {
    const auto after = std::lower_bound(
        keys.begin(), keys.end(), time, [](const auto& key, double t) { return key.first < t; });
    if (after == keys.end()) {
        return keys.back().second;
    }
    if (after == keys.begin() || after->first == time) {
        return after->second;
    }
    const auto before = after - 1;
    const double fraction = (time - before->first) / (after->first - before->first);
    return static_cast<float>(before->second + fraction * (after->second - before->second));
}

// The node whose meshes a morph channel drives. FBX channels are called "node*geometry".
std::optional<std::uint32_t>
findMorphedNode(const AssimpInput& input, const aiMeshMorphAnim& channel, const NodeTree& tree) {
    std::string name = channel.mName.C_Str();
    if (input.format == AssimpFormat::Fbx) {
        name = name.substr(0, name.rfind('*'));
    }
    const auto found = tree.nodesByName.find(name);
    if (found == tree.nodesByName.end()) {
        return std::nullopt;
    }
    for (const std::uint32_t index : found->second) {
        if (tree.nodes[index].node->mNumMeshes > 0) {
            return index;
        }
    }
    return std::nullopt;
}

// A key of the loader names only the targets that have a key of their own at its time, so every
// target is interpolated alone and then given a value at every time.
std::optional<assets::MorphWeightTrack> readMorphTrack(const aiMeshMorphAnim& channel,
                                                       double ticksPerSecond,
                                                       std::uint32_t targetCount,
                                                       KeyChanges& changes) {
    std::vector<std::vector<std::pair<double, float>>> keysOfTarget(targetCount);
    std::set<double> times;
    for (unsigned i = 0; i < channel.mNumKeys; ++i) {
        const aiMeshMorphKey& key = channel.mKeys[i];
        const double time = key.mTime / ticksPerSecond;
        for (unsigned k = 0; k < key.mNumValuesAndWeights; ++k) {
            const auto weight = static_cast<float>(key.mWeights[k]);
            if (key.mValues[k] >= targetCount || !std::isfinite(weight) ||
                !std::isfinite(static_cast<float>(time))) {
                ++changes.droppedKeys;
                continue;
            }
            keysOfTarget[key.mValues[k]].emplace_back(time, weight);
            times.insert(time);
        }
    }
    if (times.empty()) {
        return std::nullopt;
    }
    for (auto& keys : keysOfTarget) {
        std::stable_sort(keys.begin(), keys.end(), [](const auto& a, const auto& b) {
            return a.first < b.first;
        });
    }
    assets::MorphWeightTrack track;
    track.targetCount = targetCount;
    for (const double time : times) {
        track.weights.times.push_back(static_cast<float>(time));
        for (const auto& keys : keysOfTarget) {
            track.weights.values.push_back(keys.empty() ? 0.0f : weightAt(keys, time));
        }
    }
    return track;
}

std::vector<assets::MorphWeightTrack> readMorphTracks(const ClipSource& clip,
                                                      std::span<const MeshInstance> instances,
                                                      KeyChanges& changes,
                                                      Notes& notes) {
    std::vector<assets::MorphWeightTrack> tracks;
    std::set<JointIndex> morphed;
    for (unsigned i = 0; i < clip.animation.mNumMorphMeshChannels; ++i) {
        const aiMeshMorphAnim& channel = *clip.animation.mMorphMeshChannels[i];
        const std::optional<std::uint32_t> node = findMorphedNode(clip.input, channel, clip.tree);
        const JointIndex joint = node ? clip.tree.nodes[*node].joint : JointIndex();
        std::size_t targetCount = 0;
        for (const MeshInstance& instance : instances) {
            if (node && instance.node == joint && instance.morphs) {
                targetCount = std::max(targetCount, instance.morphs->targetCount());
            }
        }
        auto track = readMorphTrack(
            channel, clip.ticksPerSecond, static_cast<std::uint32_t>(targetCount), changes);
        if (!track || !morphed.insert(joint).second) {
            notes.warning("anim.morph_target_missing",
                          clip.place + "/" + textOf(channel.mName),
                          "No mesh with targets answers to this channel; it was left out.");
            continue;
        }
        track->node = joint;
        tracks.push_back(std::move(*track));
    }
    return tracks;
}

// Whether keys of this file may have had a curve between them. Blender writes baked keys, straight
// between.
bool mayHoldCurves(const AssimpInput& input) {
    aiString generator;
    const bool isNamed = input.scene.mMetaData != nullptr &&
                         input.scene.mMetaData->Get(AI_METADATA_SOURCE_GENERATOR, generator);
    const bool isBlender = isNamed && textOf(generator).rfind("Blender", 0) == 0;
    return !isBlender &&
           (input.format == AssimpFormat::Fbx || input.format == AssimpFormat::Collada);
}

void reportKeyChanges(const KeyChanges& changes, const ClipSource& clip, Notes& notes) {
    if (changes.droppedKeys > 0) {
        notes.error("anim.output_nonfinite",
                    clip.place,
                    "Keys that are not finite, have no direction, or name no target were left out.",
                    {changes.droppedKeys, {}});
    }
    if (changes.unsortedTracks > 0) {
        notes.warning("anim.times_unsorted",
                      clip.place,
                      "Tracks with key times that go back were sorted.",
                      {changes.unsortedTracks, {}});
    }
    if (changes.scaledQuaternions > 0) {
        notes.warning("anim.quat_not_unit",
                      clip.place,
                      "Rotation keys whose length is not one were normalised.",
                      {changes.scaledQuaternions, {}});
    }
    // Keys at 20 a second or denser have been baked: nothing of a curve is left between them.
    constexpr double kSparseGap = 0.0501;
    if (changes.longestGap > kSparseGap && mayHoldCurves(clip.input)) {
        notes.warning(
            "anim.curve_flattened",
            clip.place,
            "Keys lie further apart than 0.05 s, and the loader does not hand over the shape of "
            "the curve between them; it is taken as straight. Baked animation has no such loss.");
    }
}

} // namespace

void readClips(const AssimpInput& input, const NodeTree& tree, ImportedScene& scene) {
    Notes notes(scene.report);
    for (unsigned i = 0; i < input.scene.mNumAnimations; ++i) {
        const aiAnimation& animation = *input.scene.mAnimations[i];
        assets::ClipData data;
        data.name = textOf(animation.mName);
        const std::string place = "/animations/" + std::to_string(i);
        double ticksPerSecond = animation.mTicksPerSecond;
        // SMD counts frames and says no rate; Assimp then answers 25.
        const bool isRateUnknown = !(ticksPerSecond > 0.0) || !std::isfinite(ticksPerSecond);
        if (isRateUnknown || input.format == AssimpFormat::Smd) {
            constexpr double kAssumedTicksPerSecond = 25.0;
            ticksPerSecond = kAssumedTicksPerSecond;
            notes.warning("anim.ticks_per_second_missing",
                          place,
                          "The file says no frame rate; 25 frames a second "
                          "are assumed.");
        }
        const ClipSource source{input, tree, animation, ticksPerSecond, place};
        KeyChanges changes;
        data.jointTracks = readJointTracks(source, changes, notes).take();
        data.morphWeightTracks = readMorphTracks(source, scene.instances, changes, notes);
        reportKeyChanges(changes, source, notes);
        reportAnimatedMeshNodes(input, source, scene.instances, data, notes);
        auto clip = assets::Clip::create(std::move(data), tree.joints.size());
        if (clip) {
            scene.clips.push_back(*clip);
        } else {
            notes.error(clip.error().code, place, "The clip was left out: " + clip.error().message);
        }
    }
    if (input.format == AssimpFormat::Fbx && input.scene.mNumAnimations > 0) {
        notes.info("anim.start_shifted",
                   "/animations",
                   "Key times are counted from the start of each take; where the take starts in "
                   "the file's own time does not come through the loader.",
                   {input.scene.mNumAnimations, {}});
    }
}

} // namespace sartor::import
