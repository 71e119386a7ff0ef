// SPDX-License-Identifier: Apache-2.0
// Invariants about poses that change, and about bends.
#include "conformance_check.h"

#include <sartor/math/transform.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sartor::deform::conformance {

namespace {

double distanceToSegment(const glm::dvec3& point, const glm::dvec3& from, const glm::dvec3& to) {
    const glm::dvec3 along = to - from;
    const double share =
        std::clamp(glm::dot(point - from, along) / glm::dot(along, along), 0.0, 1.0);
    return glm::length(point - (from + share * along));
}

} // namespace

void checkBulge(const Kit& kit, Check& check) {
    math::Random random = kit.random(22);
    const Case deformed = tube(random);
    for (const float degrees : {-120.0f, -60.0f, 30.0f, 90.0f, 135.0f}) {
        const std::string place =
            deformed.name + " bent by " + std::to_string(static_cast<int>(degrees)) + " degrees";
        Pose pose = restPose(deformed);
        pose.modelFromBind[1] =
            math::toAffine({glm::vec3(0.0f),
                            glm::angleAxis(glm::radians(degrees), glm::vec3(0.0f, 0.0f, 1.0f)),
                            glm::vec3(1.0f)});
        const auto actual = kit.deform(check, place, deformed, pose);
        if (!actual) {
            return;
        }
        const glm::dvec3 end = glm::dmat3(pose.modelFromBind[1].linear) * glm::dvec3(0, 1, 0);
        for (std::size_t vertex = 0; vertex < actual->positions.size(); ++vertex) {
            const glm::dvec3 position(actual->positions[vertex]);
            const double distance =
                std::min(distanceToSegment(position, glm::dvec3(0, -1, 0), glm::dvec3(0.0)),
                         distanceToSegment(position, glm::dvec3(0.0), end));
            check.expectNear(place,
                             vertex,
                             distance,
                             static_cast<double>(kTubeRadius) +
                                 kPositionShare * deformed.diagonal(),
                             "farther from the nearest bone than in the rest pose, distance");
        }
    }
}

namespace {

// Every joint turns about an axis of its own and wanders, all in one stretch of 0 to 1.
class Motion {
public:
    Motion(math::Random& random, const Case& deformed) : still_(restPose(deformed)) {
        for (std::size_t joint = 0; joint < still_.modelFromBind.size(); ++joint) {
            Turn turn;
            turn.axis = glm::dvec3(random.rotation() * glm::vec3(1, 0, 0));
            turn.angle = 2.0 * std::numbers::pi * static_cast<double>(random.uniform(-1.0f, 1.0f));
            turn.path = glm::dvec3(random.vector(-0.5f, 0.5f));
            turns_.push_back(turn);
        }
        for (float& weight : still_.morphWeights) {
            weight = random.uniform(-0.5f, 1.0f);
        }
    }

    Pose at(double share) const {
        Pose pose = still_;
        for (std::size_t joint = 0; joint < turns_.size(); ++joint) {
            const Turn& turn = turns_[joint];
            pose.modelFromBind[joint] = {
                glm::mat3(glm::mat3_cast(glm::angleAxis(turn.angle * share, turn.axis))),
                glm::vec3(turn.path * share)};
        }
        return pose;
    }

private:
    struct Turn {
        glm::dvec3 axis;
        double angle = 0.0;
        glm::dvec3 path;
    };
    Pose still_;
    std::vector<Turn> turns_;
};

bool isMarked(const DeformedMesh& mesh, std::size_t vertex) {
    return vertex < mesh.flags.size() && mesh.flags[vertex] != 0;
}

double stepOf(const DeformedMesh& a, const DeformedMesh& b, std::size_t vertex) {
    return glm::length(glm::dvec3(b.positions[vertex]) - glm::dvec3(a.positions[vertex]));
}

// The normal, where the skin collapses, may be another one from one moment to the next; what is
// made of it then jumps as well.
double directionStepOf(const DeformedMesh& a, const DeformedMesh& b, std::size_t vertex) {
    double step = 0.0;
    if (!a.normals.empty()) {
        step = glm::length(glm::dvec3(b.normals[vertex]) - glm::dvec3(a.normals[vertex]));
    }
    if (!a.tangents.empty()) {
        step = std::max(
            step, glm::length(glm::dvec4(b.tangents[vertex]) - glm::dvec4(a.tangents[vertex])));
    }
    return step;
}

} // namespace

