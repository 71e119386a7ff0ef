// SPDX-License-Identifier: Apache-2.0
// Joint lists in another order than the one that indices or inverse binds refer to.
#include "doctor_hypotheses.h"
#include "skin_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

namespace sartor::diagnose {
namespace {

using math::DoubleAffine;

enum class ListOrder { FileNodes, DepthFirst, BreadthFirst, Names };
constexpr std::array<ListOrder, 4> kListOrders = {
    ListOrder::FileNodes, ListOrder::DepthFirst, ListOrder::BreadthFirst, ListOrder::Names};

std::string describeOrder(ListOrder order) {
    switch (order) {
    case ListOrder::FileNodes:
        return "the order of the nodes in the file";
    case ListOrder::DepthFirst:
        return "depth-first order";
    case ListOrder::BreadthFirst:
        return "breadth-first order";
    case ListOrder::Names:
        break;
    }
    return "the order of their names";
}

// Rank of every joint of the skeleton, depth first, children in the order of the skeleton.
std::vector<std::size_t> depthFirstRanks(const Rig& rig) {
    std::vector<std::vector<std::size_t>> children(rig.joints.size());
    std::vector<std::size_t> open;
    for (std::size_t i = rig.joints.size(); i-- > 0;) {
        const JointIndex parent = rig.joints[i].parent;
        (parent.isNone() ? open : children[parent.value()]).push_back(i);
    }
    std::vector<std::size_t> ranks(rig.joints.size());
    std::size_t rank = 0;
    while (!open.empty()) {
        const std::size_t joint = open.back();
        open.pop_back();
        ranks[joint] = rank++;
        open.insert(open.end(), children[joint].begin(), children[joint].end());
    }
    return ranks;
}

std::vector<std::size_t> breadthFirstRanks(const Rig& rig) {
    std::vector<std::vector<std::size_t>> children(rig.joints.size());
    std::vector<std::size_t> reached;
    for (std::size_t i = 0; i < rig.joints.size(); ++i) {
        const JointIndex parent = rig.joints[i].parent;
        (parent.isNone() ? reached : children[parent.value()]).push_back(i);
    }
    std::vector<std::size_t> ranks(rig.joints.size());
    for (std::size_t rank = 0; rank < reached.size(); ++rank) {
        const std::size_t joint = reached[rank];
        ranks[joint] = rank;
        reached.insert(reached.end(), children[joint].begin(), children[joint].end());
    }
    return ranks;
}

// order[i]: the slot whose joint comes i-th.
std::vector<std::size_t> slotsInOrder(const Rig& rig, const RigSkin& skin, ListOrder order) {
    std::vector<std::size_t> slots(skin.joints.size());
    std::iota(slots.begin(), slots.end(), 0u);
    const auto sortBy = [&](auto key) {
        std::stable_sort(slots.begin(), slots.end(), [&](std::size_t a, std::size_t b) {
            return key(skin.joints[a]) < key(skin.joints[b]);
        });
    };
    std::vector<std::size_t> ranks;
    switch (order) {
    case ListOrder::FileNodes:
        sortBy([&](JointIndex joint) { return rig.joints[joint.value()].fileNode; });
        return slots;
    case ListOrder::Names:
        sortBy([&](JointIndex joint) { return rig.joints[joint.value()].name; });
        return slots;
    case ListOrder::DepthFirst:
        ranks = depthFirstRanks(rig);
        break;
    case ListOrder::BreadthFirst:
        ranks = breadthFirstRanks(rig);
        break;
    }
    sortBy([&](JointIndex joint) { return ranks[joint.value()]; });
    return slots;
}

bool slotsFromNodes(Rig& rig, std::uint32_t index) {
    std::map<std::uint32_t, std::uint32_t> slotOfNode;
    const RigSkin& skin = rig.skins[index];
    for (std::uint32_t slot = 0; slot < skin.joints.size(); ++slot) {
        slotOfNode.emplace(rig.joints[skin.joints[slot].value()].fileNode, slot);
    }
    return renumber(rig, index, [&](std::uint32_t stored) {
        const auto slot = slotOfNode.find(stored);
        return slot == slotOfNode.end() ? std::nullopt : std::optional(slot->second);
    });
}

bool slotsFromOrder(Rig& rig, std::uint32_t index, ListOrder order) {
    const std::vector<std::size_t> slots = slotsInOrder(rig, rig.skins[index], order);
    return renumber(rig, index, [&](std::uint32_t stored) {
        return stored < slots.size() ? std::optional(static_cast<std::uint32_t>(slots[stored]))
                                     : std::nullopt;
    });
}

bool jointsFromOrder(Rig& rig, std::uint32_t index, ListOrder order) {
    RigSkin& skin = rig.skins[index];
    const std::vector<JointIndex> before = skin.joints;
    const std::vector<std::size_t> slots = slotsInOrder(rig, skin, order);
    for (std::size_t slot = 0; slot < slots.size(); ++slot) {
        skin.joints[slot] = before[slots[slot]];
    }
    return skin.joints != before;
}

// The column of each row that makes the sum of the costs least, each column once. Source: Kuhn,
// "The Hungarian method for the assignment problem", 1955, with shortest augmenting paths.
std::vector<std::size_t> assign(const std::vector<std::vector<double>>& cost) {
    const std::size_t count = cost.size();
    std::vector<double> rowPrice(count + 1);
    std::vector<double> columnPrice(count + 1);
    // Row of each column, both counted from 1; 0 is none.
    std::vector<std::size_t> rowOf(count + 1);
    for (std::size_t row = 1; row <= count; ++row) {
        std::vector<double> least(count + 1, std::numeric_limits<double>::infinity());
        std::vector<std::size_t> before(count + 1);
        std::vector<bool> isDone(count + 1);
        rowOf[0] = row;
        std::size_t column = 0;
        while (rowOf[column] != 0) {
            isDone[column] = true;
            const std::size_t current = rowOf[column];
            double step = std::numeric_limits<double>::infinity();
            std::size_t next = 0;
            for (std::size_t j = 1; j <= count; ++j) {
                if (isDone[j]) {
                    continue;
                }
                const double slack = cost[current - 1][j - 1] - rowPrice[current] - columnPrice[j];
                if (slack < least[j]) {
                    least[j] = slack;
                    before[j] = column;
                }
                if (least[j] < step) {
                    step = least[j];
                    next = j;
                }
            }
            for (std::size_t j = 0; j <= count; ++j) {
                if (isDone[j]) {
                    rowPrice[rowOf[j]] += step;
                    columnPrice[j] -= step;
                } else {
                    least[j] -= step;
                }
            }
            column = next;
        }
        while (column != 0) {
            rowOf[column] = rowOf[before[column]];
            column = before[column];
        }
    }
    std::vector<std::size_t> columnOf(count);
    for (std::size_t column = 1; column <= count; ++column) {
        columnOf[rowOf[column] - 1] = column - 1;
    }
    return columnOf;
}

// Whether two rows may as well exchange their columns, at a cost that is hardly larger. The columns
// of rows without cost are free.
bool isExchangeable(const std::vector<std::vector<double>>& cost,
                    const std::vector<std::size_t>& columnOf) {
    constexpr double kNotLarger = 1.05;
    for (std::size_t a = 0; a < cost.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            const double chosen = cost[a][columnOf[a]] + cost[b][columnOf[b]];
            const double exchanged = cost[a][columnOf[b]] + cost[b][columnOf[a]];
            if (exchanged > 0.0 && exchanged <= kNotLarger * chosen) {
                return true;
            }
        }
    }
    return false;
}

enum class PlacesTell { Order, TooLittle };

// Each index in use gets the slot at whose bone its vertices lie, no two the same; false where the
// places do not tell as much as is asked.
bool slotsFromPlaces(Rig& rig, std::uint32_t index, PlacesTell asked) {
    constexpr std::size_t kLeastSlots = 2;
    constexpr std::size_t kMostSlots = 512;
    // Some thousand vertices tell as much as all.
    constexpr std::size_t kEnoughVertices = 4000;
    // Farther than any; finite, so that sums can be compared.
    constexpr double kNowhere = 1e9;
    const RigSkin& skin = rig.skins[index];
    const std::size_t slotCount = skin.joints.size();
    if (slotCount < kLeastSlots || slotCount > kMostSlots) {
        return false;
    }
    std::size_t vertexCount = 0;
    visitVertices(
        rig, index, [&](const glm::dvec3&, std::span<const VertexShare>) { ++vertexCount; });
    const std::size_t stride = std::max<std::size_t>(1, vertexCount / kEnoughVertices);
    const Bones bones(rig, skin);
    std::vector<std::vector<double>> cost(slotCount, std::vector<double>(slotCount, 0.0));
    std::size_t vertex = 0;
    visitVertices(rig, index, [&](const glm::dvec3& point, std::span<const VertexShare> shares) {
        if (vertex++ % stride != 0) {
            return;
        }
        for (const VertexShare& part : shares) {
            for (std::size_t slot = 0; slot < slotCount && part.slot < slotCount; ++slot) {
                cost[part.slot][slot] +=
                    part.share * part.share * bones.distance(slot, point).value_or(kNowhere);
            }
        }
    });
    const std::vector<std::size_t> slotOf = assign(cost);
    if (isExchangeable(cost, slotOf) != (asked == PlacesTell::TooLittle)) {
        return false;
    }
    return renumber(rig, index, [&](std::uint32_t stored) {
        return stored < slotCount ? std::optional(static_cast<std::uint32_t>(slotOf[stored]))
                                  : std::nullopt;
    });
}

// Each slot gets the joint of the list that rests where the slot was bound.
bool jointsFromBinds(Rig& rig, std::uint32_t index, bool isInNodeSpace) {
    RigSkin& skin = rig.skins[index];
    const auto modelFromJoint = modelFromJointAtRest(rig);
    const double size = sizeAtRest(skin, modelFromJoint);
    const DoubleAffine common =
        isInNodeSpace ? modelFromNodeOf(rig, index, modelFromJoint) : DoubleAffine{};
    const std::vector<JointIndex> before = skin.joints;
    std::vector<bool> isTaken(before.size());
    for (std::size_t slot = 0; slot < before.size(); ++slot) {
        const auto bindFromJoint = inverse(skin.jointFromBind[slot]);
        if (!bindFromJoint) {
            return false;
        }
        const DoubleAffine bound = common * *bindFromJoint;
        const auto fits = [&](std::size_t other) {
            return !isTaken[other] && isAlike(bound, modelFromJoint[before[other].value()], size);
        };
        std::size_t chosen = slot;
        if (!fits(slot)) {
            chosen = 0;
            while (chosen < before.size() && !fits(chosen)) {
                ++chosen;
            }
        }
        if (chosen == before.size()) {
            return false;
        }
        isTaken[chosen] = true;
        skin.joints[slot] = before[chosen];
    }
    return skin.joints != before;
}

} // namespace

