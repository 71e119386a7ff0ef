// SPDX-License-Identifier: Apache-2.0
// A clip in the form that the runtime samples: whole poses at shared times, in blocks.
#pragma once

#include <sartor/assets/clip.h>
#include <sartor/pose/runtime_skeleton.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sartor::pose {

struct RuntimeClipOptions {
    /// Largest distance in model space between a point that a joint carries here and where exact
    /// interpolation of the file's keys carries it; in the model's units (glTF: metres).
    double tolerance = 0.00015;
    /// Distance of these points from the joint, in the same units: how far skin lies from a bone.
    double shellRadius = 0.1;
};

/// What a frame holds of one channel of one block.
enum class ChannelForm : std::uint8_t {
    Constant,  ///< nothing: the clip's constant
    Quantised, ///< four 16-bit components of a rotation
    Full       ///< floats
};

/// Where the channels of a block lie in a frame.
struct ClipBlock {
    ChannelForm rotation = ChannelForm::Constant;
    ChannelForm translation = ChannelForm::Constant;
    ChannelForm scale = ChannelForm::Constant;
    /// Position among what a frame holds in the channel's form.
    std::uint32_t rotationIndex = 0;
    std::uint32_t translationIndex = 0;
    std::uint32_t scaleIndex = 0;
};

/// A translation or scale that moves where few of its block do: held by itself.
struct ClipJointVector {
    std::uint32_t block = 0;
    std::uint32_t lane = 0;
    bool isScale = false;
};

struct alignas(64) QuantisedRotations {
    std::int16_t components[4][kJointsPerBlock]; ///< times 32767
};
struct alignas(64) FullRotations {
    float components[4][kJointsPerBlock];
};
struct alignas(64) FullVectors {
    float components[3][kJointsPerBlock];
};

/// Between which frames a time lies.
struct ClipMoment {
    std::size_t frame = 0;
    std::size_t nextFrame = 0;
    float fraction = 0.0f; ///< [0, 1); 0 where the frames are the same
};

/// Poses of all joints at frame times, linear between them: any time costs the same, and a clip has
/// no state. Rotations are four 16-bit numbers but where the tolerance asks for floats;
/// translations and scales are floats; what does not move is held once. Steps are two frames at one
/// time. Morph weights are not part of it: see sampleTrack(). Immutable; const, re-entrant.
class RuntimeClip {
public:
    /// Frames at all key times, and halfway again and again where linear interpolation of the pose
    /// is not close enough to that of the keys; evenly spaced ones instead where these are fewer.
    /// Errors: "clip.tolerance" (floats or a million frames cannot reach it; names joint and time),
    /// "clip.options" (not above zero).
    /// Cost: O(frames x joints), some times over.
    static Result<std::shared_ptr<const RuntimeClip>>
    create(std::shared_ptr<const RuntimeSkeleton> skeleton,
           const assets::Clip& clip,
           const RuntimeClipOptions& options = {});

    const RuntimeSkeleton& skeleton() const { return *skeleton_; }
    const std::string& name() const { return name_; }
    float duration() const { return duration_; } ///< seconds, of the clip it was made of
    std::size_t frameCount() const { return frameTimes_.size(); }
    /// Bytes of all it holds.
    std::size_t byteCount() const;
    /// The largest distance measured, as in RuntimeClipOptions::tolerance: at all frames and key
    /// times, and at three times between each.
    double maxError() const { return maxError_; }

    /// The last frame at or before a time; times outside of the clip are its ends.
    ClipMoment momentAt(float time) const;

    std::span<const ClipBlock> blocks() const { return blocks_; }
    std::span<const PoseBlock> constants() const { return constants_; }
    /// What one frame holds of each form.
    std::span<const QuantisedRotations> quantisedRotations(std::size_t frame) const {
        return {quantisedRotations_.data() + frame * quantisedPerFrame_, quantisedPerFrame_};
    }
    std::span<const FullRotations> fullRotations(std::size_t frame) const {
        return {fullRotations_.data() + frame * fullRotationsPerFrame_, fullRotationsPerFrame_};
    }
    std::span<const FullVectors> fullVectors(std::size_t frame) const {
        return {fullVectors_.data() + frame * fullVectorsPerFrame_, fullVectorsPerFrame_};
    }

    std::span<const ClipJointVector> jointVectors() const { return jointVectors_; }
    std::span<const glm::vec3> jointVectorValues(std::size_t frame) const {
        return {jointVectorValues_.data() + frame * jointVectors_.size(), jointVectors_.size()};
    }

private:
    friend class RuntimeClipBuilder;
    RuntimeClip() = default;

    std::size_t bucketOf(float time) const;

    std::shared_ptr<const RuntimeSkeleton> skeleton_;
    std::string name_;
    float duration_ = 0.0f;
    double maxError_ = 0.0;
    std::vector<float> frameTimes_; // not decreasing, at least one
    std::vector<float> perSecond_;  // one over the seconds to the next frame; 0 for none
    // By stretches of equal length: the last frame before it. A time's frame is that of its bucket
    // or one of the few in it.
    std::vector<std::uint32_t> frameBeforeBucket_;
    float bucketsPerSecond_ = 0.0f;
    std::vector<ClipBlock> blocks_;
    std::vector<PoseBlock> constants_;
    std::vector<QuantisedRotations> quantisedRotations_;
    std::vector<FullRotations> fullRotations_;
    std::vector<FullVectors> fullVectors_;
    std::vector<ClipJointVector> jointVectors_;
    std::vector<glm::vec3> jointVectorValues_;
    std::size_t quantisedPerFrame_ = 0;
    std::size_t fullRotationsPerFrame_ = 0;
    std::size_t fullVectorsPerFrame_ = 0;
};

} // namespace sartor::pose