// Looks for the most sudden step of each vertex and halves it until only a jump is left of it.
void checkContinuity(const Kit& kit, Check& check) {
    constexpr int kSteps = 128;
    constexpr int kHalvings = 12;
    // Diagonals for a unit of the motion, in which joints turn once at most: 2 pi radii, and what a
    // blend close to where it would be marked makes of that.
    constexpr double kSpeed = 200.0;
    math::Random random = kit.random(12);
    for (const Case& deformed : {scattered(random, 64), tube(random)}) {
        const std::string place = deformed.name + ", turning joints";
        const Motion motion(random, deformed);
        auto plan = kit.plan(deformed);
        if (!plan) {
            check.expect(false, place, std::nullopt, plan.error().message);
            return;
        }
        const std::shared_ptr<const ChainPlan> input = kit.planInput(deformed);
        if (const auto still = kit.deform(check, place, *plan, restPose(deformed))) {
            for (std::size_t vertex = 0; vertex < deformed.rest().size(); ++vertex) {
                check.expect(!isMarked(*still, vertex),
                             deformed.name + ", identities",
                             vertex,
                             "marked, though no joint has moved");
            }
        }
        std::vector<DeformedMesh> path;
        for (int step = 0; step <= kSteps; ++step) {
            auto result = kit.deform(check, place, *plan, motion.at(double(step) / kSteps));
            if (!result) {
                return;
            }
            path.push_back(std::move(*result));
        }
        for (std::size_t vertex = 0; vertex < deformed.rest().size(); ++vertex) {
            int steepest = -1;
            double excess = -1.0;
            for (int step = 0; step < kSteps; ++step) {
                const auto at = static_cast<std::size_t>(step);
                if (isMarked(path[at], vertex) || isMarked(path[at + 1], vertex)) {
                    continue;
                }
                const double before = step > 0 ? stepOf(path[at - 1], path[at], vertex) : 0.0;
                const double own = stepOf(path[at], path[at + 1], vertex) - before;
                if (own > excess) {
                    excess = own;
                    steepest = step;
                }
            }
            if (steepest < 0) {
                continue;
            }
            double low = double(steepest) / kSteps;
            double width = 1.0 / kSteps;
            DeformedMesh from = path[static_cast<std::size_t>(steepest)];
            DeformedMesh to = path[static_cast<std::size_t>(steepest) + 1];
            bool isExcused = false;
            for (int halving = 0; halving < kHalvings && !isExcused; ++halving) {
                width *= 0.5;
                auto middle = kit.deform(check, place, *plan, motion.at(low + width));
                if (!middle) {
                    return;
                }
                isExcused = isMarked(*middle, vertex);
                if (stepOf(from, *middle, vertex) >= stepOf(*middle, to, vertex)) {
                    to = std::move(*middle);
                } else {
                    from = std::move(*middle);
                    low += width;
                }
            }
            if (input != nullptr && !isExcused) {
                const auto before = kit.deform(check, place, input, motion.at(low));
                const auto after = kit.deform(check, place, input, motion.at(low + width));
                if (!before || !after) {
                    return;
                }
                isExcused =
                    directionStepOf(*before, *after, vertex) > kSpeed * width + kUnitTolerance;
            }
            if (!isExcused) {
                check.expectNear(place + " at " + std::to_string(low),
                                 vertex,
                                 stepOf(from, to, vertex),
                                 (kSpeed * width + kPositionShare) * deformed.diagonal(),
                                 "jumps, though no stage marks the vertex there");
            }
        }
    }
}

} // namespace sartor::deform::conformance
