// SPDX-License-Identifier: Apache-2.0
// Which joints a level of detail can best do without.
#include "skinned_parts.h"

#include <sartor/diagnose/joint_choice.h>
#include <sartor/diagnose/joint_class.h>
#include <sartor/math/double_affine.h>
#include <sartor/pose/matrix_palette.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

namespace sartor::diagnose {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kMostMatrices = 4'000'000; // 48 bytes each

// A skin with the vertices of all its meshes, whose influences change as joints go.
struct WorkingSkin {
    // By slot: the slot of the nearest joint above; none where no joint of the skin is above.
    std::vector<SkinJointIndex> heirs;
    // Palettes of all moments, one after the other.
    std::vector<math::Affine> modelFromBind;
    // By slot: the vertices with weight on it.
    std::vector<std::vector<std::uint32_t>> vertices;

    std::vector<glm::vec3> positions;
    std::vector<std::uint32_t> offsets{0};
    std::vector<std::uint32_t> slots;
    std::vector<double> weights;
    // By vertex: bound of how far the joints removed so far have moved it, in the file's units.
    std::vector<double> moved;
};

std::vector<SkinJointIndex> findHeirs(const assets::Skeleton& skeleton, const assets::Skin& skin) {
    std::vector<SkinJointIndex> slotOf(skeleton.jointCount());
    for (std::uint32_t slot = 0; slot < skin.jointCount(); ++slot) {
        SkinJointIndex& known = slotOf[skin.joints()[slot].value()];
        known = known.isNone() ? SkinJointIndex(slot) : known;
    }
    std::vector<SkinJointIndex> above(skeleton.jointCount());
    for (std::size_t joint = 0; joint < above.size(); ++joint) {
        const JointIndex parent = skeleton.joints()[joint].parent;
        if (!parent.isNone()) {
            const SkinJointIndex slot = slotOf[parent.value()];
            above[joint] = slot.isNone() ? above[parent.value()] : slot;
        }
    }
    std::vector<SkinJointIndex> heirs;
    for (const JointIndex joint : skin.joints()) {
        heirs.push_back(above[joint.value()]);
    }
    return heirs;
}

void addVertices(WorkingSkin& skin,
                 const assets::Mesh& mesh,
                 const assets::InfluenceSet& influences) {
    for (std::uint32_t i = 0; i < influences.vertexCount(); ++i) {
        const auto vertex = static_cast<std::uint32_t>(skin.positions.size());
        skin.positions.push_back(mesh.positions()[i]);
        for (std::uint32_t k = influences.offsets()[i]; k < influences.offsets()[i + 1]; ++k) {
            skin.slots.push_back(influences.joints()[k].value());
            skin.weights.push_back(static_cast<double>(influences.weights()[k]));
            skin.vertices[skin.slots.back()].push_back(vertex);
        }
        skin.offsets.push_back(static_cast<std::uint32_t>(skin.slots.size()));
    }
    skin.moved.resize(skin.positions.size());
}

// Calls function(vertex, entry of its row, distance it moves when the heir takes over) for every
// vertex of the slot.
template <class Function>
void visit(const WorkingSkin& skin, std::uint32_t slot, Function function) {
    std::vector<math::DoubleAffine> differences;
    for (std::size_t m = 0; m < skin.modelFromBind.size(); m += skin.heirs.size()) {
        const auto own = math::toDouble(skin.modelFromBind[m + slot]);
        const auto other = math::toDouble(skin.modelFromBind[m + skin.heirs[slot].value()]);
        differences.push_back({other.linear - own.linear, other.translation - own.translation});
    }
    for (const std::uint32_t vertex : skin.vertices[slot]) {
        std::size_t entry = skin.offsets[vertex];
        while (skin.slots[entry] != slot) {
            ++entry;
        }
        const glm::dvec3 positionBind(skin.positions[vertex]);
        double square = 0.0;
        for (const math::DoubleAffine& difference : differences) {
            const glm::dvec3 moved = transformPoint(difference, positionBind);
            const double length = glm::dot(moved, moved);
            // A joint that goes anywhere cannot be done without.
            square = std::isfinite(length) ? std::max(square, length) : kInfinity;
        }
        function(vertex, entry, std::abs(skin.weights[entry]) * std::sqrt(square));
    }
}

void giveWeight(WorkingSkin& skin, std::uint32_t vertex, std::size_t entry, std::uint32_t heir) {
    for (std::size_t i = skin.offsets[vertex]; i < skin.offsets[vertex + 1]; ++i) {
        if (skin.slots[i] == heir) {
            skin.weights[i] += skin.weights[entry];
            skin.weights[entry] = 0.0;
            return;
        }
    }
    skin.slots[entry] = heir;
    skin.vertices[heir].push_back(vertex);
}

class Reduction {
public:
    Reduction(const import::ImportedScene& scene, std::span<const Moment> moments)
        : slotsOf_(scene.skeleton->jointCount()), skins_(scene.skins.size()) {
        for (std::uint32_t s = 0; s < skins_.size(); ++s) {
            const assets::Skin& skin = *scene.skins[s];
            skins_[s].heirs = findHeirs(*scene.skeleton, skin);
            skins_[s].vertices.resize(skin.jointCount());
            for (std::uint32_t slot = 0; slot < skin.jointCount(); ++slot) {
                slotsOf_[skin.joints()[slot].value()].push_back({s, slot});
            }
        }
        for (const SkinnedPart& part : findSkinnedParts(scene)) {
            const import::MeshInstance& instance = scene.instances[part.instance];
            addVertices(skins_[*instance.skin], *instance.mesh, *part.influences);
        }
        std::vector<math::Affine> modelFromJoint(scene.skeleton->jointCount());
        for (const Moment& moment : moments) {
            evaluateMoment(scene, moment, modelFromJoint);
            for (std::size_t s = 0; s < skins_.size(); ++s) {
                const assets::Skin& skin = *scene.skins[s];
                std::vector<math::Affine>& palettes = skins_[s].modelFromBind;
                palettes.resize(palettes.size() + skin.jointCount());
                pose::matrixPalette(modelFromJoint,
                                    skin.joints(),
                                    skin.jointFromBind(),
                                    std::span(palettes).last(skin.jointCount()));
            }
        }
    }

