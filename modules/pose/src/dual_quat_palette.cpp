// SPDX-License-Identifier: Apache-2.0
// What dual quaternion skinning blends.
#include <sartor/base/assert.h>
#include <sartor/pose/dual_quat_palette.h>

#include <algorithm>
#include <cmath>

namespace sartor::pose {
namespace {

constexpr float kSameStretch = 1e-4f;

float largestElement(const glm::mat3& matrix) {
    float largest = 0.0f;
    for (int column = 0; column < 3; ++column) {
        for (int row = 0; row < 3; ++row) {
            largest = std::max(largest, std::abs(matrix[column][row]));
        }
    }
    return largest;
}

} // namespace

void dualQuatPalette(std::span<const math::Affine> modelFromBind,
                     std::span<math::RigidStretch> rigidParts) {
    SARTOR_ASSERT(modelFromBind.size() == rigidParts.size());
    std::transform(
        modelFromBind.begin(), modelFromBind.end(), rigidParts.begin(), math::splitRigid);
}

glm::mat3 commonStretch(std::span<const math::RigidStretch> rigidParts) {
    for (const math::RigidStretch& candidate : rigidParts) {
        const float limit = kSameStretch * largestElement(candidate.stretch);
        const auto equal = std::count_if(
            rigidParts.begin(), rigidParts.end(), [&](const math::RigidStretch& other) {
                return largestElement(other.stretch - candidate.stretch) <= limit;
            });
        if (2 * static_cast<std::size_t>(equal) > rigidParts.size()) {
            return candidate.stretch;
        }
    }
    return math::identityMat3();
}

} // namespace sartor::pose
