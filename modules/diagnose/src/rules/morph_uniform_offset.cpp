// SPDX-License-Identifier: Apache-2.0
// Rule: morph targets that move the whole mesh.
#include "../morph_measures.h"
#include "../rule.h"

#include <glm/geometric.hpp>

#include <cmath>

namespace sartor::diagnose {
namespace {

constexpr double kVisible = 1e-3; // of the diagonal of the mesh
constexpr double kSpread = 0.01;  // of the common delta

} // namespace

Rule morphUniformOffset() {
    return {{.id = "morph.uniform_offset",
             .title = "Morph targets that move the whole mesh",
             .severity = Severity::Warning,
             .explanation =
                 "A morph target moves every vertex of its mesh by the same way, so it shapes "
                 "nothing. It happens when the sculpted copy of a mesh was moved aside before "
                 "it was read back as a shape, or had another origin. Put the copy where the "
                 "mesh is and make the target again. To move a mesh, animate its node or a "
                 "joint."},
            [](const SceneFacts& facts, Findings& findings) {
                for (const auto& [mesh, instances] : morphedMeshes(facts)) {
                    const MorphMeasure measure = measureMorphs(facts, instances);
                    for (std::size_t i = 0; i < measure.targets.size(); ++i) {
                        const TargetMeasure& target = measure.targets[i];
                        // On one or two vertices any shape is a move.
                        if (target.vertexCount < measure.vertexCount || target.vertexCount < 4) {
                            continue;
                        }
                        const auto count = static_cast<double>(target.vertexCount);
                        const double length = glm::length(target.sum) / count;
                        const double variance =
                            std::max(0.0, target.sumOfSquares / count - length * length);
                        if (length > kVisible * measure.diagonal &&
                            std::sqrt(variance) < kSpread * length) {
                            Diagnostic& added = findings.addToInstance(
                                instances.front(),
                                "Morph target " +
                                    nameOf(*facts.scene.instances[instances.front()].morphs, i) +
                                    " moves all " + std::to_string(target.vertexCount) +
                                    " vertices by the same " +
                                    formatNumber(length * facts.millimetresPerUnit()) + " mm");
                            added.count = target.vertexCount;
                            added.millimetres = length * facts.millimetresPerUnit();
                        }
                    }
                }
            }};
}

} // namespace sartor::diagnose
