// SPDX-License-Identifier: Apache-2.0
// Where a surface will collapse, told from weights and joint ranges alone, before anything is
// posed.
#pragma once

#include <sartor/assets/skin.h>
#include <sartor/base/index.h>
#include <sartor/diagnose/joint_class.h>
#include <sartor/import/imported_scene.h>
#include <sartor/math/types.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sartor::diagnose {

/// A turn that a joint may do, in model space and from the rest pose.
struct AllowedTurn {
    glm::dvec3 axis = glm::dvec3(0.0, 1.0, 0.0); ///< unit
    double degrees = 0.0;                        ///< [0, 180]
    std::string name;                            ///< "elbow bent by 145"
    bool isTwist = false;                        ///< about the joint's own bone, or nearly
};

/// By joint of the skeleton.
struct AllowedTurns {
    /// What it may do; nothing for one that moves no skin or is not finite.
    std::vector<std::vector<AllowedTurn>> ofJoint;
    /// Directions of the bones in model space (findBoneDirections).
    std::vector<glm::dvec3> bones;
};

/// Of joints that are not recognised: a right angle about any axis.
inline constexpr double kUnclassifiedDegrees = 90.0;

/// The turns of the poses that makeMotionPoses() makes for the classified joints, where a spine or
/// a neck shares the angle; all others bend and twist by `unclassifiedDegrees`, [0, 180].
/// Cost: O(joints).
AllowedTurns findAllowedTurns(const import::ImportedScene& scene,
                              std::span<const ClassifiedJoint> joints,
                              double unclassifiedDegrees = kUnclassifiedDegrees);

/// The worst that one joint's turn does to a vertex.
struct VertexCollapse {
    /// sqrt(1 - 2 w (1 - w) (1 - cos(degrees))): what linear blending keeps of the distance to the
    /// axis; 1 where no turn comes between the joints of the vertex.
    double retention = 1.0;
    /// What turns; none where nothing does.
    JointIndex hinge;
    /// Heaviest joint of the vertex that the turn carries, and heaviest that it does not.
    JointIndex turned;
    JointIndex still;
    /// w: weight of what is carried against all.
    double turnedShare = 0.0;
    /// Of the turn that takes the most.
    double degrees = 0.0;
    /// Largest distance from the nearer of the two bones at the hinge, against that at rest, that
    /// dual quaternion skinning gives over all turns of the hinge; 1 where it adds nothing.
    double bulge = 1.0;
};

/// Neighbours that one hinge takes too much from.
struct CollapseRegion {
    JointIndex hinge;
    /// Of the worst vertex.
    JointIndex turned;
    JointIndex still;
    double degrees = 0.0;
    std::string turn;
    bool isTwist = false;
    /// Places: vertices at one place count once. The first vertex of each, ascending.
    std::vector<std::uint32_t> vertices;
    double worst = 1.0;
    std::uint32_t worstVertex = 0;
    double mean = 1.0;
    /// Of all its vertices, the worst.
    double bulge = 1.0;
    /// Joints that must share the turn for linear blending to keep what is wanted, and what is kept
    /// then at equal weights; 0 where the wanted retention cannot be had so.
    std::uint32_t twistJointCount = 0;
    double twistRetention = 1.0;
};

struct CollapsePrediction {
    std::uint32_t instance = 0;
    std::vector<VertexCollapse> vertices;
    /// The worst first.
    std::vector<CollapseRegion> regions;
};

struct CollapseThresholds {
    double retention = 0.75; ///< below this a vertex belongs to a region
    double wanted = 0.9;     ///< what the suggestions aim at, below 1
};

/// What a mesh will lose. Each joint is turned alone; influences that the turn carries count
/// together, and so do the others. Scale and shear of joints are left out.
///
/// Shapes: the instance has a skin, influences name its slots and have a row for every vertex of
/// the mesh; turns are those of findAllowedTurns() (asserted).
/// Cost: O(influences * joints between them + vertices log vertices), no pose is made.
/// Source of the bulge: the normalised sum of two unit quaternions at one centre is a turn about it
/// by 2 atan2(w sin(a / 2), 1 - w + w cos(a / 2)); Kavan et al., "Geometric Skinning with
/// Approximate Dual Quaternion Blending", 2008, sec. 4.
CollapsePrediction predictCollapse(const import::ImportedScene& scene,
                                   std::uint32_t instance,
                                   const assets::InfluenceSet& influences,
                                   const AllowedTurns& turns,
                                   const CollapseThresholds& thresholds = {});

/// The same for every mesh that a skin deforms, once each, with all influences of the file.
std::vector<CollapsePrediction> predictCollapse(const import::ImportedScene& scene,
                                                const AllowedTurns& turns,
                                                const CollapseThresholds& thresholds = {});

/// What helps a region, in words, each a sentence without its full stop: joints that share the
/// turn, and dual quaternion skinning with what it costs.
std::vector<std::string> describeRemedies(const import::ImportedScene& scene,
                                          const CollapseRegion& region);

/// cos(degrees / (2 (n + 1))): the worst that is kept when n joints share a turn evenly.
double twistRetention(std::uint32_t twistJointCount, double degrees);

/// The fewest joints with which at least `wanted` is kept. wanted in [0, 1).
std::uint32_t countTwistJoints(double degrees, double wanted);

/// Largest share of its distance from the bones that a point has after a turn under dual quaternion
/// skinning, at least 1. All in one space: the hinge's place, the point, unit directions in which
/// the still and the turned bone lead away from the hinge at rest. share in [0, 1] goes with the
/// turn, whose axis is unit.
double predictBulge(const glm::dvec3& point,
                    const glm::dvec3& hinge,
                    const glm::dvec3& stillBone,
                    const glm::dvec3& turnedBone,
                    const AllowedTurn& turn,
                    double share);

} // namespace sartor::diagnose
