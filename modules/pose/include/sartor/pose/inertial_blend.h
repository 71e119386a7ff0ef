// SPDX-License-Identifier: Apache-2.0
// Transitions that carry on the old movement's momentum without playing it any longer.
#pragma once

#include <sartor/math/transform.h>

#include <span>

namespace sartor::pose {

/// What is left of `offset` after `elapsed` of `duration` seconds: a quintic in time that begins
/// with the offset and its velocity, and ends with the offset, its velocity and its acceleration
/// zero. It never grows and never changes sign. So a velocity away from zero counts as none, and
/// one towards it, which the duration would leave too much time for, ends it sooner. Exactly zero
/// at and after the end, and for an offset that is not above zero.
///
/// Units: any, and seconds. Source of the idea: Bollo, "Inertialization", GDC 2018.
double decayedOffset(double offset, double velocity, double duration, double elapsed);

/// How `source` differs from `target`, joint by joint, for applyInertialOffsets(): translation and
/// scale of the source less those of the target; rotation source * inverse(target), in the parent's
/// space.
/// Shapes: all have one size; `offsets` may be either.
void computeInertialOffsets(std::span<const math::Transform> source,
                            std::span<const math::Transform> target,
                            std::span<math::Transform> offsets);

struct InertialOffsets {
    /// Of the last pose that was shown before the transition.
    std::span<const math::Transform> last{};
    /// Of the one before it, against the same target; empty: it did not move.
    std::span<const math::Transform> beforeLast{};
    double secondsBetween = 0.0; ///< between those two; not above zero: it did not move
    double duration = 0.0;       ///< seconds from the last pose to the target alone
    double elapsed = 0.0;        ///< seconds since the last pose
};

/// Puts what is left of the offsets on a pose, as decayedOffset() says: of translation and scale
/// along their direction, of rotation about its axis, the shorter way round. At elapsed 0 the
/// result is the last pose, at the end the pose is untouched, bit for bit.
///
/// Shapes: all have one size. Cost: O(joints), no allocation. Threads: re-entrant.
void applyInertialOffsets(const InertialOffsets& offsets,
                          std::span<math::Transform> parentFromJoint);

/// The same for morph weights. Offsets are those of the source less those of the target.
struct InertialMorphOffsets {
    std::span<const float> last{};
    std::span<const float> beforeLast{};
    double secondsBetween = 0.0;
    double duration = 0.0;
    double elapsed = 0.0;
};
void applyInertialOffsets(const InertialMorphOffsets& offsets, std::span<float> morphWeights);

} // namespace sartor::pose
