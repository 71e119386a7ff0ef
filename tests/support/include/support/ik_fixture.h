// SPDX-License-Identifier: Apache-2.0
// Chains below parents of all kinds, and forward kinematics written from its definition.
#pragma once

#include <sartor/assets/skeleton.h>
#include <sartor/pose/ik_chain.h>

#include <support/compare.h>
#include <support/require.h>

#include <cstring>
#include <string>
#include <vector>

namespace sartor::test {

/// What stands above a chain.
struct ParentKind {
    const char* name;
    /// Local transforms from the scene's root down.
    std::vector<math::Transform> above;
    /// Whether lengths and angles below stay what they are.
    bool keepsAngles = true;
};

inline std::vector<ParentKind> parentKinds() {
    const glm::quat turn = glm::normalize(glm::quat(0.3f, -0.5f, 0.7f, 0.4f));
    const glm::vec3 far(3.0f, -2.0f, 5.0f);
    const glm::quat none = math::identityQuat();
    return {
        {"identity", {{}}},
        {"translated", {{far, none, glm::vec3(1)}}},
        {"rotated", {{glm::vec3(0), turn, glm::vec3(1)}}},
        {"scaled", {{far, turn, glm::vec3(1)}, {glm::vec3(0, 1, 0), turn, glm::vec3(2.5f)}}},
        {"mirrored", {{far, turn, glm::vec3(-1, 1, 1)}, {glm::vec3(1, 0, 0), turn, glm::vec3(1)}}},
        {"negative", {{far, turn, glm::vec3(-0.5f)}}},
        {"not uniform", {{far, turn, glm::vec3(1.5f, 0.8f, 1)}}, false},
        {"sheared",
         {{far, none, glm::vec3(1.6f, 0.7f, 1.2f)}, {glm::vec3(0), turn, glm::vec3(1)}},
         false}};
}

/// Position of every joint and its linear map, from parent to child as matrices of four rows.
inline std::vector<glm::dmat4> forwardKinematics(const assets::Skeleton& skeleton,
                                                 std::span<const math::Transform> parentFromJoint) {
    std::vector<glm::dmat4> modelFromJoint;
    for (std::size_t i = 0; i < skeleton.jointCount(); ++i) {
        const math::Transform& local = parentFromJoint[i];
        const double length = std::sqrt(static_cast<double>(local.rotation.x) * local.rotation.x +
                                        static_cast<double>(local.rotation.y) * local.rotation.y +
                                        static_cast<double>(local.rotation.z) * local.rotation.z +
                                        static_cast<double>(local.rotation.w) * local.rotation.w);
        const double x = local.rotation.x / length;
        const double y = local.rotation.y / length;
        const double z = local.rotation.z / length;
        const double w = local.rotation.w / length;
        const glm::dvec3 s(local.scale);
        const glm::dmat4 matrix(
            glm::dvec4(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), 0) * s.x,
            glm::dvec4(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), 0) * s.y,
            glm::dvec4(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y), 0) * s.z,
            glm::dvec4(glm::dvec3(local.translation), 1));
        const JointIndex parent = skeleton.joints()[i].parent;
        modelFromJoint.push_back(parent.isNone() ? matrix
                                                 : modelFromJoint[parent.value()] * matrix);
    }
    return modelFromJoint;
}

/// A skeleton with a chain in it, and a pose.
struct IkRig {
    std::shared_ptr<const assets::Skeleton> skeleton;
    std::vector<JointIndex> chain; ///< from the root to the tip
    std::vector<math::Transform> parentFromJoint;
    std::vector<math::Affine> modelFromJoint;

    pose::IkPose pose() { return {*skeleton, parentFromJoint, modelFromJoint}; }

