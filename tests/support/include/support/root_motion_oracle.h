// SPDX-License-Identifier: Apache-2.0
// Root motion by 4x4 matrices in double, written plainly: no quaternion products, no closed forms.
#pragma once

#include <sartor/assets/clip.h>
#include <sartor/assets/skeleton.h>
#include <sartor/math/double_rigid.h>

#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>

namespace sartor::test {

inline glm::dmat4 matrixOf(const glm::dvec3& translation, const glm::dquat& rotation) {
    glm::dmat4 matrix(glm::mat3_cast(rotation));
    matrix[3] = glm::dvec4(translation, 1.0);
    return matrix;
}

inline glm::dmat4 matrixOf(const math::DoubleRigid& rigid) {
    return matrixOf(rigid.translation, rigid.rotation);
}

inline double maxAbsDiff(const glm::dmat4& a, const glm::dmat4& b) {
    double largest = 0.0;
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 4; ++row) {
            const double difference = std::abs(a[column][row] - b[column][row]);
            largest = difference <= largest ? largest : difference;
        }
    }
    return largest;
}

/// Model matrix of a joint in a clip with linear keys, scales taken as they are.
inline glm::dmat4 modelFromJointOracle(const assets::Skeleton& skeleton,
                                       const assets::Clip& clip,
                                       JointIndex joint,
                                       double time) {
    glm::dmat4 model(1.0);
    for (JointIndex at = joint; !at.isNone(); at = skeleton.joint(at).parent) {
        const math::Transform& rest = skeleton.joint(at).parentFromJointRest;
        glm::dvec3 translation(rest.translation);
        glm::dquat rotation(rest.rotation);
        for (const assets::JointTracks& tracks : clip.jointTracks()) {
            if (tracks.joint != at) {
                continue;
            }
            const auto interpolate = [&](const auto& track, auto& value) {
                using Value = std::remove_reference_t<decltype(value)>;
                const std::size_t count = track.times.size();
                if (count == 0) {
                    return;
                }
                std::size_t next = 0;
                while (next < count && static_cast<double>(track.times[next]) <= time) {
                    ++next;
                }
                const std::size_t last = next == 0 ? 0 : next - 1;
                value = Value(track.values[last]);
                if (next == 0 || next == count) {
                    return;
                }
                const double from = static_cast<double>(track.times[last]);
                const double to = static_cast<double>(track.times[next]);
                const double fraction = (time - from) / (to - from);
                const Value end(track.values[next]);
                if constexpr (std::is_same_v<Value, glm::dquat>) {
                    value = glm::slerp(value, end, fraction); // glm's slerp is the short way
                } else {
                    value += (end - value) * fraction;
                }
            };
            interpolate(tracks.translation, translation);
            interpolate(tracks.rotation, rotation);
        }
        glm::dmat4 local = matrixOf(translation, glm::normalize(rotation));
        for (int axis = 0; axis < 3; ++axis) {
            local[axis] *= static_cast<double>(rest.scale[axis]);
        }
        model = local * model;
    }
    return model;
}

/// The same without its scale, which has to be the same along all axes.
inline glm::dmat4 withoutScale(glm::dmat4 matrix) {
    for (int axis = 0; axis < 3; ++axis) {
        matrix[axis] /= glm::length(glm::dvec3(matrix[axis]));
    }
    return matrix;
}

/// Rotation about +Y and place on the ground of a rigid matrix. The angle is that of the twist of
/// its quaternion (w, x, y, z): m02 - m20 = 4 w y and m00 + m22 = 2 (w^2 - y^2).
inline glm::dmat4 planarOf(const glm::dmat4& matrix) {
    const double angle = std::atan2(matrix[2][0] - matrix[0][2], matrix[0][0] + matrix[2][2]);
    glm::dmat4 planar(1.0);
    planar[0] = glm::dvec4(std::cos(angle), 0.0, -std::sin(angle), 0.0);
    planar[2] = glm::dvec4(std::sin(angle), 0.0, std::cos(angle), 0.0);
    planar[3] = glm::dvec4(matrix[3][0], 0.0, matrix[3][2], 1.0);
    return planar;
}

} // namespace sartor::test