void proposeJointLists(Proposals& proposals) {
    const std::string_view id = "joint-list-order";
    proposals.push_back(
        onSkins(id,
                "nodes",
                "The joint indices, which count the nodes of the file, become slots of the skin.",
                Judge::Indices,
                slotsFromNodes));
    for (const ListOrder order : kListOrders) {
        proposals.push_back(onSkins(
            id,
            "influences",
            "The joint indices, which count the joints in " + describeOrder(order) +
                ", become slots of the skin.",
            Judge::Indices,
            [=](Rig& rig, std::uint32_t skin) { return slotsFromOrder(rig, skin, order); }));
        proposals.push_back(onSkins(
            id,
            "joints",
            "The joints of the skin are put in " + describeOrder(order) + ".",
            Judge::Binds,
            [=](Rig& rig, std::uint32_t skin) { return jointsFromOrder(rig, skin, order); }));
    }
    for (const PlacesTell told : {PlacesTell::Order, PlacesTell::TooLittle}) {
        proposals.push_back(onSkins(
            id,
            "influences",
            told == PlacesTell::Order
                ? "The joint indices become the slots at whose bones their vertices lie."
                : "The file no longer tells the order of the joints, and where the vertices lie "
                  "leaves more than one: export it again.",
            Judge::Indices,
            [=](Rig& rig, std::uint32_t skin) { return slotsFromPlaces(rig, skin, told); }));
        proposals.back().isFitted = true;
        proposals.back().canRepair = told == PlacesTell::Order;
    }
    for (const bool isInNodeSpace : {false, true}) {
        proposals.push_back(onSkins(id,
                                    "joints",
                                    "Each inverse bind matrix gets the joint that rests where it "
                                    "was bound.",
                                    Judge::Binds,
                                    [=](Rig& rig, std::uint32_t skin) {
                                        return jointsFromBinds(rig, skin, isInNodeSpace);
                                    }));
    }
}

} // namespace sartor::diagnose
