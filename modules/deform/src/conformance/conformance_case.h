// SPDX-License-Identifier: Apache-2.0
// Meshes and poses that deformers are checked on; the same for the same seed everywhere.
#pragma once

#include <sartor/deform/deform_source.h>
#include <sartor/math/random.h>

#include <cstdint>
#include <string>
#include <vector>

namespace sartor::deform::conformance {

struct Influence {
    std::uint32_t joint = 0;
    float weight = 0.0f;
};
/// By vertex.
using Influences = std::vector<std::vector<Influence>>;

struct Case {
    /// For people: "129 scattered vertices".
    std::string name;
    MeshSource source;

    std::span<const glm::vec3> rest() const { return source.mesh->positions(); }
    /// Of the box around the rest positions, at least 1e-3: tolerances are shares of it.
    double diagonal() const;
    Influences influences() const;
    /// The same mesh with other influences.
    Case with(const Influences& rows) const;
    assets::MeshData meshData() const;
    /// Another mesh of as many vertices with the same influences and targets.
    Case with(assets::MeshData data) const;
    /// The same mesh, moved.
    Case movedBy(const glm::vec3& offset) const;
};

/// Sixteen joints. Vertices anywhere within 1 of the origin, each with 1 to 12 influences, normals
/// and tangents at right angles, three sparse morph targets. Every third vertex has the weights
/// of the one before it.
Case scattered(math::Random& random, std::uint32_t vertexCount);

/// A tube along y from -1 to 1, radius 0.25, with triangles; two joints that meet at the origin
/// with weights that change smoothly over one radius to both sides.
Case tube(math::Random& random);
inline constexpr float kTubeRadius = 0.25f;

/// A wavy square with triangles, four joints at its corners, bilinear weights.
Case grid(math::Random& random);

/// A single vertex, scattered ones, the tube and the grid.
std::vector<Case> usualCases(math::Random& random);

enum class PoseKind { Rigid, Scaled, Sheared, Mirrored };
std::string_view poseText(PoseKind kind);

/// How far joints are apart: within a radian of a common rotation, or anything, half turns too.
enum class Spread { Close, Any };

/// What a frame changes.
struct Pose {
    std::vector<math::Affine> modelFromBind;
    std::vector<float> morphWeights;
    /// The palette split; made anew by frame().
    mutable std::vector<math::RigidStretch> rigidParts = {};

    FrameSource frame() const;
};

/// Palette of identities, morph weights of zero.
Pose restPose(const Case& deformed);
/// Translations within 1, any morph weights.
Pose randomPose(math::Random& random, const Case& deformed, PoseKind kind, Spread spread);
math::Affine randomMap(math::Random& random, PoseKind kind);
/// The same palette for all joints.
Pose equalPose(const Case& deformed, const math::Affine& modelFromBind);
/// modelFromBind of the pose, moved by a map of the model.
Pose movedPose(const math::Affine& map, const Pose& pose);

} // namespace sartor::deform::conformance
