// SPDX-License-Identifier: Apache-2.0
// A character taken apart, to be changed in places where assets cannot be.
#pragma once

#include <sartor/import/imported_scene.h>
#include <sartor/math/double_affine.h>

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace sartor::test {

/// Joints, skins, meshes and clips of a character as plain data. Of a mesh it keeps positions,
/// normals, triangles and influences, and no morph targets.
struct CharacterParts {
    using ImportedScene = import::ImportedScene;

    ImportedScene scene;
    std::vector<assets::Joint> joints;
    std::vector<assets::SkinData> skins;
    std::vector<assets::MeshData> meshes; ///< one per instance
    std::vector<assets::ClipData> clips;

    explicit CharacterParts(const ImportedScene& whole);

    /// Put together again.
    ImportedScene whole() const;

    /// At rest.
    std::vector<math::DoubleAffine> modelFromJoint() const;

    void eachBind(const std::function<math::Affine(const math::DoubleAffine& jointFromBind,
                                                   JointIndex)>& change);
    /// Inverse binds of joints that stand there, in model space.
    void bindTo(const std::vector<math::DoubleAffine>& modelFromJoint);
    /// Of skinned meshes.
    void
    eachInfluence(const std::function<void(assets::FileInfluences&, std::size_t mesh)>& change);
    /// Every weighted index of skinned meshes.
    void eachIndex(const std::function<std::uint32_t(std::uint32_t, std::size_t mesh)>& change);
    void eachVertexWeights(
        const std::function<void(std::span<float> weights, std::size_t vertex)>& change);
    /// Moves the vertices of skinned meshes, and turns their normals with them.
    void eachPosition(const math::DoubleAffine& map);
    /// Every value of every rotation channel, tangents too.
    void eachRotationKey(const std::function<glm::quat(const glm::quat&)>& change);
    /// Every value of every translation channel, tangents too.
    void eachTranslationKey(const std::function<glm::vec3(const glm::vec3&)>& change);

    /// Of the first skinned mesh; none without one.
    JointIndex firstMeshNode() const;
    /// Largest distance of a vertex of a skinned mesh from the middle of all.
    double radius() const;
    /// For each joint whether it is `top` or hangs below it.
    std::vector<bool> isBelow(JointIndex top) const;
    /// The joint of the first skin that has as near to a third of the skin's joints below as any.
    JointIndex jointAboveAThird() const;
};

math::DoubleAffine turnAbout(const glm::dvec3& axis, double degrees);

/// Within 1e-6 in all.
bool isIdentity(const math::DoubleAffine& map);

/// Rotation, translation and uniform scale; what shear there is is lost.
math::Transform transformOf(const math::DoubleAffine& map);

} // namespace sartor::test
