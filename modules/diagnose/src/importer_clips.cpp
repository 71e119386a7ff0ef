// SPDX-License-Identifier: Apache-2.0
// Channel by channel; the values of CUBICSPLINE without their tangents.
#include "importer_clips.h"

#include "importer_causes.h"

#include <glm/geometric.hpp>

#include <algorithm>

namespace sartor::diagnose {
namespace {

using assets::Interpolation;
using assets::Track;

const char* nameOf(Interpolation interpolation) {
    return interpolation == Interpolation::Step     ? "STEP"
           : interpolation == Interpolation::Linear ? "LINEAR"
                                                    : "CUBICSPLINE";
}

// Where a clip animates one path of one node.
struct ChannelPlace {
    std::string place;
    std::string path;
    /// Why Assimp may have lost the channel.
    std::string causeOfLoss{};
};

// `valueCount` values a key; those of CUBICSPLINE lie between the tangents.
template <class T>
void compareTrack(const ChannelPlace& where,
                  const Track<T>& ours,
                  const Track<T>& theirs,
                  std::size_t valueCount,
                  Differences& differences) {
    if (ours.isEmpty()) {
        return;
    }
    if (ours.interpolation != theirs.interpolation) {
        differences.add({.place = where.place,
                         .field = "interpolation of " + where.path,
                         .gltf = nameOf(ours.interpolation),
                         .assimp = nameOf(theirs.interpolation),
                         .cause = "Assimp's keys are straight between; it drops the tangents of "
                                  "CUBICSPLINE and the mark of STEP."});
    }
    const std::size_t stride = ours.valuesPerKey() * valueCount;
    const std::size_t first = ours.valuesPerKey() == 3 ? valueCount : 0;
    std::vector<T> ourValues;
    for (std::size_t key = 0; key < ours.times.size(); ++key) {
        const auto begin = ours.values.begin() + static_cast<std::ptrdiff_t>(key * stride + first);
        ourValues.insert(ourValues.end(), begin, begin + static_cast<std::ptrdiff_t>(valueCount));
    }
    const std::string integers = ourValues.empty() || valueCount > 1
                                     ? ""
                                     : integersReadAsFloats(componentsOf(ourValues.back()));
    if (ours.times.size() != theirs.times.size()) {
        differences.add({.place = where.place,
                         .field = "keys of " + where.path,
                         .gltf = std::to_string(ours.times.size()),
                         .assimp = std::to_string(theirs.times.size()),
                         .cause = theirs.isEmpty() && !where.causeOfLoss.empty() ? where.causeOfLoss
                                                                                 : integers});
        return;
    }
    for (std::size_t key = 0; key < ours.times.size(); ++key) {
        if (!isSame(ours.times[key], theirs.times[key], kCopied)) {
            differences.add({.place = where.place,
                             .field = "times of " + where.path,
                             .gltf = "key " + std::to_string(key) + ": " +
                                     text(static_cast<double>(ours.times[key])),
                             .assimp = text(static_cast<double>(theirs.times[key])),
                             .cause = ""});
        }
        const auto same = [&](std::size_t i) {
            const auto a = componentsOf(ourValues[i]);
            const auto b = componentsOf(theirs.values[i]);
            if constexpr (std::is_same_v<T, glm::quat>) {
                // Assimp's are made unit, in the reader of its scenes.
                const glm::quat unit = glm::normalize(ourValues[i]);
                return isSame(componentsOf(unit), b, kComputed, 1.0);
            } else {
                return isSame(a, b, kCopied, 0.0);
            }
        };
        for (std::size_t i = key * valueCount; i < (key + 1) * valueCount; ++i) {
            if (!same(i)) {
                differences.add(
                    {.place = where.place,
                     .field = "values of " + where.path,
                     .gltf = "key " + std::to_string(key) + ": " + text(componentsOf(ourValues[i])),
                     .assimp = text(componentsOf(theirs.values[i])),
                     .cause = valueCount > 1 || where.path == "weights"
                                  ? causeOfMorphKeys(ours, theirs)
                                  : integers});
            }
        }
    }
}

void compareClip(const std::string& place,
                 const Sides& sides,
                 const assets::Clip& ours,
                 const assets::Clip& theirs,
                 Differences& differences) {
    if (ours.name() != theirs.name()) {
        differences.add(
            {.place = place,
             .field = "name",
             .gltf = quoted(ours.name()),
             .assimp = quoted(theirs.name()),
             .cause = ours.name().empty() ? "Assimp makes up a name for what has none." : ""});
    }
    std::map<std::uint32_t, const assets::JointTracks*> theirTracks;
    for (const assets::JointTracks& tracks : theirs.jointTracks()) {
        if (const auto node = sides.ourNodeOf(tracks.joint)) {
            theirTracks[*node] = &tracks;
        }
    }
    static const assets::JointTracks kNone;
    std::map<std::uint32_t, const assets::JointTracks*> ourTracks;
    for (const assets::JointTracks& tracks : ours.jointTracks()) {
        ourTracks[sides.gltf.skeleton->joint(tracks.joint).fileNode] = &tracks;
    }
    std::set<std::uint32_t> nodes;
    for (const auto* table : {&ourTracks, &theirTracks}) {
        for (const auto& entry : *table) {
            nodes.insert(entry.first);
        }
    }
    const auto tracksAt = [](const auto& table, std::uint32_t node) -> const assets::JointTracks& {
        const auto found = table.find(node);
        return found == table.end() ? kNone : *found->second;
    };
    for (const std::uint32_t node : nodes) {
        const assets::JointTracks& a = tracksAt(ourTracks, node);
        const assets::JointTracks& b = tracksAt(theirTracks, node);
        const std::string lost = sides.isAmbiguous(node) ? kByName : "";
        const std::string channel = place + ", " + sides.ours.describe(node);
        compareTrack({channel, "translation", lost}, a.translation, b.translation, 1, differences);
        compareTrack({channel, "rotation", lost}, a.rotation, b.rotation, 1, differences);
        compareTrack({channel, "scale", lost}, a.scale, b.scale, 1, differences);
        const std::size_t invented =
            (a.translation.isEmpty() && !b.translation.isEmpty() ? 1U : 0U) +
            (a.rotation.isEmpty() && !b.rotation.isEmpty() ? 1U : 0U) +
            (a.scale.isEmpty() && !b.scale.isEmpty() ? 1U : 0U);
        if (invented > 0) {
            differences.add({.place = place,
                             .field = "channels",
                             .gltf = "none at " + sides.ours.describe(node),
                             .assimp = "a key of the rest pose",
                             .count = invented,
                             .cause = "Assimp gives an animated node keys for all three of "
                                      "translation, rotation and scale."});
        }
    }
    for (const assets::MorphWeightTrack& track : ours.morphWeightTracks()) {
        const std::uint32_t node = sides.gltf.skeleton->joint(track.node).fileNode;
        const auto tracks = theirs.morphWeightTracks();
        const auto found = std::find_if(tracks.begin(), tracks.end(), [&](const auto& candidate) {
            return sides.ourNodeOf(candidate.node) == node;
        });
        const ChannelPlace where{place + ", " + sides.ours.describe(node), "weights"};
        if (found == tracks.end() || found->targetCount != track.targetCount) {
            differences.add({.place = where.place,
                             .field = "weights",
                             .gltf = std::to_string(track.targetCount) + " targets",
                             .assimp = found == tracks.end()
                                           ? "no channel"
                                           : std::to_string(found->targetCount) + " targets",
                             .cause = ""});
            continue;
        }
        compareTrack(where, track.weights, found->weights, track.targetCount, differences);
    }
}

} // namespace

void compareClips(const Sides& sides, Differences& differences) {
    if (sides.gltf.clips.size() != sides.assimp.clips.size()) {
        differences.add({.place = "file",
                         .field = "clips",
                         .gltf = std::to_string(sides.gltf.clips.size()),
                         .assimp = std::to_string(sides.assimp.clips.size()),
                         .cause = ""});
    }
    const std::size_t count = std::min(sides.gltf.clips.size(), sides.assimp.clips.size());
    for (std::size_t i = 0; i < count; ++i) {
        const assets::Clip& clip = *sides.gltf.clips[i];
        compareClip("clip " + std::to_string(i) +
                        (clip.name().empty() ? "" : " '" + clip.name() + "'"),
                    sides,
                    clip,
                    *sides.assimp.clips[i],
                    differences);
    }
}

} // namespace sartor::diagnose
