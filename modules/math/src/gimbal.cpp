// SPDX-License-Identifier: Apache-2.0
// How near three angles are to gimbal lock.
#include <sartor/math/gimbal.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sartor::math {

glm::dmat3 velocityFromEulerRates(EulerOrder order, const glm::dvec3& angles) {
    const std::array<int, 3> axes = axesOf(order);
    glm::dmat3 velocityFromRates(0.0);
    for (int turn = 0; turn < 3; ++turn) {
        glm::dvec3 later = angles; // the turns after this one, which carry its axis
        for (int done = 0; done <= turn; ++done) {
            later[done] = 0.0;
        }
        glm::dvec3 axis(0.0);
        axis[axes[static_cast<std::size_t>(turn)]] = 1.0;
        velocityFromRates[turn] = quatFromEuler(order, later) * axis;
    }
    return velocityFromRates;
}

GimbalState gimbalState(EulerOrder order, double middleAngle, double rankTolerance) {
    const bool isProper = isProperEuler(order);
    // Cosine of the angle between the outer axes, and its sine.
    const double common = std::abs(isProper ? std::cos(middleAngle) : std::sin(middleAngle));
    const double apart = std::abs(isProper ? std::sin(middleAngle) : std::cos(middleAngle));
    GimbalState state;
    // sqrt(1 - g) without the digits that 1 - g loses near the singularity.
    state.sigmaMin = apart / std::sqrt(1.0 + common);
    state.condition = (1.0 + common) / apart;
    state.rank = state.sigmaMin > rankTolerance ? 3 : 2;
    return state;
}

double maxPitchForError(double factor) {
    return std::max(0.0, 2.0 * std::atan(factor) - 0.5 * std::numbers::pi);
}

} // namespace sartor::math
