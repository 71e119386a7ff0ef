// SPDX-License-Identifier: Apache-2.0
// One vertex, stage by stage.
#include <sartor/base/assert.h>
#include <sartor/deform/chain_plan.h>
#include <sartor/deformer/sartor_deformer.h>
#include <sartor/import/mesh_text.h>
#include <sartor/io/text.h>
#include <sartor/session/explain_vertex.h>
#include <sartor/session/vertex_trace.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <utility>

namespace sartor::session {
namespace {

/// Of a result against the length of the place: what some float operations lose.
constexpr double kRounding = 1e-5;

std::vector<double> valuesOf(const glm::dvec3& vector) {
    return {vector.x, vector.y, vector.z};
}

template <class T>
std::vector<double> numbers(std::span<const std::byte> bytes) {
    std::vector<double> read;
    for (std::size_t i = 0; i + sizeof(T) <= bytes.size(); i += sizeof(T)) {
        T value{};
        std::memcpy(&value, bytes.data() + i, sizeof(T));
        read.push_back(static_cast<double>(value));
    }
    return read;
}

/// Formats are integers of 16 or 32 bits, or floats.
std::vector<double> numbers(const deform::PlannedBuffer& buffer, std::span<const std::byte> bytes) {
    if (buffer.format == SARTOR_FORMAT_U16X4) {
        return numbers<std::uint16_t>(bytes);
    }
    return buffer.format == SARTOR_FORMAT_U32 ? numbers<std::uint32_t>(bytes)
                                              : numbers<float>(bytes);
}

TraceStage importedStage(const assets::Mesh& mesh, std::uint32_t vertex) {
    TraceStage stage{.name = "imported", .values = {}, .change = {}};
    stage.values.push_back({"position", valuesOf(glm::dvec3(mesh.positions()[vertex]))});
    if (const assets::FileInfluences* file = mesh.fileInfluences()) {
        TraceValue joints{"joints", {}};
        TraceValue weights{"weights", {}};
        for (std::size_t slot = 0; slot < file->slotsPerVertex; ++slot) {
            const std::size_t place = std::size_t{vertex} * file->slotsPerVertex + slot;
            joints.values.push_back(file->joints[place]);
            weights.values.push_back(static_cast<double>(file->weights[place]));
        }
        stage.values.push_back(std::move(joints));
        stage.values.push_back(std::move(weights));
    }
    return stage;
}

/// Weight by slot; what has none is left out.
using Weights = std::map<std::uint32_t, double>;

Weights fileWeights(const assets::Mesh& mesh, std::uint32_t vertex) {
    Weights weights;
    if (const assets::FileInfluences* file = mesh.fileInfluences()) {
        for (std::size_t slot = 0; slot < file->slotsPerVertex; ++slot) {
            const std::size_t place = std::size_t{vertex} * file->slotsPerVertex + slot;
            if (file->weights[place] != 0.0f) {
                weights[file->joints[place]] += static_cast<double>(file->weights[place]);
            }
        }
    }
    return weights;
}

/// What of the first is other in the second, slot by slot.
std::string changeOf(const Weights& before, const Weights& after) {
    std::string change;
    const auto add = [&change](const std::string& text) {
        change += (change.empty() ? "" : "; ") + text;
    };
    for (const auto& [slot, weight] : before) {
        const auto found = after.find(slot);
        if (found == after.end()) {
            add("slot " + std::to_string(slot) + " with weight " + io::toText(weight) +
                " is dropped");
        } else if (!(std::abs(found->second - weight) <= 1e-7)) {
            add("slot " + std::to_string(slot) + " has weight " + io::toText(found->second) +
                " in place of " + io::toText(weight));
        }
    }
    for (const auto& [slot, weight] : after) {
        if (!before.contains(slot)) {
            add("slot " + std::to_string(slot) + " is new, with weight " + io::toText(weight));
        }
    }
    return change;
}

Weights usedWeights(const InstanceBinding& binding, std::uint32_t vertex) {
    Weights weights;
    const assets::InfluenceSet& used = *binding.influences;
    for (std::uint32_t i = used.offsets()[vertex]; i < used.offsets()[vertex + 1]; ++i) {
        weights[used.joints()[i].value()] += static_cast<double>(used.weights()[i]);
    }
    return weights;
}

TraceStage
usedStage(const InstanceBinding& binding, const assets::Mesh& mesh, std::uint32_t vertex) {
    TraceStage stage{.name = "used", .values = {}, .change = {}};
    TraceValue joints{"joints", {}};
    TraceValue weights{"weights", {}};
    const assets::InfluenceSet& used = *binding.influences;
    for (std::uint32_t i = used.offsets()[vertex]; i < used.offsets()[vertex + 1]; ++i) {
        joints.values.push_back(used.joints()[i].value());
        weights.values.push_back(static_cast<double>(used.weights()[i]));
    }
    stage.values = {std::move(joints), std::move(weights)};
    stage.change = binding.isRigid
                       ? "the mesh has no skin of its own and follows its node"
                       : changeOf(fileWeights(mesh, vertex), usedWeights(binding, vertex));
    return stage;
}

/// The elements of a buffer that belong to the vertex; none for buffers that are not by vertex.
std::optional<std::pair<std::uint32_t, std::uint32_t>>
rowsOf(const deform::PlannedBuffer& buffer, const InstanceBinding& binding, std::uint32_t vertex) {
    const auto offsets = binding.influences->offsets();
    if (buffer.semantic == "sartor.influence.joint" ||
        buffer.semantic == "sartor.influence.weight") {
        return std::pair(offsets[vertex], offsets[vertex + 1]);
    }
    if (buffer.domain == SARTOR_PER_VERTEX && vertex < buffer.count) {
        return std::pair(vertex, vertex + 1);
    }
    return std::nullopt;
}

Result<TraceStage> packedStage(const Session& session, std::size_t instance, std::uint32_t vertex) {
    const import::MeshInstance& mesh = session.scene().instances[instance];
    const InstanceBinding& binding = session.binding(instance);
    const auto plan =
        deform::ChainPlan::create(session.chain(instance),
                                  {.mesh = mesh.mesh,
                                   .influences = binding.influences,
                                   .morphs = mesh.morphs,
                                   .jointCount = static_cast<std::uint32_t>(binding.joints.size()),
                                   .label = meshText(mesh)});
    if (!plan) {
        return plan.error();
    }
    TraceStage stage{.name = "packed", .values = {}, .change = {}};
    std::vector<double> joints;
    std::vector<double> weights;
    const auto buffers = (*plan)->buffers();
    for (std::uint32_t i = 0; i < buffers.size(); ++i) {
        const deform::PlannedBuffer& buffer = buffers[i];
        const auto rows = rowsOf(buffer, binding, vertex);
        if (buffer.filled != deform::PlannedBuffer::Filled::PerMesh || !rows) {
            continue;
        }
        const std::vector<std::byte> contents = (*plan)->perMeshContents(i);
        const std::size_t first = std::size_t{rows->first} * buffer.stride;
        const std::size_t last =
            std::min(contents.size(), std::size_t{rows->second} * buffer.stride);
        if (first > last) {
            continue;
        }
        TraceValue value{buffer.semantic,
                         numbers(buffer, std::span(contents).subspan(first, last - first))};
        if (buffer.semantic.ends_with(".joint")) {
            joints = value.values;
        } else if (buffer.semantic.ends_with(".weight")) {
            weights = value.values;
        }
        stage.values.push_back(std::move(value));
    }
    if (!joints.empty()) {
        Weights packed;
        for (std::size_t i = 0; i < std::min(joints.size(), weights.size()); ++i) {
            if (weights[i] != 0.0) {
                packed[static_cast<std::uint32_t>(joints[i])] += weights[i];
            }
        }
        stage.change = changeOf(usedWeights(binding, vertex), packed);
    }
    return stage;
}

bool isLinearBlend(const deform::Chain& chain) {
    return std::all_of(chain.links.begin(), chain.links.end(), [](const deform::ChainLink& link) {
        return link.deformer->id == "sartor.lbs" || link.deformer->id == "sartor.morph";
    });
}

TraceStage resultStage(const Session& session,
                       std::size_t instance,
                       std::uint32_t vertex,
                       const std::optional<std::pair<std::string, glm::dvec3>>& against) {
    const glm::dvec3 position(session.frame(instance).positions[vertex]);
    TraceStage stage{.name = std::string(nameOf(session.options().backend)),
                     .values = {{"position", valuesOf(position)}},
                     .change = {}};
    if (session.device() != nullptr) {
        stage.name += " (" + session.deviceName() + ")";
    }
    if (against) {
        const double distance = glm::distance(position, against->second);
        std::string& text =
            distance <= kRounding * glm::length(against->second) ? stage.remark : stage.change;
        text = io::toText(distance) + " from the " + against->first;
    }
    return stage;
}

} // namespace

Result<std::vector<TraceStage>> traceVertex(const Session& session,
                                            std::size_t instance,
                                            std::uint32_t vertex,
                                            std::span<const Session* const> others) {
    const assets::Mesh& mesh = *session.scene().instances[instance].mesh;
    SARTOR_ASSERT(vertex < mesh.vertexCount());
    std::vector<TraceStage> stages;
    stages.push_back(importedStage(mesh, vertex));
    stages.push_back(usedStage(session.binding(instance), mesh, vertex));
    Result<TraceStage> packed = packedStage(session, instance, vertex);
    if (!packed) {
        return packed.error();
    }
    stages.push_back(*std::move(packed));
    std::optional<std::pair<std::string, glm::dvec3>> against;
    if (isLinearBlend(session.chain(instance))) {
        const auto formula = diagnose::explainLinearBlend(explainInput(session, instance, vertex));
        if (!formula) {
            return formula.error();
        }
        against = {"formula", formula->positionModel};
        stages.push_back({"formula", {{"position", valuesOf(formula->positionModel)}}, {}});
    }
    stages.push_back(resultStage(session, instance, vertex, against));
    if (!against) {
        against = {stages.back().name, glm::dvec3(session.frame(instance).positions[vertex])};
    }
    for (const Session* other : others) {
        stages.push_back(resultStage(*other, instance, vertex, against));
    }
    return stages;
}

} // namespace sartor::session
