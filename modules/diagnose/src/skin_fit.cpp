// SPDX-License-Identifier: Apache-2.0
// Bind pose, distance to bones, stretch of edges.
#include "skin_fit.h"

#include "doctor_hypotheses.h"

#include <sartor/math/random.h>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sartor::diagnose {
namespace {

constexpr std::uint32_t kStretchPoseCount = 3;
constexpr float kStretchDegrees = 20.0f;

struct Box {
    glm::dvec3 low = glm::dvec3(std::numeric_limits<double>::infinity());
    glm::dvec3 high = -low;

    void include(const glm::dvec3& point) {
        low = glm::min(low, point);
        high = glm::max(high, point);
    }
    double diagonal() const { return low.x <= high.x ? glm::distance(low, high) : 0.0; }
};

glm::dvec3 awayFromSegment(const glm::dvec3& point, const glm::dvec3& from, const glm::dvec3& to) {
    const glm::dvec3 along = to - from;
    const double square = glm::dot(along, along);
    const double place =
        square > 0.0 ? std::clamp(glm::dot(point - from, along) / square, 0.0, 1.0) : 0.0;
    return point - (from + along * place);
}

double meshSizeOf(const Rig& rig, std::uint32_t skin) {
    Box box;
    for (const RigMesh& mesh : rig.meshes) {
        for (const glm::vec3& position : mesh.positions) {
            if (mesh.skin == skin) {
                box.include(glm::dvec3(position));
            }
        }
    }
    return box.diagonal();
}

bool hangsTogether(const Rig& rig,
                   const RigSkin& skin,
                   const Bones& bones,
                   std::span<const math::DoubleAffine> modelFromJoint) {
    const auto above = slotsAbove(rig, skin);
    const auto palette = modelFromBindOf(skin, modelFromJoint);
    for (std::size_t slot = 0; slot < skin.joints.size(); ++slot) {
        if (!skin.isUsed[slot] || !above[slot]) {
            continue;
        }
        const auto own = bones.place(slot);
        const auto other = bones.place(*above[slot]);
        if (!own || !other) {
            return false;
        }
        const math::DoubleAffine& map = palette[slot];
        const math::DoubleAffine& mapAbove = palette[*above[slot]];
        const auto apartAt = [&](const glm::dvec3& placeBind) {
            return glm::distance(transformPoint(map, placeBind),
                                 transformPoint(mapAbove, placeBind));
        };
        const double length =
            glm::distance(transformPoint(mapAbove, *own), transformPoint(mapAbove, *other));
        // What float matrices leave of a short offset far from the origin.
        const double rounding = 1e-5 * glm::length(mapAbove.linear[0]) * bones.diagonal();
        if (!(std::min(apartAt(*own), apartAt(*other)) <= kBindTolerance * length + rounding)) {
            return false;
        }
    }
    return true;
}

struct Nearness {
    double locality = 0.0;
    double offCentre = 0.0;
};

Nearness computeNearness(const Rig& rig, std::uint32_t skin, const Bones& bones, double size) {
    Nearness nearness;
    const std::size_t slotCount = rig.skins[skin].joints.size();
    std::vector<glm::dvec3> away(slotCount, glm::dvec3(0.0));
    std::vector<double> carried(slotCount, 0.0);
    double sum = 0.0;
    double total = 0.0;
    visitVertices(rig, skin, [&](const glm::dvec3& point, std::span<const VertexShare> shares) {
        for (const VertexShare& part : shares) {
            const auto fromBone = bones.away(part.slot, point);
            if (fromBone) {
                away[part.slot] += part.share * *fromBone;
                carried[part.slot] += part.share;
            }
            sum += part.share * std::min(fromBone ? glm::length(*fromBone) : size, 10.0 * size);
            total += part.share;
        }
    });
    if (!(size > 0.0) || !(total > 0.0)) {
        return nearness;
    }
    nearness.locality = sum / (total * size);
    const auto averageOver = [&](auto counts) {
        double off = 0.0;
        double weight = 0.0;
        for (std::size_t slot = 0; slot < slotCount; ++slot) {
            if (counts(slot)) {
                off += glm::length(away[slot]);
                weight += carried[slot];
            }
        }
        return weight > 0.0 ? std::optional(off / (weight * size)) : std::nullopt;
    };
    // What hangs on the last joint of a chain lies all on one side of it.
    nearness.offCentre = averageOver([&](std::size_t slot) {
                             return bones.hasEnd(slot);
                         }).value_or(averageOver([](std::size_t) { return true; }).value_or(0.0));
    return nearness;
}

std::vector<double> edgeLengths(const RigMesh& mesh, std::span<const glm::dvec3> positions) {
    std::vector<double> lengths;
    lengths.reserve(mesh.edges.size());
    for (const auto& edge : mesh.edges) {
        lengths.push_back(glm::distance(positions[edge[0]], positions[edge[1]]));
    }
    return lengths;
}

// Weights that sum to one, without what cannot be used.
RigMesh normalised(const RigMesh& mesh, std::size_t slotCount) {
    RigMesh result;
    result.positions = mesh.positions;
    result.edges = mesh.edges;
    result.influences = mesh.influences;
    const std::size_t width = mesh.influences.slotsPerVertex;
    for (std::size_t vertex = 0; vertex < mesh.positions.size(); ++vertex) {
        for (std::size_t i = vertex * width; i < (vertex + 1) * width; ++i) {
            if (result.influences.joints[i] >= slotCount) {
                result.influences.weights[i] = 0.0f;
            }
        }
        const double sum = weightSum(result.influences, vertex);
        for (std::size_t i = vertex * width; i < (vertex + 1) * width && sum > 0.0; ++i) {
            result.influences.weights[i] /= static_cast<float>(sum);
        }
    }
    return result;
}

double computeTear(const Rig& rig,
                   std::uint32_t skin,
                   std::span<const math::DoubleAffine> modelFromJoint) {
    std::vector<double> changes;
    const auto rest = modelFromBindOf(rig.skins[skin], modelFromJoint);
    for (const RigMesh& given : rig.meshes) {
        if (given.skin != skin || given.edges.empty()) {
            continue;
        }
        const RigMesh mesh = normalised(given, rig.skins[skin].joints.size());
        const std::vector<glm::dvec3> bound(mesh.positions.begin(), mesh.positions.end());
        const std::vector<double> before = edgeLengths(mesh, bound);
        const std::vector<double> after = edgeLengths(mesh, deform(mesh, rest));
        for (std::size_t i = 0; i < before.size(); ++i) {
            if (before[i] > 0.0 && after[i] > 0.0) {
                changes.push_back(std::log(after[i] / before[i]));
            }
        }
    }
    if (changes.empty()) {
        return 0.0;
    }
    const auto middle = changes.begin() + static_cast<std::ptrdiff_t>(changes.size() / 2);
    std::nth_element(changes.begin(), middle, changes.end());
    const auto [least, most] = std::minmax_element(changes.begin(), changes.end());
    return std::max(*most - *middle, *middle - *least);
}

} // namespace

