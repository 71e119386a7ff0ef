// SPDX-License-Identifier: Apache-2.0
// Channels and samplers to tracks.
#include "gltf/animations.h"

#include "gltf/failure.h"

#include <sartor/math/finite.h>
#include <sartor/math/types.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <type_traits>

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

// Puts keys whose times go back into order, with their values; equal times keep their order.
template <class T>
void sortKeys(assets::Track<T>& track, std::size_t valuesPerTime) {
    std::vector<std::size_t> order(track.times.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return track.times[a] < track.times[b];
    });
    std::vector<float> times;
    std::vector<T> values;
    times.reserve(track.times.size());
    values.reserve(track.values.size());
    for (const std::size_t key : order) {
        times.push_back(track.times[key]);
        const auto first = track.values.begin() + static_cast<std::ptrdiff_t>(key * valuesPerTime);
        values.insert(values.end(), first, first + static_cast<std::ptrdiff_t>(valuesPerTime));
    }
    track.times = std::move(times);
    track.values = std::move(values);
}

Occurrences findNonfinite(std::span<const float> values) {
    Occurrences found;
    if (!math::findNonfinite(values)) {
        return found;
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::isfinite(values[i])) {
            found.add(i);
        }
    }
    return found;
}

template <class T>
void checkTimes(assets::Track<T>& track,
                std::size_t valuesPerTime,
                const std::string& place,
                Notes& notes) {
    Occurrences back;
    for (std::size_t i = 1; i < track.times.size(); ++i) {
        if (track.times[i] < track.times[i - 1]) {
            back.add(i);
        }
    }
    if (back) {
        notes.warning("anim.times_unsorted",
                      place,
                      describe(back, "keys") + " are before the key before them; the keys were "
                                               "sorted by time",
                      back);
        sortKeys(track, valuesPerTime);
    }
    Occurrences equal;
    for (std::size_t i = 1; i < track.times.size(); ++i) {
        if (track.times[i] == track.times[i - 1]) {
            equal.add(i);
        }
    }
    if (equal) {
        notes.warning("anim.times_duplicate",
                      place,
                      describe(equal, "keys") + " have the time of the key before them",
                      equal);
    }
    if (track.times.front() < 0.0f) {
        notes.warning("anim.times_negative",
                      place,
                      "the first key is at " + std::to_string(track.times.front()) +
                          " s, expected at least 0");
    }
}

// What the output of a sampler must be for its target.
struct OutputShape {
    ElementType elementType = ElementType::Vec3;
    Integers integers = Integers::AsDeclared;
    /// Elements at one time, without the tangents of a spline.
    std::size_t elementsPerTime = 1;
};

// The keys of a channel; nothing, with a note, where they cannot be used.
template <class T>
std::optional<assets::Track<T>> readTrack(const ReadContext& context,
                                          const Sampler& sampler,
                                          const OutputShape& shape,
                                          const std::string& place) {
    Accessors& accessors = context.accessors;
    accessors.expectType(sampler.input, {ElementType::Scalar});
    accessors.expectType(sampler.output, {shape.elementType});
    assets::Track<T> track;
    track.interpolation = interpolationOf(sampler.interpolation);
    track.times = accessors.floats(sampler.input);
    if constexpr (std::is_same_v<T, float>) {
        track.values = accessors.floats(sampler.output, shape.integers);
    } else {
        track.values = accessors.vectors<T>(sampler.output, shape.integers);
    }
    if (track.times.empty()) {
        context.notes.warning("anim.no_keys", place, "no keys; the channel was left out");
        return std::nullopt;
    }
    if (const Occurrences found = findNonfinite(track.times)) {
        context.notes.error("anim.times_nonfinite",
                            place,
                            describe(found, "key times") +
                                " are NaN or infinite; the channel was left out",
                            found);
        return std::nullopt;
    }
    const std::size_t valuesPerTime = shape.elementsPerTime * track.valuesPerKey();
    if (track.values.size() != track.times.size() * valuesPerTime) {
        context.notes.error("anim.output_count_mismatch",
                            place,
                            std::to_string(track.values.size()) + " values, expected " +
                                std::to_string(track.times.size() * valuesPerTime) + " for " +
                                std::to_string(track.times.size()) +
                                " keys; the channel was left out");
        return std::nullopt;
    }
    if (const Occurrences found = findNonfinite(math::componentsOf(track.values))) {
        context.notes.error("anim.output_nonfinite",
                            place,
                            describe(found, "numbers") +
                                " are NaN or infinite; the channel was left out",
                            found);
        return std::nullopt;
    }
    checkTimes(track, valuesPerTime, place, context.notes);
    return track;
}

