// SPDX-License-Identifier: Apache-2.0
// What theory says of blended rotations about one axis. Angles in radians, all in double.
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <span>

namespace sartor::lab {

inline double radians(double degrees) {
    return degrees * (std::numbers::pi / 180.0);
}

inline double degrees(double radians) {
    return radians * (180.0 / std::numbers::pi);
}

/// A rotation about the common axis and its share.
struct Turn {
    double angle = 0.0;
    double weight = 0.0;
};

/// Linear blend skinning: what a distance of one from the axis becomes, and the angle. The mean of
/// rotations is the mean of points on the unit circle; of two that differ by phi it has the length
/// sqrt(1 - 2 w (1 - w) (1 - cos phi)).
inline std::complex<double> linearBlend(std::span<const Turn> turns) {
    std::complex<double> sum = 0.0;
    for (const Turn& turn : turns) {
        sum += std::polar(turn.weight, turn.angle);
    }
    return sum;
}

/// Dual quaternion skinning with the quaternion at `pivot` deciding the signs: its half angle as a
/// point, whose length is the norm before normalising. The rotation is twice its argument.
inline std::complex<double> dualQuatBlend(std::span<const Turn> turns, std::size_t pivot) {
    std::complex<double> sum = 0.0;
    for (const Turn& turn : turns) {
        const double dot = std::cos((turn.angle - turns[pivot].angle) / 2.0);
        sum += std::polar(dot < 0.0 ? -turn.weight : turn.weight, turn.angle / 2.0);
    }
    return sum;
}

/// The heaviest, of equals the one of the lowest joint: `turns` are in order of joint.
inline std::size_t heaviest(std::span<const Turn> turns) {
    std::size_t found = 0;
    for (std::size_t i = 1; i < turns.size(); ++i) {
        found = turns[i].weight > turns[found].weight ? i : found;
    }
    return found;
}

/// The angle to which dual quaternion skinning turns; 0 where the rotations cancel out.
inline double dualQuatAngle(std::span<const Turn> turns) {
    return 2.0 * std::arg(dualQuatBlend(turns, heaviest(turns)));
}

/// Whether a joint is half a turn from the pivot, within rounding: then both signs are as good, and
/// dual quaternion skinning goes one way round or the other.
inline bool isHalfTurn(std::span<const Turn> turns) {
    const double pivot = turns[heaviest(turns)].angle;
    for (const Turn& turn : turns) {
        if (turn.weight > 0.0 && std::abs(std::cos((turn.angle - pivot) / 2.0)) < 1e-6) {
            return true;
        }
    }
    return false;
}

} // namespace sartor::lab
