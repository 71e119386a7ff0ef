// SPDX-License-Identifier: Apache-2.0
// What pose graphs run on, from an imported scene.
#pragma once

#include <sartor/graph/rig.h>
#include <sartor/import/imported_scene.h>

#include <memory>

namespace sartor::session {

/// The scene's skeleton and clips, and the morph weights of each node that has meshes with targets.
/// Meshes of one node share its weights; where their numbers of targets differ, those of the first
/// count, and the others keep their own.
std::shared_ptr<const graph::Rig> makeGraphRig(const import::ImportedScene& scene);

/// The weights that an instance takes from poses of the rig; null for one without targets, or with
/// another number of them.
const graph::MorphChannel* findMorphChannel(const graph::Rig& rig,
                                            const import::MeshInstance& instance);

} // namespace sartor::session
