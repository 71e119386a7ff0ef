// SPDX-License-Identifier: Apache-2.0
// Vertices of one position: the surface as it is before texture and normal seams split it.
#pragma once

#include <sartor/math/types.h>

#include <cstdint>
#include <span>
#include <vector>

namespace sartor::diagnose {

/// For each vertex the first one at exactly its position. Cost: O(vertices log vertices).
std::vector<std::uint32_t> weldByPosition(std::span<const glm::vec3> positions);

} // namespace sartor::diagnose
