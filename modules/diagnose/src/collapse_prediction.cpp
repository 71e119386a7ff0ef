// SPDX-License-Identifier: Apache-2.0
// Collapse told from weights and joint ranges.
#include "skinned_parts.h"
#include "text.h"

#include <sartor/base/assert.h>
#include <sartor/diagnose/collapse_prediction.h>
#include <sartor/diagnose/explain.h>
#include <sartor/diagnose/motion_pose.h>
#include <sartor/diagnose/surface.h>
#include <sartor/math/finite.h>
#include <sartor/pose/local_to_model.h>
#include <sartor/pose/matrix_palette.h>

#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace sartor::diagnose {
namespace {

// Nearer to the bone than this, a turn twists: the cosine of 30 degrees.
constexpr double kTwist = 0.866;

AllowedTurn turnOf(const glm::dmat3& rotation, const std::string& name, const glm::dvec3& bone) {
    const glm::dquat turned = glm::normalize(glm::quat_cast(rotation));
    const glm::dvec3 imaginary(turned.x, turned.y, turned.z);
    const double length = glm::length(imaginary);
    AllowedTurn turn;
    turn.name = name;
    if (length > 0.0) {
        turn.axis = imaginary / (turned.w < 0.0 ? -length : length);
        turn.degrees = glm::degrees(2.0 * std::atan2(length, std::abs(turned.w)));
        turn.isTwist = std::abs(glm::dot(turn.axis, bone)) > kTwist;
    }
    return turn;
}

double distanceFromRay(const glm::dvec3& point, const glm::dvec3& direction) {
    const double along = std::max(0.0, glm::dot(point, direction));
    return glm::length(point - along * direction);
}

// The first of the turns that go farthest, to a hair: sums of rotations differ in the last digits.
const AllowedTurn* widestOf(std::span<const AllowedTurn> turns) {
    const AllowedTurn* widest = nullptr;
    for (const AllowedTurn& turn : turns) {
        widest = widest == nullptr || turn.degrees > widest->degrees + 1e-6 ? &turn : widest;
    }
    return widest;
}

// More nobody builds into a limb.
constexpr std::uint32_t kMostHelpers = 8;

std::string shareText(double share) {
    return formatNumber(std::round(100.0 * share) / 100.0);
}

// What a vertex has on one side of a hinge.
struct Carried {
    std::int64_t joint = 0; // what is below has been added up here; -1 above all
    double weight = 0.0;
    JointIndex heaviest;
    double most = 0.0; // weight of the heaviest
};

class Predictor {
public:
    Predictor(const import::ImportedScene& scene,
              const import::MeshInstance& instance,
              const assets::InfluenceSet& influences,
              const AllowedTurns& turns)
        : skeleton_(*scene.skeleton)
        , skin_(*scene.skins[*instance.skin])
        , influences_(influences)
        , turns_(turns)
        , modelFromJointRest_(pose::modelFromJointAtRest(skeleton_)) {
        std::vector<math::Affine> modelFromBind(skin_.jointCount());
        pose::matrixPalette(
            modelFromJointRest_, skin_.joints(), skin_.jointFromBind(), modelFromBind);
        rest_ = blendPositions(*instance.mesh, influences, modelFromBind);
    }

    VertexCollapse predict(std::uint32_t vertex) {
        VertexCollapse worst;
        gather(vertex);
        const double sum = std::accumulate(
            carried_.begin(), carried_.end(), 0.0, [](double weights, const Carried& carried) {
                return weights + carried.weight;
            });
        if (!(sum > 0.0)) {
            return worst;
        }
        // Parents come before children, so the last joint is above none of the others: what is
        // there is all that it carries.
        while (carried_.size() > 1) {
            const auto last = std::max_element(
                carried_.begin(), carried_.end(), [](const Carried& a, const Carried& b) {
                    return a.joint < b.joint;
                });
            if (last->joint < 0) {
                break;
            }
            turnAt(vertex, *last, sum, worst);
            moveUp(last);
        }
        return worst;
    }

private:
    void gather(std::uint32_t vertex) {
        carried_.clear();
        for (std::uint32_t i = influences_.offsets()[vertex]; i < influences_.offsets()[vertex + 1];
             ++i) {
            const JointIndex joint = skin_.joint(influences_.joints()[i]);
            const auto weight = static_cast<double>(influences_.weights()[i]);
            if (weight > 0.0) {
                add({std::int64_t{joint.value()}, weight, joint, weight});
            }
        }
    }

