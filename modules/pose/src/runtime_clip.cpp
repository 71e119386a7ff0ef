// SPDX-License-Identifier: Apache-2.0
// How clips come into the form of the runtime.
#include <sartor/base/assert.h>
#include <sartor/pose/local_to_model.h>
#include <sartor/pose/runtime_clip.h>
#include <sartor/pose/runtime_sampling.h>
#include <sartor/pose/sampling.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace sartor::pose {
namespace {

constexpr std::size_t kMostFrames = 1'000'000;
// Frames closer than this say nothing that a float time could tell apart a few minutes on.
constexpr float kShortestInterval = 1e-5f;
constexpr std::array<float, 3> kFractions = {0.25f, 0.5f, 0.75f};
constexpr float kQuantisedOne = 32767.0f;

struct Frame {
    float time = 0.0f;
    /// Shows what holds just before its time, where a step follows.
    bool isBeforeStep = false;

    float sampleTime() const {
        return isBeforeStep ? std::nextafter(time, -std::numeric_limits<float>::infinity()) : time;
    }
};

// Times at which tracks have keys, and those at which one of them jumps.
struct KeyTimes {
    std::vector<float> all;
    std::vector<float> steps;

    template <class T>
    void add(const assets::Track<T>& track) {
        all.insert(all.end(), track.times.begin(), track.times.end());
        for (std::size_t i = 1; i < track.times.size(); ++i) {
            const bool isStep = track.interpolation == assets::Interpolation::Step;
            if (track.times[i] == track.times[i - 1] || isStep) {
                steps.push_back(track.times[i]);
            }
        }
    }
};

void sortUnique(std::vector<float>& times) {
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
}

KeyTimes keyTimesOf(const assets::Clip& clip) {
    KeyTimes times;
    for (const assets::JointTracks& tracks : clip.jointTracks()) {
        times.add(tracks.translation);
        times.add(tracks.rotation);
        times.add(tracks.scale);
    }
    if (times.all.empty()) {
        times.all.push_back(0.0f);
    }
    sortUnique(times.all);
    sortUnique(times.steps);
    return times;
}

std::vector<Frame> framesAt(const std::vector<float>& times, const std::vector<float>& steps) {
    std::vector<Frame> frames;
    for (const float time : times) {
        const bool isStep = std::binary_search(steps.begin(), steps.end(), time);
        if (isStep && time > times.front()) {
            frames.push_back({time, true});
        }
        frames.push_back({time, false});
    }
    return frames;
}

// Where a deviation is largest.
struct Deviation {
    double distance = 0.0;
    JointIndex joint;
    float time = 0.0f;

    void take(const Deviation& other) {
        if (!(other.distance <= distance)) {
            *this = other;
        }
    }
};

} // namespace

class RuntimeClipBuilder {
public:
    RuntimeClipBuilder(std::shared_ptr<const RuntimeSkeleton> skeleton,
                       const assets::Clip& clip,
                       const RuntimeClipOptions& options)
        : skeleton_(std::move(skeleton))
        , clip_(clip)
        , options_(options)
        , keyTimes_(keyTimesOf(clip))
        , local_(skeleton_->jointCount())
        , exact_(skeleton_->jointCount())
        , approximate_(skeleton_->jointCount())
        , blocks_(skeleton_->blockCount()) {}

    Result<std::shared_ptr<const RuntimeClip>> build() {
        if (const Status chosen = chooseFrames(); !chosen) {
            return chosen.error();
        }
        findAnimatedChannels();
        // The joints of the first blocks carry all others, and their errors reach the furthest.
        const std::uint32_t rotationBlocks = animatedRotationBlocks();
        Deviation deviation;
        for (std::uint32_t full = 0; full <= rotationBlocks; ++full) {
            const std::shared_ptr<RuntimeClip> clip = encode(full);
            deviation = deviationOf(*clip);
            if (deviation.distance <= options_.tolerance) {
                clip->maxError_ = deviation.distance;
                return std::shared_ptr<const RuntimeClip>(clip);
            }
        }
        return tooFar(deviation, "as floats");
    }

private:
    using Pose = std::vector<math::Transform>;

    Error tooFar(const Deviation& deviation, const std::string& how) const {
        const std::string joint =
            deviation.joint.isNone()
                ? std::string()
                : ", joint '" + skeleton_->skeleton().joint(deviation.joint).name + "'";
        return {"clip.tolerance",
                "clip '" + clip_.name() + "': " + how + " it is " +
                    std::to_string(deviation.distance) + " units off at " +
                    std::to_string(deviation.time) + " s" + joint + ", allowed are " +
                    std::to_string(options_.tolerance)};
    }

