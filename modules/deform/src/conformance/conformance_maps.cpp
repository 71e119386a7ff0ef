// SPDX-License-Identifier: Apache-2.0
// Invariants about what maps of joints make of vertices.
#include "conformance_check.h"

#include <sartor/math/transform.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace sartor::deform::conformance {

namespace {

/// Distance to the next float, not less than at 0.1: closer to zero it says nothing.
double ulpAt(float value) {
    const float magnitude = std::max(std::abs(value), 0.1f);
    return static_cast<double>(std::nextafter(magnitude, 2.0f * magnitude) - magnitude);
}

math::Affine rigidMotion(math::Random& random) {
    return randomMap(random, PoseKind::Rigid);
}

/// What comes out where all joints have one map: of a skinning deformer the mapped rest pose, else
/// what the deformer makes of the rest pose, mapped.
std::optional<DeformedMesh>
expectedOfOneMap(const Kit& kit, Check& check, const Case& deformed, const Pose& pose) {
    if (kit.isSkinning()) {
        return Kit::mapped(pose.modelFromBind.front(), kit.restOf(deformed));
    }
    Pose still = restPose(deformed);
    still.morphWeights = pose.morphWeights;
    auto result = kit.deform(check, deformed.name + ", rest pose", deformed, still);
    return result ? std::optional(Kit::mapped(pose.modelFromBind.front(), *result)) : std::nullopt;
}

} // namespace

void checkIdentity(const Kit& kit, Check& check) {
    math::Random random = kit.random(1);
    const bool isExact = kit.claims(SARTOR_CAP_EXACT_IDENTITY);
    for (Case& deformed : usualCases(random)) {
        const std::string place = deformed.name + ", identities";
        const auto actual = kit.deform(check, place, deformed, restPose(deformed));
        if (!actual) {
            return;
        }
        kit.compare(check, place, deformed, *actual, kit.restOf(deformed));
        for (std::size_t vertex = 0; isExact && vertex < actual->positions.size(); ++vertex) {
            const glm::vec3& rest = deformed.rest()[vertex];
            for (int axis = 0; axis < 3; ++axis) {
                check.expectNear(
                    place,
                    vertex,
                    static_cast<double>(std::abs(actual->positions[vertex][axis] - rest[axis])),
                    4.0 * ulpAt(rest[axis]),
                    "more than 4 units in the last place from the rest position");
            }
        }
        if (!isExact) {
            continue;
        }
        // Weights whose sums and products are exact leave no room for rounding.
        Influences rows = deformed.influences();
        for (auto& row : rows) {
            row = {{0, 0.5f}, {1 % deformed.source.jointCount, 0.25f}, {0, 0.25f}};
        }
        const Case halves = deformed.with(rows);
        const auto exact = kit.deform(check, place, halves, restPose(halves));
        for (std::size_t vertex = 0; exact && vertex < exact->positions.size(); ++vertex) {
            check.expect(exact->positions[vertex] == halves.rest()[vertex],
                         place + ", weights of halves and quarters",
                         vertex,
                         "not the rest position, though nothing has to be rounded");
        }
    }
}

void checkSingleInfluence(const Kit& kit, Check& check) {
    math::Random random = kit.random(2);
    for (const Case& usual : usualCases(random)) {
        Influences rows(usual.rest().size());
        for (std::size_t vertex = 0; vertex < rows.size(); ++vertex) {
            rows[vertex] = {{static_cast<std::uint32_t>(vertex % usual.source.jointCount), 1.0f}};
        }
        const Case deformed = usual.with(rows);
        for (const PoseKind kind : kit.claimedKinds()) {
            const std::string place = placeText(deformed, kind) + ", one influence each";
            const Pose pose = randomPose(random, deformed, kind, Spread::Any);
            const auto actual = kit.deform(check, place, deformed, pose);
            if (!actual) {
                return;
            }
            DeformedMesh expected = kit.restOf(deformed);
            for (std::uint32_t joint = 0; joint < deformed.source.jointCount; ++joint) {
                const DeformedMesh byJoint =
                    Kit::mapped(pose.modelFromBind[joint], kit.restOf(deformed));
                for (std::size_t vertex = joint; vertex < rows.size();
                     vertex += deformed.source.jointCount) {
                    expected.positions[vertex] = byJoint.positions[vertex];
                    expected.normals[vertex] = byJoint.normals[vertex];
                    expected.tangents[vertex] = byJoint.tangents[vertex];
                }
            }
            kit.compare(check, place, deformed, *actual, expected);
        }
    }
}

