// SPDX-License-Identifier: Apache-2.0
// How the weights change along the surface: what the derivative of the skinned surface has beside
// the blended map.
#pragma once

#include <sartor/deformer/deformer.hpp>

namespace sartor::deformer::lbs {

/// F32X3 per influence: gradient of the weight that the vertex has on that joint, in the tangent
/// plane of the bind pose, per metre.
inline constexpr const char* kGradient = "lbs.gradient";

/// PREPARE: writes kGradient.
extern const sartor_stage kGradientsStage;

} // namespace sartor::deformer::lbs
