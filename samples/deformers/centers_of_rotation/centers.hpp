// SPDX-License-Identifier: Apache-2.0
// The stage that finds a center of rotation for each vertex, once per mesh.
#pragma once

#include <sartor/deformer/deformer.hpp>

namespace cor {

/// x, y, z in bind space, and w: 1, or 0 for a vertex that has none.
inline constexpr const char* kCenter = "org.example.cor.center";

extern const sartor_stage kFindCenters;

} // namespace cor
