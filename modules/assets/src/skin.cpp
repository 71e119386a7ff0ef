// SPDX-License-Identifier: Apache-2.0
// Skins and influences: invariants, and the way from a file's weights to usable ones.
#include <sartor/assets/skin.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sartor::assets {

Result<std::shared_ptr<const Skin>> Skin::create(SkinData data, std::size_t jointCount) {
    const std::string where = "skin '" + data.name + "'";
    if (data.joints.size() != data.jointFromBind.size()) {
        return Error{"skin.ibm_count",
                     where + ": " + std::to_string(data.jointFromBind.size()) +
                         " inverse bind matrices for " + std::to_string(data.joints.size()) +
                         " joints"};
    }
    if (!data.fourthRows.empty() && data.fourthRows.size() != data.joints.size()) {
        return Error{"skin.ibm_count",
                     where + ": " + std::to_string(data.fourthRows.size()) + " fourth rows for " +
                         std::to_string(data.joints.size()) + " joints"};
    }
    for (std::size_t slot = 0; slot < data.joints.size(); ++slot) {
        if (data.joints[slot].value() >= jointCount) {
            return Error{"skin.joint_out_of_range",
                         where + ": slot " + std::to_string(slot) + " names no joint of the " +
                             std::to_string(jointCount)};
        }
        if (!math::isFinite(data.jointFromBind[slot])) {
            return Error{"skin.ibm_nonfinite",
                         where + ": the inverse bind matrix of slot " + std::to_string(slot) +
                             " holds NaN or infinity"};
        }
    }
    return std::shared_ptr<const Skin>(new Skin(std::move(data)));
}

Result<std::shared_ptr<const InfluenceSet>> InfluenceSet::create(std::vector<std::uint32_t> offsets,
                                                                 std::vector<SkinJointIndex> joints,
                                                                 std::vector<float> weights,
                                                                 std::size_t skinJointCount) {
    if (offsets.empty() || offsets.front() != 0 || offsets.back() != joints.size() ||
        joints.size() != weights.size()) {
        return Error{"influences.shape",
                     "influences: offsets must run from 0 to the " + std::to_string(joints.size()) +
                         " joints, with as many weights"};
    }
    InfluenceSet set;
    for (std::size_t vertex = 0; vertex + 1 < offsets.size(); ++vertex) {
        if (offsets[vertex + 1] < offsets[vertex] || offsets[vertex + 1] > joints.size()) {
            return Error{"influences.shape",
                         "influences: the offset after vertex " + std::to_string(vertex) +
                             " goes back or past the end"};
        }
        set.maxPerVertex_ = std::max(set.maxPerVertex_, offsets[vertex + 1] - offsets[vertex]);
        for (std::uint32_t i = offsets[vertex]; i < offsets[vertex + 1]; ++i) {
            if (joints[i].value() >= skinJointCount) {
                return Error{"influences.joint_out_of_range",
                             "influences: vertex " + std::to_string(vertex) + " names joint " +
                                 std::to_string(joints[i].value()) + " of " +
                                 std::to_string(skinJointCount)};
            }
            if (!std::isfinite(weights[i]) || weights[i] == 0.0f) {
                return Error{"influences.weight",
                             "influences: vertex " + std::to_string(vertex) +
                                 " has a weight that is zero or not finite"};
            }
        }
    }
    set.offsets_ = std::move(offsets);
    set.joints_ = std::move(joints);
    set.weights_ = std::move(weights);
    return std::make_shared<const InfluenceSet>(std::move(set));
}

