// SPDX-License-Identifier: Apache-2.0
// Places that a file or a deformer has spoilt are left out of what is drawn.
#pragma once

#include <sartor/math/types.h>

#include <cmath>

namespace sartor::session {

inline bool isFinite(const glm::vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

} // namespace sartor::session
