// SPDX-License-Identifier: Apache-2.0
// How two deformed versions of one mesh differ: backends, chains, importers.
#pragma once

#include <sartor/base/result.h>
#include <sartor/math/types.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sartor::diagnose {

/// One version. Normals and tangents may be empty, in both alike.
struct MeshView {
    std::span<const glm::vec3> positions;
    std::span<const glm::vec3> normals;
    std::span<const glm::vec4> tangents;
};

/// Diagonal of the box around the finite positions of all meshes; 0 where there are none.
double extentOf(std::span<const MeshView> meshes);

struct MeshCompareOptions {
    /// The length that distances are set against; 0 takes the diagonal of the box around the first
    /// version.
    double extent = 0.0;
    /// How many of the worst vertices are listed.
    std::size_t worstCount = 8;
};

/// Upper ends of the bins of the histogram, in units in the last place; one more bin holds what is
/// above.
inline constexpr std::array<std::uint32_t, 8> kUlpBins = {0, 1, 2, 4, 8, 16, 64, 1024};
/// Components that are nearer to zero are left out of the histogram: the sum they came from
/// cancelled, and the last place of what is left says nothing about the arithmetic.
inline constexpr float kUlpSmallest = 0.1f;

struct VertexDifference {
    std::uint32_t vertex = 0;
    /// In the first version.
    glm::vec3 position = glm::vec3(0.0f);
    double distance = 0.0;
    double normalDegrees = 0.0;
    double tangentDegrees = 0.0;
};

/// Distances in the unit of the positions. What is not finite agrees with nothing, not even with
/// the same bits: such a position is infinitely far, such a direction 180 degrees off. So is a
/// direction against one without length, and a tangent against one of the opposite side (w).
/// Denormals count as zeros of their sign: Vulkan leaves it to a device, and to the kind of shader,
/// to flush them.
struct MeshDifference {
    std::uint64_t vertexCount = 0;
    /// Every stream is finite, and every bit of it equal but for denormals.
    bool isBitIdentical = true;
    /// Vertices that are not so.
    std::uint64_t differingCount = 0;
    /// Vertices with a component that is not finite, in one version or in both.
    std::uint64_t nonfiniteCount = 0;
    /// Vertices that would differ if denormals counted as what they are.
    std::uint64_t denormalCount = 0;
    double maxDistance = 0.0;
    std::uint32_t maxDistanceVertex = 0;
    /// maxDistance against the extent; 0 when both are 0.
    double relativeDistance = 0.0;
    double extent = 0.0;
    double maxNormalDegrees = 0.0;
    std::uint32_t maxNormalVertex = 0;
    /// The angle that at least 99 of 100 vertices do not exceed (nearest rank).
    double p99NormalDegrees = 0.0;
    double maxTangentDegrees = 0.0;
    std::uint32_t maxTangentVertex = 0;
    /// Components of positions by the distance of their floats, one more entry than kUlpBins.
    std::array<std::uint64_t, kUlpBins.size() + 1> ulpHistogram{};
    std::uint64_t maxUlp = 0;
    /// Largest distance first, then largest normal angle; only vertices that differ.
    std::vector<VertexDifference> worst;
};

/// Errors: "compare.shape" (streams of different length; one side has normals or tangents alone).
/// Cost: O(vertices). Threads: const, re-entrant.
Result<MeshDifference>
compareMeshes(const MeshView& a, const MeshView& b, const MeshCompareOptions& options = {});

} // namespace sartor::diagnose
