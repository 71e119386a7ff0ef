// SPDX-License-Identifier: Apache-2.0
// Poses seen in a mirror.
#include <sartor/base/assert.h>
#include <sartor/math/double_affine.h>
#include <sartor/pose/local_to_model.h>
#include <sartor/pose/mirror.h>
#include <sartor/pose/side_names.h>

#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>

namespace sartor::pose {
namespace {

glm::dmat3 reflection(MirrorAxis axis) {
    glm::dmat3 matrix(1.0);
    matrix[static_cast<int>(axis)][static_cast<int>(axis)] = -1.0;
    return matrix;
}

glm::dmat3 diagonal(const glm::dvec3& values) {
    return glm::dmat3(values.x, 0.0, 0.0, 0.0, values.y, 0.0, 0.0, 0.0, values.z);
}

// Signs of a scale; one for zero.
glm::dmat3 signsOf(const glm::vec3& scale) {
    return diagonal(glm::dvec3(
        scale.x < 0.0f ? -1.0 : 1.0, scale.y < 0.0f ? -1.0 : 1.0, scale.z < 0.0f ? -1.0 : 1.0));
}

// Axes of every joint at rest in model space, unit and at right angles: rotations, and mirrors
// where a scale is negative.
std::vector<glm::dmat3> axesAtRest(const assets::Skeleton& skeleton) {
    std::vector<glm::dmat3> axes;
    axes.reserve(skeleton.jointCount());
    for (const assets::Joint& joint : skeleton.joints()) {
        const math::Transform& rest = joint.parentFromJointRest;
        glm::dmat3 own =
            glm::mat3_cast(glm::normalize(glm::dquat(rest.rotation))) * signsOf(rest.scale);
        if (!joint.parent.isNone()) {
            own = axes[joint.parent.value()] * own;
        }
        axes.push_back(own);
    }
    return axes;
}

// Of an orthogonal matrix; of one that mirrors, the rotation that is its negative.
glm::quat rotationOf(const glm::dmat3& orthogonal) {
    const double sign = glm::determinant(orthogonal) < 0.0 ? -1.0 : 1.0;
    return glm::quat(glm::normalize(glm::quat_cast(orthogonal * sign)));
}

// Squares of the elements of an orthogonal matrix, transposed; exact where axes map onto axes.
glm::mat3 squaresOfTransposed(const glm::dmat3& orthogonal) {
    constexpr double kRounding = 1e-9;
    glm::mat3 squares;
    for (int column = 0; column < 3; ++column) {
        for (int row = 0; row < 3; ++row) {
            const double square = orthogonal[row][column] * orthogonal[row][column];
            squares[column][row] = static_cast<float>(square < kRounding         ? 0.0
                                                      : square > 1.0 - kRounding ? 1.0
                                                                                 : square);
        }
    }
    return squares;
}

Error pairError(const char* code, std::size_t pair, const std::string& problem) {
    return {code, "mirror: pair " + std::to_string(pair) + ": " + problem};
}

// Joints by name, for rigs of any size.
class NameTable {
public:
    explicit NameTable(const assets::Skeleton& skeleton) {
        for (std::size_t i = 0; i < skeleton.jointCount(); ++i) {
            joints_[skeleton.joints()[i].name].emplace_back(i);
        }
    }

    std::span<const JointIndex> find(const std::string& name) const {
        const auto found = joints_.find(name);
        return found == joints_.end() ? std::span<const JointIndex>() : found->second;
    }

private:
    std::unordered_map<std::string, std::vector<JointIndex>> joints_;
};

// The free joint of a name; of several the one below `parent`. None where that leaves no choice.
JointIndex choose(std::span<const JointIndex> candidates,
                  std::span<const JointIndex> partners,
                  const assets::Skeleton& skeleton,
                  JointIndex parent) {
    JointIndex chosen;
    std::size_t freeCount = 0;
    std::size_t belowCount = 0;
    JointIndex below;
    for (const JointIndex candidate : candidates) {
        if (partners[candidate.value()].isNone()) {
            ++freeCount;
            chosen = candidate;
            if (skeleton.joint(candidate).parent == parent) {
                ++belowCount;
                below = candidate;
            }
        }
    }
    return belowCount == 1 ? below : freeCount == 1 ? chosen : JointIndex();
}

Status applyPairs(const assets::Skeleton& skeleton,
                  std::span<const MirrorPair> pairs,
                  std::vector<JointIndex>& partners) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        for (const JointIndex joint : {pairs[i].a, pairs[i].b}) {
            if (joint.isNone() || joint.value() >= skeleton.jointCount()) {
                return pairError("mirror.unknown_joint",
                                 i,
                                 "expected joints of the skeleton, which has " +
                                     std::to_string(skeleton.jointCount()));
            }
            if (!partners[joint.value()].isNone()) {
                return pairError("mirror.joint_twice",
                                 i,
                                 "joint " + std::to_string(joint.value()) + " '" +
                                     skeleton.joint(joint).name + "' already has a partner");
            }
        }
        partners[pairs[i].a.value()] = pairs[i].b;
        partners[pairs[i].b.value()] = pairs[i].a;
    }
    return {};
}

