// SPDX-License-Identifier: Apache-2.0
// The poses that come out of nodes, drawn at them while a graph is at work.
#pragma once

#include "editor/model/pose_picture.h"

#include <sartor/graph/graph_instance.h>

#include <optional>

namespace sartor::editor {

class GraphScene;

class GraphPoses {
public:
    void setShown(bool areShown) { areShown_ = areShown; }
    /// Of all nodes that played in the last frame; null: nothing runs.
    void show(const graph::GraphInstance* instance, GraphScene& scene);

private:
    /// Of the skeleton whose poses were drawn last.
    std::optional<PosePicture> picture_;
    bool areShown_ = false;
};

} // namespace sartor::editor
