// SPDX-License-Identifier: Apache-2.0
// One primitive of a mesh: geometry, raw influences and morph targets.
#pragma once

#include "gltf/read_context.h"

#include <sartor/assets/mesh.h>
#include <sartor/assets/morph_set.h>

#include <map>
#include <memory>
#include <set>

namespace sartor::import::gltf {

struct DecodedPrimitive {
    /// Null where the primitive has no vertices and was left out.
    std::shared_ptr<const assets::Mesh> mesh;
    /// Null without morph targets; as many targets as the primitive of the mesh that has most.
    std::shared_ptr<const assets::MorphSet> morphs;
    /// Slots of a skin that some vertex gives weight to. The skin itself is not known here.
    std::set<std::uint32_t> weightedSlots;
    /// Vertices by the largest slot that they give weight to, and by the largest without weight.
    std::map<std::uint32_t, Occurrences> verticesOfLargestSlot;
    std::map<std::uint32_t, Occurrences> verticesOfLargestPadding;
};

DecodedPrimitive
decodePrimitive(const ReadContext& context, std::size_t meshIndex, std::size_t primitiveIndex);

} // namespace sartor::import::gltf
