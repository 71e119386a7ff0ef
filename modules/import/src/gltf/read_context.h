// SPDX-License-Identifier: Apache-2.0
// What every part of the reader works with.
#pragma once

#include "gltf/accessors.h"
#include "gltf/budget.h"
#include "gltf/buffers.h"
#include "gltf/document.h"
#include "notes.h"

#include <sartor/import/coded_influences.h>

namespace sartor::import::gltf {

struct ReadContext {
    const Document& document;
    Buffers& buffers;
    Accessors& accessors;
    Budget& budget;
    Notes& notes;
    const CodedInfluences& codedInfluences;
};

/// "/nodes/3"
inline std::string placeOf(const char* table, std::size_t index) {
    return "/" + std::string(table) + "/" + std::to_string(index);
}

} // namespace sartor::import::gltf
