// SPDX-License-Identifier: Apache-2.0
// How large meshes and the deltas of their morph targets are.
#include "morph_measures.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>

namespace sartor::diagnose {
namespace {

void addTarget(const assets::MorphTarget& target, std::uint32_t instance, TargetMeasure& to) {
    for (std::size_t i = 0; i < target.positionDeltas.size(); ++i) {
        const glm::dvec3 delta(target.positionDeltas[i]);
        const double length = glm::length(delta);
        to.vertexCount += length > 0.0 ? 1u : 0u;
        to.sum += delta;
        to.sumOfSquares += length * length;
        if (length > to.largest) {
            to.largest = length;
            to.instance = instance;
            to.vertex = target.vertices[i];
        }
    }
}

} // namespace

MorphMeasure measureMorphs(const SceneFacts& facts, std::span<const std::uint32_t> instances) {
    MorphMeasure measure;
    glm::dvec3 low(0.0);
    glm::dvec3 high(0.0);
    for (const std::uint32_t instance : instances) {
        for (const glm::vec3& position : facts.meshOf(instance).positions()) {
            const bool isFirst = measure.vertexCount++ == 0;
            low = isFirst ? glm::dvec3(position) : glm::min(low, glm::dvec3(position));
            high = isFirst ? glm::dvec3(position) : glm::max(high, glm::dvec3(position));
        }
        const assets::MorphSet& morphs = *facts.scene.instances[instance].morphs;
        measure.targets.resize(std::max(measure.targets.size(), morphs.targetCount()));
        for (std::size_t i = 0; i < morphs.targetCount(); ++i) {
            addTarget(morphs.targets()[i], instance, measure.targets[i]);
        }
    }
    measure.diagonal = glm::distance(low, high);
    return measure;
}

} // namespace sartor::diagnose
