// SPDX-License-Identifier: Apache-2.0
// How a mesh instance hangs on the skeleton.
#pragma once

#include <sartor/assets/skin.h>
#include <sartor/base/index.h>
#include <sartor/base/result.h>
#include <sartor/import/imported_scene.h>
#include <sartor/math/affine.h>

#include <memory>
#include <vector>

namespace sartor::session {

/// How one mesh instance hangs on the skeleton. A mesh without a skin is bound rigidly to its node,
/// so one chain places everything in model space.
struct InstanceBinding {
    /// Skeleton joint of each palette entry.
    std::vector<JointIndex> joints;
    std::vector<math::Affine> jointFromBind;
    std::shared_ptr<const assets::InfluenceSet> influences;
    /// What had to change for the file's weights to be usable.
    assets::InfluenceChanges changes;
    /// True for a mesh without a skin.
    bool isRigid = false;
};

/// By its skin where it has one with joints and influences, else rigidly. The instance is one of
/// the scene's.
/// Errors: those of assets::buildInfluences().
Result<InstanceBinding> bindInstance(const import::ImportedScene& scene,
                                     const import::MeshInstance& instance,
                                     const assets::InfluenceOptions& options);

} // namespace sartor::session