void checkEqualJoints(const Kit& kit, Check& check) {
    math::Random random = kit.random(3);
    for (const Case& deformed : usualCases(random)) {
        for (const PoseKind kind : kit.claimedKinds()) {
            const std::string place = placeText(deformed, kind) + ", all alike";
            Pose pose = randomPose(random, deformed, kind, Spread::Any);
            const math::Affine map = pose.modelFromBind.back();
            std::fill(pose.modelFromBind.begin(), pose.modelFromBind.end(), map);
            const auto actual = kit.deform(check, place, deformed, pose);
            const auto expected = expectedOfOneMap(kit, check, deformed, pose);
            if (!actual || !expected) {
                return;
            }
            kit.compare(check, place, deformed, *actual, *expected);
        }
    }
}

void checkRigidEquivariance(const Kit& kit, Check& check) {
    math::Random random = kit.random(4);
    for (const Case& deformed : usualCases(random)) {
        for (const PoseKind kind : kit.claimedKinds()) {
            for (const Spread spread : {Spread::Close, Spread::Any}) {
                const std::string place = placeText(deformed, kind) + ", moved as a whole";
                const math::Affine motion = rigidMotion(random);
                const Pose pose = randomPose(random, deformed, kind, spread);
                const auto still = kit.deform(check, place, deformed, pose);
                const auto moved = kit.deform(check, place, deformed, movedPose(motion, pose));
                if (!still || !moved) {
                    return;
                }
                kit.compare(check,
                            place,
                            deformed,
                            *moved,
                            Kit::mapped(motion, *still),
                            omissionsFor(spread, *still, *moved));
            }
        }
    }
}

void checkOriginShift(const Kit& kit, Check& check) {
    math::Random random = kit.random(5);
    for (const Case& deformed : usualCases(random)) {
        const glm::vec3 offset = random.vector(1.0f, 3.0f);
        const math::Affine there = {math::identityMat3(), offset};
        const math::Affine back = {math::identityMat3(), -offset};
        const Case shifted = deformed.movedBy(offset);
        for (const PoseKind kind : kit.claimedKinds()) {
            const std::string place = placeText(deformed, kind) + ", seen from another origin";
            const Pose pose = randomPose(random, deformed, kind, Spread::Close);
            Pose shiftedPose = pose;
            for (math::Affine& modelFromBind : shiftedPose.modelFromBind) {
                modelFromBind = there * modelFromBind * back;
            }
            const auto here = kit.deform(check, place, deformed, pose);
            const auto elsewhere = kit.deform(check, place, shifted, shiftedPose);
            if (!here || !elsewhere) {
                return;
            }
            kit.compare(check,
                        place,
                        deformed,
                        Kit::mapped(back, *elsewhere),
                        *here,
                        omissionsFor(Spread::Close, *here, *elsewhere));
        }
    }
}

namespace {

// Joints that do not fit into one hemisphere, with equally heavy ones: what is blended must not
// hang on which of them comes first.
void checkTies(const Kit& kit, Check& check) {
    math::Random random = kit.random(60);
    const Case one = scattered(random, 300);
    for (const auto& weights : {std::array{.34f, .33f, .33f}, std::array{.2f, .4f, .4f}}) {
        Pose pose = restPose(one);
        for (const auto& [joint, degrees] : {std::pair(1u, 170.0f), std::pair(2u, -170.0f)}) {
            pose.modelFromBind[joint] =
                math::toAffine({glm::vec3(0.0f),
                                glm::angleAxis(glm::radians(degrees), glm::vec3(0.0f, 0.0f, 1.0f)),
                                glm::vec3(1.0f)});
        }
        const std::string place = "joints at 0, 170 and -170 degrees, weights " +
                                  std::to_string(weights[0]).substr(0, 4) + ", " +
                                  std::to_string(weights[1]).substr(0, 4) + " twice";
        std::array<std::uint32_t, 3> order = {0, 1, 2};
        std::optional<DeformedMesh> first;
        do {
            std::vector<Influence> row;
            for (const std::uint32_t joint : order) {
                row.push_back({joint, weights[joint]});
            }
            const Case deformed = one.with(Influences(one.rest().size(), row));
            auto result = kit.deform(check, place, deformed, pose);
            if (!result) {
                return;
            }
            if (first) {
                kit.compare(check, place, deformed, *result, *first);
            } else {
                first = std::move(result);
            }
        } while (std::next_permutation(order.begin(), order.end()));
    }
}

} // namespace

