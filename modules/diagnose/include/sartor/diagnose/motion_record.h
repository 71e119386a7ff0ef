// SPDX-License-Identifier: Apache-2.0
// What extreme poses do to a character, to be kept and compared with another version of it.
#pragma once

#include <sartor/diagnose/position_sketch.h>
#include <sartor/diagnose/range_of_motion.h>

#include <string>
#include <vector>

namespace sartor::diagnose {

/// One mesh in one pose.
struct RecordedMesh {
    /// "Body primitive 0": the name of its node, or its number where it has none.
    std::string name;
    PositionSketch sketch;
    double collapse = 1.0;
    double areaRatio = 1.0;
    double stretchOfMost = 1.0;
    std::uint64_t flippedTriangleCount = 0;
    std::uint64_t intersectionCount = 0;
};

struct RecordedPose {
    /// "elbow bent by 145 (LeftForeArm)": with the names of the joints that turn.
    std::string name;
    std::vector<RecordedMesh> meshes;
};

/// Refers to everything by name, so that it outlives an export that numbers things anew.
struct MotionRecord {
    std::vector<RecordedPose> poses;
};

/// Shapes: one entry of measures per pose, as measureMotion() returns them (asserted).
MotionRecord makeMotionRecord(const import::ImportedScene& scene,
                              std::span<const MotionPose> poses,
                              std::span<const std::vector<MotionMeasure>> measures);

/// Largest difference that is none, as SketchDifference::moved: ten times what other kernels,
/// compilers and machines make of the same file, and a hundredth of a millimetre at two metres.
inline constexpr double kMotionTolerance = 1e-5;

enum class MotionChange {
    Moved,   ///< the surface is elsewhere
    Rebuilt, ///< another number of vertices: places cannot be compared
    Missing, ///< of the first record alone
    Added    ///< of the second record alone
};

struct MotionDifference {
    MotionChange change = MotionChange::Moved;
    std::string pose;
    /// Empty for a whole pose that is missing or added.
    std::string mesh;
    /// Where it moved most; none for other changes.
    SketchDifference moved;
    /// Measures of both, where there are both.
    RecordedMesh before;
    RecordedMesh after;
};

/// Differences above the tolerance, the largest first, after what is missing, added or rebuilt.
/// Several poses or meshes of one name are paired in their order.
std::vector<MotionDifference> compareMotion(const MotionRecord& before,
                                            const MotionRecord& after,
                                            double tolerance = kMotionTolerance);

} // namespace sartor::diagnose
