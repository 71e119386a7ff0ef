// SPDX-License-Identifier: Apache-2.0
// Rule: characters of a size that speaks of a wrong unit.
#include "../rule.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <limits>

namespace sartor::diagnose {
namespace {

constexpr double kSmall = 0.02; // metres
constexpr double kLarge = 30.0;

struct Box {
    glm::dvec3 low = glm::dvec3(std::numeric_limits<double>::max());
    glm::dvec3 high = glm::dvec3(std::numeric_limits<double>::lowest());
};

// Diagonals of the boxes around the vertices of each skin in the rest pose, in the file's units, as
// far as the common map of its joints tells it; 0 for a skin without vertices.
std::vector<double> sizesOf(const SceneFacts& facts) {
    std::vector<Box> boxes(facts.skins.size());
    for (const SkinnedMesh& mesh : facts.skinnedMeshes) {
        Box& box = boxes[mesh.skin];
        for (const glm::vec3& position : facts.meshOf(mesh.instance).positions()) {
            const glm::dvec3 model(
                math::transformPoint(facts.skins[mesh.skin].bind.common, position));
            box.low = glm::min(box.low, model);
            box.high = glm::max(box.high, model);
        }
    }
    std::vector<double> sizes;
    for (const Box& box : boxes) {
        sizes.push_back(box.low.x <= box.high.x ? glm::distance(box.low, box.high) : 0.0);
    }
    return sizes;
}

} // namespace

Rule unitSize() {
    return {{.id = "unit.size",
             .title = "Characters of an unlikely size",
             .severity = Severity::Info,
             .explanation =
                 "In the rest pose the character is smaller than two centimetres or larger than "
                 "thirty metres. Unless it is an insect or a giant, it was made in another unit "
                 "than the file says: a person of 1.8 metres that comes out as 180 was made in "
                 "centimetres. Physics, inverse kinematics, shadows and root motion all count "
                 "on metres. Scale at export, skeleton, mesh and clips together."},
            [](const SceneFacts& facts, Findings& findings) {
                const std::vector<double> sizes = sizesOf(facts);
                std::vector<std::uint32_t> skins;
                double most = 0.0;
                double least = 0.0;
                for (std::uint32_t skin = 0; skin < facts.scene.skins.size(); ++skin) {
                    const double metres = sizes[skin] * facts.millimetresPerUnit() / 1000.0;
                    if (metres > 0.0 && (metres < kSmall || metres > kLarge)) {
                        most = std::max(most, metres);
                        least = skins.empty() ? metres : std::min(least, metres);
                        skins.push_back(skin);
                    }
                }
                if (!skins.empty()) {
                    findings
                        .addToSkin(skins.front(),
                                   "The meshes of " + formatCount(skins.size(), "skin", "skins") +
                                       " measure " + formatNumber(least) +
                                       (least == most ? "" : " to " + formatNumber(most)) +
                                       " m across in the rest pose")
                        .count = skins.size();
                }
            }};
}

} // namespace sartor::diagnose