    void add(const Carried& more) {
        const auto same = std::find_if(carried_.begin(), carried_.end(), [&](const Carried& other) {
            return other.joint == more.joint;
        });
        if (same == carried_.end()) {
            carried_.push_back(more);
            return;
        }
        same->weight += more.weight;
        if (more.most > same->most) {
            same->most = more.most;
            same->heaviest = more.heaviest;
        }
    }

    void moveUp(std::vector<Carried>::iterator last) {
        Carried moved = *last;
        carried_.erase(last);
        const JointIndex parent =
            skeleton_.joint(JointIndex(static_cast<std::size_t>(moved.joint))).parent;
        moved.joint = parent.isNone() ? -1 : std::int64_t{parent.value()};
        add(moved);
    }

    void turnAt(std::uint32_t vertex, const Carried& turned, double sum, VertexCollapse& worst) {
        const auto hinge = static_cast<std::size_t>(turned.joint);
        const double share = turned.weight / sum;
        const AllowedTurn* most = widestOf(turns_.ofJoint[hinge]);
        if (most == nullptr) {
            return;
        }
        const double retention = predictRetention(share, most->degrees);
        if (!(retention < worst.retention)) {
            return;
        }
        worst = {retention, JointIndex(hinge), turned.heaviest, {}, share, most->degrees, 1.0};
        double weight = 0.0;
        for (const Carried& other : carried_) {
            if (other.joint != turned.joint && other.most > weight) {
                weight = other.most;
                worst.still = other.heaviest;
            }
        }
        const glm::dvec3 place(modelFromJointRest_[hinge].translation);
        for (const AllowedTurn& turn : turns_.ofJoint[hinge]) {
            worst.bulge = std::max(worst.bulge,
                                   predictBulge(rest_[vertex],
                                                place,
                                                stillBone(hinge, place),
                                                turns_.bones[hinge],
                                                turn,
                                                share));
        }
    }

    // Back along the bone that ends at the hinge.
    glm::dvec3 stillBone(std::size_t hinge, const glm::dvec3& place) const {
        const JointIndex parent = skeleton_.joints()[hinge].parent;
        if (!parent.isNone()) {
            const glm::dvec3 back =
                glm::dvec3(modelFromJointRest_[parent.value()].translation) - place;
            const double length = glm::length(back);
            if (length > 0.0 && std::isfinite(length)) {
                return back / length;
            }
        }
        return -turns_.bones[hinge];
    }

