// SPDX-License-Identifier: Apache-2.0
// The pose of a frame: what a clip or a graph says, and what was set over it.
#pragma once

#include <sartor/base/result.h>
#include <sartor/graph/graph_instance.h>
#include <sartor/import/imported_scene.h>
#include <sartor/math/affine.h>
#include <sartor/math/transform.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sartor::session {

class FramePose {
public:
    /// The scene outlives this.
    explicit FramePose(const import::ImportedScene& scene);

    /// Replaces the weight of one morph target of all instances at a node until cleared with none.
    /// Errors: "session.morph_out_of_range".
    Status setMorphWeight(JointIndex node, std::uint32_t target, std::optional<float> weight);
    /// Replaces the local pose of one joint until cleared with none.
    /// Errors: "session.joint_out_of_range", "session.pose".
    Status setJointPose(JointIndex joint, const std::optional<math::Transform>& parentFromJoint);

    /// Local pose and morph weights at a time of a clip, in seconds; none gives the file's own.
    void sample(std::optional<std::uint32_t> clip, double time);
    /// Those that a graph stands at. It runs on makeGraphRig() of the scene.
    void evaluate(graph::GraphInstance& graph);
    /// modelFromJoint of the local pose.
    void computeModelPose();
    /// Morph weights of the file again, as if none had been sampled.
    void resetMorphWeights();

    std::span<const math::Transform> parentFromJoint() const { return parentFromJoint_; }
    std::span<const math::Affine> modelFromJoint() const { return modelFromJoint_; }
    std::span<const math::Affine> modelFromJointAtRest() const { return modelFromJointAtRest_; }
    std::span<const float> morphWeights(std::size_t instance) const {
        return morphWeights_[instance];
    }
    /// How often the weights of an instance have changed.
    std::uint64_t morphRevision(std::size_t instance) const { return morphRevisions_[instance]; }

private:
    void applyJointPoses();
    /// Takes what is in nextMorphWeights_, with what was set over it.
    void applyMorphWeights(std::size_t instance);

    const import::ImportedScene& scene_;
    std::map<std::pair<JointIndex, std::uint32_t>, float> morphOverrides_;
    std::map<JointIndex, math::Transform> poseOverrides_;
    std::vector<math::Transform> parentFromJoint_;
    std::vector<math::Affine> modelFromJoint_;
    std::vector<math::Affine> modelFromJointAtRest_;
    std::vector<std::vector<float>> morphWeights_; // by instance
    std::vector<float> nextMorphWeights_;
    std::vector<float> graphMorphWeights_;      // all of a graph's pose
    std::vector<std::uint64_t> morphRevisions_; // by instance
};

} // namespace sartor::session
