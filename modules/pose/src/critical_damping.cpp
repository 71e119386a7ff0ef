// SPDX-License-Identifier: Apache-2.0
// The critically damped spring.
#include <sartor/pose/critical_damping.h>

#include <cmath>

namespace sartor::pose {

DampedValue damped(const DampedValue& start, double goal, double settlingTime, double dt) {
    if (!(settlingTime > 0.0)) {
        return {goal, 0.0};
    }
    // x'' = -2 w x' - w^2 (x - goal) has the solution goal + (a + b t) exp(-w t). From rest
    // (1 + w t) exp(-w t) of a step is left, which is 5 % where w t = 4.743865.
    constexpr double kSettled = 4.743864518390577;
    const double frequency = kSettled / settlingTime;
    const double offset = start.value - goal;
    const double slope = start.velocity + frequency * offset;
    const double decay = std::exp(-frequency * dt);
    if (decay == 0.0) {
        // A product with what has grown beyond numbers would not be zero.
        return {goal, 0.0};
    }
    return {goal + (offset + slope * dt) * decay,
            (start.velocity - frequency * slope * dt) * decay};
}

} // namespace sartor::pose
