// SPDX-License-Identifier: Apache-2.0
// Rule: morph targets that move vertices farther than the mesh is large.
#include "../morph_measures.h"
#include "../rule.h"

namespace sartor::diagnose {
namespace {

constexpr double kHuge = 3.0; // diagonals of the mesh

} // namespace

Rule morphHugeDelta() {
    return {{.id = "morph.huge_delta",
             .title = "Morph targets that explode the mesh",
             .severity = Severity::Warning,
             .explanation =
                 "At full weight a morph target moves a vertex by more than three times the size "
                 "of its mesh. Usual causes: deltas in another unit than the mesh, positions "
                 "written where differences belong, a target of another mesh, or vertices in "
                 "another order. Export the target again from the mesh it belongs to."},
            [](const SceneFacts& facts, Findings& findings) {
                for (const auto& [mesh, instances] : morphedMeshes(facts)) {
                    const MorphMeasure measure = measureMorphs(facts, instances);
                    for (std::size_t i = 0; i < measure.targets.size(); ++i) {
                        const TargetMeasure& target = measure.targets[i];
                        if (!(measure.diagonal > 0.0) ||
                            target.largest <= kHuge * measure.diagonal) {
                            continue;
                        }
                        Diagnostic& added = findings.addToInstance(
                            target.instance,
                            "Morph target " +
                                nameOf(*facts.scene.instances[instances.front()].morphs, i) +
                                " moves vertex " + std::to_string(target.vertex) + " by " +
                                formatNumber(target.largest * facts.millimetresPerUnit()) +
                                " mm, " + formatNumber(target.largest / measure.diagonal) +
                                " times the size of the mesh");
                        added.vertices = {target.vertex};
                        added.millimetres = target.largest * facts.millimetresPerUnit();
                    }
                }
            }};
}

} // namespace sartor::diagnose
