// SPDX-License-Identifier: Apache-2.0
// Rule: morph targets that move nothing far enough to be seen.
#include "../morph_measures.h"
#include "../rule.h"

namespace sartor::diagnose {
namespace {

constexpr double kInvisible = 1e-4; // of the diagonal of the mesh

} // namespace

Rule morphNegligible() {
    return {{.id = "morph.negligible",
             .title = "Morph targets that cannot be seen",
             .severity = Severity::Info,
             .explanation =
                 "At full weight a morph target moves no vertex by more than a ten-thousandth of "
                 "the size of its mesh. Nobody sees that, but it costs as much as any other "
                 "target. What is left is rounding of a shape that was lost, or the shape is in "
                 "another unit than the mesh. Export the shape again, or remove the target."},
            [](const SceneFacts& facts, Findings& findings) {
                for (const auto& [mesh, instances] : morphedMeshes(facts)) {
                    const MorphMeasure measure = measureMorphs(facts, instances);
                    std::vector<std::string> names;
                    double largest = 0.0;
                    for (std::size_t i = 0; i < measure.targets.size(); ++i) {
                        const TargetMeasure& target = measure.targets[i];
                        // Without any delta it is empty, which has a rule of its own.
                        if (target.vertexCount > 0 &&
                            target.largest < kInvisible * measure.diagonal) {
                            names.push_back(
                                nameOf(*facts.scene.instances[instances.front()].morphs, i));
                            largest = std::max(largest, target.largest);
                        }
                    }
                    if (!names.empty()) {
                        Diagnostic& added = findings.addToInstance(
                            instances.front(),
                            formatCount(names.size(), "morph target moves", "morph targets move") +
                                " no vertex by more than " +
                                formatNumber(largest * facts.millimetresPerUnit()) +
                                " mm: " + listOf(names));
                        added.count = names.size();
                        added.millimetres = largest * facts.millimetresPerUnit();
                    }
                }
            }};
}

} // namespace sartor::diagnose
