// SPDX-License-Identifier: Apache-2.0
// Animations to clips.
#pragma once

#include "gltf/read_context.h"

#include <sartor/assets/clip.h>
#include <sartor/assets/skeleton.h>

#include <memory>
#include <vector>

namespace sartor::import::gltf {

/// In file order. A channel whose data cannot be used is left out with a note, so that the rest
/// pose holds there. Fails where accessors do.
std::vector<std::shared_ptr<const assets::Clip>> readClips(const ReadContext& context,
                                                           const assets::Skeleton& skeleton);

} // namespace sartor::import::gltf
