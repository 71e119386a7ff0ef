// SPDX-License-Identifier: Apache-2.0
// The view modes as data: one colour a vertex.

#include <sartor/deformer/sartor_deformer.h>
#include <sartor/diagnose/collapse_prediction.h>
#include <sartor/math/finite.h>
#include <sartor/pose/local_to_model.h>
#include <sartor/pose/matrix_palette.h>
#include <sartor/render/bounds.h>
#include <sartor/render/colour_ramp.h>
#include <sartor/session/view_colours.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <span>

namespace sartor::session {

namespace {

/// 0 at `low` and below, 1 at `high`, evenly in the exponent; NaN stays NaN.
float logScale(double value, double low, double high) {
    if (std::isnan(value)) {
        return std::numeric_limits<float>::quiet_NaN();
    }
    return static_cast<float>(std::log(std::clamp(value, low, high) / low) / std::log(high / low));
}

/// Slots and weights of one vertex.
struct VertexInfluences {
    std::span<const SkinJointIndex> slots;
    std::span<const float> weights;
};

VertexInfluences influencesOf(const InstanceBinding& binding, std::size_t vertex) {
    const assets::InfluenceSet& set = *binding.influences;
    const std::size_t begin = set.offsets()[vertex];
    const std::size_t count = set.offsets()[vertex + 1] - begin;
    return {set.joints().subspan(begin, count), set.weights().subspan(begin, count)};
}

/// Sum over all slots that name the joint; none of them gives nothing.
std::optional<float>
weightOf(const InstanceBinding& binding, std::size_t vertex, JointIndex joint) {
    const VertexInfluences influences = influencesOf(binding, vertex);
    std::optional<float> sum;
    for (std::size_t i = 0; i < influences.slots.size(); ++i) {
        if (binding.joints[influences.slots[i].value()] == joint && influences.weights[i] != 0.0f) {
            sum = sum.value_or(0.0f) + influences.weights[i];
        }
    }
    return sum;
}

/// The slot with the most weight, the first of equals; none without influences.
SkinJointIndex dominantSlot(const InstanceBinding& binding, std::size_t vertex) {
    const VertexInfluences influences = influencesOf(binding, vertex);
    if (influences.weights.empty()) {
        return {};
    }
    const auto heaviest = std::ranges::max_element(influences.weights);
    return influences.slots[static_cast<std::size_t>(heaviest - influences.weights.begin())];
}

void colourWeights(const InstanceBinding& binding,
                   JointIndex joint,
                   std::span<std::uint32_t> colours) {
    for (std::size_t vertex = 0; vertex < colours.size(); ++vertex) {
        const std::optional<float> weight = weightOf(binding, vertex, joint);
        colours[vertex] = weight ? render::weightColour(*weight) : render::kNoInfluenceColour;
    }
}

void colourDominant(const InstanceBinding& binding, std::span<std::uint32_t> colours) {
    for (std::size_t vertex = 0; vertex < colours.size(); ++vertex) {
        const JointIndex heaviest = dominantJoint(binding, vertex);
        colours[vertex] = heaviest.isNone() ? render::kNoInfluenceColour
                                            : render::categoryColour(heaviest.value());
    }
}

void colourInfluenceCounts(const InstanceBinding& binding, std::span<std::uint32_t> colours) {
    for (std::size_t vertex = 0; vertex < colours.size(); ++vertex) {
        const std::size_t count = influencesOf(binding, vertex).slots.size();
        colours[vertex] = count == 0 ? render::kNoInfluenceColour
                                     : render::weightColour(static_cast<float>(count - 1) / 7.0f);
    }
}

void colourWeightSums(const assets::FileInfluences* file, std::span<std::uint32_t> colours) {
    if (file == nullptr || file->slotsPerVertex == 0) {
        return;
    }
    const std::size_t slots = file->slotsPerVertex;
    const std::size_t count = std::min(colours.size(), file->weights.size() / slots);
    for (std::size_t vertex = 0; vertex < count; ++vertex) {
        const auto weights = std::span(file->weights).subspan(vertex * slots, slots);
        const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
        colours[vertex] = render::residualColour(logScale(std::abs(sum - 1.0), 1e-6, 1.0));
    }
}

/// Where the rest pose puts each vertex, without morphs.
std::vector<glm::vec3> restPositions(const Session& session, std::size_t instance) {
    const InstanceBinding& binding = session.binding(instance);
    const std::vector<math::Affine> modelFromJoint =
        pose::modelFromJointAtRest(*session.scene().skeleton);
    std::vector<math::Affine> modelFromBind(binding.joints.size());
    pose::matrixPalette(modelFromJoint, binding.joints, binding.jointFromBind, modelFromBind);
    const std::span<const glm::vec3> bindPositions =
        session.scene().instances[instance].mesh->positions();
    std::vector<glm::vec3> positions(bindPositions.size(), glm::vec3(0.0f));
    for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
        const VertexInfluences influences = influencesOf(binding, vertex);
        for (std::size_t i = 0; i < influences.slots.size(); ++i) {
            positions[vertex] += influences.weights[i] *
                                 math::transformPoint(modelFromBind[influences.slots[i].value()],
                                                      bindPositions[vertex]);
        }
    }
    return positions;
}

void colourDisplacements(const Session& session,
                         std::size_t instance,
                         std::span<std::uint32_t> colours) {
    const std::vector<glm::vec3> rest = restPositions(session, instance);
    const std::span<const glm::vec3> positions = session.frame(instance).positions;
    render::Bounds bounds;
    for (const glm::vec3& position : rest) {
        if (math::isFinite(position)) {
            bounds.add(position);
        }
    }
    const float most = std::max(bounds.radius(), std::numeric_limits<float>::min());
    for (std::size_t vertex = 0; vertex < colours.size(); ++vertex) {
        colours[vertex] =
            render::weightColour(glm::distance(positions[vertex], rest[vertex]) / most);
    }
}

void colourBind(const Session& session, std::size_t instance, std::span<std::uint32_t> colours) {
    const import::ImportedScene& scene = session.scene();
    const import::MeshInstance& mesh = scene.instances[instance];
    const InstanceBinding& binding = session.binding(instance);
    if (binding.isRigid || !mesh.skin) {
        return;
    }
    const std::vector<math::Affine> modelFromJoint = pose::modelFromJointAtRest(*scene.skeleton);
    const diagnose::BindPose bind = diagnose::computeBindPose(
        *scene.skeleton, *scene.skins[*mesh.skin], modelFromJoint, mesh.node);
    std::vector<std::uint32_t> slotColours;
    slotColours.reserve(bind.joints.size());
    for (const diagnose::JointBind& joint : bind.joints) {
        slotColours.push_back(render::residualColour(logScale(bindSeverity(joint), 1e-5, 0.1)));
    }
    for (std::size_t vertex = 0; vertex < colours.size(); ++vertex) {
        const SkinJointIndex slot = dominantSlot(binding, vertex);
        if (!slot.isNone()) {
            colours[vertex] = slotColours[slot.value()];
        }
    }
}

void colourCollapse(const Session& session,
                    std::size_t instance,
                    std::span<std::uint32_t> colours) {
    const import::ImportedScene& scene = session.scene();
    const InstanceBinding& binding = session.binding(instance);
    if (binding.isRigid || !scene.instances[instance].skin) {
        return;
    }
    const diagnose::CollapsePrediction prediction = diagnose::predictCollapse(
        scene,
        static_cast<std::uint32_t>(instance),
        *binding.influences,
        diagnose::findAllowedTurns(scene, diagnose::classifyJoints(scene)));
    for (std::size_t vertex = 0; vertex < colours.size(); ++vertex) {
        if (!influencesOf(binding, vertex).slots.empty()) {
            const double lost = 1.0 - prediction.vertices[vertex].retention;
            colours[vertex] = render::residualColour(static_cast<float>(lost));
        }
    }
}

void colourHazards(std::span<const std::uint32_t> flags, std::span<std::uint32_t> colours) {
    for (std::size_t vertex = 0; vertex < flags.size(); ++vertex) {
        colours[vertex] = render::residualColour(hazardSeverity(flags[vertex]));
    }
}

void colourNormals(std::span<const glm::vec3> normals, std::span<std::uint32_t> colours) {
    for (std::size_t vertex = 0; vertex < normals.size(); ++vertex) {
        colours[vertex] = math::isFinite(normals[vertex]) ? render::directionColour(normals[vertex])
                                                          : render::kInvalidColour;
    }
}

void colourIds(const assets::FileInfluences* file,
               std::size_t slotCount,
               std::span<std::uint32_t> colours) {
    for (std::size_t vertex = 0; file != nullptr && vertex < colours.size(); ++vertex) {
        if (const std::optional<std::uint32_t> index = firstIndex(*file, vertex)) {
            colours[vertex] =
                *index < slotCount ? render::categoryColour(*index) : render::kInvalidColour;
        }
    }
}

/// A mesh that follows its node has no place of its own but that at rest.
void colourDirections(const Session& session,
                      std::size_t instance,
                      std::span<std::uint32_t> colours) {
    const assets::Mesh& mesh = *session.scene().instances[instance].mesh;
    const std::vector<glm::vec3> stored =
        session.binding(instance).isRigid
            ? restPositions(session, instance)
            : std::vector<glm::vec3>(mesh.positions().begin(), mesh.positions().end());
    const std::span<const glm::vec3> positions = session.frame(instance).positions;
    render::Bounds bounds;
    for (const glm::vec3& position : stored) {
        bounds.add(position);
    }
    const float most = std::max(bounds.radius(), std::numeric_limits<float>::min());
    for (std::size_t vertex = 0; vertex < colours.size(); ++vertex) {
        const glm::vec3 moved = positions[vertex] - stored[vertex];
        const float length = glm::length(moved);
        // By the square root, so that small displacements are seen as well.
        const float strength = std::sqrt(std::min(length / most, 1.0f));
        colours[vertex] = !math::isFinite(moved) ? render::kInvalidColour
                          : length > 0.0f ? render::directionColour(moved / length * strength)
                                          : render::directionColour(glm::vec3(0.0f));
    }
}

} // namespace

