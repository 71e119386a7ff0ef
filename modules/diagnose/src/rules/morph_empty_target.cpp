// SPDX-License-Identifier: Apache-2.0
// Rule: morph targets that move nothing.
#include "../rule.h"

#include <map>

namespace sartor::diagnose {
namespace {

// Names of the targets that are empty in all primitives: in some of them is quite ordinary.
std::vector<std::string> emptyTargets(const import::ImportedScene& scene,
                                      std::span<const std::uint32_t> instances) {
    std::vector<std::string> names;
    const auto targets = scene.instances[instances.front()].morphs->targets();
    for (std::size_t t = 0; t < targets.size(); ++t) {
        const bool isEmpty =
            std::all_of(instances.begin(), instances.end(), [&](std::uint32_t instance) {
                const auto own = scene.instances[instance].morphs->targets();
                return t >= own.size() || own[t].vertices.empty();
            });
        if (isEmpty) {
            names.push_back(targets[t].name.empty() ? std::to_string(t)
                                                    : "'" + targets[t].name + "'");
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
                std::map<std::uint32_t, std::vector<std::uint32_t>> instancesOfMesh;
                for (std::uint32_t i = 0; i < facts.scene.instances.size(); ++i) {
                    if (facts.scene.instances[i].morphs) {
                        instancesOfMesh[facts.scene.instances[i].fileMesh].push_back(i);
                    }
                }
                for (const auto& [mesh, instances] : instancesOfMesh) {
                    const std::vector<std::string> empty = emptyTargets(facts.scene, instances);
                    if (!empty.empty()) {
                        std::string names;
                        for (std::size_t i = 0; i < std::min(empty.size(), kExampleCount); ++i) {
                            names += (i == 0 ? "" : ", ") + empty[i];
                        }
                        findings
                            .addToInstance(
                                instances.front(),
                                formatCount(empty.size(), "morph target", "morph targets") +
                                    " without effect: " + names)
                            .count = empty.size();
                    }
                }
            }};
}

} // namespace sartor::diagnose
