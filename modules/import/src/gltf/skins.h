// SPDX-License-Identifier: Apache-2.0
// Skins: which nodes are joints, and their inverse bind matrices.
#pragma once

#include "gltf/read_context.h"

#include <sartor/assets/skeleton.h>
#include <sartor/assets/skin.h>

#include <memory>
#include <vector>

namespace sartor::import::gltf {

/// In file order. Fails with "skin.ibm_count" and "skin.ibm_nonfinite".
std::vector<std::shared_ptr<const assets::Skin>> readSkins(const ReadContext& context,
                                                           const assets::Skeleton& skeleton);

} // namespace sartor::import::gltf
