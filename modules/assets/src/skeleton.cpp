// SPDX-License-Identifier: Apache-2.0
// Hierarchy and its invariants.
#include <sartor/assets/skeleton.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace sartor::assets {
namespace {

std::string describe(const Joint& joint, std::size_t index) {
    return "joint " + std::to_string(index) + " '" + joint.name + "'";
}

bool isFinite(const math::Transform& transform) {
    return math::isFinite({glm::mat3(transform.translation, transform.scale, glm::vec3(0.0f)),
                           glm::vec3(0.0f)}) &&
           std::isfinite(transform.rotation.x) && std::isfinite(transform.rotation.y) &&
           std::isfinite(transform.rotation.z) && std::isfinite(transform.rotation.w);
}

} // namespace

Result<std::shared_ptr<const Skeleton>> Skeleton::create(std::vector<Joint> joints) {
    for (std::size_t i = 0; i < joints.size(); ++i) {
        Joint& joint = joints[i];
        if (!joint.parent.isNone() && joint.parent.value() >= i) {
            return Error{"skeleton.parent_order",
                         describe(joint, i) + ": its parent " +
                             std::to_string(joint.parent.value()) + " must come before it"};
        }
        if (!isFinite(joint.parentFromJointRest)) {
            return Error{"skeleton.nonfinite",
                         describe(joint, i) + ": the rest pose holds NaN or infinity"};
        }
        const float length = glm::length(joint.parentFromJointRest.rotation);
        constexpr float kUnitTolerance = 1e-3f;
        if (std::abs(length - 1.0f) > kUnitTolerance) {
            return Error{"skeleton.rotation_not_unit",
                         describe(joint, i) + ": the rest rotation has length " +
                             std::to_string(length) + ", expected 1"};
        }
        // What rounding leaves of a unit quaternion stays, so that a copy has the same bits.
        constexpr float kRounding = 5e-7f;
        if (std::abs(length - 1.0f) > kRounding) {
            joint.parentFromJointRest.rotation = glm::normalize(joint.parentFromJointRest.rotation);
        }
    }
    Skeleton skeleton(std::move(joints));
    for (std::size_t i = 0; i < skeleton.joints_.size(); ++i) {
        const std::size_t fileNode = skeleton.joints_[i].fileNode;
        if (fileNode >= skeleton.jointOfFileNode_.size()) {
            skeleton.jointOfFileNode_.resize(fileNode + 1);
        }
        skeleton.jointOfFileNode_[fileNode] = JointIndex(i);
    }
    return std::make_shared<const Skeleton>(std::move(skeleton));
}

JointIndex Skeleton::jointOfFileNode(std::uint32_t fileNode) const {
    return fileNode < jointOfFileNode_.size() ? jointOfFileNode_[fileNode] : JointIndex();
}

std::vector<JointIndex> Skeleton::findByName(std::string_view name) const {
    std::vector<JointIndex> found;
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        if (joints_[i].name == name) {
            found.emplace_back(i);
        }
    }
    return found;
}

Result<std::vector<std::uint32_t>>
sortParentsFirst(std::span<const std::optional<std::uint32_t>> parents) {
    const auto count = static_cast<std::uint32_t>(parents.size());
    std::vector<std::vector<std::uint32_t>> children(count);
    std::vector<std::uint32_t> pending;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (!parents[i]) {
            continue;
        }
        if (*parents[i] >= count) {
            return Error{"hier.parent_out_of_range",
                         "node " + std::to_string(i) + ": parent " + std::to_string(*parents[i]) +
                             ", but there are " + std::to_string(count) + " nodes"};
        }
        children[*parents[i]].push_back(i);
    }
    for (std::uint32_t i = count; i-- > 0;) {
        if (!parents[i]) {
            pending.push_back(i);
        }
    }
    std::vector<std::uint32_t> order;
    order.reserve(count);
    std::vector<bool> isDone(count, false);
    while (!pending.empty()) {
        const std::uint32_t node = pending.back();
        pending.pop_back();
        order.push_back(node);
        isDone[node] = true;
        pending.insert(pending.end(), children[node].rbegin(), children[node].rend());
    }
    if (order.size() != count) {
        const auto cyclic = std::find(isDone.begin(), isDone.end(), false) - isDone.begin();
        return Error{"hier.cycle",
                     "node " + std::to_string(cyclic) +
                         " is its own ancestor, or has one that is: nodes must form trees"};
    }
    return order;
}

} // namespace sartor::assets
