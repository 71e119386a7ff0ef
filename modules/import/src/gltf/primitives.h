// SPDX-License-Identifier: Apache-2.0
// One primitive of a mesh: geometry, raw influences and morph targets.
#pragma once

#include "gltf/influences.h"
#include "gltf/read_context.h"

#include <sartor/assets/mesh.h>
#include <sartor/assets/morph_set.h>

#include <map>
#include <memory>

namespace sartor::import::gltf {

struct DecodedPrimitive {
    /// Null where the primitive has no vertices and was left out.
    std::shared_ptr<const assets::Mesh> mesh;
    /// Null without morph targets; as many targets as the primitive of the mesh that has most.
    std::shared_ptr<const assets::MorphSet> morphs;
    /// What checks against a skin need to know about the influences.
    std::map<std::uint32_t, SlotUse> slots;
};

DecodedPrimitive
decodePrimitive(const ReadContext& context, std::size_t meshIndex, std::size_t primitiveIndex);

} // namespace sartor::import::gltf
