// SPDX-License-Identifier: Apache-2.0
// Where rules put what they mend: copies of the file's data, changed by one fix after the other.
#pragma once

#include "findings.h"
#include "scene_facts.h"
#include "text.h"

#include <sartor/diagnose/fix_plan.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace sartor::diagnose {

/// The keys of one channel of a clip, as the format stores them.
struct ChannelKeys {
    std::uint32_t clip = 0;
    /// That of the node, for morph weights.
    JointIndex joint;
    import::ChannelPath path = import::ChannelPath::Translation;
    assets::Interpolation interpolation = assets::Interpolation::Linear;
    /// Numbers of one value: 3, 4, or as many as there are morph targets.
    std::size_t valueSize = 0;
    std::vector<float> times;
    /// valuesPerKey() values a key; of three the one in the middle is the value, the others are
    /// tangents.
    std::vector<float> values;

    std::size_t valuesPerKey() const {
        return interpolation == assets::Interpolation::CubicSpline ? 3 : 1;
    }
    std::size_t keySize() const { return valueSize * valuesPerKey(); }
    /// The value, without tangents, of a key.
    std::span<float> value(std::size_t key) {
        return std::span(values).subspan(key * keySize() + (valuesPerKey() == 3 ? valueSize : 0),
                                         valueSize);
    }
};

/// The edits so far. References live as long as the object.
class Fixes {
public:
    Fixes(const SceneFacts& facts, const FixOptions& options) : facts_(facts), options_(options) {}

    const FixOptions& options() const { return options_; }

    /// The weights of a mesh as earlier fixes left them.
    const assets::FileInfluences& influencesOf(const SkinnedMesh& mesh) const;
    /// The same to change; becomes an edit.
    assets::FileInfluences& changeInfluences(const SkinnedMesh& mesh);

    /// All channels that have keys, as earlier fixes left them.
    std::vector<ChannelKeys> channels() const;
    void changeChannel(ChannelKeys keys);

    /// Writes the keys of a clip as they were read, whatever the reader put right.
    void writeBackClip(std::uint32_t clip);

    void add(import::FileEdit edit);

    std::vector<import::FileEdit> take();

private:
    /// Mesh and primitive of the file.
    using Place = std::pair<std::uint32_t, std::uint32_t>;

    using Channel = std::tuple<std::uint32_t, JointIndex, import::ChannelPath>;

    Place placeOfMesh(const SkinnedMesh& mesh) const;

    const SceneFacts& facts_;
    const FixOptions& options_;
    std::map<Place, assets::FileInfluences> influences_;
    std::map<Channel, ChannelKeys> channels_;
    std::vector<import::FileEdit> others_;
};

/// The slots of one vertex.
struct WeightRow {
    std::span<std::uint32_t> joints;
    std::span<float> weights;
    /// Of the skin.
    std::size_t jointCount = 0;
};

/// Divides the weights by their sum, unless that is zero or not finite.
void normalize(const WeightRow& row);

/// Empties the slots with weight for which isBad(slot) holds, and normalises the row if there was
/// one. Whether there was.
template <class IsBad>
bool dropSlots(const WeightRow& row, IsBad isBad) {
    bool isChanged = false;
    for (std::size_t slot = 0; slot < row.weights.size(); ++slot) {
        if (row.weights[slot] != 0.0f && isBad(slot)) {
            row.weights[slot] = 0.0f;
            row.joints[slot] = 0;
            isChanged = true;
        }
    }
    if (isChanged) {
        normalize(row);
    }
    return isChanged;
}

/// Writes zero for the joints of slots without weight. Whether there was another number.
bool clearPadding(const WeightRow& row);

/// Lets mend(row, mesh, vertex) change every vertex of every skinned mesh; it says whether it did.
/// One note for each mesh: "3 vertices" and `what`.
template <class Mend>
void mendVertices(
    const SceneFacts& facts, Fixes& fixes, Findings& changes, const std::string& what, Mend mend) {
    std::vector<std::uint32_t> joints;
    std::vector<float> weights;
    for (const SkinnedMesh& mesh : facts.skinnedMeshes) {
        const std::size_t slotCount = fixes.influencesOf(mesh).slotsPerVertex;
        VertexFinding mended;
        for (std::size_t vertex = 0; vertex < fixes.influencesOf(mesh).vertexCount(); ++vertex) {
            const assets::FileInfluences& now = fixes.influencesOf(mesh);
            const auto first = static_cast<std::ptrdiff_t>(vertex * slotCount);
            const auto end = first + static_cast<std::ptrdiff_t>(slotCount);
            joints.assign(now.joints.begin() + first, now.joints.begin() + end);
            weights.assign(now.weights.begin() + first, now.weights.begin() + end);
            const WeightRow row{joints, weights, mesh.weights.joints.size()};
            if (mend(row, mesh, static_cast<std::uint32_t>(vertex))) {
                assets::FileInfluences& to = fixes.changeInfluences(mesh);
                std::copy(joints.begin(), joints.end(), to.joints.begin() + first);
                std::copy(weights.begin(), weights.end(), to.weights.begin() + first);
                mended.add(vertex);
            }
        }
        if (mended.count > 0) {
            changes.addVertices(mesh.instance,
                                mended,
                                formatCount(mended.count, "vertex", "vertices") + ": " + what);
        }
    }
}

/// Lets mend(keys) change every channel; it returns how many keys it changed. One note for each
/// clip: "3 keys" and `what`.
template <class Mend>
void mendChannels(Fixes& fixes, Findings& changes, const std::string& what, Mend mend) {
    std::map<std::uint32_t, std::uint64_t> countOfClip;
    for (ChannelKeys& keys : fixes.channels()) {
        if (const std::uint64_t count = mend(keys); count > 0) {
            countOfClip[keys.clip] += count;
            fixes.changeChannel(std::move(keys));
        }
    }
    for (const auto& [clip, count] : countOfClip) {
        changes.addToClip(clip, formatCount(count, "key", "keys") + ": " + what).count = count;
    }
}

} // namespace sartor::diagnose
