// SPDX-License-Identifier: Apache-2.0
// One vertex under a chain of any deformers.
#include "vertex_trials.h"

#include <sartor/diagnose/explain_chain.h>
#include <sartor/math/singular_values.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sartor::diagnose {
namespace {

// Share of the weight that a step gives to a joint: small enough for the third derivative, large
// enough for floats.
constexpr float kStep = 1.0f / 128.0f;
// Step of the bind position against the size of the mesh.
constexpr double kOffsetPart = 1.0 / 128.0;
constexpr std::size_t kTrialsPerInfluence = 3;

// From the weights of the vertex towards one joint that holds all of it; the sum stays.
std::vector<VertexInfluence>
shifted(std::span<const VertexInfluence> row, std::size_t towards, float sum, float share) {
    std::vector<VertexInfluence> result(row.begin(), row.end());
    for (VertexInfluence& influence : result) {
        influence.weight *= 1.0f - share;
    }
    result[towards].weight += share * sum;
    std::erase_if(result,
                  [](const VertexInfluence& influence) { return influence.weight == 0.0f; });
    return result;
}

double largestCoordinate(const glm::dvec3& point) {
    return std::max({std::abs(point.x), std::abs(point.y), std::abs(point.z)});
}

// A length that floats of the mesh can be told apart by, never 0.
double sizeOf(const assets::Mesh& mesh, std::uint32_t vertex) {
    glm::dvec3 low(mesh.positions()[vertex]);
    glm::dvec3 high = low;
    for (const glm::vec3& position : mesh.positions()) {
        low = glm::min(low, glm::dvec3(position));
        high = glm::max(high, glm::dvec3(position));
    }
    const double size =
        std::max(glm::distance(low, high), largestCoordinate(glm::dvec3(mesh.positions()[vertex])));
    return size > 0.0 ? size : 1.0;
}

double measureRetention(const glm::dmat3& map,
                        std::span<const VertexInfluence> row,
                        std::span<const math::Affine> modelFromBind,
                        double sum) {
    double size = 0.0;
    for (const VertexInfluence& influence : row) {
        const glm::dmat3 linear(modelFromBind[influence.slot.value()].linear);
        size += static_cast<double>(influence.weight) / sum * math::singularValues(linear).sigma[2];
    }
    return size > 0.0 ? math::singularValues(map).sigma[2] / size : 0.0;
}

} // namespace

bool ChainExplanation::isLinear() const {
    return glm::length(unexplained) <= rounding;
}

Result<ChainExplanation> explainChain(const ChainVertex& input) {
    const assets::Mesh& mesh = *input.source.mesh;
    if (input.vertex >= mesh.vertexCount()) {
        return Error{"explain.vertex_out_of_range",
                     "explain: vertex " + std::to_string(input.vertex) + " of mesh '" +
                         mesh.name() + "', which has " + std::to_string(mesh.vertexCount())};
    }
    std::vector<VertexInfluence> row;
    float sum = 0.0f;
    if (const assets::InfluenceSet* set = input.source.influences.get()) {
        for (std::uint32_t i = set->offsets()[input.vertex]; i < set->offsets()[input.vertex + 1];
             ++i) {
            row.push_back({set->joints()[i], set->weights()[i]});
            sum += set->weights()[i];
        }
    }
    std::vector<VertexTrial> trials = {{row}};
    for (std::size_t i = 0; i < row.size(); ++i) {
        trials.push_back({std::vector<VertexInfluence>{{row[i].slot, sum}}});
        trials.push_back({shifted(row, i, sum, kStep)});
        trials.push_back({shifted(row, i, sum, 2.0f * kStep)});
    }
    const auto offset = static_cast<float>(kOffsetPart * sizeOf(mesh, input.vertex));
    for (int axis = 0; axis < 3; ++axis) {
        for (const float side : {1.0f, -1.0f}) {
            VertexTrial& trial = trials.emplace_back(VertexTrial{row});
            trial.offset[axis] = side * offset;
        }
    }
    const Result<TrialResults> results = runTrials(input, trials);
    if (!results) {
        return results.error();
    }
    const std::vector<glm::dvec3>& positions = results->positions;

    ChainExplanation explanation;
    explanation.dependsOnPast = results->dependsOnPast;
    explanation.looksAtNeighbours = results->looksAtNeighbours;
    explanation.position = positions[0];
    double largest = largestCoordinate(positions[0]);
    for (std::size_t i = 0; i < row.size(); ++i) {
        const glm::dvec3* own = &positions[1 + kTrialsPerInfluence * i];
        ChainStep step;
        step.slot = row[i].slot;
        step.weight = static_cast<double>(row[i].weight);
        step.alone = own[0];
        step.contribution = step.weight / static_cast<double>(sum) * step.alone;
        explanation.sum += step.contribution;
        step.runningSum = explanation.sum;
        step.pull =
            (4.0 * own[1] - own[2] - 3.0 * positions[0]) / (2.0 * static_cast<double>(kStep));
        explanation.influences.push_back(step);
        largest = std::max(largest, largestCoordinate(step.alone));
    }
    explanation.unexplained = explanation.position - explanation.sum;
    explanation.rounding =
        32.0 * static_cast<double>(std::numeric_limits<float>::epsilon()) * largest;
    if (!row.empty()) {
        glm::dmat3 map(0.0);
        const glm::dvec3* moved = &positions[1 + kTrialsPerInfluence * row.size()];
        const glm::dvec3 place(mesh.positions()[input.vertex]);
        for (int axis = 0; axis < 3; ++axis) {
            // As far as floats have moved.
            const auto at = static_cast<float>(place[axis]);
            const double step = static_cast<double>(at + offset) - static_cast<double>(at - offset);
            map[axis] = (moved[2 * axis] - moved[2 * axis + 1]) / step;
        }
        explanation.retention =
            measureRetention(map, row, input.frame.modelFromBind, static_cast<double>(sum));
    }
    return explanation;
}

} // namespace sartor::diagnose
