// SPDX-License-Identifier: Apache-2.0
// Rule: weights that sum to zero.
#include "../rule.h"

#include <glm/geometric.hpp>

#include <cmath>
#include <limits>
#include <optional>

namespace sartor::diagnose {
namespace {

// The skin as far as a vertex without weight needs it.
class BindJoints {
public:
    BindJoints(const import::ImportedScene& scene, const assets::Skin& skin)
        : scene_(scene), skin_(skin) {
        for (const math::Affine& jointFromBind : skin.jointFromBind()) {
            const std::optional<math::Affine> bindFromJoint = math::inverse(jointFromBind);
            positions_.push_back(bindFromJoint ? std::optional(bindFromJoint->translation)
                                               : std::nullopt);
        }
    }

    /// Of the skin; the first where no joint has a position.
    std::uint32_t nearest(const glm::vec3& positionBind) const {
        std::uint32_t nearest = 0;
        double least = std::numeric_limits<double>::infinity();
        for (std::uint32_t slot = 0; slot < positions_.size(); ++slot) {
            const double distance = positions_[slot] ? glm::distance(glm::dvec3(*positions_[slot]),
                                                                     glm::dvec3(positionBind))
                                                     : std::numeric_limits<double>::infinity();
            if (distance < least) {
                least = distance;
                nearest = slot;
            }
        }
        return nearest;
    }

    std::optional<std::uint32_t> parent(std::uint32_t slot) const {
        JointIndex joint = skin_.joints()[slot];
        while (!(joint = scene_.skeleton->joint(joint).parent).isNone()) {
            const auto found = std::find(skin_.joints().begin(), skin_.joints().end(), joint);
            if (found != skin_.joints().end()) {
                return static_cast<std::uint32_t>(found - skin_.joints().begin());
            }
        }
        return std::nullopt;
    }

    std::uint32_t root() const {
        std::uint32_t slot = 0;
        while (slot + 1 < skin_.jointCount() && parent(slot)) {
            ++slot;
        }
        return slot;
    }

private:
    const import::ImportedScene& scene_;
    const assets::Skin& skin_;
    std::vector<std::optional<glm::vec3>> positions_;
};

std::uint32_t
jointFor(const BindJoints& joints, const glm::vec3& positionBind, WeightlessTarget target) {
    if (target == WeightlessTarget::Root) {
        return joints.root();
    }
    const std::uint32_t nearest = joints.nearest(positionBind);
    return target == WeightlessTarget::ParentOfNearest ? joints.parent(nearest).value_or(nearest)
                                                       : nearest;
}

std::string_view nameOf(WeightlessTarget target) {
    switch (target) {
    case WeightlessTarget::NearestJoint:
        return "the nearest joint";
    case WeightlessTarget::ParentOfNearest:
        return "the parent of the nearest joint";
    case WeightlessTarget::Root:
        break;
    }
    return "the root of the skin";
}

void bindWeightless(const SceneFacts& facts, Fixes& fixes, Findings& changes) {
    const WeightlessTarget target = fixes.options().weightless;
    std::optional<BindJoints> joints;
    std::optional<std::uint32_t> jointsOf;
    mendVertices(facts,
                 fixes,
                 changes,
                 "bound to " + std::string(nameOf(target)),
                 [&](const WeightRow& row, const SkinnedMesh& mesh, std::uint32_t vertex) {
                     const bool isWeightless =
                         std::all_of(row.weights.begin(), row.weights.end(), [](float weight) {
                             return weight == 0.0f;
                         });
                     if (!isWeightless || row.weights.empty()) {
                         return false;
                     }
                     if (jointsOf != mesh.skin) {
                         joints.emplace(facts.scene, *facts.scene.skins[mesh.skin]);
                         jointsOf = mesh.skin;
                     }
                     const glm::vec3 position =
                         facts.scene.instances[mesh.instance].mesh->positions()[vertex];
                     std::fill(row.joints.begin(), row.joints.end(), 0u);
                     row.joints[0] = jointFor(*joints, position, target);
                     row.weights[0] = 1.0f;
                     return true;
                 });
}

} // namespace

Rule weightsZeroSum() {
    return {
        {.id = "weights.zero_sum",
         .title = "Vertices without weight",
         .severity = Severity::Warning,
         .explanation = "All weights of a vertex are zero, so no joint carries it. Tools differ in "
                        "what they do: the vertex flies to the origin, vanishes, or stays behind. "
                        "Here it follows the joint of its first slot when it is deformed, which "
                        "the file does not mean. Give the vertex a weight where the mesh was "
                        "rigged; the fix binds it to the joint nearest to it.",
         .fix = "The vertex is bound to the joint whose bind position is nearest to it, or to that "
                "joint's parent or the root, as asked."},
        [](const SceneFacts& facts, Findings& findings) {
            reportVertices(facts,
                           findings,
                           &WeightStatistics::zeroSum,
                           [](const WeightStatistics& /*statistics*/, const std::string& vertices) {
                               return vertices +
                                      " with weights that sum to zero: no joint moves them";
                           });
        },

        [](const SceneFacts& facts, Fixes& fixes, Findings& changes) {
            bindWeightless(facts, fixes, changes);
        }};
}

} // namespace sartor::diagnose
