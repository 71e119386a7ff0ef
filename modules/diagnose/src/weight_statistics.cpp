// SPDX-License-Identifier: Apache-2.0
// Weight statistics: one pass over the file's slots.
#include <sartor/base/assert.h>
#include <sartor/diagnose/weight_statistics.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace sartor::diagnose {
namespace {

struct WeightedSlot {
    std::uint32_t joint = 0;
    double weight = 0.0;
};

void noteIf(bool condition, std::size_t vertex, VertexFinding& finding) {
    if (condition) {
        finding.add(vertex);
    }
}

// What one vertex adds to the joints it follows. `slots` is sorted by joint.
void addJointUse(std::span<const WeightedSlot> slots, std::vector<JointUse>& joints) {
    std::uint32_t counted = std::numeric_limits<std::uint32_t>::max();
    for (const WeightedSlot& slot : slots) {
        if (slot.joint >= joints.size() || !std::isfinite(slot.weight) || slot.weight < 0.0) {
            continue;
        }
        JointUse& use = joints[slot.joint];
        use.vertexCount += slot.joint != counted ? 1u : 0u;
        use.largestWeight = std::max(use.largestWeight, slot.weight);
        use.totalWeight += slot.weight;
        counted = slot.joint;
    }
}

void addSum(double sum, std::size_t influenceCount, std::size_t vertex, WeightStatistics& to) {
    to.smallestSum = std::min(to.smallestSum, sum);
    to.largestSum = std::max(to.largestSum, sum);
    const double error = std::abs(sum - 1.0);
    const double rounding = kRoundingPerInfluence * static_cast<double>(influenceCount);
    const bool isZero = sum == 0.0;
    noteIf(isZero, vertex, to.zeroSum);
    noteIf(!isZero && error > kWeightSumTolerance, vertex, to.wrongSum);
    noteIf(error > rounding && error <= kWeightSumTolerance, vertex, to.roughSum);
}

// Adds one vertex with its slots that have weight, sorted by joint.
void addVertex(std::span<const WeightedSlot> slots, std::size_t vertex, WeightStatistics& to) {
    double sum = 0.0;
    bool isFinite = true;
    bool isNegative = false;
    bool isTiny = false;
    bool hasDuplicate = false;
    for (std::size_t i = 0; i < slots.size(); ++i) {
        hasDuplicate = hasDuplicate || (i > 0 && slots[i].joint == slots[i - 1].joint);
        if (!std::isfinite(slots[i].weight)) {
            isFinite = false;
            continue;
        }
        sum += slots[i].weight;
        isNegative = isNegative || slots[i].weight < 0.0;
        isTiny = isTiny || (slots[i].weight > 0.0 && slots[i].weight < kTinyWeight);
        to.smallestWeight = std::min(to.smallestWeight, slots[i].weight);
    }
    ++to.influenceHistogram[slots.size()];
    noteIf(!isFinite, vertex, to.nonfinite);
    noteIf(isNegative, vertex, to.negative);
    noteIf(isTiny, vertex, to.tiny);
    noteIf(hasDuplicate, vertex, to.duplicateJoint);
    noteIf(slots.size() > 4, vertex, to.overFour);
    if (!slots.empty()) {
        to.largestJoint = std::max(to.largestJoint, slots.back().joint);
        noteIf(slots.back().joint >= to.joints.size(), vertex, to.jointOutOfRange);
    }
    if (isFinite) {
        addSum(sum, slots.size(), vertex, to);
    }
    addJointUse(slots, to.joints);
}

} // namespace

WeightStatistics computeWeightStatistics(const assets::FileInfluences& file,
                                         std::size_t skinJointCount) {
    const std::size_t vertexCount = file.vertexCount();
    SARTOR_ASSERT(file.joints.size() == vertexCount * file.slotsPerVertex);
    SARTOR_ASSERT(file.weights.size() == file.joints.size());
    WeightStatistics statistics;
    statistics.vertexCount = vertexCount;
    statistics.slotsPerVertex = file.slotsPerVertex;
    statistics.influenceHistogram.resize(std::size_t{file.slotsPerVertex} + 1);
    statistics.joints.resize(skinJointCount);
    statistics.smallestSum = std::numeric_limits<double>::infinity();
    statistics.largestSum = -std::numeric_limits<double>::infinity();
    std::vector<WeightedSlot> slots;
    slots.reserve(file.slotsPerVertex);
    for (std::size_t vertex = 0; vertex < vertexCount; ++vertex) {
        slots.clear();
        const std::size_t first = vertex * file.slotsPerVertex;
        for (std::size_t i = first; i < first + file.slotsPerVertex; ++i) {
            if (file.weights[i] != 0.0f) {
                slots.push_back({file.joints[i], static_cast<double>(file.weights[i])});
            }
        }
        std::sort(slots.begin(), slots.end(), [](const WeightedSlot& a, const WeightedSlot& b) {
            return a.joint < b.joint;
        });
        addVertex(slots, vertex, statistics);
    }
    if (statistics.smallestSum > statistics.largestSum) {
        statistics.smallestSum = 0.0;
        statistics.largestSum = 0.0;
    }
    return statistics;
}

} // namespace sartor::diagnose
