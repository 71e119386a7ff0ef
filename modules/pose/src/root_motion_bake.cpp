// SPDX-License-Identifier: Apache-2.0
// Root motion baked into clips.
#include <sartor/math/quaternion.h>
#include <sartor/pose/root_motion_bake.h>
#include <sartor/pose/sampling.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace sartor::pose {
namespace {

/// The root at one time.
struct RootKey {
    float time = 0.0f;
    math::Transform local;    ///< parentFromJoint of the baked clip
    math::DoubleRigid motion; ///< modelFromCharacter of the motion track
    float shear = 0.0f;
};

using RootSampler = std::function<RootKey(float time)>;

double angleOf(const glm::dquat& a, const glm::dquat& b) {
    return glm::length(math::rotationVector(glm::conjugate(a) * b));
}

/// How far the straight line between two keys is from a key between them.
double lineError(const RootKey& from, const RootKey& to, const RootKey& between) {
    const float fraction = (between.time - from.time) / (to.time - from.time);
    const auto wide = static_cast<double>(fraction);
    const glm::dvec3 place = from.motion.translation * (1.0 - wide) + to.motion.translation * wide;
    const glm::quat turn = math::slerpShortest(
        glm::quat(from.motion.rotation), glm::quat(to.motion.rotation), fraction);
    const glm::vec3 local =
        from.local.translation * (1.0f - fraction) + to.local.translation * fraction;
    const glm::vec3 scale = from.local.scale * (1.0f - fraction) + to.local.scale * fraction;
    const glm::quat rotation =
        math::slerpShortest(from.local.rotation, to.local.rotation, fraction);
    return std::max({glm::length(place - between.motion.translation),
                     angleOf(glm::dquat(turn), between.motion.rotation),
                     static_cast<double>(glm::length(local - between.local.translation)),
                     static_cast<double>(glm::length(scale - between.local.scale)),
                     static_cast<double>(math::angleBetween(rotation, between.local.rotation))});
}

class KeyBuilder {
public:
    KeyBuilder(RootSampler sample, const BakeOptions& options)
        : sample_(std::move(sample)), options_(options) {}

    /// Keys at the times, which rise, and between them. False where there are too many.
    bool build(std::span<const float> times) {
        for (const float time : times) {
            if (!appendUpTo(sample_(time))) {
                return false;
            }
        }
        return true;
    }

    std::vector<RootKey> take() { return std::move(keys_); }

private:
    bool appendUpTo(const RootKey& last) {
        // Halves that are still to be looked at, the next on top.
        std::vector<RootKey> ends = {last};
        while (!ends.empty()) {
            const RootKey end = ends.back();
            if (!keys_.empty()) {
                const RootKey& from = keys_.back();
                const float middle = from.time + 0.5f * (end.time - from.time);
                if (middle > from.time && middle < end.time) {
                    const RootKey between = sample_(middle);
                    if (!isStraight(from, end, between)) {
                        if (keys_.size() + ends.size() >= options_.maximumKeyCount) {
                            return false;
                        }
                        ends.push_back(between);
                        continue;
                    }
                }
            }
            if (keys_.size() >= options_.maximumKeyCount) {
                return false;
            }
            keys_.push_back(end);
            ends.pop_back();
        }
        return true;
    }

    /// Not the middle alone, where a curve that swings about the line crosses it.
    bool isStraight(const RootKey& from, const RootKey& to, const RootKey& middle) const {
        // Motion needs a short arc between keys; half a turn has two.
        constexpr double kWidest = 1.5;
        if (angleOf(from.motion.rotation, to.motion.rotation) > kWidest ||
            lineError(from, to, middle) > options_.maximumError) {
            return false;
        }
        for (const float fraction : {0.21f, 0.37f, 0.68f, 0.83f}) {
            const float time = from.time + fraction * (to.time - from.time);
            if (time > from.time && time < to.time &&
                lineError(from, to, sample_(time)) > options_.maximumError) {
                return false;
            }
        }
        return true;
    }

