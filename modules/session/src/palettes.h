// SPDX-License-Identifier: Apache-2.0
// The maps that the meshes of a scene are skinned with.
#pragma once

#include <sartor/import/imported_scene.h>
#include <sartor/math/affine.h>
#include <sartor/math/rigid_stretch.h>
#include <sartor/session/instance_binding.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sartor::session {

/// The maps of one skin, or of one mesh without a skin, in the current frame.
struct Palette {
    /// An instance that hangs on these joints.
    std::size_t binding = 0;
    /// How often the maps have changed.
    std::uint64_t revision = 0;
    std::vector<math::Affine> modelFromBind;
    /// Where those of the next frame are made, to see whether they differ.
    std::vector<math::Affine> nextModelFromBind;
    /// Empty where no chain reads them.
    std::vector<math::RigidStretch> rigidParts;
};

/// What the rest pose says of units and quantised positions (pose::commonStretch): in the maps of
/// the joints that a mesh hangs on. One of modelFromJointAtRest per joint of the skeleton.
glm::mat3 commonStretchAtRest(std::span<const math::Affine> modelFromJointAtRest,
                              const InstanceBinding& binding);

/// The palettes of all instances; instances of one skin share one.
class Palettes {
public:
    /// Adds the next instance of the scene; `bindings` reach up to it.
    void add(const import::ImportedScene& scene,
             std::span<const InstanceBinding> bindings,
             bool readsRigidParts);

    const Palette& of(std::size_t instance) const { return palettes_[paletteOf_[instance]]; }

    /// From the model pose; a palette whose maps have the same bits keeps its revision.
    /// No allocation.
    void compute(std::span<const math::Affine> modelFromJoint,
                 std::span<const InstanceBinding> bindings);

private:
    std::vector<Palette> palettes_;
    std::vector<std::size_t> paletteOf_; // by instance
};

} // namespace sartor::session
