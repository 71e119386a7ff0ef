// SPDX-License-Identifier: Apache-2.0
// How a mesh instance hangs on the skeleton.
#include <sartor/session/instance_binding.h>

#include <cstdint>
#include <numeric>

namespace sartor::session {

namespace {

/// A mesh that only follows its node: every vertex is bound to it with weight one.
Result<InstanceBinding> bindRigidly(const import::MeshInstance& instance) {
    const std::size_t vertexCount = instance.mesh->vertexCount();
    std::vector<std::uint32_t> offsets(vertexCount + 1);
    std::iota(offsets.begin(), offsets.end(), 0u);
    auto influences = assets::InfluenceSet::create(std::move(offsets),
                                                   std::vector(vertexCount, SkinJointIndex(0)),
                                                   std::vector(vertexCount, 1.0f),
                                                   1);
    if (!influences) {
        return influences.error();
    }
    InstanceBinding binding;
    binding.joints = {instance.node};
    binding.jointFromBind = {math::Affine{}};
    binding.influences = std::move(*influences);
    binding.isRigid = true;
    return binding;
}

} // namespace

Result<InstanceBinding> bindInstance(const import::ImportedScene& scene,
                                     const import::MeshInstance& instance,
                                     const assets::InfluenceOptions& options) {
    const assets::FileInfluences* file = instance.mesh->fileInfluences();
    if (!instance.skin || file == nullptr || scene.skins[*instance.skin]->jointCount() == 0) {
        return bindRigidly(instance);
    }
    const assets::Skin& skin = *scene.skins[*instance.skin];
    auto built = assets::buildInfluences(*file, skin.jointCount(), options);
    if (!built) {
        return built.error();
    }
    InstanceBinding binding;
    binding.joints.assign(skin.joints().begin(), skin.joints().end());
    binding.jointFromBind.assign(skin.jointFromBind().begin(), skin.jointFromBind().end());
    binding.influences = std::move(built->influences);
    binding.changes = built->changes;
    return binding;
}

} // namespace sartor::session