    RootSampler sample_;
    BakeOptions options_;
    std::vector<RootKey> keys_;
};

template <class T>
void collectTimes(const assets::Track<T>& track, std::vector<float>& times) {
    for (std::size_t i = 0; i < track.times.size(); ++i) {
        const float time = track.times[i];
        times.push_back(time);
        // What jumps at a key is kept up to the last moment before it.
        const bool isJump = track.interpolation == assets::Interpolation::Step ||
                            (i > 0 && track.times[i - 1] == time);
        const float before = std::nextafter(time, -1.0f);
        if (isJump && before > 0.0f) {
            times.push_back(before);
        }
    }
}

/// Key times of the root and of what is above it, the ends of the clip among them.
std::vector<float> timesOf(const assets::Skeleton& skeleton, const RootMotionCurve& curve) {
    std::vector<float> times = {0.0f, curve.clip().duration()};
    for (JointIndex at = curve.settings().joint; !at.isNone(); at = skeleton.joint(at).parent) {
        for (const assets::JointTracks& tracks : curve.clip().jointTracks()) {
            if (tracks.joint == at) {
                collectTimes(tracks.translation, times);
                collectTimes(tracks.rotation, times);
                collectTimes(tracks.scale, times);
            }
        }
    }
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    times.erase(times.begin(), std::lower_bound(times.begin(), times.end(), 0.0f));
    return times;
}

Error tooManyKeys(const RootMotionCurve& curve, const BakeOptions& options) {
    return {"root_motion.keys",
            "root motion of clip '" + curve.clip().name() + "' needs more than " +
                std::to_string(options.maximumKeyCount) +
                " keys: expected a larger error to be allowed, or more keys"};
}

/// The tracks of the root from its keys. A scale that is the same in all of them needs one key.
assets::JointTracks rootTracks(JointIndex root, std::span<const RootKey> keys) {
    assets::JointTracks tracks;
    tracks.joint = root;
    const bool isScaling = std::any_of(keys.begin(), keys.end(), [&](const RootKey& key) {
        return key.local.scale != keys.front().local.scale;
    });
    for (const RootKey& key : keys) {
        tracks.translation.times.push_back(key.time);
        tracks.translation.values.push_back(key.local.translation);
        tracks.rotation.times.push_back(key.time);
        tracks.rotation.values.push_back(key.local.rotation);
        if (isScaling || tracks.scale.isEmpty()) {
            tracks.scale.times.push_back(key.time);
            tracks.scale.values.push_back(key.local.scale);
        }
    }
    return tracks;
}

/// One cycle of a track after those that it has. Nothing is interpolated from one to the next.
template <class T>
void appendCycle(const assets::Track<T>& from,
                 std::size_t valuesPerKey,
                 float start,
                 float duration,
                 assets::Track<T>& to) {
    if (from.isEmpty()) {
        return;
    }
    to.interpolation = from.interpolation;
    const bool isCubic = from.interpolation == assets::Interpolation::CubicSpline;
    const std::size_t last = from.times.size() - 1;
    const bool isHeldBefore = from.times.front() > 0.0f;
    const bool isHeldAfter = from.times.back() < duration;
    const auto appendKey = [&](std::size_t key, float time, bool isHeld) {
        // The end of one cycle and the start of the next can be rounded apart.
        const float earliest = to.times.empty() ? 0.0f : to.times.back();
        to.times.push_back(std::max(start + time, earliest));
        for (std::size_t i = 0; i < valuesPerKey; ++i) {
            // Towards a part that is held, the tangents of a spline are zero.
            const std::size_t third = isCubic ? i * 3 / valuesPerKey : 1;
            const bool isFlat = third != 1 && (isHeld || (third == 0 && key == 0 && isHeldBefore) ||
                                               (third == 2 && key == last && isHeldAfter));
            to.values.push_back(isFlat ? T{} : from.values[key * valuesPerKey + i]);
        }
    };
    if (isHeldBefore) {
        appendKey(0, 0.0f, true);
    }
    for (std::size_t key = 0; key <= last; ++key) {
        appendKey(key, from.times[key], false);
    }
    if (isHeldAfter) {
        appendKey(last, duration, true);
    }
}

} // namespace

math::DoubleRigid RootMotionTrack::at(float time) const {
    math::DoubleRigid motion;
    if (!translation.isEmpty()) {
        motion.translation = glm::dvec3(sampleTrack(translation, time));
    }
    if (!rotation.isEmpty()) {
        motion.rotation = glm::normalize(glm::dquat(sampleTrack(rotation, time)));
    }
    return motion;
}

