// SPDX-License-Identifier: Apache-2.0
// Channels and samplers to tracks.
#include "gltf/animations.h"

#include "gltf/failure.h"

#include <sartor/math/types.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace sartor::import::gltf {
namespace {

using assets::Interpolation;

enum class Target { Translation, Rotation, Scale, Weights };

std::optional<Target> targetOf(const std::string& path) {
    return path == "translation" ? std::optional(Target::Translation)
           : path == "rotation"  ? std::optional(Target::Rotation)
           : path == "scale"     ? std::optional(Target::Scale)
           : path == "weights"   ? std::optional(Target::Weights)
                                 : std::nullopt;
}

Interpolation interpolationOf(const std::string& name) {
    return name == "STEP"          ? Interpolation::Step
           : name == "CUBICSPLINE" ? Interpolation::CubicSpline
                                   : Interpolation::Linear;
}

// Key times and flat values of one channel, checked.
struct Keys {
    Interpolation interpolation = Interpolation::Linear;
    std::vector<float> times;
    std::vector<float> values;
    std::size_t valuesPerTime = 0;
};

// Puts keys whose times go back into order, with their values; equal times keep their order.
void sortKeys(Keys& keys) {
    std::vector<std::size_t> order(keys.times.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return keys.times[a] < keys.times[b];
    });
    Keys sorted;
    sorted.times.reserve(keys.times.size());
    sorted.values.reserve(keys.values.size());
    for (const std::size_t key : order) {
        sorted.times.push_back(keys.times[key]);
        const auto first =
            keys.values.begin() + static_cast<std::ptrdiff_t>(key * keys.valuesPerTime);
        sorted.values.insert(
            sorted.values.end(), first, first + static_cast<std::ptrdiff_t>(keys.valuesPerTime));
    }
    keys.times = std::move(sorted.times);
    keys.values = std::move(sorted.values);
}

Occurrences findNonfinite(const std::vector<float>& values) {
    Occurrences found;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::isfinite(values[i])) {
            found.add(i);
        }
    }
    return found;
}

void checkTimes(Keys& keys, const std::string& place, Notes& notes) {
    Occurrences back;
    for (std::size_t i = 1; i < keys.times.size(); ++i) {
        if (keys.times[i] < keys.times[i - 1]) {
            back.add(i);
        }
    }
    if (back) {
        notes.warning("anim.times_unsorted",
                      place,
                      describe(back, "keys") + " are before the key before them; the keys were "
                                               "sorted by time",
                      back);
        sortKeys(keys);
    }
    Occurrences equal;
    for (std::size_t i = 1; i < keys.times.size(); ++i) {
        if (keys.times[i] == keys.times[i - 1]) {
            equal.add(i);
        }
    }
    if (equal) {
        notes.warning("anim.times_duplicate",
                      place,
                      describe(equal, "keys") + " have the time of the key before them",
                      equal);
    }
    if (keys.times.front() < 0.0f) {
        notes.warning("anim.times_negative",
                      place,
                      "the first key is at " + std::to_string(keys.times.front()) +
                          " s, expected at least 0");
    }
}

// The keys of a channel; nothing, with a note, where they cannot be used.
std::optional<Keys> readKeys(const ReadContext& context,
                             const Sampler& sampler,
                             Target target,
                             std::size_t targetCount,
                             const std::string& place) {
    Accessors& accessors = context.accessors;
    accessors.expectType(sampler.input, {ElementType::Scalar});
    accessors.expectType(sampler.output,
                         {target == Target::Weights    ? ElementType::Scalar
                          : target == Target::Rotation ? ElementType::Vec4
                                                       : ElementType::Vec3});
    Keys keys;
    keys.interpolation = interpolationOf(sampler.interpolation);
    keys.times = accessors.floats(sampler.input);
    const bool areFractions = target == Target::Rotation || target == Target::Weights;
    keys.values = accessors.floats(sampler.output,
                                   areFractions ? Integers::Normalized : Integers::AsDeclared);
    const std::size_t componentCount = target == Target::Weights    ? targetCount
                                       : target == Target::Rotation ? 4
                                                                    : 3;
    keys.valuesPerTime =
        componentCount * (keys.interpolation == Interpolation::CubicSpline ? 3 : 1);
    if (keys.times.empty()) {
        context.notes.warning("anim.no_keys", place, "no keys; the channel was left out");
        return std::nullopt;
    }
    if (const Occurrences found = findNonfinite(keys.times)) {
        context.notes.error("anim.times_nonfinite",
                            place,
                            describe(found, "key times") +
                                " are NaN or infinite; the channel was left out",
                            found);
        return std::nullopt;
    }
    if (keys.values.size() != keys.times.size() * keys.valuesPerTime) {
        context.notes.error("anim.output_count_mismatch",
                            place,
                            std::to_string(keys.values.size()) + " numbers, expected " +
                                std::to_string(keys.times.size() * keys.valuesPerTime) + " for " +
                                std::to_string(keys.times.size()) +
                                " keys; the channel was left out");
        return std::nullopt;
    }
    if (const Occurrences found = findNonfinite(keys.values)) {
        context.notes.error("anim.output_nonfinite",
                            place,
                            describe(found, "numbers") +
                                " are NaN or infinite; the channel was left out",
                            found);
        return std::nullopt;
    }
    checkTimes(keys, place, context.notes);
    return keys;
}

