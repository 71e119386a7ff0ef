// SPDX-License-Identifier: Apache-2.0
// Joints and weights of a primitive in attributes that are not made for them.
#pragma once

#include "gltf/attributes.h"
#include "gltf/document.h"

#include <sartor/assets/skin.h>
#include <sartor/import/coded_influences.h>

#include <optional>

namespace sartor::import::gltf {

/// That every attribute from which joints or weights are to be read is one of some primitive.
/// Fails with "import.attribute_unknown", which names those that there are.
void expectAttributes(const Document& document, const CodedInfluences& coded);

/// Joints and weights from the attributes that `coded` names, or from JOINTS_n and WEIGHTS_n for
/// the half of which it names none. None, with a note, for a primitive that lacks one of them. How
/// joints are coded, what was rounded and how fine the weights are become notes.
/// Fails with "mesh.attribute_count", "gltf.accessor_type" and what accessors fail with.
std::optional<assets::FileInfluences> readCodedInfluences(AttributeTable& attributes,
                                                          const CodedInfluences& coded);

} // namespace sartor::import::gltf
