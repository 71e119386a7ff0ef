// SPDX-License-Identifier: Apache-2.0
// Lanes of a pose block as vectors, once for each set of instructions that a program carries.
#include <sartor/pose/pose_block.h>

#include <hwy/highway.h>

// Included again for every target.
#if defined(SARTOR_POSE_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SARTOR_POSE_LANES_INL_H
#undef SARTOR_POSE_LANES_INL_H
#else
#define SARTOR_POSE_LANES_INL_H
#endif

HWY_BEFORE_NAMESPACE();
namespace sartor::pose::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// As many joints at once as the machine has lanes, at most a block.
using Lanes = hn::CappedTag<float, kJointsPerBlock>;
using Vector = hn::Vec<Lanes>;

struct PoseLanes {
    Vector translation[3];
    Vector rotation[4];
    Vector scale[3];
};

HWY_INLINE void loadVectors(const float (*rows)[kJointsPerBlock], std::size_t lane, Vector* out) {
    for (int c = 0; c < 3; ++c) {
        out[c] = hn::Load(Lanes(), rows[c] + lane);
    }
}

HWY_INLINE PoseLanes loadPose(const PoseBlock& block, std::size_t lane) {
    PoseLanes pose;
    loadVectors(block.translation, lane, pose.translation);
    loadVectors(block.scale, lane, pose.scale);
    for (int c = 0; c < 4; ++c) {
        pose.rotation[c] = hn::Load(Lanes(), block.rotation[c] + lane);
    }
    return pose;
}

HWY_INLINE void storePose(const PoseLanes& pose, PoseBlock& block, std::size_t lane) {
    const Lanes d;
    for (int c = 0; c < 3; ++c) {
        hn::Store(pose.translation[c], d, block.translation[c] + lane);
        hn::Store(pose.scale[c], d, block.scale[c] + lane);
    }
    for (int c = 0; c < 4; ++c) {
        hn::Store(pose.rotation[c], d, block.rotation[c] + lane);
    }
}

HWY_INLINE Vector dot(const Vector* a, const Vector* b) {
    return hn::Add(hn::MulAdd(a[0], b[0], hn::Mul(a[1], b[1])),
                   hn::MulAdd(a[2], b[2], hn::Mul(a[3], b[3])));
}

// Divides by the length, to two last places.
HWY_INLINE void normalise(Vector* rotation) {
    const Lanes d;
    const Vector squared = dot(rotation, rotation);
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR
    // An estimate of 12 bits, and a step of Newton's, which doubles them.
    const Vector half = hn::Mul(squared, hn::Set(d, 0.5f));
    const Vector estimate = hn::ApproximateReciprocalSqrt(squared);
    const Vector inverse =
        hn::Mul(estimate, hn::NegMulAdd(hn::Mul(half, estimate), estimate, hn::Set(d, 1.5f)));
#else
    const Vector inverse = hn::Div(hn::Set(d, 1.0f), hn::Sqrt(squared));
#endif
    for (int c = 0; c < 4; ++c) {
        rotation[c] = hn::Mul(rotation[c], inverse);
    }
}

} // namespace sartor::pose::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
