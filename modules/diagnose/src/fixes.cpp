// SPDX-License-Identifier: Apache-2.0
// Copies of weights and keys that fixes change, and what becomes of them.
#include "fixes.h"

#include <cmath>

namespace sartor::diagnose {
namespace {

// The components in the order of the file.
void appendFlat(std::vector<float>& flat, float value) {
    flat.push_back(value);
}

void appendFlat(std::vector<float>& flat, const glm::vec3& value) {
    flat.insert(flat.end(), {value.x, value.y, value.z});
}

void appendFlat(std::vector<float>& flat, const glm::quat& value) {
    flat.insert(flat.end(), {value.x, value.y, value.z, value.w});
}

template <class T>
ChannelKeys flatten(ChannelKeys keys, const assets::Track<T>& track, std::size_t valueSize) {
    keys.interpolation = track.interpolation;
    keys.valueSize = valueSize;
    keys.times = track.times;
    keys.values.reserve(track.times.size() * keys.keySize());
    for (const T& value : track.values) {
        appendFlat(keys.values, value);
    }
    return keys;
}

void appendChannels(std::uint32_t clipIndex,
                    const assets::Clip& clip,
                    std::vector<ChannelKeys>& channels) {
    using import::ChannelPath;
    const auto add = [&](JointIndex joint, ChannelPath path, const auto& track, std::size_t size) {
        if (!track.isEmpty()) {
            ChannelKeys keys;
            keys.clip = clipIndex;
            keys.joint = joint;
            keys.path = path;
            channels.push_back(flatten(std::move(keys), track, size));
        }
    };
    for (const assets::JointTracks& tracks : clip.jointTracks()) {
        add(tracks.joint, ChannelPath::Translation, tracks.translation, 3);
        add(tracks.joint, ChannelPath::Rotation, tracks.rotation, 4);
        add(tracks.joint, ChannelPath::Scale, tracks.scale, 3);
    }
    for (const assets::MorphWeightTrack& track : clip.morphWeightTracks()) {
        add(track.node, ChannelPath::Weights, track.weights, track.targetCount);
    }
}

} // namespace

Fixes::Place Fixes::placeOfMesh(const SkinnedMesh& mesh) const {
    const import::MeshInstance& instance = facts_.scene.instances[mesh.instance];
    return {instance.fileMesh, instance.filePrimitive};
}

const assets::FileInfluences& Fixes::influencesOf(const SkinnedMesh& mesh) const {
    const auto changed = influences_.find(placeOfMesh(mesh));
    return changed == influences_.end() ? *mesh.influences : changed->second;
}

assets::FileInfluences& Fixes::changeInfluences(const SkinnedMesh& mesh) {
    return influences_.try_emplace(placeOfMesh(mesh), *mesh.influences).first->second;
}

std::vector<ChannelKeys> Fixes::channels() const {
    std::vector<ChannelKeys> channels;
    for (std::uint32_t clip = 0; clip < facts_.scene.clips.size(); ++clip) {
        appendChannels(clip, *facts_.scene.clips[clip], channels);
    }
    for (ChannelKeys& keys : channels) {
        const auto changed = channels_.find({keys.clip, keys.joint, keys.path});
        if (changed != channels_.end()) {
            keys = changed->second;
        }
    }
    return channels;
}

void Fixes::changeChannel(ChannelKeys keys) {
    channels_.insert_or_assign(Channel(keys.clip, keys.joint, keys.path), std::move(keys));
}

void Fixes::writeBackClip(std::uint32_t clip) {
    for (ChannelKeys& keys : channels()) {
        if (keys.clip == clip) {
            changeChannel(std::move(keys));
        }
    }
}

// Out of line: GCC 12 takes the other alternatives of a variant it sees made for uninitialised.
void Fixes::add(import::FileEdit edit) {
    others_.push_back(std::move(edit));
}

std::vector<import::FileEdit> Fixes::take() {
    std::vector<import::FileEdit> edits = std::move(others_);
    for (auto& [place, influences] : influences_) {
        edits.emplace_back(
            import::InfluencesEdit{place.first, place.second, std::move(influences)});
    }
    for (auto& [channel, keys] : channels_) {
        edits.emplace_back(import::KeysEdit{keys.clip,
                                            facts_.scene.skeleton->joint(keys.joint).fileNode,
                                            keys.path,
                                            std::move(keys.times),
                                            std::move(keys.values)});
    }
    influences_.clear();
    channels_.clear();
    return edits;
}

void normalize(const WeightRow& row) {
    double sum = 0.0;
    for (const float weight : row.weights) {
        sum += static_cast<double>(weight);
    }
    if (!std::isfinite(sum) || !(sum > 0.0)) {
        return;
    }
    for (float& weight : row.weights) {
        weight = static_cast<float>(static_cast<double>(weight) / sum);
    }
}

bool clearPadding(const WeightRow& row) {
    bool isChanged = false;
    for (std::size_t slot = 0; slot < row.weights.size(); ++slot) {
        if (row.weights[slot] == 0.0f && row.joints[slot] != 0) {
            row.joints[slot] = 0;
            isChanged = true;
        }
    }
    return isChanged;
}

} // namespace sartor::diagnose
