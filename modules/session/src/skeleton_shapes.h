// SPDX-License-Identifier: Apache-2.0
// The skeleton as shapes to draw.
#pragma once

#include <sartor/render/overlay.h>
#include <sartor/session/session.h>
#include <sartor/session/view_options.h>

#include <vector>

namespace sartor::session {

struct SkeletonShapes {
    /// From parent to child.
    std::vector<render::Bone> bones;
    /// At joints.
    std::vector<render::Dot> dots;
    /// X, Y and Z of joints.
    std::vector<render::Line> axes;
};

/// Of the current frame, as far as the options show them. `sceneRadius` is that of sceneBounds().
SkeletonShapes
skeletonShapes(const Session& session, const ViewOptions& options, float sceneRadius);

} // namespace sartor::session
