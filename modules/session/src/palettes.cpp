// SPDX-License-Identifier: Apache-2.0
// The maps that the meshes of a scene are skinned with.
#include "palettes.h"

#include "frame_bits.h"

#include <sartor/pose/dual_quat_palette.h>
#include <sartor/pose/matrix_palette.h>

#include <algorithm>
#include <utility>

namespace sartor::session {

glm::mat3 commonStretchAtRest(std::span<const math::Affine> modelFromJointAtRest,
                              const InstanceBinding& binding) {
    std::vector<math::Affine> modelFromBind(binding.joints.size());
    pose::matrixPalette(modelFromJointAtRest, binding.joints, binding.jointFromBind, modelFromBind);
    std::vector<math::RigidStretch> parts(modelFromBind.size());
    pose::dualQuatPalette(modelFromBind, parts);
    return pose::commonStretch(parts);
}

void Palettes::add(const import::ImportedScene& scene,
                   std::span<const InstanceBinding> bindings,
                   bool readsRigidParts) {
    const std::size_t instance = paletteOf_.size();
    const auto shared = std::find_if(palettes_.begin(), palettes_.end(), [&](const Palette& other) {
        return !bindings[instance].isRigid && !bindings[other.binding].isRigid &&
               scene.instances[other.binding].skin == scene.instances[instance].skin;
    });
    paletteOf_.push_back(static_cast<std::size_t>(shared - palettes_.begin()));
    if (shared == palettes_.end()) {
        Palette palette;
        palette.binding = instance;
        palette.modelFromBind.resize(bindings[instance].joints.size());
        palette.nextModelFromBind.resize(bindings[instance].joints.size());
        palettes_.push_back(std::move(palette));
    }
    if (readsRigidParts) {
        Palette& palette = palettes_[paletteOf_.back()];
        palette.rigidParts.resize(palette.modelFromBind.size());
    }
}

void Palettes::compute(std::span<const math::Affine> modelFromJoint,
                       std::span<const InstanceBinding> bindings) {
    for (Palette& palette : palettes_) {
        const InstanceBinding& binding = bindings[palette.binding];
        pose::matrixPalette(
            modelFromJoint, binding.joints, binding.jointFromBind, palette.nextModelFromBind);
        if (palette.revision > 0 &&
            haveEqualBits<math::Affine>(palette.nextModelFromBind, palette.modelFromBind)) {
            continue;
        }
        std::swap(palette.nextModelFromBind, palette.modelFromBind);
        ++palette.revision;
        if (!palette.rigidParts.empty()) {
            pose::dualQuatPalette(palette.modelFromBind, palette.rigidParts);
        }
    }
}

} // namespace sartor::session
