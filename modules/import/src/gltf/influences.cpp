// SPDX-License-Identifier: Apache-2.0
// Influence sets, and one look at every vertex.
#include "gltf/influences.h"

#include "gltf/attribute_influences.h"
#include "gltf/failure.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sartor::import::gltf {
namespace {

constexpr std::size_t kSlotsPerSet = 4;

struct Set {
    std::uint32_t joints = 0;
    std::uint32_t weights = 0;
};

std::vector<Set> findSets(AttributeTable& attributes) {
    // 256 influences a vertex; what comes after is noted as ignored.
    constexpr std::size_t kMaximumSets = 64;
    std::vector<Set> sets;
    while (sets.size() < kMaximumSets) {
        const std::string number = std::to_string(sets.size());
        if (!attributes.contains("JOINTS_" + number) || !attributes.contains("WEIGHTS_" + number)) {
            break;
        }
        const auto joints = attributes.find("JOINTS_" + number, {ElementType::Vec4});
        const auto weights = attributes.find("WEIGHTS_" + number, {ElementType::Vec4});
        const ComponentType type = attributes.context().accessors.info(*joints).componentType;
        if (type == ComponentType::Uint32) {
            fail("gltf.accessor_type",
                 attributes.placeOf("JOINTS_" + number),
                 "expected components of 8 or 16 bits");
        }
        sets.push_back({*joints, *weights});
    }
    return sets;
}

// Entries of the map by slot. Those of ordinary skins are found without a search.
class SlotTable {
public:
    explicit SlotTable(std::map<std::uint32_t, SlotUse>& slots) : slots_(slots) {}

    SlotUse& operator[](std::uint32_t slot) {
        if (slot >= table_.size()) {
            return slots_[slot];
        }
        if (table_[slot] == nullptr) {
            table_[slot] = &slots_[slot];
        }
        return *table_[slot];
    }

private:
    std::map<std::uint32_t, SlotUse>& slots_;
    std::array<SlotUse*, 512> table_{};
};

class Inspector {
public:
    explicit Inspector(DecodedInfluences& decoded)
        : slotCount_(decoded.influences->slotsPerVertex), slots_(decoded.slots) {}

    void inspect(std::size_t vertex, const std::uint32_t* joints, const float* weights) {
        constexpr auto kNone = static_cast<std::int64_t>(-1);
        double sum = 0.0;
        bool hasNonfinite = false;
        bool hasNegative = false;
        bool hasDuplicate = false;
        std::int64_t largest = kNone;
        std::int64_t largestPadding = kNone;
        for (std::size_t slot = 0; slot < slotCount_; ++slot) {
            const auto joint = std::int64_t{joints[slot]};
            if (weights[slot] == 0.0f) {
                largestPadding = std::max(largestPadding, joint);
                continue;
            }
            largest = std::max(largest, joint);
            slots_[joints[slot]].hasWeight = true;
            hasNonfinite = hasNonfinite || !std::isfinite(weights[slot]);
            hasNegative = hasNegative || weights[slot] < 0.0f;
            for (std::size_t earlier = 0; earlier < slot; ++earlier) {
                hasDuplicate =
                    hasDuplicate || (joints[earlier] == joints[slot] && weights[earlier] != 0.0f);
            }
            sum += static_cast<double>(weights[slot]);
        }
        if (largest != kNone) {
            slots_[static_cast<std::uint32_t>(largest)].isLargest.add(vertex);
        }
        if (largestPadding != kNone) {
            slots_[static_cast<std::uint32_t>(largestPadding)].isLargestPadding.add(vertex);
        }
        constexpr double kSumTolerance = 1e-4;
        if (hasNonfinite) {
            nonfinite_.add(vertex);
        } else if (sum == 0.0) {
            zeroSum_.add(vertex);
        } else if (std::abs(sum - 1.0) > kSumTolerance) {
            notNormalized_.add(vertex);
        }
        if (hasNegative) {
            negative_.add(vertex);
        }
        if (hasDuplicate) {
            duplicateJoint_.add(vertex);
        }
    }

    void note(Notes& notes, const std::string& place) const {
        if (nonfinite_) {
            notes.error("weights.nonfinite",
                        place,
                        describe(nonfinite_, "vertices") + " have a weight that is NaN or infinite",
                        nonfinite_);
        }
        if (negative_) {
            notes.warning("weights.negative",
                          place,
                          describe(negative_, "vertices") + " have a negative weight",
                          negative_);
        }
        if (zeroSum_) {
            notes.warning("weights.zero_sum",
                          place,
                          describe(zeroSum_, "vertices") + " have no weight at all",
                          zeroSum_);
        }
        if (notNormalized_) {
            notes.warning("weights.not_normalized",
                          place,
                          describe(notNormalized_, "vertices") +
                              " have weights whose sum is off from 1 by more than 1e-4",
                          notNormalized_);
        }
        if (duplicateJoint_) {
            notes.warning("weights.duplicate_joint",
                          place,
                          describe(duplicateJoint_, "vertices") +
                              " name one joint more than once with weight",
                          duplicateJoint_);
        }
    }

private:
    std::size_t slotCount_;
    SlotTable slots_;
    Occurrences nonfinite_;
    Occurrences negative_;
    Occurrences zeroSum_;
    Occurrences notNormalized_;
    Occurrences duplicateJoint_;
};

// `place` is that of the weights.
void inspect(const AttributeTable& attributes,
             DecodedInfluences& decoded,
             const std::string& place) {
    const assets::FileInfluences& influences = *decoded.influences;
    const std::size_t slotCount = influences.slotsPerVertex;
    Inspector inspector(decoded);
    for (std::size_t vertex = 0; vertex < attributes.vertexCount(); ++vertex) {
        inspector.inspect(vertex,
                          influences.joints.data() + vertex * slotCount,
                          influences.weights.data() + vertex * slotCount);
    }
    inspector.note(attributes.context().notes, place);
}

} // namespace

DecodedInfluences readInfluences(AttributeTable& attributes) {
    DecodedInfluences decoded;
    const CodedInfluences& coded = attributes.context().codedInfluences;
    if (!coded.isEmpty()) {
        decoded.influences = readCodedInfluences(attributes, coded);
    }
    if (decoded.influences) {
        inspect(attributes, decoded, attributes.place());
        return decoded;
    }
    const std::vector<Set> sets = findSets(attributes);
    if (sets.empty()) {
        return decoded;
    }
    const ReadContext& context = attributes.context();
    const std::size_t slotCount = sets.size() * kSlotsPerSet;
    const std::size_t vertexCount = attributes.vertexCount();
    context.budget.charge(vertexCount * slotCount * (sizeof(std::uint32_t) + sizeof(float)),
                          attributes.place());
    assets::FileInfluences& influences = decoded.influences.emplace();
    influences.slotsPerVertex = static_cast<std::uint32_t>(slotCount);
    influences.joints.resize(vertexCount * slotCount);
    influences.weights.resize(vertexCount * slotCount);
    for (std::size_t set = 0; set < sets.size(); ++set) {
        const std::size_t first = set * kSlotsPerSet;
        context.accessors.readUnsignedIntegers(sets[set].joints,
                                               {influences.joints.data() + first, slotCount});
        context.accessors.readFloats(sets[set].weights,
                                     {influences.weights.data() + first, slotCount},
                                     Integers::Normalized);
    }
    inspect(attributes, decoded, attributes.placeOf("WEIGHTS_0"));
    return decoded;
}

} // namespace sartor::import::gltf