assets::Track<glm::vec3> toVectorTrack(Keys keys) {
    assets::Track<glm::vec3> track{keys.interpolation, std::move(keys.times), {}};
    track.values.reserve(keys.values.size() / 3);
    for (std::size_t i = 0; i < keys.values.size(); i += 3) {
        track.values.emplace_back(keys.values[i], keys.values[i + 1], keys.values[i + 2]);
    }
    return track;
}

struct RotationOptions {
    /// How far from one a length may be before it is worth a note: integers cannot do better.
    double unitTolerance = 1e-3;
    std::string place;
};

assets::Track<glm::quat> toRotationTrack(Keys keys, const RotationOptions& options, Notes& notes) {
    assets::Track<glm::quat> track{keys.interpolation, std::move(keys.times), {}};
    track.values.reserve(keys.values.size() / 4);
    const std::size_t perKey = track.valuesPerKey();
    Occurrences notUnit;
    Occurrences zero;
    glm::quat previous = math::identityQuat();
    for (std::size_t i = 0; i * 4 < keys.values.size(); ++i) {
        const float* v = keys.values.data() + i * 4;
        const bool isTangent = perKey == 3 && i % 3 != 1;
        if (isTangent) {
            track.values.emplace_back(v[3], v[0], v[1], v[2]);
            continue;
        }
        // In double: the squares of large or tiny components do not fit a float.
        const glm::dquat value(v[3], v[0], v[1], v[2]);
        const double length = glm::length(value);
        if (!(length > 0.0)) {
            zero.add(i / perKey);
        } else {
            // Kept as it is, because lengths take part in the interpolation; out of this range the
            // arithmetic of floats would end.
            const bool isUsable = length > 1e-3 && length < 1e3;
            previous = glm::quat(isUsable ? value : value / length);
            if (std::abs(length - 1.0) > options.unitTolerance) {
                notUnit.add(i / perKey);
            }
        }
        track.values.push_back(previous);
    }
    if (notUnit) {
        notes.warning("anim.quat_not_unit",
                      options.place,
                      describe(notUnit, "keys") + " hold rotations of another length than 1; "
                                                  "what is sampled is normalised",
                      notUnit);
    }
    if (zero) {
        notes.error("anim.quat_zero",
                    options.place,
                    describe(zero, "keys") + " hold a rotation of no length; the key before was "
                                             "kept",
                    zero);
    }
    return track;
}

class ClipReader {
public:
    ClipReader(const ReadContext& context,
               const assets::Skeleton& skeleton,
               const std::vector<bool>& isJoint,
               std::size_t index)
        : context_(context)
        , skeleton_(skeleton)
        , isJoint_(isJoint)
        , animation_(context.document.animations[index])
        , place_(placeOf("animations", index)) {}