void checkInfluencePermutation(const Kit& kit, Check& check) {
    math::Random random = kit.random(6);
    for (const Case& deformed : usualCases(random)) {
        Influences rows = deformed.influences();
        for (std::size_t vertex = 0; vertex < rows.size(); ++vertex) {
            auto& row = rows[vertex];
            if (vertex % 2 == 0) {
                std::reverse(row.begin(), row.end());
            } else {
                std::rotate(row.begin(), row.begin() + 1, row.end());
            }
        }
        const Case other = deformed.with(rows);
        for (const PoseKind kind : kit.claimedKinds()) {
            for (const Spread spread : {Spread::Close, Spread::Any}) {
                const std::string place = placeText(deformed, kind) + ", influences reordered";
                const Pose pose = randomPose(random, deformed, kind, spread);
                const auto expected = kit.deform(check, place, deformed, pose);
                const auto actual = kit.deform(check, place, other, pose);
                if (!expected || !actual) {
                    return;
                }
                kit.compare(check,
                            place,
                            deformed,
                            *actual,
                            *expected,
                            omissionsFor(spread, *expected, *actual));
            }
        }
    }
    checkTies(kit, check);
}

void checkQuaternionSign(const Kit& kit, Check& check) {
    math::Random random = kit.random(7);
    for (const Case& deformed : usualCases(random)) {
        for (const Spread spread : {Spread::Close, Spread::Any}) {
            const std::string place = deformed.name + ", signs of quaternions";
            auto plan = kit.plan(deformed);
            if (!plan) {
                check.expect(false, place, std::nullopt, plan.error().message);
                return;
            }
            const Pose pose = randomPose(random, deformed, PoseKind::Rigid, spread);
            std::vector<FrameSource> frames = {pose.frame()};
            std::vector<std::vector<math::RigidStretch>> flipped(8, pose.rigidParts);
            for (auto& parts : flipped) {
                for (math::RigidStretch& part : parts) {
                    if (random.below(2) == 0) {
                        part.rigid.real = -part.rigid.real;
                        part.rigid.dual = -part.rigid.dual;
                    }
                }
                frames.push_back(frames.front());
                frames.back().rigidParts = parts;
            }
            const auto results = kit.deform(check, place, *plan, frames);
            for (std::size_t i = 1; results && i < results->size(); ++i) {
                kit.compare(check,
                            place,
                            deformed,
                            (*results)[i],
                            results->front(),
                            omissionsFor(spread, (*results)[i], results->front()));
            }
        }
    }
}

namespace {

// Sum over parts of what each adds to `base`, against what all add together.
void expectSum(Check& check,
               const Case& deformed,
               const std::string& place,
               const DeformedMesh& base,
               const std::vector<DeformedMesh>& parts,
               const DeformedMesh& whole) {
    for (std::size_t vertex = 0; vertex < whole.positions.size(); ++vertex) {
        const glm::dvec3 zero(base.positions[vertex]);
        glm::dvec3 sum = zero;
        for (const DeformedMesh& part : parts) {
            sum += glm::dvec3(part.positions[vertex]) - zero;
        }
        check.expectNear(place,
                         vertex,
                         whole.positions[vertex],
                         glm::vec3(sum),
                         kPositionShare * deformed.diagonal());
    }
}

} // namespace

