// SPDX-License-Identifier: Apache-2.0
// Normals and tangents from the geometry that came out.
#pragma once

#include <sartor/deformer/deformer.hpp>

namespace sartor::deformer::lbs {

/// Replaces the running normals and tangents.
extern const sartor_stage kRecomputeStage;

} // namespace sartor::deformer::lbs
