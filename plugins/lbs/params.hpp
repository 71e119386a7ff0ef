// SPDX-License-Identifier: Apache-2.0
// What all stages of linear blend skinning hang on: the mode of normals.
#pragma once

#include <sartor/deformer/deformer.hpp>

namespace sartor::deformer::lbs {

enum NormalsMode : std::int32_t { Blended, Linear, PerJoint, Jacobian, Recompute };
inline constexpr const char* kNormalsLabels[] = {
    "blended", "linear", "per-joint", "jacobian", "recompute"};
inline constexpr sartor_param kNormals =
    enumParam({.id = 1, .key = "normals", .name = "Normals", .labels = kNormalsLabels});
/// Index in the table of every stage, all of which list it first.
inline constexpr std::uint32_t kNormalsParam = 0;

} // namespace sartor::deformer::lbs
