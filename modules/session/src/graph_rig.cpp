// SPDX-License-Identifier: Apache-2.0
// What pose graphs run on, from an imported scene.
#include <sartor/session/graph_rig.h>

#include <algorithm>

namespace sartor::session {

namespace {

const graph::MorphChannel* findChannel(const graph::Rig& rig, JointIndex node) {
    const auto found = std::find_if(rig.morphChannels.begin(),
                                    rig.morphChannels.end(),
                                    [&](const auto& channel) { return channel.node == node; });
    return found != rig.morphChannels.end() ? &*found : nullptr;
}

} // namespace

std::shared_ptr<const graph::Rig> makeGraphRig(const import::ImportedScene& scene) {
    auto rig = std::make_shared<graph::Rig>();
    rig->skeleton = scene.skeleton;
    rig->clips = scene.clips;
    for (const import::MeshInstance& instance : scene.instances) {
        const std::vector<float>& weights = instance.defaultMorphWeights;
        if (weights.empty() || findChannel(*rig, instance.node) != nullptr) {
            continue;
        }
        rig->morphChannels.push_back({instance.node,
                                      static_cast<std::uint32_t>(rig->defaultMorphWeights.size()),
                                      static_cast<std::uint32_t>(weights.size())});
        rig->defaultMorphWeights.insert(
            rig->defaultMorphWeights.end(), weights.begin(), weights.end());
    }
    return rig;
}

const graph::MorphChannel* findMorphChannel(const graph::Rig& rig,
                                            const import::MeshInstance& instance) {
    const graph::MorphChannel* channel = findChannel(rig, instance.node);
    const bool fits = channel != nullptr && channel->count == instance.defaultMorphWeights.size();
    return fits ? channel : nullptr;
}

} // namespace sartor::session
