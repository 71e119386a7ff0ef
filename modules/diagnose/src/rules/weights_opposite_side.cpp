// SPDX-License-Identifier: Apache-2.0
// Rule: vertices of one side that follow the same joint of the other.
#include "../rule.h"
#include "../side_names.h"

#include <glm/geometric.hpp>

#include <unordered_map>

namespace sartor::diagnose {
namespace {

constexpr double kSmallest = 0.02; // weight that counts
constexpr double kFarther = 4.0;   // times the distance from the own joint

// Slot of the joint on the other side, for each slot; the slot itself where there is none.
std::vector<std::uint32_t> counterparts(const SceneFacts& facts, const assets::Skin& skin) {
    std::unordered_map<std::string, std::uint32_t> slotOf;
    std::vector<std::uint32_t> other(skin.jointCount());
    for (std::uint32_t slot = 0; slot < skin.jointCount(); ++slot) {
        slotOf.emplace(facts.scene.skeleton->joint(skin.joints()[slot]).name, slot);
    }
    for (std::uint32_t slot = 0; slot < skin.jointCount(); ++slot) {
        const auto name = otherSideOf(facts.scene.skeleton->joint(skin.joints()[slot]).name);
        const auto found = name ? slotOf.find(*name) : slotOf.end();
        other[slot] = found == slotOf.end() ? slot : found->second;
    }
    return other;
}

void checkMesh(const SceneFacts& facts, Findings& findings, const SkinnedMesh& mesh) {
    const assets::Skin& skin = *facts.scene.skins[mesh.skin];
    const std::vector<std::uint32_t> other = counterparts(facts, skin);
    std::vector<std::optional<glm::vec3>> positionBind;
    for (const math::Affine& jointFromBind : skin.jointFromBind()) {
        const auto bindFromJoint = math::inverse(jointFromBind);
        positionBind.push_back(bindFromJoint ? std::optional(bindFromJoint->translation)
                                             : std::nullopt);
    }
    const assets::InfluenceSet& influences = *mesh.built;
    const auto positions = facts.meshOf(mesh.instance).positions();
    VertexFinding vertices;
    JointIndex joint;
    double largest = 0.0;
    Displacement worst;
    for (std::uint32_t vertex = 0; vertex < influences.vertexCount(); ++vertex) {
        const auto offset = influences.offsets().subspan(vertex, 2);
        bool isFound = false;
        for (std::uint32_t i = offset[0]; i < offset[1]; ++i) {
            for (std::uint32_t k = offset[0]; k < offset[1]; ++k) {
                const auto own = static_cast<std::uint32_t>(influences.joints()[i].value());
                const auto far = static_cast<std::uint32_t>(influences.joints()[k].value());
                const auto weight = static_cast<double>(influences.weights()[k]);
                if (own == far || other[own] != far || weight < kSmallest ||
                    influences.weights()[i] < influences.weights()[k] || !positionBind[own] ||
                    !positionBind[far]) {
                    continue;
                }
                const glm::dvec3 position(positions[vertex]);
                if (glm::distance(position, glm::dvec3(*positionBind[far])) <=
                    kFarther * glm::distance(position, glm::dvec3(*positionBind[own]))) {
                    continue;
                }
                isFound = true;
                if (weight > largest) {
                    largest = weight;
                    joint = skin.joints()[far];
                }
                const std::vector<WeightChange> changes = {{influences.joints()[i], weight},
                                                           {influences.joints()[k], -weight}};
                facts.moments.measure(mesh.skin, vertex, positions[vertex], changes, worst);
            }
        }
        if (isFound) {
            vertices.add(vertex);
        }
    }
    if (vertices.count > 0) {
        Diagnostic& added = findings.addVertices(
            mesh.instance,
            vertices,
            formatCount(vertices.count, "vertex", "vertices") +
                " close to a joint of one side with weight on the same joint of the other; up to " +
                formatNumber(largest) + " on " + nameOf(facts.scene, joint));
        added.joints = {joint};
        withCost(added, facts, worst);
    }
}

} // namespace

Rule weightsOppositeSide() {
    return {{.id = "weights.opposite_side",
             .title = "Weight on the joint of the other side",
             .severity = Severity::Warning,
             .explanation =
                 "A vertex lies at a joint of the left or right side, and still has weight on "
                 "the joint of that name on the other side, at least four times as far away. "
                 "Moving one arm or leg drags a part of the other. A brush with symmetry, "
                 "mirroring by name, or automatic weights across the gap do that. Remove the "
                 "weight, and lock the other side while painting."},
            [](const SceneFacts& facts, Findings& findings) {
                for (const SkinnedMesh& mesh : facts.skinnedMeshes) {
                    if (mesh.built) {
                        checkMesh(facts, findings, mesh);
                    }
                }
            }};
}

} // namespace sartor::diagnose