    std::shared_ptr<const assets::Clip> read() {
        for (std::size_t i = 0; i < animation_.channels.size(); ++i) {
            readChannel(i);
        }
        if (lateChannels_) {
            context_.notes.info("anim.first_key_after_zero",
                                place_,
                                describe(lateChannels_, "channels") +
                                    " have their first key after 0 s; its value holds before it",
                                lateChannels_);
        }
        assets::ClipData data;
        data.name = animation_.name;
        for (auto& [joint, tracks] : jointTracks_) {
            data.jointTracks.push_back(std::move(tracks));
        }
        data.morphWeightTracks = std::move(morphWeightTracks_);
        Result<std::shared_ptr<const assets::Clip>> clip =
            assets::Clip::create(std::move(data), skeleton_.jointCount());
        if (!clip) {
            fail(clip.error().code, place_, clip.error().message);
        }
        return *clip;
    }

private:
    void readChannel(std::size_t index) {
        const Channel& channel = animation_.channels[index];
        const std::string place = place_ + "/channels/" + std::to_string(index);
        Notes& notes = context_.notes;
        if (!channel.node) {
            notes.info("anim.channel_ignored", place, "it names no node");
            return;
        }
        const std::optional<Target> target = targetOf(channel.path);
        if (!target) {
            notes.warning(
                "anim.channel_ignored", place, "its path '" + channel.path + "' is not supported");
            return;
        }
        if (!seen_.emplace(*channel.node, *target).second) {
            notes.warning("anim.duplicate_target",
                          place,
                          "an earlier channel animates the " + channel.path + " of node " +
                              std::to_string(*channel.node) + " as well; the earlier one was kept");
            return;
        }
        const Node& node = context_.document.nodes[*channel.node];
        const std::uint32_t targetCount =
            node.mesh ? context_.document.meshes[*node.mesh].targetCount : 0;
        if (*target == Target::Weights && targetCount == 0) {
            notes.warning("anim.channel_ignored",
                          place,
                          "node " + std::to_string(*channel.node) + " has no morph targets");
            return;
        }
        if (*target != Target::Weights && node.matrix) {
            notes.warning("anim.matrix_node",
                          place,
                          "node " + std::to_string(*channel.node) +
                              " is given by a matrix; the channel replaces that part of it");
        }
        if (*target != Target::Weights && node.mesh && node.skin && node.children.empty() &&
            !isJoint_[*channel.node]) {
            notes.info("skin.mesh_node_animation_ignored",
                       place,
                       "node " + std::to_string(*channel.node) +
                           " carries a skinned mesh, which follows its joints alone");
        }
        const Sampler& sampler = animation_.samplers[channel.sampler];
        std::optional<Keys> keys = readKeys(context_, sampler, *target, targetCount, place);
        if (!keys) {
            return;
        }
        if (keys->times.front() > 0.0f) {
            lateChannels_.add(index);
        }
        addTrack(channel, *target, std::move(*keys), place);
    }

    void addTrack(const Channel& channel, Target target, Keys keys, const std::string& place) {
        const JointIndex joint = skeleton_.jointOfFileNode(*channel.node);
        if (target == Target::Weights) {
            const Node& node = context_.document.nodes[*channel.node];
            assets::MorphWeightTrack track;
            track.node = joint;
            track.targetCount = context_.document.meshes[*node.mesh].targetCount;
            track.weights = {keys.interpolation, std::move(keys.times), std::move(keys.values)};
            morphWeightTracks_.push_back(std::move(track));
            return;
        }
        assets::JointTracks& tracks = jointTracks_[joint];
        tracks.joint = joint;
        switch (target) {
        case Target::Translation:
            tracks.translation = toVectorTrack(std::move(keys));
            break;
        case Target::Scale:
            tracks.scale = toVectorTrack(std::move(keys));
            break;
        case Target::Rotation: {
            const std::uint32_t output = animation_.samplers[channel.sampler].output;
            const ComponentType type = context_.accessors.info(output).componentType;
            constexpr double kFloatTolerance = 1e-3;
            constexpr double kByteTolerance = 2e-2; // 4 components, each off by up to 1/254
            tracks.rotation = toRotationTrack(
                std::move(keys),
                {type == ComponentType::Int8 || type == ComponentType::Uint8 ? kByteTolerance
                                                                             : kFloatTolerance,
                 place},
                context_.notes);
            break;
        }
        case Target::Weights:
            break;
        }
    }

    const ReadContext& context_;
    const assets::Skeleton& skeleton_;
    const std::vector<bool>& isJoint_;
    const Animation& animation_;
    std::string place_;
    std::set<std::pair<std::uint32_t, Target>> seen_;
    std::map<JointIndex, assets::JointTracks> jointTracks_;
    std::vector<assets::MorphWeightTrack> morphWeightTracks_;
    Occurrences lateChannels_;
};

} // namespace

std::vector<std::shared_ptr<const assets::Clip>> readClips(const ReadContext& context,
                                                           const assets::Skeleton& skeleton) {
    std::vector<bool> isJoint(context.document.nodes.size(), false);
    for (const SkinInfo& skin : context.document.skins) {
        for (const std::uint32_t node : skin.joints) {
            isJoint[node] = true;
        }
    }
    std::vector<std::shared_ptr<const assets::Clip>> clips;
    for (std::size_t i = 0; i < context.document.animations.size(); ++i) {
        clips.push_back(ClipReader(context, skeleton, isJoint, i).read());
    }
    return clips;
}

} // namespace sartor::import::gltf
