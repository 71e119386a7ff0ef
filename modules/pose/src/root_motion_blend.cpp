// SPDX-License-Identifier: Apache-2.0
// The motion of a blend.
#include <sartor/pose/root_motion_blend.h>

namespace sartor::pose {

void RootMotionBlend::add(const RootMotionDelta& delta, double weight) {
    if (weight > 0.0) {
        translation_ += delta.translation * weight;
        rotation_ += math::rotationVector(delta.rotation) * weight;
        weight_ += weight;
    }
}

RootMotionDelta RootMotionBlend::result() const {
    if (!(weight_ > 0.0)) {
        return {};
    }
    return {math::rotationFromVector(rotation_ / weight_), translation_ / weight_};
}

} // namespace sartor::pose
