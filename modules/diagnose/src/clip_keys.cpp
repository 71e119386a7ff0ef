// SPDX-License-Identifier: Apache-2.0
// Keys of a clip that players disagree about, and bones that change length.
#include "rule.h"

#include <sartor/diagnose/clip_keys.h>
#include <sartor/math/quaternion.h>
#include <sartor/pose/local_to_model.h>
#include <sartor/pose/sampling.h>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <cmath>

namespace sartor::diagnose {
namespace {

constexpr double kStretch = 1e-5; // below it is what floats leave of a fixed length

void addKeys(const assets::JointTracks& tracks, ClipKeys& keys) {
    const assets::Track<glm::quat>& track = tracks.rotation;
    KeyStep widest{.joint = tracks.joint};
    SignFlips flips{.joint = tracks.joint};
    flips.isSpline = track.interpolation == assets::Interpolation::CubicSpline;
    for (std::size_t key = 1; key < track.times.size(); ++key) {
        const glm::quat& before = keyValue(track, key - 1);
        const glm::quat& value = keyValue(track, key);
        if (glm::dot(before, value) < 0.0f) {
            flips.firstTime = flips.count == 0 ? track.times[key] : flips.firstTime;
            ++flips.count;
        }
        if (track.interpolation == assets::Interpolation::Step) {
            continue;
        }
        const double degrees = glm::degrees(
            static_cast<double>(math::angleBetween(glm::normalize(before), glm::normalize(value))));
        widest.wideCount += degrees > kWideKeyStep ? 1 : 0;
        if (degrees > widest.degrees) {
            widest.degrees = degrees;
            widest.from = track.times[key - 1];
            widest.to = track.times[key];
        }
    }
    if (widest.degrees > 0.0) {
        keys.steps.push_back(widest);
    }
    if (flips.count > 0) {
        keys.flips.push_back(flips);
    }
}

// Calls visit(frame, modelFromJoint) for every frame.
template <class Visit>
void forEachFrame(const assets::Skeleton& skeleton,
                  const assets::Clip& clip,
                  const ClipFrames& frames,
                  const Visit& visit) {
    std::vector<math::Transform> parentFromJoint(skeleton.jointCount());
    std::vector<math::Affine> modelFromJoint(skeleton.jointCount());
    for (std::size_t frame = 0; frame < frames.count; ++frame) {
        pose::sampleClip(skeleton, clip, frames.time(frame), parentFromJoint);
        pose::localToModel(skeleton, parentFromJoint, modelFromJoint);
        visit(frame, std::span<const math::Affine>(modelFromJoint));
    }
}

// 0 for a joint without parent.
double lengthOf(const assets::Skeleton& skeleton,
                std::span<const math::Affine> modelFromJoint,
                std::size_t joint) {
    const JointIndex parent = skeleton.joints()[joint].parent;
    return parent.isNone() ? 0.0
                           : glm::length(glm::dvec3(modelFromJoint[joint].translation) -
                                         glm::dvec3(modelFromJoint[parent.value()].translation));
}

double worst(const BoneStretch& bone) {
    return std::max(bone.longest - 1.0, 1.0 - bone.shortest);
}

} // namespace

ClipKeys measureClipKeys(const import::ImportedScene& scene,
                         const assets::Clip& clip,
                         const ClipFrames& frames) {
    ClipKeys keys;
    for (const assets::JointTracks& tracks : clip.jointTracks()) {
        addKeys(tracks, keys);
    }
    std::stable_sort(keys.steps.begin(), keys.steps.end(), [](const auto& a, const auto& b) {
        return a.degrees > b.degrees;
    });
    // Extra turns of splines are seen everywhere, others only in players that do not mend them.
    std::stable_sort(keys.flips.begin(), keys.flips.end(), [](const auto& a, const auto& b) {
        return std::pair(a.isSpline, a.count) > std::pair(b.isSpline, b.count);
    });
    const assets::Skeleton& skeleton = *scene.skeleton;
    const std::vector<math::Affine> rest = pose::modelFromJointAtRest(skeleton);
    std::vector<BoneStretch> bones(skeleton.jointCount());
    std::vector<double> lengths(bones.size());
    double longest = 0.0;
    for (std::size_t i = 0; i < bones.size(); ++i) {
        bones[i].joint = JointIndex(i);
        lengths[i] = lengthOf(skeleton, rest, i);
        longest = std::max(longest, lengths[i]);
    }
    forEachFrame(skeleton, clip, frames, [&](std::size_t frame, auto modelFromJoint) {
        for (std::size_t i = 0; i < bones.size(); ++i) {
            // A joint at the place of its parent is no bone.
            if (!(lengths[i] > 1e-6 * longest)) {
                continue;
            }
            const double ratio = lengthOf(skeleton, modelFromJoint, i) / lengths[i];
            if (ratio < bones[i].shortest) {
                bones[i].shortest = ratio;
                bones[i].shortestTime = frames.time(frame);
            }
            if (ratio > bones[i].longest) {
                bones[i].longest = ratio;
                bones[i].longestTime = frames.time(frame);
            }
        }
    });
    std::copy_if(bones.begin(),
                 bones.end(),
                 std::back_inserter(keys.stretches),
                 [](const BoneStretch& bone) { return worst(bone) > kStretch; });
    std::stable_sort(keys.stretches.begin(),
                     keys.stretches.end(),
                     [](const auto& a, const auto& b) { return worst(a) > worst(b); });
    return keys;
}

std::vector<double> boneLengthCurve(const import::ImportedScene& scene,
                                    const assets::Clip& clip,
                                    const ClipFrames& frames,
                                    JointIndex joint) {
    const assets::Skeleton& skeleton = *scene.skeleton;
    const double rest = lengthOf(skeleton, pose::modelFromJointAtRest(skeleton), joint.value());
    std::vector<double> curve;
    if (rest > 0.0) {
        forEachFrame(skeleton, clip, frames, [&](std::size_t, auto modelFromJoint) {
            curve.push_back(lengthOf(skeleton, modelFromJoint, joint.value()) / rest);
        });
    }
    return curve;
}

} // namespace sartor::diagnose
