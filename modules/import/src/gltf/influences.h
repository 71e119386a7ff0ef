// SPDX-License-Identifier: Apache-2.0
// Joints and weights of a primitive, and what is odd about them.
#pragma once

#include "gltf/attributes.h"

#include <sartor/assets/skin.h>

#include <map>
#include <optional>

namespace sartor::import::gltf {

/// How the vertices of a primitive use one slot of a skin. The skin itself is not known here.
struct SlotUse {
    bool hasWeight = false;
    /// Vertices whose largest slot with weight it is, and whose largest without.
    Occurrences isLargest;
    Occurrences isLargestPadding;
};

struct DecodedInfluences {
    /// All sets side by side; none where the primitive has no joints and weights.
    std::optional<assets::FileInfluences> influences;
    std::map<std::uint32_t, SlotUse> slots;
};

/// Sets JOINTS_n and WEIGHTS_n from 0 on, up to the first that is not there, each of its own
/// component types. Weights that are negative, not finite, zero in sum, not normalised or twice for
/// one joint become notes; nothing is changed.
/// Fails with "mesh.attribute_count", "gltf.accessor_type" and what accessors fail with.
DecodedInfluences readInfluences(AttributeTable& attributes);

} // namespace sartor::import::gltf
