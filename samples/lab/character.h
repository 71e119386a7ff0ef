// SPDX-License-Identifier: Apache-2.0
// Characters made in code: joints, a mesh, weights and morph targets.
#pragma once

#include <sartor/assets/mesh.h>
#include <sartor/assets/morph_set.h>
#include <sartor/assets/skeleton.h>
#include <sartor/base/result.h>
#include <sartor/import/imported_scene.h>
#include <sartor/math/transform.h>

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace sartor::lab {

/// The joint and its share.
using Influence = std::pair<std::uint32_t, float>;

struct Character {
    /// In their rest pose, which is the bind pose.
    std::vector<assets::Joint> joints;
    /// Of each joint; empty takes the inverse of its place in the rest pose.
    std::vector<math::Affine> jointFromBind = {};
    /// Without influences.
    assets::MeshData mesh;
    /// By vertex, in the order in which they are stored.
    std::vector<std::vector<Influence>> influences;
    std::vector<assets::MorphTarget> targets = {};
};

/// What a frame changes.
struct Pose {
    std::vector<std::pair<JointIndex, math::Transform>> joints;
    /// One a target.
    std::vector<float> morphWeights = {};
};

/// The character as if a file had held it: one mesh, one skin of all joints.
/// Errors: those of the assets.
Result<import::ImportedScene> makeScene(Character character);

/// Adds a joint and returns its index.
std::uint32_t addJoint(Character& character,
                       const std::string& name,
                       const std::optional<std::uint32_t>& parent,
                       const glm::vec3& translation);

/// Two triangles for each cell of a grid of vertices, row after row, `columns` in each; the front
/// is where rows go up and columns go right. Closed: the last column is joined to the first.
enum class Seam { Open, Closed };
void addGridTriangles(assets::MeshData& mesh, std::uint32_t rows, std::uint32_t columns, Seam seam);

/// A tube without caps around an axis: a ring of `segments` vertices at each of the places, with
/// outward normals and tangents along the tube. Vertex 0 of a ring is at axis x outward.
struct Tube {
    double radius = 1.0;
    std::uint32_t segments = 32;
    /// Unit, perpendicular.
    glm::dvec3 along = glm::dvec3(0.0, 1.0, 0.0);
    glm::dvec3 outward = glm::dvec3(1.0, 0.0, 0.0);
    /// Along the axis, increasing.
    std::vector<double> rings;
};
assets::MeshData makeTube(const Tube& tube);

/// Evenly from `first` to `last`, both included; count > 1.
std::vector<double> evenly(double first, double last, std::uint32_t count);

} // namespace sartor::lab
