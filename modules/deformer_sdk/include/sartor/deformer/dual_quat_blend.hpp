// SPDX-License-Identifier: Apache-2.0
// The blended rigid map of a vertex; sartor/dual_quat_blend.glsl is the same for shaders, with the
// same float operations in the same order.
#pragma once

#include <sartor/deformer/influences.hpp>

#include <cmath>
#include <cstdint>

namespace sartor::deformer {

/// Rotations that cancel out to less than this have no direction left.
inline constexpr float kSmallestLength = 1e-8f;
/// Cosine of half the angle between two rotations, under which they count as half a turn apart.
inline constexpr float kNearHalfTurn = 0.1f;

/// The rotation, a unit quaternion; and the part that carries the translation.
inline Float4 realOf(const Float8& dualQuat) {
    const float(&v)[8] = dualQuat.values;
    return {v[0], v[1], v[2], v[3]};
}

inline Float4 dualOf(const Float8& dualQuat) {
    const float(&v)[8] = dualQuat.values;
    return {v[4], v[5], v[6], v[7]};
}

inline float dot(const Float4& a, const Float4& b) {
    return ((a.x * b.x + a.y * b.y) + a.z * b.z) + a.w * b.w;
}

inline Float4 plusScaled(const Float4& base, float factor, const Float4& q) {
    return {
        base.x + factor * q.x, base.y + factor * q.y, base.z + factor * q.z, base.w + factor * q.w};
}

inline Float4 divided(const Float4& q, float divisor) {
    return {q.x / divisor, q.y / divisor, q.z / divisor, q.w / divisor};
}

/// What the influences of a stage blend: sartor.palette.dualquat, by joint.
struct JointDualQuats {
    Influences influences;
    BufferView<const Float8> dualQuats;

    const Float8& dualQuat(std::uint32_t influence) const {
        return dualQuats[influences.joint(influence)];
    }
};

/// The heaviest influence; of equally heavy ones that of the lowest joint.
inline std::uint32_t pivotOf(const Influences& influences, const InfluenceRange& range) {
    std::uint32_t pivot = range.first;
    for (std::uint32_t influence = range.first + 1; influence < range.last; ++influence) {
        const float weight = influences.weight(influence);
        const float heaviest = influences.weight(pivot);
        if (weight > heaviest ||
            (weight == heaviest && influences.joint(influence) < influences.joint(pivot))) {
            pivot = influence;
        }
    }
    return pivot;
}

/// q and -q are the same rotation: the one in the pivot's hemisphere. Applied where it is used, the
/// stored weight keeps its sign.
inline float signTowards(const Float4& pivot, const Float4& real) {
    return dot(real, pivot) < 0.0f ? -1.0f : 1.0f;
}

/// The blended rigid map of one vertex.
struct BlendedDualQuat {
    Float4 real;
    Float4 dual;
    float size;           // of the real part before it was made unit
    Float4 pivot;         // real part of the pivot
    bool isPivots;        // the rotations cancelled out, this is the pivot's own map
    InfluenceRange range; // the influences that it is made of
};

inline BlendedDualQuat blendOf(const JointDualQuats& joints, const InfluenceRange& range) {
    const std::uint32_t pivot = pivotOf(joints.influences, range);
    const Float8& pivotMap = joints.dualQuat(pivot);
    BlendedDualQuat blended = {};
    blended.pivot = realOf(pivotMap);
    blended.range = range;
    withKnownCount(range, [&](auto count) {
        for (std::uint32_t i = 0; i < count; ++i) {
            const Float8& map = joints.dualQuat(range.first + i);
            const Float4 real = realOf(map);
            const float signedWeight =
                signTowards(blended.pivot, real) * joints.influences.weight(range.first + i);
            blended.real = plusScaled(blended.real, signedWeight, real);
            blended.dual = plusScaled(blended.dual, signedWeight, dualOf(map));
        }
    });
    blended.size = std::sqrt(dot(blended.real, blended.real));
    if (!(blended.size >= kSmallestLength)) {
        blended.real = blended.pivot;
        blended.dual = dualOf(pivotMap);
        blended.size = std::sqrt(dot(blended.real, blended.real));
        blended.isPivots = true;
        blended.range = {pivot, pivot + 1};
    }
    blended.real = divided(blended.real, blended.size);
    blended.dual = divided(blended.dual, blended.size);
    // A sum of unit dual quaternions is none: what is along the real part belongs to its length.
    const float along = dot(blended.real, blended.dual);
    blended.dual = plusScaled(blended.dual, -along, blended.real);
    return blended;
}

/// SARTOR_FLAG_* of a vertex: where a small step of the pose may be a jump.
inline std::uint32_t dualQuatHazards(const JointDualQuats& joints, const InfluenceRange& range) {
    const BlendedDualQuat blended = blendOf(joints, range);
    std::uint32_t flags = blended.isPivots ? std::uint32_t{SARTOR_FLAG_ANTIPODAL} : 0u;
    for (std::uint32_t a = range.first; a < range.last; ++a) {
        const Float4 real = realOf(joints.dualQuat(a));
        if (std::fabs(dot(real, blended.pivot)) < kNearHalfTurn) {
            flags |= SARTOR_FLAG_NEAR_HALF_TURN;
        }
        const float side = signTowards(blended.pivot, real);
        for (std::uint32_t b = a + 1; b < range.last; ++b) {
            const Float4 other = realOf(joints.dualQuat(b));
            if (side * signTowards(blended.pivot, other) * dot(real, other) < 0.0f) {
                flags |= SARTOR_FLAG_HEMISPHERE_CONFLICT;
            }
        }
    }
    return flags;
}

} // namespace sartor::deformer
