// SPDX-License-Identifier: Apache-2.0
// Materials and the images they show.
#pragma once

#include "gltf/read_context.h"

#include <sartor/assets/material.h>

#include <vector>

namespace sartor::import::gltf {

struct MaterialSet {
    /// In file order.
    std::vector<assets::Material> materials;
    /// Only those that a base colour shows.
    std::vector<assets::EncodedImage> images;
};

/// An image that cannot be read is left out with a note: the shape is right without it.
MaterialSet readMaterials(const ReadContext& context);

} // namespace sartor::import::gltf