    void samplePose(float time, Pose& pose) const {
        pose.resize(skeleton_->jointCount());
        sampleClip(skeleton_->skeleton(), clip_, time, pose);
    }

    /// Adds a pose with its rotations on the side of the pose before it.
    void appendPose(const Frame& frame, std::vector<Pose>& poses) const {
        Pose pose;
        samplePose(frame.sampleTime(), pose);
        if (!poses.empty()) {
            for (std::size_t j = 0; j < pose.size(); ++j) {
                if (glm::dot(pose[j].rotation, poses.back()[j].rotation) < 0.0f) {
                    pose[j].rotation = -pose[j].rotation;
                }
            }
        }
        poses.push_back(std::move(pose));
    }

    /// How far `approximate_`, model transforms at a time, is from the clip.
    Deviation deviationAt(float time) {
        samplePose(time, local_);
        localToModel(skeleton_->skeleton(), local_, exact_);
        Deviation worst{0.0, {}, time};
        for (std::size_t j = 0; j < exact_.size(); ++j) {
            const glm::dvec3 offset =
                glm::dvec3(approximate_[j].translation) - glm::dvec3(exact_[j].translation);
            double distance = glm::length(offset);
            for (int axis = 0; axis < 3; ++axis) {
                const glm::dvec3 column(exact_[j].linear[axis]);
                const double length = glm::length(column);
                if (length > 0.0) {
                    const glm::dvec3 difference =
                        (glm::dvec3(approximate_[j].linear[axis]) - column) *
                        (options_.shellRadius / length);
                    distance = std::max({distance,
                                         glm::length(offset + difference),
                                         glm::length(offset - difference)});
                }
            }
            worst.take({distance, JointIndex(j), time});
        }
        return worst;
    }

    /// Of the pose between two frames' poses, floats.
    Deviation deviationBetween(const Pose& first, const Pose& next, float fraction, float time) {
        Pose& pose = local_;
        pose.resize(first.size());
        for (std::size_t j = 0; j < pose.size(); ++j) {
            pose[j].translation = glm::mix(first[j].translation, next[j].translation, fraction);
            pose[j].scale = glm::mix(first[j].scale, next[j].scale, fraction);
            pose[j].rotation =
                glm::normalize(first[j].rotation * (1.0f - fraction) + next[j].rotation * fraction);
        }
        localToModel(skeleton_->skeleton(), pose, approximate_);
        return deviationAt(time);
    }

    /// The largest of a stretch between two frames: at its inner times, and at the keys within.
    Deviation deviationWithin(const Frame& firstFrame,
                              const Pose& first,
                              const Frame& nextFrame,
                              const Pose& next) {
        Deviation worst;
        const float length = nextFrame.time - firstFrame.time;
        const auto takeAt = [&](float time) {
            // Of the time as it was rounded.
            worst.take(deviationBetween(first, next, (time - firstFrame.time) / length, time));
        };
        for (const float fraction : kFractions) {
            takeAt(firstFrame.time + fraction * length);
        }
        const std::vector<float>& keys = keyTimes_.all;
        for (auto key = std::upper_bound(keys.begin(), keys.end(), firstFrame.time);
             key != keys.end() && *key < nextFrame.time;
             ++key) {
            takeAt(*key);
        }
        return worst;
    }

    /// Half of the tolerance is for the frames, and the rest for what their numbers lose.
    double frameTolerance() const { return 0.5 * options_.tolerance; }

    Status chooseFrames() {
        const float first = keyTimes_.all.front();
        const float duration = keyTimes_.all.back() - first;
        for (const float rate : {30.0f, 60.0f, 120.0f, 240.0f}) {
            const float count = std::ceil(duration * rate);
            if (count + 1.0f < static_cast<float>(keyTimes_.all.size())) {
                std::vector<float> times = keyTimes_.steps;
                times.push_back(keyTimes_.all.back());
                for (float i = 0.0f; i < count; ++i) {
                    times.push_back(first + duration * (i / count));
                }
                sortUnique(times);
                if (isCloseWith(framesAt(times, keyTimes_.steps))) {
                    return {};
                }
            }
        }
        return divide(framesAt(keyTimes_.all, keyTimes_.steps));
    }