struct RotationOptions {
    /// How far from one a length may be before it is worth a note: integers cannot do better.
    double unitTolerance = 1e-3;
    std::string place;
};

// Makes what cannot be a rotation one, and notes what is not of unit length.
void repairRotations(assets::Track<glm::quat>& track,
                     const RotationOptions& options,
                     Notes& notes) {
    const std::size_t perKey = track.valuesPerKey();
    Occurrences notUnit;
    Occurrences zero;
    glm::quat previous = math::identityQuat();
    for (std::size_t i = perKey / 2; i < track.values.size(); i += perKey) {
        glm::quat& rotation = track.values[i];
        constexpr float kNearlyUnit = 1e-5f;
        if (std::abs(glm::dot(rotation, rotation) - 1.0f) <= kNearlyUnit) {
            previous = rotation;
            continue;
        }
        // In double: the squares of large or tiny components do not fit a float.
        const glm::dquat value(rotation);
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
        rotation = previous;
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
        if (channel.path == "pointer") {
            notes.warning("anim.pointer_ignored",
                          place,
                          "it animates '" + channel.pointer +
                              "' by KHR_animation_pointer, which is not supported; the channel "
                              "was left out");
            return;
        }
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
        const float firstTime = addTrack(channel, *target, place);
        if (firstTime > 0.0f) {
            lateChannels_.add(index);
        }
    }

    // The first key's time; 0 where the channel could not be used.
    float addTrack(const Channel& channel, Target target, const std::string& place) {
        const Sampler& sampler = animation_.samplers[channel.sampler];
        const JointIndex joint = skeleton_.jointOfFileNode(*channel.node);
        if (target == Target::Weights) {
            const Node& node = context_.document.nodes[*channel.node];
            const std::uint32_t targetCount = context_.document.meshes[*node.mesh].targetCount;
            auto weights = readTrack<float>(
                context_, sampler, {ElementType::Scalar, Integers::Normalized, targetCount}, place);
            if (!weights) {
                return 0.0f;
            }
            const float firstTime = weights->times.front();
            morphWeightTracks_.push_back({joint, targetCount, *std::move(weights)});
            return firstTime;
        }
        if (target == Target::Rotation) {
            auto rotation = readTrack<glm::quat>(
                context_, sampler, {ElementType::Vec4, Integers::Normalized}, place);
            if (!rotation) {
                return 0.0f;
            }
            const ComponentType type = context_.accessors.info(sampler.output).componentType;
            constexpr double kFloatTolerance = 1e-3;
            constexpr double kByteTolerance = 2e-2; // 4 components, each off by up to 1/254
            const bool isByte = type == ComponentType::Int8 || type == ComponentType::Uint8;
            repairRotations(
                *rotation, {isByte ? kByteTolerance : kFloatTolerance, place}, context_.notes);
            return put(joint, &assets::JointTracks::rotation, *std::move(rotation));
        }
        auto vectors = readTrack<glm::vec3>(context_, sampler, {ElementType::Vec3}, place);
        if (!vectors) {
            return 0.0f;
        }
        return put(joint,
                   target == Target::Scale ? &assets::JointTracks::scale
                                           : &assets::JointTracks::translation,
                   *std::move(vectors));
    }

    template <class T>
    float
    put(JointIndex joint, assets::Track<T> assets::JointTracks::*member, assets::Track<T> track) {
        assets::JointTracks& tracks = jointTracks_[joint];
        tracks.joint = joint;
        tracks.*member = std::move(track);
        return (tracks.*member).times.front();
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