namespace {

struct Influence {
    std::uint32_t joint;
    double weight;
};

// The usable influences of one vertex; says in `changes` what had to go.
void gatherVertex(const FileInfluences& file,
                  std::size_t vertex,
                  std::size_t skinJointCount,
                  std::vector<Influence>& gathered,
                  InfluenceChanges& changes) {
    gathered.clear();
    bool hasDuplicate = false;
    bool hasNegative = false;
    bool hasNonfinite = false;
    bool isOutOfRange = false;
    const std::size_t first = vertex * file.slotsPerVertex;
    for (std::size_t slot = first; slot < first + file.slotsPerVertex; ++slot) {
        const float weight = file.weights[slot];
        const std::uint32_t joint = file.joints[slot];
        if (weight == 0.0f) {
            continue;
        }
        if (!std::isfinite(weight)) {
            hasNonfinite = true;
        } else if (weight < 0.0f) {
            hasNegative = true;
        } else if (joint >= skinJointCount) {
            isOutOfRange = true;
        } else {
            const auto same = std::find_if(gathered.begin(),
                                           gathered.end(),
                                           [&](const Influence& i) { return i.joint == joint; });
            if (same == gathered.end()) {
                gathered.push_back({joint, weight});
            } else {
                same->weight += weight;
                hasDuplicate = true;
            }
        }
    }
    changes.duplicateJointVertices += hasDuplicate ? 1u : 0u;
    changes.negativeWeightVertices += hasNegative ? 1u : 0u;
    changes.nonfiniteWeightVertices += hasNonfinite ? 1u : 0u;
    changes.outOfRangeVertices += isOutOfRange ? 1u : 0u;
    if (gathered.empty()) {
        ++changes.zeroSumVertices;
        std::uint32_t joint = 0;
        for (std::size_t slot = first; slot < first + file.slotsPerVertex; ++slot) {
            if (file.joints[slot] < skinJointCount) {
                joint = file.joints[slot];
                break;
            }
        }
        gathered.push_back({joint, 1.0});
    }
}

void limitVertex(std::vector<Influence>& gathered,
                 std::uint32_t maxPerVertex,
                 InfluenceChanges& changes) {
    if (maxPerVertex == 0 || gathered.size() <= maxPerVertex) {
        return;
    }
    // Heaviest first, equal weights by joint index, so that the choice does not depend on slots.
    std::sort(gathered.begin(), gathered.end(), [](const Influence& a, const Influence& b) {
        return a.weight != b.weight ? a.weight > b.weight : a.joint < b.joint;
    });
    double dropped = 0.0;
    for (std::size_t i = maxPerVertex; i < gathered.size(); ++i) {
        dropped += gathered[i].weight;
    }
    ++changes.limitedVertices;
    changes.largestDroppedWeight =
        std::max(changes.largestDroppedWeight, static_cast<float>(dropped));
    gathered.resize(maxPerVertex);
}

void applyPolicy(std::vector<Influence>& gathered, WeightPolicy policy, double fileSum) {
    switch (policy) {
    case WeightPolicy::None:
        break;
    case WeightPolicy::Renormalize:
        for (Influence& influence : gathered) {
            influence.weight /= fileSum;
        }
        break;
    case WeightPolicy::LastRemainder: {
        double others = 0.0;
        for (std::size_t i = 0; i + 1 < gathered.size(); ++i) {
            others += gathered[i].weight;
        }
        gathered.back().weight = 1.0 - others;
        break;
    }
    }
}

} // namespace

Result<BuiltInfluences> buildInfluences(const FileInfluences& file,
                                        std::size_t skinJointCount,
                                        const InfluenceOptions& options) {
    if (skinJointCount == 0) {
        return Error{"skin.no_joints", "influences: the skin has no joints to follow"};
    }
    const std::size_t vertexCount = file.vertexCount();
    const std::size_t expected = vertexCount * file.slotsPerVertex;
    if (file.joints.size() != expected || file.weights.size() != expected) {
        return Error{"influences.shape",
                     "influences: " + std::to_string(file.joints.size()) + " joints and " +
                         std::to_string(file.weights.size()) + " weights do not make rows of " +
                         std::to_string(file.slotsPerVertex)};
    }
    BuiltInfluences built;
    std::vector<std::uint32_t> offsets{0};
    std::vector<SkinJointIndex> joints;
    std::vector<float> weights;
    offsets.reserve(vertexCount + 1);
    joints.reserve(expected);
    weights.reserve(expected);
    std::vector<Influence> gathered;
    for (std::size_t vertex = 0; vertex < vertexCount; ++vertex) {
        gatherVertex(file, vertex, skinJointCount, gathered, built.changes);
        double sum = 0.0;
        for (const Influence& influence : gathered) {
            sum += influence.weight;
        }
        constexpr double kSumTolerance = 1e-4;
        if (options.policy == WeightPolicy::Renormalize && std::abs(sum - 1.0) > kSumTolerance) {
            ++built.changes.renormalizedVertices;
        }
        limitVertex(gathered, options.maxPerVertex, built.changes);
        sum = 0.0;
        for (const Influence& influence : gathered) {
            sum += influence.weight;
        }
        applyPolicy(gathered, options.policy, sum);
        for (const Influence& influence : gathered) {
            // Equal joints of huge weights can sum to more than a float holds.
            constexpr double kLargest = std::numeric_limits<float>::max();
            const auto weight =
                static_cast<float>(std::clamp(influence.weight, -kLargest, kLargest));
            if (weight != 0.0f) {
                joints.emplace_back(influence.joint);
                weights.push_back(weight);
            }
        }
        offsets.push_back(static_cast<std::uint32_t>(joints.size()));
    }
    auto influences = InfluenceSet::create(
        std::move(offsets), std::move(joints), std::move(weights), skinJointCount);
    if (!influences) {
        return influences.error();
    }
    built.influences = std::move(*influences);
    return built;
}

} // namespace sartor::assets
