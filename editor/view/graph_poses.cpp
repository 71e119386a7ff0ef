// SPDX-License-Identifier: Apache-2.0
// The poses that come out of nodes, drawn at them while a graph is at work.
#include "editor/view/graph_poses.h"

#include "editor/view/graph_scene.h"

namespace sartor::editor {

void GraphPoses::show(const graph::GraphInstance* instance, GraphScene& scene) {
    if (instance == nullptr || !areShown_) {
        scene.forEachNode([](GraphNodeItem& item) { item.setPose({}); });
        return;
    }
    const graph::CompiledGraph& graph = instance->graph();
    if (!picture_ || picture_->skeleton() != graph.rig().skeleton.get()) {
        picture_.emplace(graph.rig().skeleton);
    }
    scene.forEachNode([&](GraphNodeItem& item) {
        const auto index = graph.findNode(item.id());
        const graph::NodePose pose = index ? instance->watchedPose(*index) : graph::NodePose{};
        item.setPose(pose.parentFromJoint.empty() ? std::vector<QLineF>()
                                                  : picture_->lines(pose.parentFromJoint));
    });
}

} // namespace sartor::editor
