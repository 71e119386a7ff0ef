// SPDX-License-Identifier: Apache-2.0
// How near three angles are to gimbal lock: a number, never yes or no.
#pragma once

#include <sartor/math/euler_angles.h>

namespace sartor::math {

/// Angular velocity in the parent's space, in radians a second, from the rates of the angles;
/// column i is the axis that angle i turns about as the turns after it have carried it. Exact:
/// numeric differences are worthless at the singularity.
glm::dmat3 velocityFromEulerRates(EulerOrder order, const glm::dvec3& angles);

/// What a curve of angles has left of its three degrees of freedom at a middle angle. Independent
/// of the outer angles: the singular values of velocityFromEulerRates() are sqrt(1 + g), 1 and
/// sqrt(1 - g), where g is |sin p| for three different axes and |cos p| for proper Euler orders.
struct GimbalState {
    /// Largest over smallest singular value: (1 + |sin p|) / |cos p|, by which the error of the
    /// angles may grow against that of the rotation. 1 where nothing is lost.
    double condition = 1.0;
    /// Smallest singular value; angles must turn by 1 / sigmaMin to follow a unit turn about the
    /// axis that is being lost.
    double sigmaMin = 1.0;
    /// Singular values above the tolerance: 3, or 2 at the singularity.
    int rank = 3;
};

/// Below it a singular value counts as zero. Where an angle counts as locked depends on this alone:
/// with 1e-4 it is from 89.992 degrees.
inline constexpr double kGimbalRankTolerance = 1e-4;

GimbalState
gimbalState(EulerOrder order, double middleAngle, double rankTolerance = kGimbalRankTolerance);

/// Largest middle angle, in radians from where the angles are at right angles to each other, at
/// which the condition is at most `factor`: 2 atan(factor) - pi / 2. 0 for a factor of 1 or less,
/// which no other angle has. For proper Euler orders it is counted from 90 degrees.
double maxPitchForError(double factor);

} // namespace sartor::math
