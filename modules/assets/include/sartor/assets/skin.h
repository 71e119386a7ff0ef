// SPDX-License-Identifier: Apache-2.0
// Which joints deform a mesh, and how much each of its vertices follows them.
#pragma once

#include <sartor/base/index.h>
#include <sartor/base/result.h>
#include <sartor/math/affine.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sartor::assets {

struct SkinData {
    std::string name;
    /// Skeleton joint of each slot; influences refer to slots.
    std::vector<JointIndex> joints;
    /// Inverse bind of each slot: joint space from the mesh's bind space.
    std::vector<math::Affine> jointFromBind;
    /// Fourth row of each slot's inverse bind as the file has it, unchecked and of no effect; empty
    /// where they are all 0, 0, 0, 1. Matrices stored transposed have their translation here.
    std::vector<glm::vec4> fourthRows = {};
};

/// Immutable, validated joint list of a skin with the inverse bind of each slot.
class Skin {
public:
    /// Errors: "skin.ibm_count" (sizes differ, also of fourth rows that are there),
    /// "skin.joint_out_of_range", "skin.ibm_nonfinite",
    /// each naming skin and slot.
    static Result<std::shared_ptr<const Skin>> create(SkinData data, std::size_t jointCount);

    const std::string& name() const { return data_.name; }
    std::size_t jointCount() const { return data_.joints.size(); }
    std::span<const JointIndex> joints() const { return data_.joints; }
    JointIndex joint(SkinJointIndex slot) const { return data_.joints[slot.value()]; }
    std::span<const math::Affine> jointFromBind() const { return data_.jointFromBind; }
    /// Empty, or one per slot.
    std::span<const glm::vec4> fourthRows() const { return data_.fourthRows; }

private:
    explicit Skin(SkinData data) : data_(std::move(data)) {}

    SkinData data_;
};

/// Joints and weights exactly as the file has them, padding slots, wrong indices, NaN and all: what
/// checks look at. A fixed number of slots per vertex, all sets one after the other.
struct FileInfluences {
    std::uint32_t slotsPerVertex = 0;
    /// slotsPerVertex x vertexCount, unchecked.
    std::vector<std::uint32_t> joints;
    /// Same shape; normalised integers decoded to [0, 1].
    std::vector<float> weights;

    std::size_t vertexCount() const {
        return slotsPerVertex == 0 ? 0 : joints.size() / slotsPerVertex;
    }
};

/// Influences in compressed sparse rows, any number per vertex: what deformers read.
class InfluenceSet {
public:
    /// offsets.size() == vertexCount + 1, from 0 to joints.size(), not decreasing.
    /// Errors: "influences.shape", "influences.joint_out_of_range", "influences.weight" (not
    /// finite, or zero), each naming the vertex.
    static Result<std::shared_ptr<const InfluenceSet>> create(std::vector<std::uint32_t> offsets,
                                                              std::vector<SkinJointIndex> joints,
                                                              std::vector<float> weights,
                                                              std::size_t skinJointCount);

    std::size_t vertexCount() const { return offsets_.size() - 1; }
    std::span<const std::uint32_t> offsets() const { return offsets_; }
    std::span<const SkinJointIndex> joints() const { return joints_; }
    std::span<const float> weights() const { return weights_; }
    /// Largest number of influences of any vertex.
    std::uint32_t maxPerVertex() const { return maxPerVertex_; }

private:
    InfluenceSet() = default;

    std::vector<std::uint32_t> offsets_;
    std::vector<SkinJointIndex> joints_;
    std::vector<float> weights_;
    std::uint32_t maxPerVertex_ = 0;
};

/// What happens to weights that do not sum to one.
enum class WeightPolicy {
    Renormalize,  ///< divide by the sum
    None,         ///< use as they are
    LastRemainder ///< the last influence gets one minus the others
};

struct InfluenceOptions {
    WeightPolicy policy = WeightPolicy::Renormalize;
    /// Keep only the heaviest so many; 0 keeps all. What remains follows the policy.
    std::uint32_t maxPerVertex = 0;
};

/// Counts of everything that makes the influences differ from the file.
struct InfluenceChanges {
    std::uint32_t duplicateJointVertices = 0;  ///< one joint in two slots with weight: summed
    std::uint32_t negativeWeightVertices = 0;  ///< negative weights dropped
    std::uint32_t nonfiniteWeightVertices = 0; ///< NaN or infinite weights dropped
    std::uint32_t outOfRangeVertices = 0;      ///< weighted slots naming no joint, dropped
    std::uint32_t zeroSumVertices = 0;      ///< nothing left: bound rigidly to the first valid slot
    std::uint32_t renormalizedVertices = 0; ///< sum was off by more than 1e-4
    std::uint32_t limitedVertices = 0;      ///< influences cut by maxPerVertex
    float largestDroppedWeight = 0.0f;      ///< largest weight sum a vertex lost to the limit
};

struct BuiltInfluences {
    std::shared_ptr<const InfluenceSet> influences;
    InfluenceChanges changes;
};

/// Influences to deform with, from what the file says: zero weights and bad slots dropped, equal
/// joints merged, order of first appearance kept, then limit and policy. Weights are summed in
/// double. Every vertex of a skin with joints keeps at least one influence.
/// Errors: "skin.no_joints", "influences.shape".
Result<BuiltInfluences> buildInfluences(const FileInfluences& file,
                                        std::size_t skinJointCount,
                                        const InfluenceOptions& options);

} // namespace sartor::assets