Result<BakedRootMotion> bakeRootMotion(const assets::Skeleton& skeleton,
                                       const RootMotionCurve& curve,
                                       const BakeOptions& options) {
    const JointIndex root = curve.settings().joint;
    std::vector<math::Transform> pose(skeleton.jointCount());
    KeyBuilder builder(
        [&](float time) {
            RootKey key{.time = time, .local = {}, .motion = {}};
            sampleClip(skeleton, curve.clip(), time, pose);
            key.shear = curve.makeInPlace(skeleton, static_cast<double>(time), pose);
            key.local = pose[root.value()];
            key.motion = curve.modelFromCharacter(static_cast<double>(time));
            return key;
        },
        options);
    if (!builder.build(timesOf(skeleton, curve))) {
        return tooManyKeys(curve, options);
    }
    const std::vector<RootKey> keys = builder.take();
    BakedRootMotion baked;
    for (const RootKey& key : keys) {
        baked.motion.translation.times.push_back(key.time);
        baked.motion.translation.values.push_back(glm::vec3(key.motion.translation));
        baked.motion.rotation.times.push_back(key.time);
        baked.motion.rotation.values.push_back(glm::quat(key.motion.rotation));
        baked.shear = std::max(baked.shear, key.shear);
    }
    assets::ClipData data{curve.clip().name(), {}, {}};
    for (const assets::JointTracks& tracks : curve.clip().jointTracks()) {
        if (tracks.joint != root) {
            data.jointTracks.push_back(tracks);
        }
    }
    data.jointTracks.push_back(rootTracks(root, keys));
    data.morphWeightTracks.assign(curve.clip().morphWeightTracks().begin(),
                                  curve.clip().morphWeightTracks().end());
    auto clip = assets::Clip::create(std::move(data), skeleton.jointCount());
    if (!clip) {
        return clip.error();
    }
    baked.inPlace = *clip;
    return baked;
}

Result<std::shared_ptr<const assets::Clip>> bakeIntoPose(const assets::Skeleton& skeleton,
                                                         const RootMotionCurve& curve,
                                                         std::size_t cycleCount,
                                                         const BakeOptions& options) {
    const assets::Clip& clip = curve.clip();
    if (cycleCount == 0) {
        return Error{"root_motion.cycles",
                     "clip '" + clip.name() + "': expected at least one cycle to bake"};
    }
    const JointIndex root = curve.settings().joint;
    const float duration = clip.duration();
    const math::DoubleRigid start = curve.modelFromCharacter(0.0);
    const std::vector<float> times = timesOf(skeleton, curve);
    std::vector<math::Transform> pose(skeleton.jointCount());
    assets::ClipData data{clip.name(), {}, {}};
    std::vector<RootKey> keys;
    for (std::size_t cycle = 0; cycle < cycleCount; ++cycle) {
        const math::DoubleRigid before =
            start * math::power(curve.cycle(), static_cast<std::int64_t>(cycle)) *
            math::inverse(start);
        BakeOptions rest = options;
        rest.maximumKeyCount -= std::min(rest.maximumKeyCount, keys.size());
        KeyBuilder builder(
            [&](float time) {
                sampleClip(skeleton, clip, time, pose);
                const float shear = moveRoot(skeleton, root, before, pose);
                return RootKey{
                    .time = time, .local = pose[root.value()], .motion = {}, .shear = shear};
            },
            rest);
        if (!builder.build(times)) {
            return tooManyKeys(curve, options);
        }
        for (RootKey key : builder.take()) {
            key.time += static_cast<float>(cycle) * duration;
            key.time = keys.empty() ? key.time : std::max(key.time, keys.back().time);
            keys.push_back(key);
        }
    }
    for (const assets::JointTracks& tracks : clip.jointTracks()) {
        if (tracks.joint == root) {
            continue;
        }
        assets::JointTracks repeated;
        repeated.joint = tracks.joint;
        for (std::size_t cycle = 0; cycle < cycleCount; ++cycle) {
            const float offset = static_cast<float>(cycle) * duration;
            appendCycle(tracks.translation,
                        tracks.translation.valuesPerKey(),
                        offset,
                        duration,
                        repeated.translation);
            appendCycle(tracks.rotation,
                        tracks.rotation.valuesPerKey(),
                        offset,
                        duration,
                        repeated.rotation);
            appendCycle(
                tracks.scale, tracks.scale.valuesPerKey(), offset, duration, repeated.scale);
        }
        data.jointTracks.push_back(std::move(repeated));
    }
    for (const assets::MorphWeightTrack& track : clip.morphWeightTracks()) {
        assets::MorphWeightTrack repeated{track.node, track.targetCount, {}};
        for (std::size_t cycle = 0; cycle < cycleCount; ++cycle) {
            appendCycle(track.weights,
                        track.weights.valuesPerKey() * track.targetCount,
                        static_cast<float>(cycle) * duration,
                        duration,
                        repeated.weights);
        }
        data.morphWeightTracks.push_back(std::move(repeated));
    }
    data.jointTracks.push_back(rootTracks(root, keys));
    return assets::Clip::create(std::move(data), skeleton.jointCount());
}

} // namespace sartor::pose
