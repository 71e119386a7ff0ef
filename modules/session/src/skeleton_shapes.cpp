// SPDX-License-Identifier: Apache-2.0
// The skeleton as shapes to draw.
#include "skeleton_shapes.h"

#include <sartor/math/finite.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace sartor::session {

namespace {

constexpr std::uint32_t kBoneColour = 0xffe8e0d8;
constexpr std::uint32_t kJointColour = 0xffd8c8b0;
constexpr std::uint32_t kSelectedColour = 0xff30a0ff;
/// X, Y, Z.
constexpr std::array<std::uint32_t, 3> kAxisColours = {0xff3c46f0, 0xff46c850, 0xfff07832};

/// Joints that bind something and what hangs below them; all nodes where nothing is bound. Nodes
/// that only place the character or a mesh would draw links that mean nothing.
std::vector<bool> drawnJoints(const Session& session) {
    const std::span<const assets::Joint> joints = session.scene().skeleton->joints();
    std::vector<bool> isDrawn(joints.size(), false);
    bool isAnyBound = false;
    for (std::size_t i = 0; i < session.scene().instances.size(); ++i) {
        const InstanceBinding& binding = session.binding(i);
        if (!binding.isRigid) {
            for (const JointIndex joint : binding.joints) {
                isDrawn[joint.value()] = true;
                isAnyBound = true;
            }
        }
    }
    if (!isAnyBound) {
        return std::vector<bool>(joints.size(), true);
    }
    std::vector<bool> carriesMesh(joints.size(), false);
    for (const import::MeshInstance& instance : session.scene().instances) {
        carriesMesh[instance.node.value()] = true;
    }
    for (std::size_t joint = 0; joint < joints.size(); ++joint) {
        const JointIndex parent = joints[joint].parent;
        if (!parent.isNone() && isDrawn[parent.value()] && !carriesMesh[joint]) {
            isDrawn[joint] = true;
        }
    }
    return isDrawn;
}

class SkeletonDrawing {
public:
    SkeletonDrawing(const Session& session, const ViewOptions& options, float sceneRadius)
        : options_(options)
        , joints_(session.scene().skeleton->joints())
        , modelFromJoint_(session.modelFromJoint())
        , isDrawn_(drawnJoints(session))
        , hasNoMesh_(session.scene().instances.empty())
        , size_(std::max(sceneRadius, 1e-6f)) {}

    SkeletonShapes shapes() const {
        SkeletonShapes shapes;
        const bool isLinked = options_.showSkeleton || hasNoMesh_;
        if (!isLinked && !options_.showAxes) {
            return shapes;
        }
        const std::vector<float> reach = reachOfJoints();
        for (std::size_t joint = 0; joint < joints_.size(); ++joint) {
            if (!isShown(joint)) {
                continue;
            }
            if (isLinked) {
                addLink(joint, shapes);
            }
            if (options_.showAxes) {
                addAxes(joint, reach[joint], shapes);
            }
        }
        return shapes;
    }

private:
    bool isShown(std::size_t joint) const {
        return isDrawn_[joint] && math::isFinite(modelFromJoint_[joint].translation);
    }
    bool isSelected(std::size_t joint) const { return options_.joint == JointIndex(joint); }

    void addLink(std::size_t joint, SkeletonShapes& shapes) const {
        const glm::vec3& place = modelFromJoint_[joint].translation;
        shapes.dots.push_back({place,
                               isSelected(joint) ? 4.5f : 3.5f,
                               isSelected(joint) ? 0.0f : size_ * 0.007f,
                               isSelected(joint) ? kSelectedColour : kJointColour});
        const JointIndex parent = joints_[joint].parent;
        if (parent.isNone() || !isShown(parent.value())) {
            return;
        }
        const glm::vec3& head = modelFromJoint_[parent.value()].translation;
        const float length = glm::distance(head, place);
        if (length > size_ * 1e-5f) {
            shapes.bones.push_back({head,
                                    std::min(length * 0.085f, size_ * 0.018f),
                                    place,
                                    isSelected(parent.value()) ? kSelectedColour : kBoneColour});
        }
    }

    void addAxes(std::size_t joint, float reach, SkeletonShapes& shapes) const {
        const math::Affine& modelFromJoint = modelFromJoint_[joint];
        const float length = std::clamp(reach * 0.4f, size_ * 0.010f, size_ * 0.06f);
        for (int axis = 0; axis < 3; ++axis) {
            const glm::vec3 direction = modelFromJoint.linear[axis];
            const float scale = glm::length(direction);
            if (scale > 0.0f && std::isfinite(scale)) {
                shapes.axes.push_back({modelFromJoint.translation,
                                       2.0f,
                                       modelFromJoint.translation + direction * (length / scale),
                                       kAxisColours[static_cast<std::size_t>(axis)]});
            }
        }
    }

    /// Distance from each joint to its nearest neighbour up or down, so that axes do not overlap.
    std::vector<float> reachOfJoints() const {
        std::vector<float> reach(joints_.size(), size_);
        for (std::size_t joint = 0; joint < joints_.size(); ++joint) {
            const JointIndex parent = joints_[joint].parent;
            if (parent.isNone() || !isShown(joint) || !isShown(parent.value())) {
                continue;
            }
            const float length = glm::distance(modelFromJoint_[joint].translation,
                                               modelFromJoint_[parent.value()].translation);
            if (length > size_ * 1e-5f) {
                reach[joint] = std::min(reach[joint], length);
                reach[parent.value()] = std::min(reach[parent.value()], length);
            }
        }
        return reach;
    }

    const ViewOptions& options_;
    std::span<const assets::Joint> joints_;
    std::span<const math::Affine> modelFromJoint_;
    std::vector<bool> isDrawn_;
    bool hasNoMesh_;
    /// Half the diagonal of what is seen.
    float size_;
};

} // namespace

SkeletonShapes
skeletonShapes(const Session& session, const ViewOptions& options, float sceneRadius) {
    return SkeletonDrawing(session, options, sceneRadius).shapes();
}

} // namespace sartor::session
