// SPDX-License-Identifier: Apache-2.0
// Mistakes with the joints that vertices name.
#include "doctor_hypotheses.h"
#include "skin_fit.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

namespace sartor::diagnose {
namespace {

// Each influence gets, of the slots that share its number modulo 256, the one whose bone is nearest
// to the vertex; lighter ones also stay near the joint of the heaviest.
bool unwrap(Rig& rig, std::uint32_t index) {
    const RigSkin& skin = rig.skins[index];
    const std::size_t slotCount = skin.joints.size();
    if (slotCount <= 256) {
        return false;
    }
    const Bones bones(rig, skin);
    const auto nearest = [&](std::uint32_t stored,
                             const glm::dvec3& point,
                             const std::optional<glm::dvec3>& companion) {
        std::uint32_t best = stored;
        double least = std::numeric_limits<double>::infinity();
        for (std::uint32_t slot = stored; slot < slotCount; slot += 256) {
            double apart =
                bones.distance(slot, point).value_or(std::numeric_limits<double>::infinity());
            if (companion && bones.place(slot)) {
                apart += glm::distance(*companion, *bones.place(slot));
            }
            if (apart < least) {
                least = apart;
                best = slot;
            }
        }
        return best;
    };
    bool isChanged = false;
    for (RigMesh& mesh : rig.meshes) {
        if (mesh.skin != index) {
            continue;
        }
        const std::size_t width = mesh.influences.slotsPerVertex;
        for (std::size_t vertex = 0; vertex < mesh.positions.size(); ++vertex) {
            const auto row = std::span(mesh.influences.joints).subspan(vertex * width, width);
            const auto weights = std::span(mesh.influences.weights).subspan(vertex * width, width);
            const glm::dvec3 point(mesh.positions[vertex]);
            const auto heaviest = static_cast<std::size_t>(
                std::max_element(weights.begin(), weights.end()) - weights.begin());
            std::optional<glm::dvec3> companion;
            std::vector<std::size_t> order(width);
            std::iota(order.begin(), order.end(), 0u);
            std::swap(order.front(), order[heaviest]);
            for (const std::size_t slot : order) {
                if (weights[slot] == 0.0f) {
                    continue;
                }
                if (row[slot] >= 256) {
                    return false;
                }
                const std::uint32_t before = row[slot];
                row[slot] = nearest(before, point, companion);
                isChanged = isChanged || row[slot] != before;
                if (!companion) {
                    companion = bones.place(row[slot]);
                }
            }
        }
        recount(mesh, slotCount);
    }
    return isChanged;
}

std::uint32_t codeOf(std::uint32_t slot) {
    return (slot + 127) / 255;
}

// Reads slots from an attribute that holds slot / 255 for each influence.
bool slotsFromAttribute(Rig& rig, std::uint32_t index) {
    const std::size_t slotCount = rig.skins[index].joints.size();
    bool isChanged = false;
    for (RigMesh& mesh : rig.meshes) {
        if (mesh.skin != index) {
            continue;
        }
        const std::size_t width = mesh.influences.slotsPerVertex;
        const auto read = [&](const assets::VertexAttribute& attribute) {
            std::vector<std::uint32_t> joints = mesh.influences.joints;
            for (std::size_t i = 0; i < joints.size(); ++i) {
                if (mesh.influences.weights[i] == 0.0f) {
                    continue;
                }
                const std::size_t part = i % width;
                if (part >= attribute.width) {
                    return std::vector<std::uint32_t>();
                }
                const double code =
                    255.0 *
                    static_cast<double>(attribute.values[i / width * attribute.width + part]);
                const double slot = std::floor(code + 0.5);
                if (!(std::abs(code - slot) <= 1e-2) || slot < 0.0 ||
                    slot >= static_cast<double>(slotCount) ||
                    codeOf(static_cast<std::uint32_t>(slot)) != joints[i]) {
                    return std::vector<std::uint32_t>();
                }
                joints[i] = static_cast<std::uint32_t>(slot);
            }
            return joints;
        };
        std::vector<std::uint32_t> joints;
        for (const assets::VertexAttribute& attribute : mesh.attributes) {
            if (joints.empty()) {
                joints = read(attribute);
            }
        }
        if (joints.empty()) {
            return false;
        }
        isChanged = isChanged || joints != mesh.influences.joints;
        mesh.influences.joints = std::move(joints);
        recount(mesh, slotCount);
    }
    return isChanged;
}

// Whether all slots collapsed into the few that slot / 255 leaves: vertices name one slot twice, or
// lie each at another bone than the one that they all name.
bool isCollapsed(Rig& rig, std::uint32_t index) {
    const RigSkin& skin = rig.skins[index];
    const std::size_t slotCount = skin.joints.size();
    if (slotCount < 2) {
        return false;
    }
    const Bones bones(rig, skin);
    std::size_t twice = 0;
    std::size_t several = 0;
    std::set<std::size_t> nearestBones;
    double own = 0.0;
    double least = 0.0;
    bool isInRange = true;
    visitVertices(rig, index, [&](const glm::dvec3& point, std::span<const VertexShare> shares) {
        if (!isInRange) {
            return;
        }
        std::set<std::uint32_t> named;
        for (const VertexShare& part : shares) {
            named.insert(part.slot);
        }
        isInRange = *named.rbegin() <= codeOf(static_cast<std::uint32_t>(slotCount - 1));
        several += shares.size() > 1 ? 1u : 0u;
        twice += named.size() < shares.size() ? 1u : 0u;
        std::optional<std::pair<double, std::size_t>> nearest;
        for (std::size_t slot = 0; slot < slotCount; ++slot) {
            const auto apart = bones.distance(slot, point);
            if (apart && (!nearest || *apart < nearest->first)) {
                nearest = {*apart, slot};
            }
        }
        if (nearest) {
            nearestBones.insert(nearest->second);
            least += nearest->first;
            own += bones.distance(*named.begin(), point).value_or(nearest->first);
        }
    });
    if (!isInRange) {
        return false;
    }
    const bool isSpreadOut = nearestBones.size() * 2 > slotCount && own > 4.0 * least;
    return several > 0 ? 2 * twice > several : isSpreadOut;
}

} // namespace

void proposeIndices(Proposals& proposals) {
    const std::string form = "influences";
    proposals.push_back(onSkins("joint-index-plus-1",
                                form,
                                "One is taken off every joint index.",
                                Judge::Indices,
                                [](Rig& rig, std::uint32_t skin) {
                                    return renumber(rig, skin, [](std::uint32_t stored) {
                                        return std::optional((stored + 65535u) & 65535u);
                                    });
                                }));
    proposals.push_back(onSkins("joint-index-minus-1",
                                form,
                                "One is added to every joint index.",
                                Judge::Indices,
                                [](Rig& rig, std::uint32_t skin) {
                                    return renumber(rig, skin, [](std::uint32_t stored) {
                                        return std::optional((stored + 1u) & 65535u);
                                    });
                                }));
    proposals.push_back(onSkins("joint-index-times-255",
                                form,
                                "Every joint index is divided by 255.",
                                Judge::Indices,
                                [](Rig& rig, std::uint32_t skin) {
                                    return renumber(rig, skin, [](std::uint32_t stored) {
                                        return stored % 255 == 0 ? std::optional(stored / 255)
                                                                 : std::nullopt;
                                    });
                                }));
    proposals.push_back(onSkins("joint-index-divided-255",
                                "attribute",
                                "The joint indices are read from the attribute that still holds "
                                "them.",
                                Judge::Condition,
                                slotsFromAttribute));
    proposals.push_back(onSkins("joint-index-divided-255",
                                form,
                                "The file no longer holds the joint indices: export it again.",
                                Judge::Condition,
                                isCollapsed));
    proposals.back().canRepair = false;
    proposals.push_back(onSkins("joint-index-wrapped-256",
                                form,
                                "Of the joints that share an index modulo 256, each vertex gets "
                                "the one beside it.",
                                Judge::Indices,
                                unwrap));
    proposeJointLists(proposals);
}

} // namespace sartor::diagnose