double bindSeverity(const diagnose::JointBind& joint) {
    if (joint.isSingular || !joint.isFinite) {
        return std::numeric_limits<double>::infinity();
    }
    const diagnose::BindDifference& residual = joint.residual;
    const double stretch = residual.scale > 0.0
                               ? std::max(residual.scale, 1.0 / residual.scale) - 1.0
                               : std::numeric_limits<double>::infinity();
    return std::max({residual.relativeLength, glm::radians(residual.degrees), stretch});
}

JointIndex dominantJoint(const InstanceBinding& binding, std::size_t vertex) {
    JointIndex heaviest;
    float most = -std::numeric_limits<float>::infinity();
    for (const SkinJointIndex slot : influencesOf(binding, vertex).slots) {
        const JointIndex joint = binding.joints[slot.value()];
        const float weight = weightOf(binding, vertex, joint).value_or(0.0f);
        if (weight > most) {
            most = weight;
            heaviest = joint;
        }
    }
    return heaviest;
}

std::optional<std::uint32_t> firstIndex(const assets::FileInfluences& file, std::size_t vertex) {
    const std::size_t width = file.slotsPerVertex;
    for (std::size_t i = vertex * width; i < (vertex + 1) * width && i < file.joints.size(); ++i) {
        if (file.weights[i] != 0.0f) {
            return file.joints[i];
        }
    }
    return std::nullopt;
}