void checkPartition(const Kit& kit, Check& check) {
    math::Random random = kit.random(13);
    const math::Affine nothing = {glm::mat3(0.0f), glm::vec3(0.0f)};
    for (const Case& deformed : usualCases(random)) {
        const Pose pose = randomPose(random, deformed, PoseKind::Rigid, Spread::Any);
        const auto deformAll = [&](const std::string& place, const std::vector<Pose>& poses) {
            std::vector<DeformedMesh> results;
            for (const Pose& one : poses) {
                if (auto result = kit.deform(check, place, deformed, one)) {
                    results.push_back(std::move(*result));
                }
            }
            return results;
        };
        // Without anything, with everything, then each contribution on its own.
        std::vector<Pose> poses(2, pose);
        std::string place = deformed.name;
        if (kit.isSkinning()) {
            place += ", the joints one by one";
            poses[0] = equalPose(deformed, nothing);
            poses[0].morphWeights = pose.morphWeights;
            for (std::size_t joint = 0; joint < pose.modelFromBind.size(); ++joint) {
                poses.push_back(poses[0]);
                poses.back().modelFromBind[joint] = pose.modelFromBind[joint];
            }
        } else {
            place += ", the morph targets one by one";
            std::fill(poses[0].morphWeights.begin(), poses[0].morphWeights.end(), 0.0f);
            for (std::size_t target = 0; target < pose.morphWeights.size(); ++target) {
                poses.push_back(poses[0]);
                poses.back().morphWeights[target] = pose.morphWeights[target];
            }
        }
        std::vector<DeformedMesh> results = deformAll(place, poses);
        if (results.size() != poses.size()) {
            return;
        }
        const std::vector<DeformedMesh> parts(results.begin() + 2, results.end());
        expectSum(check, deformed, place, results[0], parts, results[1]);
    }
}

void checkNormals(const Kit& kit, Check& check) {
    math::Random random = kit.random(14);
    for (const Case& deformed : usualCases(random)) {
        for (const PoseKind kind : kit.claimedKinds()) {
            const std::string place = placeText(deformed, kind);
            Pose pose = randomPose(random, deformed, kind, Spread::Close);
            // A morph turns normals and tangents as its deltas say.
            std::fill(pose.morphWeights.begin(), pose.morphWeights.end(), 0.0f);
            const auto actual = kit.deform(check, place, deformed, pose);
            if (!actual) {
                return;
            }
            for (std::size_t vertex = 0; vertex < actual->normals.size(); ++vertex) {
                const glm::dvec3 normal(actual->normals[vertex]);
                const glm::dvec3 tangent(actual->tangents[vertex]);
                check.expectNear(place,
                                 vertex,
                                 std::abs(glm::dot(normal, tangent)),
                                 kUnitTolerance,
                                 "the normal is not perpendicular to the tangent, cosine");
                check.expectNear(place,
                                 vertex,
                                 std::max(std::abs(glm::length(normal) - 1.0),
                                          std::abs(glm::length(tangent) - 1.0)),
                                 kUnitTolerance,
                                 "the length of normal or tangent is not one, off by");
            }
            // On the right side of the surface, under a map whose side is known.
            const math::Affine map = pose.modelFromBind.front();
            const auto oneMap = kit.deform(check, place, deformed, equalPose(deformed, map));
            for (std::size_t vertex = 0; oneMap && vertex < oneMap->normals.size(); ++vertex) {
                const glm::vec3 expected =
                    math::transformNormal(map, deformed.source.mesh->normals()[vertex]);
                check.expect(glm::dot(oneMap->normals[vertex], expected) > 0.0f,
                             place + ", all alike",
                             vertex,
                             "the normal points to the other side of the surface");
            }
        }
    }
}

void checkHandedness(const Kit& kit, Check& check) {
    math::Random random = kit.random(15);
    for (const Case& deformed : usualCases(random)) {
        for (const PoseKind kind : kit.claimedKinds()) {
            const std::string place = placeText(deformed, kind);
            const float side = kind == PoseKind::Mirrored ? -1.0f : 1.0f;
            const Pose pose = randomPose(random, deformed, kind, Spread::Close);
            const auto actual = kit.deform(check, place, deformed, pose);
            for (std::size_t vertex = 0; actual && vertex < actual->tangents.size(); ++vertex) {
                check.expect(actual->tangents[vertex].w ==
                                 side * deformed.source.mesh->tangents()[vertex].w,
                             place,
                             vertex,
                             "the tangent has the wrong side, w is " +
                                 std::to_string(actual->tangents[vertex].w));
            }
        }
    }
}

} // namespace sartor::deform::conformance
