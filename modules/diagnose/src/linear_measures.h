// SPDX-License-Identifier: Apache-2.0
// How far a linear map turns.
#pragma once

#include <sartor/math/types.h>

namespace sartor::diagnose {

/// Degrees of the rotation part (polar decomposition) of a map, in [0, 180].
double rotationDegrees(const glm::dmat3& linear);

} // namespace sartor::diagnose