    const assets::Skeleton& skeleton_;
    const assets::Skin& skin_;
    const assets::InfluenceSet& influences_;
    const AllowedTurns& turns_;
    std::vector<math::Affine> modelFromJointRest_;
    std::vector<glm::dvec3> rest_;
    std::vector<Carried> carried_;
};

std::vector<CollapseRegion> findRegions(const assets::Mesh& mesh,
                                        std::span<const VertexCollapse> vertices,
                                        const AllowedTurns& turns,
                                        const CollapseThresholds& thresholds) {
    const Surface surface = makeSurface(mesh);
    // Union of neighbours, by the first vertex of each place.
    std::vector<std::uint32_t> above(vertices.size());
    std::iota(above.begin(), above.end(), 0u);
    const auto top = [&](std::uint32_t vertex) {
        while (above[vertex] != vertex) {
            above[vertex] = above[above[vertex]];
            vertex = above[vertex];
        }
        return vertex;
    };
    const auto isThin = [&](std::uint32_t vertex) {
        return vertices[vertex].retention < thresholds.retention;
    };
    for (const auto& [first, second] : surface.edges) {
        if (isThin(first) && isThin(second) && vertices[first].hinge == vertices[second].hinge) {
            const std::uint32_t a = top(first);
            const std::uint32_t b = top(second);
            above[std::max(a, b)] = std::min(a, b);
        }
    }
    std::map<std::uint32_t, CollapseRegion> byTop;
    for (std::uint32_t vertex = 0; vertex < vertices.size(); ++vertex) {
        if (surface.weld[vertex] != vertex || !isThin(vertex)) {
            continue;
        }
        const VertexCollapse& collapse = vertices[vertex];
        CollapseRegion& region = byTop[top(vertex)];
        if (region.vertices.empty() || collapse.retention < region.worst) {
            region.hinge = collapse.hinge;
            region.turned = collapse.turned;
            region.still = collapse.still;
            region.degrees = collapse.degrees;
            region.worst = collapse.retention;
            region.worstVertex = vertex;
        }
        region.mean =
            region.vertices.empty() ? collapse.retention : region.mean + collapse.retention;
        region.bulge = std::max(region.bulge, collapse.bulge);
        region.vertices.push_back(vertex);
    }
    std::vector<CollapseRegion> regions;
    for (auto& [vertex, region] : byTop) {
        region.mean /= static_cast<double>(region.vertices.size());
        const AllowedTurn& turn = *widestOf(turns.ofJoint[region.hinge.value()]);
        region.turn = turn.name;
        region.isTwist = turn.isTwist;
        region.twistJointCount = countTwistJoints(region.degrees, thresholds.wanted);
        region.twistRetention = twistRetention(region.twistJointCount, region.degrees);
        regions.push_back(std::move(region));
    }
    std::stable_sort(regions.begin(), regions.end(), [](const auto& a, const auto& b) {
        return a.worst < b.worst;
    });
    return regions;
}

} // namespace

AllowedTurns findAllowedTurns(const import::ImportedScene& scene,
                              std::span<const ClassifiedJoint> joints,
                              double unclassifiedDegrees) {
    const assets::Skeleton& skeleton = *scene.skeleton;
    const std::vector<math::Affine> modelFromJointRest = pose::modelFromJointAtRest(skeleton);
    const std::vector<bool> movesSkin = findJointsThatMoveSkins(scene);
    std::vector<bool> isClassified(skeleton.jointCount());
    std::vector<ClassifiedJoint> all(joints.begin(), joints.end());
    for (const ClassifiedJoint& joint : joints) {
        isClassified[joint.joint.value()] = true;
    }
    for (std::size_t joint = 0; joint < isClassified.size(); ++joint) {
        if (movesSkin[joint] && !isClassified[joint]) {
            all.push_back({JointIndex(joint), JointClass::Any, unclassifiedDegrees});
        }
    }
    AllowedTurns turns;
    turns.ofJoint.resize(skeleton.jointCount());
    turns.bones = findBoneDirections(skeleton, modelFromJointRest, joints);
    for (const MotionPose& pose : makeMotionPoses(skeleton, modelFromJointRest, all)) {
        for (const JointTurn& turn : pose.turns) {
            const std::uint32_t joint = turn.joint.value();
            if (movesSkin[joint] && math::isFinite(modelFromJointRest[joint])) {
                turns.ofJoint[joint].push_back(
                    turnOf(turn.rotation, pose.name, turns.bones[joint]));
            }
        }
    }
    return turns;
}

CollapsePrediction predictCollapse(const import::ImportedScene& scene,
                                   std::uint32_t instance,
                                   const assets::InfluenceSet& influences,
                                   const AllowedTurns& turns,
                                   const CollapseThresholds& thresholds) {
    const import::MeshInstance& mesh = scene.instances[instance];
    SARTOR_ASSERT(mesh.skin.has_value());
    SARTOR_ASSERT(influences.vertexCount() == mesh.mesh->vertexCount());
    SARTOR_ASSERT(turns.ofJoint.size() == scene.skeleton->jointCount());
    CollapsePrediction prediction;
    prediction.instance = instance;
    prediction.vertices.reserve(influences.vertexCount());
    Predictor predictor(scene, mesh, influences, turns);
    for (std::uint32_t vertex = 0; vertex < influences.vertexCount(); ++vertex) {
        prediction.vertices.push_back(predictor.predict(vertex));
    }
    prediction.regions = findRegions(*mesh.mesh, prediction.vertices, turns, thresholds);
    return prediction;
}

