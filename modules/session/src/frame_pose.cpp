// SPDX-License-Identifier: Apache-2.0
// The pose of a frame: what a clip or a graph says, and what was set over it.
#include "frame_pose.h"

#include "frame_bits.h"

#include <sartor/pose/local_to_model.h>
#include <sartor/pose/sampling.h>
#include <sartor/session/graph_rig.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace sartor::session {

namespace {

void sampleMorphWeights(const assets::Clip& clip,
                        float time,
                        JointIndex node,
                        std::span<float> weights) {
    for (const assets::MorphWeightTrack& track : clip.morphWeightTracks()) {
        if (track.node == node && track.targetCount == weights.size() && !track.weights.isEmpty()) {
            pose::sampleTrack(track, time, weights);
        }
    }
}

} // namespace

FramePose::FramePose(const import::ImportedScene& scene)
    : scene_(scene)
    , parentFromJoint_(scene.skeleton->jointCount())
    , modelFromJoint_(scene.skeleton->jointCount())
    , modelFromJointAtRest_(pose::modelFromJointAtRest(*scene.skeleton))
    , morphWeights_(scene.instances.size()) {
    resetMorphWeights();
}

void FramePose::resetMorphWeights() {
    for (std::size_t i = 0; i < scene_.instances.size(); ++i) {
        morphWeights_[i] = scene_.instances[i].defaultMorphWeights;
    }
    morphRevisions_.assign(scene_.instances.size(), 0);
}

Status
FramePose::setMorphWeight(JointIndex node, std::uint32_t target, std::optional<float> weight) {
    const auto& instances = scene_.instances;
    const bool isKnown = std::any_of(instances.begin(), instances.end(), [&](const auto& instance) {
        return instance.node == node && target < instance.defaultMorphWeights.size();
    });
    if (!isKnown) {
        return Error{"session.morph_out_of_range",
                     "morph target " + std::to_string(target) + " of node " +
                         std::to_string(node.value()) + ": there is no such target"};
    }
    if (weight) {
        morphOverrides_[{node, target}] = *weight;
    } else {
        morphOverrides_.erase({node, target});
    }
    return {};
}

Status FramePose::setJointPose(JointIndex joint,
                               const std::optional<math::Transform>& parentFromJoint) {
    const std::size_t jointCount = scene_.skeleton->jointCount();
    if (joint.value() >= jointCount) {
        return Error{"session.joint_out_of_range",
                     "joint " + std::to_string(joint.value()) + ", expected less than " +
                         std::to_string(jointCount)};
    }
    if (!parentFromJoint) {
        poseOverrides_.erase(joint);
        return {};
    }
    if (!math::isFinite(math::toAffine(*parentFromJoint)) ||
        std::abs(glm::length(parentFromJoint->rotation) - 1.0f) > 1e-3f) {
        return Error{"session.pose",
                     "pose of joint " + std::to_string(joint.value()) +
                         ": expected finite numbers and a rotation of length one"};
    }
    poseOverrides_[joint] = *parentFromJoint;
    return {};
}

void FramePose::sample(std::optional<std::uint32_t> clip, double time) {
    const assets::Clip* current = clip ? scene_.clips[*clip].get() : nullptr;
    const auto clipTime = static_cast<float>(time);
    if (current == nullptr) {
        pose::restPose(*scene_.skeleton, parentFromJoint_);
    } else {
        pose::sampleClip(*scene_.skeleton, *current, clipTime, parentFromJoint_);
    }
    applyJointPoses();
    for (std::size_t i = 0; i < scene_.instances.size(); ++i) {
        const import::MeshInstance& instance = scene_.instances[i];
        nextMorphWeights_.assign(instance.defaultMorphWeights.begin(),
                                 instance.defaultMorphWeights.end());
        if (current != nullptr) {
            sampleMorphWeights(*current, clipTime, instance.node, nextMorphWeights_);
        }
        applyMorphWeights(i);
    }
}

void FramePose::evaluate(graph::GraphInstance& graph) {
    const graph::Rig& rig = graph.graph().rig();
    graphMorphWeights_.resize(rig.defaultMorphWeights.size());
    graph.evaluate(parentFromJoint_, graphMorphWeights_);
    applyJointPoses();
    for (std::size_t i = 0; i < scene_.instances.size(); ++i) {
        const import::MeshInstance& instance = scene_.instances[i];
        std::span<const float> weights = instance.defaultMorphWeights;
        if (const graph::MorphChannel* channel = findMorphChannel(rig, instance)) {
            weights = std::span(graphMorphWeights_).subspan(channel->first, channel->count);
        }
        nextMorphWeights_.assign(weights.begin(), weights.end());
        applyMorphWeights(i);
    }
}

void FramePose::applyJointPoses() {
    for (const auto& [joint, pose] : poseOverrides_) {
        parentFromJoint_[joint.value()] = pose;
    }
}

void FramePose::applyMorphWeights(std::size_t index) {
    const import::MeshInstance& instance = scene_.instances[index];
    std::vector<float>& weights = nextMorphWeights_;
    const auto first = morphOverrides_.lower_bound({instance.node, 0});
    for (auto entry = first; entry != morphOverrides_.end() && entry->first.first == instance.node;
         ++entry) {
        if (entry->first.second < weights.size()) {
            weights[entry->first.second] = entry->second;
        }
    }
    if (!haveEqualBits<float>(weights, morphWeights_[index])) {
        std::swap(weights, morphWeights_[index]);
        ++morphRevisions_[index];
    }
}

void FramePose::computeModelPose() {
    pose::localToModel(*scene_.skeleton, parentFromJoint_, modelFromJoint_);
}

} // namespace sartor::session
