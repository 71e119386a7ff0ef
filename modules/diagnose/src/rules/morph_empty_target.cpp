// SPDX-License-Identifier: Apache-2.0
// Rule: morph targets that move nothing.
#include "../rule.h"

namespace sartor::diagnose {
namespace {

// Names of the targets that are empty in all primitives: in some of them is quite ordinary.
std::vector<std::string> emptyTargets(const import::ImportedScene& scene,
                                      std::span<const std::uint32_t> instances) {
    std::vector<std::string> names;
    const assets::MorphSet& morphs = *scene.instances[instances.front()].morphs;
    for (std::size_t t = 0; t < morphs.targetCount(); ++t) {
        const bool isEmpty =
            std::all_of(instances.begin(), instances.end(), [&](std::uint32_t instance) {
                const auto own = scene.instances[instance].morphs->targets();
                return t >= own.size() || own[t].vertices.empty();
            });
        if (isEmpty) {
            names.push_back(nameOf(morphs, t));
        }
    }
    return names;
}

} // namespace

Rule morphEmptyTarget() {
    return {{.id = "morph.empty_target",
             .title = "Morph targets without effect",
             .severity = Severity::Warning,
             .explanation =
                 "A morph target moves no vertex of any part of its mesh. Its slider does "
                 "nothing: the shape was lost at export (often by applying modifiers or by "
                 "joining meshes), or it is a placeholder. Export the shape again, or remove "
                 "the target."},
            [](const SceneFacts& facts, Findings& findings) {
                for (const auto& [mesh, instances] : morphedMeshes(facts)) {
                    const std::vector<std::string> empty = emptyTargets(facts.scene, instances);
                    if (!empty.empty()) {
                        findings
                            .addToInstance(
                                instances.front(),
                                formatCount(empty.size(), "morph target", "morph targets") +
                                    " without effect: " + listOf(empty))
                            .count = empty.size();
                    }
                }
            }};
}

} // namespace sartor::diagnose
