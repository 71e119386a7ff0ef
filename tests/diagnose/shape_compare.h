// SPDX-License-Identifier: Apache-2.0
// Whether two characters deform alike: linear blend in double, in poses that show differences.
#pragma once

#include <sartor/import/imported_scene.h>
#include <sartor/math/double_affine.h>

#include <vector>

namespace sartor::test {

/// Largest |a - b| of shapes that count as the same, against the radius.
constexpr double kSameShape = 1e-4;

/// A character in several poses: at rest, eight random ones with each joint turned by up to 40
/// degrees about an axis of its own, and four moments of each of the first two clips, where the
/// keys are and, of cubic tracks, between them. All vertices of skinned meshes in the first random
/// pose, up to 2,000 of each mesh in the others. Weights are used as the file has them, and indices
/// that name no slot add nothing.
class PosedShape {
public:
    explicit PosedShape(const import::ImportedScene& scene);

    /// Of the rest pose: largest distance of a vertex from the middle.
    double radius() const { return radius_; }
    /// Largest distance of a vertex of the other from where it is here, in any of the poses,
    /// against the radius; infinite where clips or meshes are not of the same shape. Stops at what
    /// is larger than `enough`.
    double difference(const import::ImportedScene& other, double enough = HUGE_VAL) const;

private:
    std::size_t clipPoseCount_ = 0;
    double radius_ = 0.0;
    std::vector<std::vector<glm::dvec3>> positionsModel_; ///< of each pose
};

} // namespace sartor::test