    // Bound of how far any vertex is off when the joint goes next; infinite for one that cannot go.
    double costOf(JointIndex joint) const {
        double largest = 0.0;
        double sum = 0.0; // of the slots of one skin that name the joint: a vertex may follow both
        for (std::size_t i = 0; i < slotsOf_[joint.value()].size(); ++i) {
            const auto [s, slot] = slotsOf_[joint.value()][i];
            const WorkingSkin& skin = skins_[s];
            if (skin.heirs[slot].isNone()) {
                return kInfinity;
            }
            double ofSlot = 0.0;
            visit(skin, slot, [&](std::uint32_t vertex, std::size_t, double distance) {
                ofSlot = std::max(ofSlot, skin.moved[vertex] + distance);
            });
            const bool isSameSkin = i > 0 && slotsOf_[joint.value()][i - 1].first == s;
            sum = isSameSkin ? sum + ofSlot : ofSlot;
            largest = std::max(largest, sum);
        }
        return largest;
    }

    void remove(JointIndex joint) {
        for (const auto& [s, slot] : slotsOf_[joint.value()]) {
            WorkingSkin& skin = skins_[s];
            const std::uint32_t heir = skin.heirs[slot].value();
            visit(skin, slot, [&](std::uint32_t vertex, std::size_t entry, double distance) {
                skin.moved[vertex] += distance;
                giveWeight(skin, vertex, entry, heir);
            });
            skin.vertices[slot] = {};
        }
    }

private:
    // By joint of the skeleton: skin and slot.
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> slotsOf_;
    std::vector<WorkingSkin> skins_;
};

// The joints of all skins as a tree of their own.
struct JointTree {
    std::vector<bool> isJoint;
    std::vector<JointIndex> above;
    std::vector<std::size_t> childCount;
    std::size_t jointCount = 0;
};

JointTree makeTree(const import::ImportedScene& scene, std::span<const JointIndex> kept) {
    const auto joints = scene.skeleton->joints();
    JointTree tree;
    tree.isJoint = findSkinJoints(scene);
    tree.above.resize(joints.size());
    tree.childCount.resize(joints.size());
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const JointIndex parent = joints[i].parent;
        if (!parent.isNone()) {
            tree.above[i] = tree.isJoint[parent.value()] ? parent : tree.above[parent.value()];
        }
        if (tree.isJoint[i]) {
            ++tree.jointCount;
            if (!tree.above[i].isNone()) {
                ++tree.childCount[tree.above[i].value()];
            }
        }
    }
    // A joint that must stay counts as a child of its own, and so never becomes a leaf.
    for (const JointIndex joint : kept) {
        ++tree.childCount[joint.value()];
    }
    return tree;
}

// The part of the moments whose palettes are affordable, evenly chosen.
std::vector<Moment> affordableMoments(const import::ImportedScene& scene,
                                      std::span<const Moment> moments) {
    std::size_t slotCount = 1;
    for (const auto& skin : scene.skins) {
        slotCount += skin->jointCount();
    }
    const std::size_t count = std::clamp<std::size_t>(
        kMostMatrices / slotCount, 1, std::max<std::size_t>(1, moments.size()));
    std::vector<Moment> chosen;
    for (std::size_t i = 0; i < std::min(count, moments.size()); ++i) {
        chosen.push_back(
            moments[count == 1 ? moments.size() / 2 : i * (moments.size() - 1) / (count - 1)]);
    }
    return chosen;
}

} // namespace

std::vector<JointIndex> chooseRemovals(const import::ImportedScene& scene,
                                       const JointBudget& budget,
                                       std::span<const Moment> moments) {
    Reduction reduction(scene, affordableMoments(scene, moments));
    JointTree tree = makeTree(scene, budget.kept);
    using Candidate = std::pair<double, std::uint32_t>;
    std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> candidates;
    const auto offer = [&](std::size_t joint) {
        if (tree.isJoint[joint] && tree.childCount[joint] == 0) {
            candidates.emplace(reduction.costOf(JointIndex(joint)),
                               static_cast<std::uint32_t>(joint));
        }
    };
    for (std::size_t joint = 0; joint < tree.isJoint.size(); ++joint) {
        offer(joint);
    }
    const double limit =
        budget.millimetres
            ? *budget.millimetres / (1000.0 * static_cast<double>(scene.metresPerUnit))
            : std::numeric_limits<double>::max();
    std::vector<JointIndex> removed;
    while (!candidates.empty() &&
           tree.jointCount - removed.size() > budget.jointCount.value_or(0)) {
        const auto [known, index] = candidates.top();
        candidates.pop();
        const JointIndex joint(index);
        // A cost only grows, as other joints that move the same vertices go.
        const double cost = reduction.costOf(joint);
        if (!candidates.empty() && cost > candidates.top().first) {
            candidates.emplace(cost, index);
            continue;
        }
        if (!(cost <= limit)) { // a limit that is no number allows nothing
            break;
        }
        reduction.remove(joint);
        removed.push_back(joint);
        const JointIndex above = tree.above[index];
        if (!above.isNone()) {
            --tree.childCount[above.value()];
            offer(above.value());
        }
    }
    return removed;
}

} // namespace sartor::diagnose
