// SPDX-License-Identifier: Apache-2.0
// Whether the linear part that a deformer hands on is that of what it does to places.
#include "conformance_check.h"

#include <array>
#include <cmath>

namespace sartor::deform::conformance {

namespace {

/// A multiple of the period of the attributes that the kit makes up, so that copies of a vertex
/// have the same.
constexpr std::size_t kProbes = 22;
/// A power of two; large, because where weights stay as they are most maps are affine.
constexpr float kStep = 0.125f;
constexpr std::array kPlaces = {glm::vec3(0),
                                glm::vec3(kStep, 0, 0),
                                glm::vec3(-kStep, 0, 0),
                                glm::vec3(0, kStep, 0),
                                glm::vec3(0, -kStep, 0),
                                glm::vec3(0, 0, kStep),
                                glm::vec3(0, 0, -kStep)};

/// The mesh, and behind its vertices loose ones: for each of the places all probes, which are
/// vertices of the mesh with all they have but triangles and targets.
Case withProbes(const Case& deformed) {
    assets::MeshData data = deformed.meshData();
    Influences rows = deformed.influences();
    const std::size_t count = rows.size();
    // Not where the vertex itself is, to which it would be welded.
    const glm::vec3 beside(0.013f, 0.007f, 0.011f);
    const std::size_t padding = (kProbes - count % kProbes) % kProbes;
    const auto append = [&](std::size_t vertex, const glm::vec3& offset) {
        data.positions.push_back(data.positions[vertex] + offset);
        if (!data.normals.empty()) {
            data.normals.push_back(data.normals[vertex]);
        }
        if (!data.tangents.empty()) {
            data.tangents.push_back(data.tangents[vertex]);
        }
        rows.push_back(rows[vertex]);
    };
    for (std::size_t i = 0; i < padding; ++i) {
        append(0, glm::vec3(2.0f + static_cast<float>(i), 0, 0));
    }
    for (const glm::vec3& place : kPlaces) {
        for (std::size_t probe = 0; probe < kProbes; ++probe) {
            append(probe * count / kProbes, beside + place);
        }
    }
    return deformed.with(std::move(data)).with(rows);
}

} // namespace

void checkLinear(const Kit& kit, Check& check) {
    math::Random random = kit.random(23);
    for (const Case& usual : usualCases(random)) {
        const Case deformed = withProbes(usual);
        const auto plan = kit.plan(deformed, {.watch = Watch::Linear});
        const auto runner = plan ? CpuChainRunner::create(*plan)
                                 : Result<std::unique_ptr<CpuChainRunner>>(plan.error());
        if (!runner) {
            check.expect(false, usual.name, std::nullopt, runner.error().message);
            return;
        }
        const std::size_t first = deformed.rest().size() - kPlaces.size() * kProbes;
        const double tolerance = kPositionShare * usual.diagonal() / static_cast<double>(kStep);
        for (const PoseKind kind : kit.claimedKinds()) {
            const std::string place = placeText(usual, kind) + ", derivatives";
            const Pose pose = randomPose(random, deformed, kind, Spread::Any);
            if (const Status status = (*runner)->run(pose.frame()); !status) {
                check.expect(false, place, std::nullopt, status.error().message);
                return;
            }
            const auto positions = (*runner)->positions();
            const auto linear = (*runner)->linear();
            for (std::size_t probe = 0; probe < kProbes && !linear.empty(); ++probe) {
                const std::size_t vertex = first + probe;
                for (int axis = 0; axis < 3; ++axis) {
                    const auto forward = static_cast<std::size_t>(1 + 2 * axis) * kProbes;
                    const glm::vec3 rise =
                        positions[vertex + forward] - positions[vertex + forward + kProbes];
                    check.expectNear(
                        place, vertex, linear[vertex][axis], rise / (2.0f * kStep), tolerance);
                }
            }
        }
    }
}

} // namespace sartor::deform::conformance