    bool isCloseWith(const std::vector<Frame>& frames) {
        std::vector<Pose> poses;
        for (std::size_t i = 0; i < frames.size(); ++i) {
            appendPose(frames[i], poses);
            if (i > 0 && frames[i].time > frames[i - 1].time &&
                deviationWithin(frames[i - 1], poses[i - 1], frames[i], poses[i]).distance >
                    frameTolerance()) {
                return false;
            }
        }
        frames_ = frames;
        poses_ = std::move(poses);
        return true;
    }

    /// Puts frames halfway wherever the pose between two is not close enough.
    Status divide(const std::vector<Frame>& given) {
        frames_ = {given.front()};
        poses_.clear();
        appendPose(given.front(), poses_);
        for (std::size_t i = 1; i < given.size(); ++i) {
            std::vector<Frame> ahead = {given[i]};
            while (!ahead.empty()) {
                if (frames_.size() + ahead.size() > kMostFrames) {
                    return tooFar({0.0, {}, frames_.back().time}, "with a million frames");
                }
                const Frame frame = ahead.back();
                std::vector<Pose> next = {poses_.back()};
                appendPose(frame, next);
                const float length = frame.time - frames_.back().time;
                const float halfway = frames_.back().time + 0.5f * length;
                if (length > kShortestInterval && halfway > frames_.back().time &&
                    halfway < frame.time &&
                    deviationWithin(frames_.back(), poses_.back(), frame, next.back()).distance >
                        frameTolerance()) {
                    ahead.push_back({halfway, false});
                    continue;
                }
                ahead.pop_back();
                frames_.push_back(frame);
                poses_.push_back(std::move(next.back()));
            }
        }
        return {};
    }

    /// What changes by more than rounding.
    void findAnimatedChannels() {
        constexpr float kRounding = 1e-6f;
        channels_.assign(skeleton_->blockCount(), {});
        std::vector<ClipJointVector> moving;
        for (std::uint32_t slot = 0; slot < skeleton_->jointCount(); ++slot) {
            const std::size_t joint = skeleton_->jointOfSlot()[slot].value();
            const std::uint32_t block = slot / std::uint32_t(kJointsPerBlock);
            const std::uint32_t lane = slot % std::uint32_t(kJointsPerBlock);
            const math::Transform& first = poses_.front()[joint];
            const auto moves = [&](auto difference, float size) {
                return std::any_of(poses_.begin(), poses_.end(), [&](const Pose& pose) {
                    return glm::length(difference(pose[joint])) > kRounding * size;
                });
            };
            if (moves(
                    [&](const math::Transform& now) {
                        const glm::quat change = now.rotation - first.rotation;
                        return glm::vec4(change.x, change.y, change.z, change.w);
                    },
                    1.0f)) {
                channels_[block].rotation = ChannelForm::Quantised;
            }
            if (moves(
                    [&](const math::Transform& now) { return now.translation - first.translation; },
                    glm::length(first.translation))) {
                moving.push_back({block, lane, false});
            }
            if (moves([&](const math::Transform& now) { return now.scale - first.scale; },
                      glm::length(first.scale))) {
                moving.push_back({block, lane, true});
            }
        }
        // A block of floats pays where as many lanes of it are needed.
        constexpr std::ptrdiff_t kMostByThemselves = 3;
        for (const ClipJointVector& vector : moving) {
            const auto ofSameChannel = [&](const ClipJointVector& other) {
                return other.block == vector.block && other.isScale == vector.isScale;
            };
            if (std::count_if(moving.begin(), moving.end(), ofSameChannel) <= kMostByThemselves) {
                jointVectors_.push_back(vector);
            } else {
                ClipBlock& block = channels_[vector.block];
                (vector.isScale ? block.scale : block.translation) = ChannelForm::Full;
            }
        }
    }

    std::uint32_t animatedRotationBlocks() const {
        return static_cast<std::uint32_t>(
            std::count_if(channels_.begin(), channels_.end(), [](const ClipBlock& block) {
                return block.rotation != ChannelForm::Constant;
            }));
    }

