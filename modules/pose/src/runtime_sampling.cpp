// SPDX-License-Identifier: Apache-2.0
// Sampling of runtime clips, a block of joints at a time.
#include <sartor/base/assert.h>
#include <sartor/pose/runtime_sampling.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime_sampling.cpp"
// Before all that is written once for each target.
// clang-format off
#include <hwy/foreach_target.h>
#include "pose_lanes-inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace sartor::pose::HWY_NAMESPACE {

HWY_INLINE Vector between(Vector first, Vector second, Vector fraction) {
    return hn::MulAdd(fraction, hn::Sub(second, first), first);
}

HWY_INLINE Vector quantised(const std::int16_t* components) {
    const hn::Rebind<std::int16_t, Lanes> d16;
    const hn::Rebind<std::int32_t, Lanes> d32;
    return hn::ConvertTo(Lanes(), hn::PromoteTo(d32, hn::Load(d16, components)));
}

HWY_INLINE void sampleVectors(const FullVectors& first,
                              const FullVectors& second,
                              Vector fraction,
                              std::size_t lane,
                              Vector* out) {
    const Lanes d;
    for (int c = 0; c < 3; ++c) {
        out[c] = between(hn::Load(d, first.components[c] + lane),
                         hn::Load(d, second.components[c] + lane),
                         fraction);
    }
}

void sampleBlocks(const RuntimeClip& clip, const ClipMoment& moment, PoseBlock* blocks) {
    const Lanes d;
    const auto firstQuantised = clip.quantisedRotations(moment.frame);
    const auto nextQuantised = clip.quantisedRotations(moment.nextFrame);
    const auto firstRotations = clip.fullRotations(moment.frame);
    const auto nextRotations = clip.fullRotations(moment.nextFrame);
    const auto firstVectors = clip.fullVectors(moment.frame);
    const auto nextVectors = clip.fullVectors(moment.nextFrame);
    const Vector fraction = hn::Set(d, moment.fraction);
    const std::span<const ClipBlock> channels = clip.blocks();
    const std::span<const PoseBlock> constants = clip.constants();
    for (std::size_t b = 0; b < channels.size(); ++b) {
        const ClipBlock block = channels[b];
        const PoseBlock& constant = constants[b];
        for (std::size_t lane = 0; lane < kJointsPerBlock; lane += hn::Lanes(d)) {
            PoseLanes pose = loadPose(constant, lane);
            if (block.rotation == ChannelForm::Quantised) {
                const QuantisedRotations& first = firstQuantised[block.rotationIndex];
                const QuantisedRotations& next = nextQuantised[block.rotationIndex];
                for (int c = 0; c < 4; ++c) {
                    pose.rotation[c] = between(quantised(first.components[c] + lane),
                                               quantised(next.components[c] + lane),
                                               fraction);
                }
                normalise(pose.rotation);
            } else if (block.rotation == ChannelForm::Full) {
                const FullRotations& first = firstRotations[block.rotationIndex];
                const FullRotations& next = nextRotations[block.rotationIndex];
                for (int c = 0; c < 4; ++c) {
                    pose.rotation[c] = between(hn::Load(d, first.components[c] + lane),
                                               hn::Load(d, next.components[c] + lane),
                                               fraction);
                }
                normalise(pose.rotation);
            }
            if (block.translation == ChannelForm::Full) {
                sampleVectors(firstVectors[block.translationIndex],
                              nextVectors[block.translationIndex],
                              fraction,
                              lane,
                              pose.translation);
            }
            if (block.scale == ChannelForm::Full) {
                sampleVectors(firstVectors[block.scaleIndex],
                              nextVectors[block.scaleIndex],
                              fraction,
                              lane,
                              pose.scale);
            }
            storePose(pose, blocks[b], lane);
        }
    }
    const std::span<const ClipJointVector> jointVectors = clip.jointVectors();
    const std::span<const glm::vec3> firstValues = clip.jointVectorValues(moment.frame);
    const std::span<const glm::vec3> nextValues = clip.jointVectorValues(moment.nextFrame);
    for (std::size_t i = 0; i < jointVectors.size(); ++i) {
        const glm::vec3 value = firstValues[i] + (nextValues[i] - firstValues[i]) * moment.fraction;
        PoseBlock& block = blocks[jointVectors[i].block];
        float(&rows)[3][kJointsPerBlock] =
            jointVectors[i].isScale ? block.scale : block.translation;
        for (int c = 0; c < 3; ++c) {
            rows[c][jointVectors[i].lane] = value[c];
        }
    }
}

} // namespace sartor::pose::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sartor::pose {
HWY_EXPORT(sampleBlocks);

void sampleClip(const RuntimeClip& clip, float time, std::span<PoseBlock> blocks) {
    SARTOR_ASSERT(blocks.size() == clip.skeleton().blockCount());
    HWY_DYNAMIC_DISPATCH(sampleBlocks)(clip, clip.momentAt(time), blocks.data());
}

} // namespace sartor::pose
#endif
