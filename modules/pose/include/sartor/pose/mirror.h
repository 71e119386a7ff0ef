// SPDX-License-Identifier: Apache-2.0
// Poses seen in a mirror: left becomes right.
#pragma once

#include <sartor/assets/skeleton.h>

#include <cstdint>
#include <span>
#include <vector>

namespace sartor::pose {

/// Normal of the mirror's plane, which goes through the origin of model space.
enum class MirrorAxis { X, Y, Z };

/// Whether names say which joints are partners.
enum class MirrorNames {
    Sides, ///< as findOtherSides() reads them
    Ignored
};

/// Two joints that change places, or one that stays: a == b.
struct MirrorPair {
    JointIndex a;
    JointIndex b;
};

struct MirrorOptions {
    MirrorAxis axis = MirrorAxis::X;
    MirrorNames names = MirrorNames::Sides;
    /// Come before what names say.
    std::span<const MirrorPair> pairs{};
};

/// Which joint becomes which, and how a local transform changes on the way. It is worked out from
/// the rest pose in model space, so joints may be oriented in any way, and their partners in any
/// other, with scales that mirror as well.
class MirrorMap {
public:
    /// Joints without a partner are their own. Of several joints with the partner's name the one
    /// below the partner of the parent is taken.
    ///
    /// Errors: "mirror.unknown_joint" (of a pair; none, or not of this skeleton),
    /// "mirror.joint_twice" (in two pairs), each naming the pair by its position.
    static Result<MirrorMap> create(const assets::Skeleton& skeleton,
                                    const MirrorOptions& options = {});

    MirrorAxis axis() const { return axis_; }
    /// The joint that each joint becomes; its own inverse.
    std::span<const JointIndex> partners() const { return partners_; }

    /// Joints whose names surely say a side, but whose partner is not there.
    std::span<const JointIndex> unmatched() const { return unmatched_; }
    /// Joints whose partner does not hang below their parent's partner: a weapon in the right hand
    /// alone. They stay below their parent, and are mirrored about their place in the rest pose.
    std::span<const JointIndex> detached() const { return detached_; }
    /// The largest distance between a joint's place in the mirrored rest pose and its partner's in
    /// the rest pose, in model space: 0 for a symmetric rig.
    float asymmetry() const { return asymmetry_; }

private:
    friend void mirrorPose(const MirrorMap& map,
                           std::span<const math::Transform> parentFromJoint,
                           std::span<math::Transform> mirrored);

    /// How a joint comes from its partner.
    struct Change {
        glm::quat before =
            math::identityQuat(); ///< rotation = before * that of the partner * after
        glm::quat after = math::identityQuat();
        glm::mat3 translation = math::identityMat3(); ///< of differences from the rest pose
        glm::mat3 scale = math::identityMat3();       ///< of quotients of the rest pose, less 1
        math::Transform rest;
        math::Transform restOfPartner;
    };

    MirrorAxis axis_ = MirrorAxis::X;
    std::vector<JointIndex> partners_;
    std::vector<JointIndex> unmatched_;
    std::vector<JointIndex> detached_;
    float asymmetry_ = 0.0f;
    std::vector<Change> changes_;
};

/// Mirrors a local pose. On a symmetric rig, of which no joint is detached, the model matrices of
/// the result are reflected ones: modelFromPartner = reflection * modelFromJoint * jointFromPartner
/// with a constant jointFromPartner, so a skinned mesh becomes its mirror image. The rest pose
/// becomes the rest pose on every rig: on one that is not symmetric rotations, translations and
/// scales are mirrored as differences from it, and bones keep their lengths. Scales that differ by
/// axis, on joints whose axes are not parallel to their partner's reflected ones, would need shear;
/// they are mixed axis by axis instead.
///
/// Shapes: as the skeleton; the result must not be the input. Cost: O(joints), no allocation.
/// Threads: re-entrant.
void mirrorPose(const MirrorMap& map,
                std::span<const math::Transform> parentFromJoint,
                std::span<math::Transform> mirrored);

} // namespace sartor::pose