std::vector<CollapsePrediction> predictCollapse(const import::ImportedScene& scene,
                                                const AllowedTurns& turns,
                                                const CollapseThresholds& thresholds) {
    std::vector<CollapsePrediction> predictions;
    for (const SkinnedPart& part : findSkinnedParts(scene)) {
        predictions.push_back(
            predictCollapse(scene, part.instance, *part.influences, turns, thresholds));
    }
    return predictions;
}

std::vector<std::string> describeRemedies(const import::ImportedScene& scene,
                                          const CollapseRegion& region) {
    const auto nameOf = [&](JointIndex joint) {
        const assets::Joint& found = scene.skeleton->joint(joint);
        return found.name.empty() ? "node " + std::to_string(found.fileNode)
                                  : "'" + found.name + "'";
    };
    std::vector<std::string> remedies;
    if (region.twistJointCount > 0 && region.twistJointCount <= kMostHelpers) {
        const bool isOne = region.twistJointCount == 1;
        // A twist is shared along the bone that ends at the joint, a bend at the joint itself.
        const JointIndex parent = scene.skeleton->joint(region.hinge).parent;
        const std::string place =
            region.isTwist && !parent.isNone()
                ? " between " + nameOf(parent) + " and " + nameOf(region.hinge)
                : " at " + nameOf(region.hinge);
        remedies.push_back(
            (region.isTwist
                 ? formatCount(region.twistJointCount, "twist joint", "twist joints")
                 : formatCount(region.twistJointCount, "helper joint", "helper joints")) +
            place +
            (isOne ? " that takes half of the turn brings" : " that share the turn evenly bring") +
            " the least that is kept from " + shareText(region.worst) + " to " +
            shareText(region.twistRetention));
    }
    const double more = std::round(100.0 * (region.bulge - 1.0));
    remedies.push_back("dual quaternion skinning keeps the whole distance from the joint here" +
                       (more < 1.0 ? std::string(" and does not bulge")
                                   : ", but bulges by " + formatNumber(more) + " %"));
    if (!region.isTwist) {
        remedies.emplace_back("a corrective shape driven by the joint keeps any form");
    }
    return remedies;
}

double twistRetention(std::uint32_t twistJointCount, double degrees) {
    return predictRetention(0.5, degrees / (static_cast<double>(twistJointCount) + 1.0));
}

std::uint32_t countTwistJoints(double degrees, double wanted) {
    SARTOR_ASSERT(wanted >= 0.0 && wanted < 1.0);
    const double each = 2.0 * glm::degrees(std::acos(wanted));
    // A hair less, so that rounding adds no joint where the angle divides evenly.
    const double steps = std::ceil(degrees / each - 1e-9);
    // Past a thousand nobody builds them.
    return steps > 1.0 ? static_cast<std::uint32_t>(std::min(steps, 1000.0)) - 1 : 0;
}

double predictBulge(const glm::dvec3& point,
                    const glm::dvec3& hinge,
                    const glm::dvec3& stillBone,
                    const glm::dvec3& turnedBone,
                    const AllowedTurn& turn,
                    double share) {
    const double half = glm::radians(turn.degrees) / 2.0;
    const double blended =
        2.0 * std::atan2(share * std::sin(half), 1.0 - share + share * std::cos(half));
    const auto turnedBy = [&](const glm::dvec3& vector, double angle) {
        return glm::angleAxis(angle, turn.axis) * vector;
    };
    const glm::dvec3 before = point - hinge;
    const glm::dvec3 after = turnedBy(before, blended);
    const double rest =
        std::min(distanceFromRay(before, stillBone), distanceFromRay(before, turnedBone));
    const double posed = std::min(distanceFromRay(after, stillBone),
                                  distanceFromRay(after, turnedBy(turnedBone, 2.0 * half)));
    // What lies on the bone has no radius that could grow.
    constexpr double kOnBone = 0.05;
    return rest > kOnBone * glm::length(before) ? std::max(1.0, posed / rest) : 1.0;
}

} // namespace sartor::diagnose