    glm::dvec3 position(std::size_t inChain) const {
        return glm::dvec3(forwardKinematics(*skeleton, parentFromJoint)[chain[inChain].value()][3]);
    }
    std::vector<glm::dvec3> positions() const {
        const std::vector<glm::dmat4> model = forwardKinematics(*skeleton, parentFromJoint);
        std::vector<glm::dvec3> found;
        for (const JointIndex joint : chain) {
            found.emplace_back(model[joint.value()][3]);
        }
        return found;
    }
    double length() const {
        const std::vector<glm::dvec3> points = positions();
        double sum = 0.0;
        for (std::size_t i = 1; i < points.size(); ++i) {
            sum += glm::distance(points[i - 1], points[i]);
        }
        return sum;
    }
    math::Transform& local(std::size_t inChain) { return parentFromJoint[chain[inChain].value()]; }
    void update() {
        const std::vector<glm::dmat4> model = forwardKinematics(*skeleton, parentFromJoint);
        modelFromJoint.clear();
        for (const glm::dmat4& matrix : model) {
            modelFromJoint.push_back(math::fromMat4(glm::mat4(matrix)));
        }
    }
};

/// Joints below `above`; each bone's rest transform in `bones`, the first one's is that of the
/// chain's root. A joint that belongs to no chain hangs on each.
inline IkRig makeRig(const ParentKind& kind, const std::vector<math::Transform>& bones) {
    std::vector<assets::Joint> joints;
    JointIndex parent;
    for (const math::Transform& above : kind.above) {
        joints.push_back({"above " + std::to_string(joints.size()), parent, above, 0});
        parent = JointIndex(joints.size() - 1);
    }
    IkRig rig;
    for (const math::Transform& bone : bones) {
        joints.push_back({"bone " + std::to_string(rig.chain.size()), parent, bone, 0});
        parent = JointIndex(joints.size() - 1);
        rig.chain.push_back(parent);
        joints.push_back({"beside", parent, {glm::vec3(0.1f), {}, glm::vec3(1)}, 0});
        joints.back().parentFromJointRest.rotation = math::identityQuat();
    }
    for (std::size_t i = 0; i < joints.size(); ++i) {
        joints[i].fileNode = static_cast<std::uint32_t>(i);
    }
    rig.skeleton = require(assets::Skeleton::create(joints));
    for (const assets::Joint& joint : rig.skeleton->joints()) {
        rig.parentFromJoint.push_back(joint.parentFromJointRest);
    }
    rig.update();
    return rig;
}

/// Straight down the y axis, each bone of the given length.
inline IkRig straightRig(const ParentKind& kind, const std::vector<float>& lengths) {
    std::vector<math::Transform> bones{{glm::vec3(0, 2, 0)}};
    for (const float length : lengths) {
        bones.push_back({glm::vec3(0, -length, 0)});
    }
    return makeRig(kind, bones);
}

/// Bones of random lengths in random directions, posed at random.
inline IkRig randomRig(const ParentKind& kind, Random& random, std::size_t boneCount) {
    std::vector<math::Transform> bones;
    for (std::size_t i = 0; i <= boneCount; ++i) {
        const glm::vec3 direction = random.rotation() * glm::vec3(0, 1, 0);
        bones.push_back({direction * random.uniform(0.3f, 1.0f), random.rotation()});
    }
    IkRig rig = makeRig(kind, bones);
    for (std::size_t i = 0; i < rig.chain.size(); ++i) {
        rig.local(i).rotation = random.rotation();
    }
    rig.update();
    return rig;
}

/// Whether translations and scales have the same bits.
inline bool hasSameBones(std::span<const math::Transform> a, std::span<const math::Transform> b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (std::memcmp(&a[i].translation, &b[i].translation, sizeof(glm::vec3)) != 0 ||
            std::memcmp(&a[i].scale, &b[i].scale, sizeof(glm::vec3)) != 0) {
            return false;
        }
    }
    return true;
}

inline bool hasSameBits(std::span<const math::Transform> a, std::span<const math::Transform> b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

inline glm::dvec3 randomDirection(Random& random) {
    return glm::dvec3(random.rotation() * glm::vec3(0, 0, 1));
}

/// The largest difference of the chain's model transforms from forward kinematics.
inline double modelError(const IkRig& rig) {
    const std::vector<glm::dmat4> model = forwardKinematics(*rig.skeleton, rig.parentFromJoint);
    double largest = 0.0;
    for (const JointIndex joint : rig.chain) {
        largest = std::max(largest,
                           maxAbsDiff(rig.modelFromJoint[joint.value()],
                                      math::fromMat4(glm::mat4(model[joint.value()]))));
    }
    return largest;
}

} // namespace sartor::test