    /// The clip with the rotations of the first `fullCount` animated blocks as floats.
    std::shared_ptr<RuntimeClip> encode(std::uint32_t fullCount) {
        std::shared_ptr<RuntimeClip> clip(new RuntimeClip);
        clip->skeleton_ = skeleton_;
        clip->name_ = clip_.name();
        clip->duration_ = clip_.duration();
        clip->blocks_ = channels_;
        clip->jointVectors_ = jointVectors_;
        std::uint32_t rotationCount = 0;
        std::uint32_t vectorCount = 0;
        for (ClipBlock& block : clip->blocks_) {
            if (block.rotation != ChannelForm::Constant) {
                const bool isFull = rotationCount < fullCount;
                block.rotation = isFull ? ChannelForm::Full : ChannelForm::Quantised;
                block.rotationIndex = isFull ? rotationCount : rotationCount - fullCount;
                ++rotationCount;
            }
            if (block.translation != ChannelForm::Constant) {
                block.translationIndex = vectorCount++;
            }
            if (block.scale != ChannelForm::Constant) {
                block.scaleIndex = vectorCount++;
            }
        }
        clip->constants_.resize(clip->blocks_.size());
        toPoseBlocks(*skeleton_, poses_.front(), clip->constants_);
        for (std::size_t i = 0; i < poses_.size(); ++i) {
            toPoseBlocks(*skeleton_, poses_[i], blocks_);
            for (std::size_t b = 0; b < blocks_.size(); ++b) {
                appendBlock(clip->blocks_[b], blocks_[b], *clip);
            }
            for (const ClipJointVector& vector : jointVectors_) {
                const std::size_t slot = vector.block * kJointsPerBlock + vector.lane;
                const math::Transform& value = poses_[i][skeleton_->jointOfSlot()[slot].value()];
                clip->jointVectorValues_.push_back(vector.isScale ? value.scale
                                                                  : value.translation);
            }
        }
        clip->quantisedPerFrame_ = rotationCount - std::min(rotationCount, fullCount);
        clip->fullRotationsPerFrame_ = std::min(rotationCount, fullCount);
        clip->fullVectorsPerFrame_ = vectorCount;
        setTimes(*clip);
        return clip;
    }

    // The channels of a frame come in the order of their indices.
    static void appendBlock(const ClipBlock& channels, const PoseBlock& values, RuntimeClip& clip) {
        if (channels.rotation == ChannelForm::Full) {
            FullRotations& keys = clip.fullRotations_.emplace_back();
            std::copy_n(&values.rotation[0][0], 4 * kJointsPerBlock, &keys.components[0][0]);
        } else if (channels.rotation == ChannelForm::Quantised) {
            QuantisedRotations& keys = clip.quantisedRotations_.emplace_back();
            std::transform(&values.rotation[0][0],
                           &values.rotation[0][0] + 4 * kJointsPerBlock,
                           &keys.components[0][0],
                           [](float component) {
                               return static_cast<std::int16_t>(
                                   std::lround(std::clamp(component, -1.0f, 1.0f) * kQuantisedOne));
                           });
        }
        const auto appendVectors = [&clip](const float(&rows)[3][kJointsPerBlock]) {
            FullVectors& keys = clip.fullVectors_.emplace_back();
            std::copy_n(&rows[0][0], 3 * kJointsPerBlock, &keys.components[0][0]);
        };
        if (channels.translation == ChannelForm::Full) {
            appendVectors(values.translation);
        }
        if (channels.scale == ChannelForm::Full) {
            appendVectors(values.scale);
        }
    }

    void setTimes(RuntimeClip& clip) const {
        for (std::size_t i = 0; i < frames_.size(); ++i) {
            clip.frameTimes_.push_back(frames_[i].time);
            const float length =
                i + 1 < frames_.size() ? frames_[i + 1].time - frames_[i].time : 0.0f;
            clip.perSecond_.push_back(length > std::numeric_limits<float>::min() ? 1.0f / length
                                                                                 : 0.0f);
        }
        const float length = frames_.back().time - frames_.front().time;
        clip.frameBeforeBucket_.assign(frames_.size(),
                                       static_cast<std::uint32_t>(frames_.size() - 1));
        clip.frameBeforeBucket_[0] = 0;
        clip.bucketsPerSecond_ =
            length > 0.0f ? static_cast<float>(frames_.size() - 1) / length : 0.0f;
        std::size_t bucket = 0;
        for (std::uint32_t i = 0; i < frames_.size(); ++i) {
            for (; bucket < clip.bucketOf(frames_[i].time); ++bucket) {
                clip.frameBeforeBucket_[bucket + 1] = i - 1;
            }
        }
    }