float hazardSeverity(std::uint32_t flags) {
    constexpr std::uint32_t kStandIns =
        SARTOR_FLAG_BAD_INDEX | SARTOR_FLAG_ZERO_SUM | SARTOR_FLAG_ANTIPODAL;
    if ((flags & kStandIns) != 0) {
        return std::numeric_limits<float>::quiet_NaN();
    }
    if ((flags & SARTOR_FLAG_HEMISPHERE_CONFLICT) != 0) {
        return 1.0f;
    }
    return (flags & SARTOR_FLAG_NEAR_HALF_TURN) != 0 ? 0.5f : 0.0f;
}

std::vector<std::uint32_t>
viewColours(const Session& session, std::size_t instance, const ViewOptions& options) {
    if (options.mode == ViewMode::Shaded) {
        return {};
    }
    const import::MeshInstance& mesh = session.scene().instances[instance];
    const InstanceBinding& binding = session.binding(instance);
    std::vector<std::uint32_t> colours(mesh.mesh->vertexCount(), render::kNoInfluenceColour);
    switch (options.mode) {
    case ViewMode::Shaded:
        break;
    case ViewMode::Weights:
        if (options.joint) {
            colourWeights(binding, *options.joint, colours);
        }
        break;
    case ViewMode::Dominant:
        colourDominant(binding, colours);
        break;
    case ViewMode::Influences:
        colourInfluenceCounts(binding, colours);
        break;
    case ViewMode::WeightSum:
        colourWeightSums(mesh.mesh->fileInfluences(), colours);
        break;
    case ViewMode::Displacement:
        colourDisplacements(session, instance, colours);
        break;
    case ViewMode::Bind:
        colourBind(session, instance, colours);
        break;
    case ViewMode::Collapse:
        colourCollapse(session, instance, colours);
        break;
    case ViewMode::Hazards:
        colourHazards(session.frame(instance).flags, colours);
        break;
    case ViewMode::Normals:
        colourNormals(session.frame(instance).normals, colours);
        break;
    case ViewMode::Ids:
        if (mesh.skin) {
            colourIds(mesh.mesh->fileInfluences(),
                      session.scene().skins[*mesh.skin]->jointCount(),
                      colours);
        }
        break;
    case ViewMode::Direction:
        colourDirections(session, instance, colours);
        break;
    }
    return colours;
}

} // namespace sartor::session
