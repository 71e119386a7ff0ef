// SPDX-License-Identifier: Apache-2.0
// What a chain makes of one vertex when its weights or its place are changed.
#include "vertex_trials.h"

#include <sartor/deform/cpu_chain_runner.h>

#include <algorithm>
#include <memory>

namespace sartor::diagnose {
namespace {

using PlanPointer = std::shared_ptr<const deform::ChainPlan>;

template <class T>
std::vector<T> copies(std::span<const T> stream, std::uint32_t vertex, std::size_t count) {
    return stream.empty() ? std::vector<T>() : std::vector<T>(count, stream[vertex]);
}

void addRow(std::span<const VertexInfluence> row,
            std::vector<SkinJointIndex>& joints,
            std::vector<float>& weights) {
    for (const VertexInfluence& influence : row) {
        joints.push_back(influence.slot);
        weights.push_back(influence.weight);
    }
}

// The vertex once for each trial, nothing joining them but a triangle, so that who reads triangles
// is seen to.
Result<deform::MeshSource> sourceOfCopies(const ChainVertex& input,
                                          std::span<const VertexTrial> trials) {
    const assets::Mesh& mesh = *input.source.mesh;
    const std::size_t count = trials.size();
    assets::MeshData data;
    data.name = mesh.name();
    data.positions = copies(mesh.positions(), input.vertex, count);
    data.normals = copies(mesh.normals(), input.vertex, count);
    data.tangents = copies(mesh.tangents(), input.vertex, count);
    data.uvs = copies(mesh.uvs(), input.vertex, count);
    data.skinBlend = copies(mesh.skinBlend(), input.vertex, count);
    for (const assets::VertexAttribute& attribute : mesh.attributes()) {
        const auto first =
            attribute.values.begin() + std::ptrdiff_t{attribute.width} * input.vertex;
        assets::VertexAttribute copy{attribute.name, attribute.width, {}};
        for (std::size_t i = 0; i < count; ++i) {
            copy.values.insert(copy.values.end(), first, first + attribute.width);
        }
        data.attributes.push_back(std::move(copy));
    }
    if (!mesh.triangles().empty() && count >= 3) {
        data.triangles = {0, 1, 2};
    }
    std::vector<std::uint32_t> offsets = {0};
    std::vector<SkinJointIndex> joints;
    std::vector<float> weights;
    for (std::size_t i = 0; i < count; ++i) {
        data.positions[i] += trials[i].offset;
        addRow(trials[i].influences, joints, weights);
        offsets.push_back(static_cast<std::uint32_t>(joints.size()));
    }
    deform::MeshSource source = input.source;
    auto made = assets::Mesh::create(std::move(data));
    if (!made) {
        return made.error();
    }
    source.mesh = std::move(*made);
    if (input.source.influences) {
        auto influences = assets::InfluenceSet::create(
            std::move(offsets), std::move(joints), std::move(weights), input.source.jointCount);
        if (!influences) {
            return influences.error();
        }
        source.influences = std::move(*influences);
    }
    if (input.source.morphs) {
        std::vector<assets::MorphTarget> targets;
        for (const assets::MorphTarget& target : input.source.morphs->targets()) {
            assets::MorphTarget& copy = targets.emplace_back();
            copy.name = target.name;
            const auto found =
                std::lower_bound(target.vertices.begin(), target.vertices.end(), input.vertex);
            if (found == target.vertices.end() || *found != input.vertex) {
                continue;
            }
            const auto entry = static_cast<std::uint32_t>(found - target.vertices.begin());
            for (std::uint32_t i = 0; i < count; ++i) {
                copy.vertices.push_back(i);
            }
            copy.positionDeltas =
                copies(std::span<const glm::vec3>(target.positionDeltas), entry, count);
            copy.normalDeltas =
                copies(std::span<const glm::vec3>(target.normalDeltas), entry, count);
            copy.tangentDeltas =
                copies(std::span<const glm::vec3>(target.tangentDeltas), entry, count);
        }
        auto morphs = assets::MorphSet::create(std::move(targets), count);
        if (!morphs) {
            return morphs.error();
        }
        source.morphs = std::move(*morphs);
    }
    return source;
}

// Whether any stage knows more of the mesh than each vertex by itself.
bool looksAtNeighbours(const deform::ChainPlan& plan) {
    const auto joinsVertices = [](const deform::PlannedBuffer& buffer) {
        // A stream of the plugin's own that is there before a frame comes from a PREPARE stage.
        const bool isPrepared = buffer.filled == deform::PlannedBuffer::Filled::PerMesh &&
                                !buffer.semantic.starts_with("sartor.");
        return isPrepared || buffer.domain == SARTOR_PER_NEIGHBOUR ||
               buffer.domain == SARTOR_PER_CORNER || buffer.domain == SARTOR_PER_TRIANGLE ||
               buffer.semantic == "sartor.weld.representative";
    };
    const auto isWide = [](const deform::PlannedStage& stage) {
        return (stage.stage().flags & SARTOR_STAGE_NEIGHBOURHOOD) != 0;
    };
    return std::ranges::any_of(plan.buffers(), joinsVertices) ||
           std::ranges::any_of(plan.stages(), isWide);
}

std::vector<VertexInfluence> rowOf(const assets::InfluenceSet& influences, std::uint32_t vertex) {
    std::vector<VertexInfluence> row;
    for (std::uint32_t i = influences.offsets()[vertex]; i < influences.offsets()[vertex + 1];
         ++i) {
        row.push_back({influences.joints()[i], influences.weights()[i]});
    }
    return row;
}

bool areSame(std::span<const VertexInfluence> a, std::span<const VertexInfluence> b) {
    return std::ranges::equal(a, b, [](const VertexInfluence& x, const VertexInfluence& y) {
        return x.slot == y.slot && x.weight == y.weight;
    });
}

// Vertices that are one with the vertex, which seams of textures and normals split.
std::vector<bool> findTwins(const ChainVertex& input) {
    const auto positions = input.source.mesh->positions();
    std::vector<bool> isTwin(positions.size(), false);
    isTwin[input.vertex] = true;
    if (!input.source.influences) {
        return isTwin;
    }
    const auto row = rowOf(*input.source.influences, input.vertex);
    for (std::uint32_t i = 0; i < positions.size(); ++i) {
        isTwin[i] = isTwin[i] || (positions[i] == positions[input.vertex] &&
                                  areSame(rowOf(*input.source.influences, i), row));
    }
    return isTwin;
}

// The mesh with the vertex and its twins changed.
Result<deform::MeshSource>
sourceOfTrial(const ChainVertex& input, const std::vector<bool>& isTwin, const VertexTrial& trial) {
    const assets::Mesh& mesh = *input.source.mesh;
    deform::MeshSource source = input.source;
    if (trial.offset != glm::vec3(0.0f)) {
        assets::MeshData data;
        data.name = mesh.name();
        data.positions = {mesh.positions().begin(), mesh.positions().end()};
        data.normals = {mesh.normals().begin(), mesh.normals().end()};
        data.tangents = {mesh.tangents().begin(), mesh.tangents().end()};
        data.uvs = {mesh.uvs().begin(), mesh.uvs().end()};
        data.skinBlend = {mesh.skinBlend().begin(), mesh.skinBlend().end()};
        data.attributes = {mesh.attributes().begin(), mesh.attributes().end()};
        data.triangles = {mesh.triangles().begin(), mesh.triangles().end()};
        for (std::size_t i = 0; i < data.positions.size(); ++i) {
            data.positions[i] += isTwin[i] ? trial.offset : glm::vec3(0.0f);
        }
        auto made = assets::Mesh::create(std::move(data));
        if (!made) {
            return made.error();
        }
        source.mesh = std::move(*made);
    }
    if (input.source.influences) {
        std::vector<std::uint32_t> offsets = {0};
        std::vector<SkinJointIndex> joints;
        std::vector<float> weights;
        for (std::uint32_t i = 0; i < mesh.vertexCount(); ++i) {
            addRow(
                isTwin[i] ? trial.influences : rowOf(*input.source.influences, i), joints, weights);
            offsets.push_back(static_cast<std::uint32_t>(joints.size()));
        }
        auto influences = assets::InfluenceSet::create(
            std::move(offsets), std::move(joints), std::move(weights), input.source.jointCount);
        if (!influences) {
            return influences.error();
        }
        source.influences = std::move(*influences);
    }
    return source;
}

Result<std::unique_ptr<deform::CpuChainRunner>> deformed(const PlanPointer& plan,
                                                         const deform::FrameSource& input) {
    auto runner = deform::CpuChainRunner::create(plan);
    if (!runner) {
        return runner.error();
    }
    deform::FrameSource frame = input;
    frame.input = {};
    if (Status status = (*runner)->run(frame); !status) {
        return status.error();
    }
    return std::move(*runner);
}

} // namespace

Result<TrialResults> runTrials(const ChainVertex& input, std::span<const VertexTrial> trials) {
    TrialResults results;
    auto source = sourceOfCopies(input, trials);
    if (!source) {
        return source.error();
    }
    // A plugin may refuse such a mesh; the whole one decides.
    if (auto plan = deform::ChainPlan::create(input.chain, *source);
        plan && !looksAtNeighbours(**plan)) {
        auto runner = deformed(*plan, input.frame);
        if (!runner) {
            return runner.error();
        }
        const auto positions = (*runner)->positions();
        results.positions.assign(positions.begin(), positions.end());
        results.dependsOnPast = (*plan)->dependsOnPast();
        return results;
    }
    results.looksAtNeighbours = true;
    const std::uint64_t vertexCount = input.source.mesh->vertexCount();
    if (vertexCount * trials.size() > input.vertexBudget) {
        return Error{"explain.budget",
                     "explain: a stage of the chain looks at other vertices, so " +
                         std::to_string(trials.size()) + " runs over " + meshText(input.source) +
                         " with " + std::to_string(vertexCount) +
                         " vertices are needed, more than there is time for here"};
    }
    const std::vector<bool> isTwin = findTwins(input);
    for (const VertexTrial& trial : trials) {
        source = sourceOfTrial(input, isTwin, trial);
        if (!source) {
            return source.error();
        }
        const auto plan = deform::ChainPlan::create(input.chain, *source);
        if (!plan) {
            return plan.error();
        }
        auto runner = deformed(*plan, input.frame);
        if (!runner) {
            return runner.error();
        }
        results.positions.emplace_back((*runner)->positions()[input.vertex]);
        results.dependsOnPast = (*plan)->dependsOnPast();
    }
    return results;
}

} // namespace sartor::diagnose
