// SPDX-License-Identifier: Apache-2.0
// The chains that a running graph solves: what is drawn of them, and what can be dragged.
#pragma once

#include <sartor/graph/graph_instance.h>
#include <sartor/session/ik_shapes.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace sartor::session {

/// A target or a pole that stands in the graph as a constant or a parameter.
struct IkHandle {
    /// Id of the node.
    std::string node;
    /// "target" or "pole".
    std::string pin;
    /// Id of the parameter that the pin takes its value from; empty for a constant of its own.
    std::string parameter;
    glm::vec3 positionModel = glm::vec3(0.0f);
    /// From the space in which the graph has the value: that of the target's joint, else the
    /// identity.
    math::Affine modelFromValue;
};

struct GraphIk {
    /// Id of the node.
    std::string node;
    IkDrawing drawing;
    /// Those of its ends that have no node behind them.
    std::vector<IkHandle> handles;
};

/// Of every node of inverse kinematics that was active in the last update. A joint that carries a
/// target is taken where the pose has it.
///
/// Shapes: modelFromJoint as the joints of the graph's rig. Cost: by the size of the graph; it
/// allocates.
std::vector<GraphIk> findGraphIk(const graph::GraphInstance& instance,
                                 std::span<const math::Affine> modelFromJoint);

/// Writes a place of model space into what a handle stands for: the constant of the pin, or the
/// parameter's initial value. Nothing where the definition has no such node or parameter.
void moveIkHandle(graph::GraphDefinition& definition,
                  const IkHandle& handle,
                  const glm::vec3& positionModel);

} // namespace sartor::session
