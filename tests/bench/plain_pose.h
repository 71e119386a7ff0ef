// SPDX-License-Identifier: Apache-2.0
// The pose jobs as one would write them down first: a structure a joint and a loop. What the
// runtime's are compared with.
#pragma once

#include <sartor/assets/clip.h>
#include <sartor/assets/skeleton.h>
#include <sartor/math/transform.h>

#include <span>
#include <vector>

namespace sartor::bench {

class PlainPose {
public:
    explicit PlainPose(const assets::Skeleton& skeleton);

    /// Keys found by bisection, rotations along the chord; tracks are LINEAR.
    void sample(const assets::Clip& clip, float time, std::span<math::Transform> pose) const;
    /// The weights add up to 1; rotations on the side of the first pose's.
    void blend(std::span<const std::span<const math::Transform>> poses,
               std::span<const float> weights,
               std::span<math::Transform> result) const;
    void localToModel(std::span<const math::Transform> pose, std::span<glm::mat4> model) const;

private:
    std::vector<int> parents_;
    std::vector<math::Transform> rest_;
};

} // namespace sartor::bench