Bones::Bones(const Rig& rig, const RigSkin& skin) : places_(skin.joints.size()) {
    Box box;
    for (std::size_t slot = 0; slot < places_.size(); ++slot) {
        if (const auto bindFromJoint = inverse(skin.jointFromBind[slot])) {
            places_[slot] = bindFromJoint->translation;
            box.include(bindFromJoint->translation);
        }
    }
    diagonal_ = box.diagonal();
    ends_.resize(places_.size());
    const auto above = slotsAbove(rig, skin);
    for (std::size_t slot = 0; slot < places_.size(); ++slot) {
        if (above[slot] && places_[slot]) {
            ends_[*above[slot]].push_back(*places_[slot]);
        }
    }
}

std::optional<glm::dvec3> Bones::away(std::size_t slot, const glm::dvec3& point) const {
    if (slot >= places_.size() || !places_[slot]) {
        return std::nullopt;
    }
    glm::dvec3 least = point - *places_[slot];
    for (const glm::dvec3& end : ends_[slot]) {
        const glm::dvec3 away = awayFromSegment(point, *places_[slot], end);
        if (glm::dot(away, away) < glm::dot(least, least)) {
            least = away;
        }
    }
    return least;
}

std::optional<double> Bones::distance(std::size_t slot, const glm::dvec3& point) const {
    const auto least = away(slot, point);
    return least ? std::optional(glm::length(*least)) : std::nullopt;
}

CharacterFit worstOf(const CharacterFit& a, const CharacterFit& b) {
    return {std::max(a.bindResidual, b.bindResidual),
            std::max(a.bindSpread, b.bindSpread),
            std::max(a.locality, b.locality),
            std::max(a.offCentre, b.offCentre),
            std::max(a.stretch, b.stretch),
            std::max(a.weightError, b.weightError),
            a.badIndexCount + b.badIndexCount};
}

std::vector<glm::dvec3> deform(const RigMesh& mesh,
                               std::span<const math::DoubleAffine> modelFromBind) {
    const std::size_t width = mesh.influences.slotsPerVertex;
    std::vector<glm::dvec3> positions(mesh.positions.size(), glm::dvec3(0.0));
    for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
        const glm::dvec3 positionBind(mesh.positions[vertex]);
        for (std::size_t i = vertex * width; i < (vertex + 1) * width; ++i) {
            const float weight = mesh.influences.weights[i];
            if (weight != 0.0f && std::isfinite(weight) &&
                mesh.influences.joints[i] < modelFromBind.size()) {
                positions[vertex] +=
                    static_cast<double>(weight) *
                    transformPoint(modelFromBind[mesh.influences.joints[i]], positionBind);
            }
        }
    }
    return positions;
}

