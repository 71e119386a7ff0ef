// SPDX-License-Identifier: Apache-2.0
// What a weight of a blend is worth.
#pragma once

#include <cmath>

namespace sartor::pose {

/// The weight, or 0 where it is not above zero or not finite.
inline float usableBlendWeight(float weight) {
    return weight > 0.0f && std::isfinite(weight) ? weight : 0.0f;
}

} // namespace sartor::pose