    Deviation deviationOf(const RuntimeClip& clip) {
        Deviation worst;
        const auto take = [&](float time) {
            sampleClip(clip, time, blocks_);
            fromPoseBlocks(*skeleton_, blocks_, local_);
            localToModel(skeleton_->skeleton(), local_, approximate_);
            worst.take(deviationAt(time));
        };
        for (const float time : keyTimes_.all) {
            take(time);
        }
        for (std::size_t i = 0; i + 1 < frames_.size(); ++i) {
            const float length = frames_[i + 1].time - frames_[i].time;
            take(frames_[i].sampleTime());
            for (const float fraction : kFractions) {
                if (length > kShortestInterval) {
                    take(frames_[i].time + fraction * length);
                }
            }
        }
        return worst;
    }

    std::shared_ptr<const RuntimeSkeleton> skeleton_;
    const assets::Clip& clip_;
    RuntimeClipOptions options_;
    KeyTimes keyTimes_;
    std::vector<Frame> frames_;
    std::vector<Pose> poses_; // of the frames
    std::vector<ClipBlock> channels_;
    std::vector<ClipJointVector> jointVectors_;
    // Of the moment that is compared.
    Pose local_;
    std::vector<math::Affine> exact_;
    std::vector<math::Affine> approximate_;
    std::vector<PoseBlock> blocks_;
};

Result<std::shared_ptr<const RuntimeClip>>
RuntimeClip::create(std::shared_ptr<const RuntimeSkeleton> skeleton,
                    const assets::Clip& clip,
                    const RuntimeClipOptions& options) {
    if (!(options.tolerance > 0.0) || !(options.shellRadius > 0.0)) {
        return Error{"clip.options",
                     "tolerance " + std::to_string(options.tolerance) + ", shell radius " +
                         std::to_string(options.shellRadius) + ": both must be above zero"};
    }
    return RuntimeClipBuilder(std::move(skeleton), clip, options).build();
}

std::size_t RuntimeClip::byteCount() const {
    return sizeof(RuntimeClip) + frameTimes_.size() * sizeof(float) +
           perSecond_.size() * sizeof(float) + frameBeforeBucket_.size() * sizeof(std::uint32_t) +
           blocks_.size() * sizeof(ClipBlock) + constants_.size() * sizeof(PoseBlock) +
           quantisedRotations_.size() * sizeof(QuantisedRotations) +
           fullRotations_.size() * sizeof(FullRotations) +
           fullVectors_.size() * sizeof(FullVectors) +
           jointVectors_.size() * sizeof(ClipJointVector) +
           jointVectorValues_.size() * sizeof(glm::vec3);
}

// A time is in the bucket of a frame or a later one whenever it is at the frame or later: the
// function does not decrease, rounded or not.
std::size_t RuntimeClip::bucketOf(float time) const {
    const float bucket = (time - frameTimes_.front()) * bucketsPerSecond_;
    return std::min(static_cast<std::size_t>(bucket), frameBeforeBucket_.size() - 1);
}

ClipMoment RuntimeClip::momentAt(float time) const {
    const std::size_t last = frameTimes_.size() - 1;
    if (!(time > frameTimes_.front())) {
        // Of several frames at the first time the last holds; NaN is taken as the start.
        const auto end = std::upper_bound(frameTimes_.begin(), frameTimes_.end(), frameTimes_[0]);
        const auto frame = static_cast<std::size_t>(end - frameTimes_.begin()) - 1;
        return {frame, frame, 0.0f};
    }
    if (time >= frameTimes_.back()) {
        return {last, last, 0.0f};
    }
    const std::size_t bucket = bucketOf(time);
    const std::size_t begin = frameBeforeBucket_[bucket];
    const std::size_t end =
        bucket + 1 < frameBeforeBucket_.size() ? frameBeforeBucket_[bucket + 1] : last - 1;
    // Evenly spaced frames are one or two steps apart.
    std::size_t frame = begin;
    if (end - begin > 4) {
        const auto next = std::upper_bound(frameTimes_.begin() + std::ptrdiff_t(begin) + 1,
                                           frameTimes_.begin() + std::ptrdiff_t(end) + 1,
                                           time);
        frame = static_cast<std::size_t>(next - frameTimes_.begin()) - 1;
    } else {
        while (frame < end && frameTimes_[frame + 1] <= time) {
            ++frame;
        }
    }
    const float fraction = (time - frameTimes_[frame]) * perSecond_[frame];
    return {frame, frame + 1, std::min(fraction, 1.0f)};
}

} // namespace sartor::pose