std::vector<math::DoubleAffine>
modelFromJointTurned(const Rig& rig, std::uint32_t number, float degrees) {
    Rig turned;
    turned.joints = rig.joints;
    math::Random random(number + 1);
    for (assets::Joint& joint : turned.joints) {
        const glm::vec3 axis = random.rotation() * glm::vec3(1.0f, 0.0f, 0.0f);
        const float angle = glm::radians(random.uniform(-degrees, degrees));
        glm::quat& rotation = joint.parentFromJointRest.rotation;
        rotation = glm::normalize(rotation * glm::angleAxis(angle, axis));
    }
    return modelFromJointAtRest(turned);
}

double computeStretch(const Rig& rig, std::uint32_t skin) {
    std::vector<double> changes;
    const auto rest = modelFromBindOf(rig.skins[skin], modelFromJointAtRest(rig));
    std::vector<std::vector<math::DoubleAffine>> poses;
    for (std::uint32_t i = 0; i < kStretchPoseCount; ++i) {
        poses.push_back(
            modelFromBindOf(rig.skins[skin], modelFromJointTurned(rig, i, kStretchDegrees)));
    }
    for (const RigMesh& given : rig.meshes) {
        if (given.skin != skin || given.edges.empty()) {
            continue;
        }
        const RigMesh mesh = normalised(given, rig.skins[skin].joints.size());
        const std::vector<double> before = edgeLengths(mesh, deform(mesh, rest));
        for (const auto& pose : poses) {
            const std::vector<double> after = edgeLengths(mesh, deform(mesh, pose));
            for (std::size_t i = 0; i < before.size(); ++i) {
                if (before[i] > 0.0 && after[i] > 0.0) {
                    changes.push_back(std::abs(std::log(after[i] / before[i])));
                }
            }
        }
    }
    if (changes.empty()) {
        return 0.0;
    }
    const auto place =
        changes.begin() + static_cast<std::ptrdiff_t>((changes.size() - 1) * 99 / 100);
    std::nth_element(changes.begin(), place, changes.end());
    return *place;
}

bool isUnbound(const RigSkin& skin) {
    return skin.fourthRows.empty() &&
           std::all_of(skin.jointFromBind.begin(),
                       skin.jointFromBind.end(),
                       [](const math::DoubleAffine& bind) {
                           return isAlike(bind, math::DoubleAffine{}, 1.0);
                       });
}

SkinFit computeSkinFit(const Rig& rig,
                       std::uint32_t index,
                       std::span<const math::DoubleAffine> modelFromJoint) {
    const RigSkin& skin = rig.skins[index];
    SkinFit result;
    assets::SkinData used;
    for (std::size_t slot = 0; slot < skin.joints.size(); ++slot) {
        if (!skin.isUsed[slot]) {
            continue;
        }
        const bool isUsable = isFinite(skin.jointFromBind[slot]) &&
                              inverse(skin.jointFromBind[slot]).has_value() &&
                              math::isFinite(toFloat(skin.jointFromBind[slot]));
        result.isUsable = result.isUsable && isUsable;
        result.slots.push_back(slot);
        used.joints.push_back(skin.joints[slot]);
        used.jointFromBind.push_back(toFloat(skin.jointFromBind[slot]));
    }
    std::optional<JointIndex> node;
    for (const RigMesh& mesh : rig.meshes) {
        if (mesh.skin == index) {
            node = node.value_or(mesh.node);
            result.reversedShare = std::max(result.reversedShare, mesh.reversedShare.value_or(0.0));
            result.fit.weightError = std::max(result.fit.weightError, mesh.weightError);
            result.fit.badIndexCount += mesh.badIndexCount;
        }
    }
    result.isNormalised = result.fit.weightError <= rig.weightTolerance;
    std::vector<math::Affine> pose;
    pose.reserve(modelFromJoint.size());
    for (const math::DoubleAffine& map : modelFromJoint) {
        pose.push_back(toFloat(map));
    }
    if (const auto made = assets::Skin::create(std::move(used), rig.joints.size())) {
        result.bind = computeBindPose(*rig.hierarchy, **made, pose, node);
    } else {
        result.isUsable = false;
    }
    for (const JointBind& joint : result.bind.joints) {
        result.isUsable = result.isUsable && joint.isFinite;
        result.fit.bindResidual = std::max(result.fit.bindResidual, joint.residual.relativeLength);
    }
    result.fit.bindSpread = result.bind.spread;
    const Bones bones(rig, skin);
    result.meshSize = meshSizeOf(rig, index);
    result.boneSize = bones.diagonal();
    const double size = std::max(result.meshSize, result.boneSize);
    if (result.isUsable) {
        const Nearness nearness = computeNearness(rig, index, bones, size);
        result.fit.locality = nearness.locality;
        result.fit.offCentre = nearness.offCentre;
        result.tear = computeTear(rig, index, modelFromJoint);
    } else {
        result.fit.locality = 1.0;
    }
    result.isUnbound = isUnbound(skin);
    result.hangsTogether = hangsTogether(rig, skin, bones, modelFromJoint);
    return result;
}

} // namespace sartor::diagnose