// Parents come first, so that the partner of a parent is known.
void matchNames(const assets::Skeleton& skeleton,
                std::vector<JointIndex>& partners,
                std::vector<JointIndex>& unmatched) {
    const NameTable table(skeleton);
    for (std::size_t i = 0; i < partners.size(); ++i) {
        if (!partners[i].isNone()) {
            continue;
        }
        const assets::Joint& joint = skeleton.joints()[i];
        const JointIndex parent =
            joint.parent.isNone() ? JointIndex() : partners[joint.parent.value()];
        bool isCertain = false;
        for (const OtherSide& other : findOtherSides(joint.name)) {
            isCertain = isCertain || other.isCertain;
            const JointIndex partner = choose(table.find(other.name), partners, skeleton, parent);
            if (!partner.isNone()) {
                partners[i] = partner;
                partners[partner.value()] = JointIndex(i);
                break;
            }
        }
        if (partners[i].isNone()) {
            partners[i] = JointIndex(i);
            if (isCertain) {
                unmatched.emplace_back(i);
            }
        }
    }
}

JointIndex partnerOrNone(std::span<const JointIndex> partners, JointIndex joint) {
    return joint.isNone() ? joint : partners[joint.value()];
}

float quotient(float value, float rest) {
    return rest == 0.0f ? 1.0f : value / rest;
}

} // namespace

Result<MirrorMap> MirrorMap::create(const assets::Skeleton& skeleton,
                                    const MirrorOptions& options) {
    MirrorMap map;
    map.axis_ = options.axis;
    map.partners_.resize(skeleton.jointCount());
    if (Status status = applyPairs(skeleton, options.pairs, map.partners_); !status) {
        return status.error();
    }
    if (options.names == MirrorNames::Sides) {
        matchNames(skeleton, map.partners_, map.unmatched_);
    }
    for (std::size_t i = 0; i < map.partners_.size(); ++i) {
        map.partners_[i] = map.partners_[i].isNone() ? JointIndex(i) : map.partners_[i];
    }

    const glm::dmat3 mirror = reflection(options.axis);
    const std::vector<glm::dmat3> axes = axesAtRest(skeleton);
    const std::vector<math::Affine> modelFromJoint = modelFromJointAtRest(skeleton);
    map.changes_.resize(skeleton.jointCount());
    for (std::size_t i = 0; i < skeleton.jointCount(); ++i) {
        const JointIndex partner = map.partners_[i];
        const assets::Joint& from = skeleton.joint(partner);
        const assets::Joint& to = skeleton.joints()[i];
        if (partnerOrNone(map.partners_, to.parent) != from.parent) {
            map.detached_.emplace_back(i);
        }
        map.asymmetry_ =
            std::max(map.asymmetry_,
                     static_cast<float>(glm::distance(
                         mirror * glm::dvec3(modelFromJoint[partner.value()].translation),
                         glm::dvec3(modelFromJoint[i].translation))));
        // Axes of this joint seen from those of its partner, and the same for the parents: what the
        // reflection leaves between them at rest.
        const auto between = [&](JointIndex source, JointIndex target) {
            const glm::dmat3 right = target.isNone() ? mirror : mirror * axes[target.value()];
            return source.isNone() ? right : glm::transpose(axes[source.value()]) * right;
        };
        const glm::dmat3 partnerFromJoint = between(partner, JointIndex(i));
        const glm::dmat3 before = glm::transpose(between(from.parent, to.parent));
        const glm::dmat3 after = signsOf(from.parentFromJointRest.scale) * partnerFromJoint *
                                 signsOf(to.parentFromJointRest.scale);
        map.changes_[i] = {.before = rotationOf(before),
                           .after = rotationOf(after),
                           .translation = glm::mat3(before),
                           .scale = squaresOfTransposed(partnerFromJoint),
                           .rest = to.parentFromJointRest,
                           .restOfPartner = from.parentFromJointRest};
    }
    return map;
}

void mirrorPose(const MirrorMap& map,
                std::span<const math::Transform> parentFromJoint,
                std::span<math::Transform> mirrored) {
    SARTOR_ASSERT(parentFromJoint.size() == map.partners_.size());
    SARTOR_ASSERT(mirrored.size() == parentFromJoint.size());
    SARTOR_ASSERT(mirrored.empty() || mirrored.data() != parentFromJoint.data());
    for (std::size_t i = 0; i < mirrored.size(); ++i) {
        const MirrorMap::Change& change = map.changes_[i];
        const math::Transform& from = parentFromJoint[map.partners_[i].value()];
        math::Transform& to = mirrored[i];
        to.translation = change.rest.translation +
                         change.translation * (from.translation - change.restOfPartner.translation);
        to.rotation = glm::normalize(change.before * from.rotation * change.after);
        glm::vec3 quotients;
        for (int axis = 0; axis < 3; ++axis) {
            quotients[axis] = quotient(from.scale[axis], change.restOfPartner.scale[axis]);
        }
        to.scale = change.rest.scale * (glm::vec3(1.0f) + change.scale * (quotients - 1.0f));
    }
}

} // namespace sartor::pose
