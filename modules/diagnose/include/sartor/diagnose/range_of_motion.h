// SPDX-License-Identifier: Apache-2.0
// How a skinned surface holds up in extreme poses.
#pragma once

#include <sartor/base/index.h>
#include <sartor/diagnose/motion_pose.h>
#include <sartor/diagnose/position_sketch.h>
#include <sartor/import/imported_scene.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sartor::diagnose {

/// Length of an edge against that in the rest pose, and the vertices at its ends.
struct EdgeStretch {
    double ratio = 1.0;
    std::array<std::uint32_t, 2> vertices{};
};

/// One mesh in one pose, against the same mesh in the rest pose. Linear blend skinning, weights
/// normalised, without morph targets. Ratios are 1 where nothing happens.
struct MotionMeasure {
    /// The first of the instances of mesh and skin.
    std::uint32_t instance = 0;
    /// Triangles that the pose may change in form: not carried by one joint's motion alone.
    std::uint64_t bentTriangleCount = 0;
    /// Area of those together.
    double areaRatio = 1.0;
    /// What the mesh encloses; none for one that is open.
    std::optional<double> volumeRatio;
    EdgeStretch longest;
    EdgeStretch shortest;
    /// The ratio that 99 of 100 edges that the pose may change do not exceed: what is stretched as
    /// a region, not at one bad edge. At most longest.ratio.
    double stretchOfMost = 1.0;
    /// Triangles whose front has become their back: turned against what the blended map of their
    /// corners does to their normal, or mirrored by that map. They are lit from the wrong side.
    std::uint64_t flippedTriangleCount = 0;
    /// The first corner of the first of those.
    std::uint32_t flippedVertex = 0;
    /// Smallest stretch of the blended map of any vertex against those of its single joints: 1
    /// keeps the form, 0 flattens it. At weight w between joints that differ by an angle it is
    /// sqrt(1 - 2 w (1 - w) (1 - cos(angle))).
    double collapse = 1.0;
    std::uint32_t collapseVertex = 0;
    /// Pairs of triangles that pierce each other and do not in the rest pose.
    std::uint64_t intersectionCount = 0;
    /// First vertices of the first few pairs.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> intersections;
    /// Of the posed positions.
    PositionSketch sketch;
    /// False where a mesh lies on itself so much that not all pairs were looked at.
    bool isIntersectionComplete = true;
};

/// One entry per pose: the measures of every mesh that the pose moves.
///
/// Cost: O(poses * (vertices + triangles log triangles)), on all cores.
std::vector<std::vector<MotionMeasure>> measureMotion(const import::ImportedScene& scene,
                                                      std::span<const MotionPose> poses);

} // namespace sartor::diagnose
