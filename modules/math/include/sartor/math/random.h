// SPDX-License-Identifier: Apache-2.0
// Random vectors and rotations that are the same on every platform.
#pragma once

#include <sartor/math/types.h>

#include <cstdint>
#include <random>

namespace sartor::math {

/// Random numbers that are the same with every standard library.
class Random {
public:
    explicit Random(std::uint32_t seed) : engine_(seed) {}

    /// In [low, high).
    float uniform(float low, float high) {
        const double unit = static_cast<double>(engine_()) / 4294967296.0;
        return static_cast<float>(low + (static_cast<double>(high) - low) * unit);
    }
    std::uint32_t below(std::uint32_t count) {
        return static_cast<std::uint32_t>(engine_() % count);
    }
    glm::vec3 vector(float low, float high) {
        const float x = uniform(low, high);
        const float y = uniform(low, high);
        return glm::vec3(x, y, uniform(low, high));
    }
    /// Unit; every rotation can come out.
    glm::quat rotation() {
        for (;;) {
            const float w = uniform(-1.0f, 1.0f);
            const glm::vec3 v = vector(-1.0f, 1.0f);
            const float squared = w * w + glm::dot(v, v);
            if (squared > 0.01f && squared <= 1.0f) {
                return glm::normalize(glm::quat(w, v.x, v.y, v.z));
            }
        }
    }

private:
    std::mt19937 engine_;
};

} // namespace sartor::math
