// SPDX-License-Identifier: Apache-2.0
// Rule: default morph weights below zero or above one.
#include "../rule.h"

namespace sartor::diagnose {
namespace {

constexpr float kSlack = 1e-3f;

} // namespace

Rule morphDefaultWeightRange() {
    return {{.id = "morph.default_weight_range",
             .title = "Default morph weights outside of 0 to 1",
             .severity = Severity::Info,
             .explanation =
                 "A morph target starts with a weight below zero or above one. The shape is "
                 "extrapolated here and by the format; engines that clamp weights show another "
                 "face as soon as the file is loaded. Put the extreme into the mesh or the "
                 "target, and keep the weight in range."},
            [](const SceneFacts& facts, Findings& findings) {
                std::vector<JointIndex> said; // the parts of a mesh share the weights of a node
                for (std::uint32_t i = 0; i < facts.scene.instances.size(); ++i) {
                    const import::MeshInstance& instance = facts.scene.instances[i];
                    std::vector<std::string> outside;
                    for (std::size_t target = 0;
                         instance.morphs && target < std::min(instance.morphs->targetCount(),
                                                              instance.defaultMorphWeights.size());
                         ++target) {
                        const float weight = instance.defaultMorphWeights[target];
                        if (weight < -kSlack || weight > 1.0f + kSlack) {
                            outside.push_back(nameOf(*instance.morphs, target) + " " +
                                              formatNumber(static_cast<double>(weight)));
                        }
                    }
                    if (outside.empty() ||
                        std::find(said.begin(), said.end(), instance.node) != said.end()) {
                        continue;
                    }
                    said.push_back(instance.node);
                    findings
                        .addToNodeOf(i,
                                     formatCount(outside.size(),
                                                 "default morph weight",
                                                 "default morph weights") +
                                         " outside of 0 to 1: " + listOf(outside))
                        .count = outside.size();
                }
            }};
}

} // namespace sartor::diagnose
