// SPDX-License-Identifier: Apache-2.0
// Values that follow others without a jump and without overshooting a goal that stands still.
#pragma once

namespace sartor::pose {

struct DampedValue {
    double value = 0.0;
    double velocity = 0.0; ///< per second
};

/// The value `dt` seconds later on a critically damped spring towards a goal. It is the exact
/// solution, so while the goal stands still any split of time gives the same.
///
/// Units: any, and seconds. `settlingTime` is when 95 % of a step from rest is done; the value is
/// at the goal at once where it is not above zero. dt >= 0. Finite for all that floats can hold.
DampedValue damped(const DampedValue& start, double goal, double settlingTime, double dt);

} // namespace sartor::pose
