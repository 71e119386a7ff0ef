// SPDX-License-Identifier: Apache-2.0
// Rule: morph targets with the same shape.
#include "../rule.h"

#include <cstring>
#include <tuple>

namespace sartor::diagnose {
namespace {

bool isEqual(const assets::MorphTarget& a, const assets::MorphTarget& b) {
    return a.vertices == b.vertices && a.positionDeltas.size() == b.positionDeltas.size() &&
           (a.positionDeltas.empty() || // whose data may be null, which memcmp does not take
            std::memcmp(a.positionDeltas.data(),
                        b.positionDeltas.data(),
                        a.positionDeltas.size() * sizeof(glm::vec3)) == 0);
}

// What equal targets have in common; few others do.
auto keyOf(const assets::MorphTarget& target) {
    glm::vec3 sum(0.0f);
    for (const glm::vec3& delta : target.positionDeltas) {
        sum += delta;
    }
    return std::tuple(target.positionDeltas.size(), sum.x, sum.y, sum.z);
}

} // namespace

Rule morphDuplicateTarget() {
    return {
        {.id = "morph.duplicate_target",
         .title = "Morph targets with the same shape",
         .severity = Severity::Warning,
         .explanation =
             "Two morph targets of a mesh have exactly the same deltas under different "
             "names. One of them was copied and never sculpted, or the exporter wrote the "
             "wrong shape: a left and a right blink that close the same eye. Sculpt or "
             "export the second one again, or drive both names with one target."},
        [](const SceneFacts& facts, Findings& findings) {
            for (const auto& [mesh, instances] : morphedMeshes(facts)) {
                const auto targetsOf = [&](std::uint32_t instance) {
                    return facts.scene.instances[instance].morphs->targets();
                };
                // Named anew, because clang 14 lets no lambda refer to a structured binding.
                const auto isEqualInAll = [&, &all = instances](std::size_t a, std::size_t b) {
                    return std::all_of(all.begin(), all.end(), [&](std::uint32_t instance) {
                        const auto targets = targetsOf(instance);
                        return b < targets.size() && isEqual(targets[a], targets[b]);
                    });
                };
                const assets::MorphSet& morphs = *facts.scene.instances[instances.front()].morphs;
                std::map<decltype(keyOf(morphs.targets()[0])), std::vector<std::size_t>> like;
                std::vector<std::string> pairs;
                for (std::size_t i = 0; i < morphs.targetCount(); ++i) {
                    // Targets without any delta are empty, which has a rule of its own.
                    const bool isEmpty = std::all_of(
                        instances.begin(), instances.end(), [&](std::uint32_t instance) {
                            return i >= targetsOf(instance).size() ||
                                   targetsOf(instance)[i].positionDeltas.empty();
                        });
                    if (isEmpty) {
                        continue;
                    }
                    auto& group = like[keyOf(morphs.targets()[i])];
                    const auto same =
                        std::find_if(group.begin(), group.end(), [&](std::size_t other) {
                            return isEqualInAll(other, i);
                        });
                    if (same != group.end()) {
                        pairs.push_back(nameOf(morphs, *same) + " and " + nameOf(morphs, i));
                    } else {
                        group.push_back(i);
                    }
                }
                if (!pairs.empty()) {
                    findings
                        .addToInstance(
                            instances.front(),
                            formatCount(pairs.size(), "morph target has", "morph targets have") +
                                " the shape of another one: " + listOf(pairs))
                        .count = pairs.size();
                }
            }
        }};
}

} // namespace sartor::diagnose
