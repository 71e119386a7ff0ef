// SPDX-License-Identifier: Apache-2.0
// What the weights of a mesh are like, exactly as the file has them.
#pragma once

#include <sartor/assets/skin.h>

#include <cstdint>
#include <vector>

namespace sartor::diagnose {

/// Most examples any finding names.
inline constexpr std::size_t kExampleCount = 8;

/// How many vertices have a property, and the first few of them.
struct VertexFinding {
    std::uint64_t count = 0;
    std::vector<std::uint32_t> examples;

    void add(std::size_t vertex) {
        ++count;
        if (examples.size() < kExampleCount) {
            examples.push_back(static_cast<std::uint32_t>(vertex));
        }
    }
};

/// How one slot of a skin is used by a mesh.
struct JointUse {
    /// Vertices that give it a positive weight.
    std::uint64_t vertexCount = 0;
    /// Of one slot of one vertex.
    double largestWeight = 0.0;
    double totalWeight = 0.0;
};

/// A float weight sum may be off by this much per influence through rounding alone; what exporters
/// that normalise in float reach.
inline constexpr double kRoundingPerInfluence = 2e-7;
/// Above this a sum is wrong, not rounded.
inline constexpr double kWeightSumTolerance = 1e-4;
/// Half a step of an 8-bit weight: anything smaller becomes zero in that format.
inline constexpr double kTinyWeight = 0.5 / 255.0;

/// Sums are taken over the finite weights of a vertex, in double, equal joints not merged. A vertex
/// with a NaN or infinite weight counts as nonfinite and takes no part in the findings on sums.
struct WeightStatistics {
    std::uint64_t vertexCount = 0;
    std::uint32_t slotsPerVertex = 0;
    /// [n] = number of vertices with n slots whose weight is not zero; slotsPerVertex + 1 entries.
    std::vector<std::uint64_t> influenceHistogram;
    /// Over vertices without NaN or infinity; both 0 when there is none.
    double smallestSum = 0.0;
    double largestSum = 0.0;
    /// Sum off by more than rounding explains, but at most kWeightSumTolerance.
    VertexFinding roughSum;
    /// Sum off by more than kWeightSumTolerance and not zero.
    VertexFinding wrongSum;
    VertexFinding zeroSum;
    VertexFinding negative;
    double smallestWeight = 0.0; ///< the most negative one; 0 when there is none
    VertexFinding nonfinite;
    /// One joint in two slots, both with weight.
    VertexFinding duplicateJoint;
    /// A slot with weight names no joint of the skin.
    VertexFinding jointOutOfRange;
    std::uint32_t largestJoint = 0; ///< largest number in a slot with weight; 0 when there is none
    /// A weight above zero and below kTinyWeight.
    VertexFinding tiny;
    /// More than four slots with weight.
    VertexFinding overFour;
    /// One per slot of the skin.
    std::vector<JointUse> joints;
};

/// Shapes: joints and weights of the file have one row of slotsPerVertex per vertex (asserted).
/// Cost: O(slots), more for rows of very many slots. Threads: const, re-entrant.
WeightStatistics computeWeightStatistics(const assets::FileInfluences& file,
                                         std::size_t skinJointCount);

} // namespace sartor::diagnose
