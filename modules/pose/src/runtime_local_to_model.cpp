// SPDX-License-Identifier: Apache-2.0
// Model transforms: blocks become matrices together, then each joint takes its parent's.
#include <sartor/base/assert.h>
#include <sartor/pose/runtime_local_to_model.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime_local_to_model.cpp"
// Before all that is written once for each target.
// clang-format off
#include <hwy/foreach_target.h>
#include "pose_lanes-inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace sartor::pose::HWY_NAMESPACE {

// The linear part of joints by columns: rotation matrices of unit quaternions, times the scale.
HWY_INLINE void linearPart(const PoseLanes& pose, Vector (*columns)[3]) {
    const Lanes d;
    const Vector one = hn::Set(d, 1.0f);
    const Vector x = pose.rotation[0];
    const Vector y = pose.rotation[1];
    const Vector z = pose.rotation[2];
    const Vector x2 = hn::Add(x, x);
    const Vector y2 = hn::Add(y, y);
    const Vector z2 = hn::Add(z, z);
    const Vector wx2 = hn::Mul(pose.rotation[3], x2);
    const Vector wy2 = hn::Mul(pose.rotation[3], y2);
    const Vector wz2 = hn::Mul(pose.rotation[3], z2);
    const Vector oneMinusXx = hn::NegMulAdd(x, x2, one);
    const Vector oneMinusYy = hn::NegMulAdd(y, y2, one);
    columns[0][0] = hn::NegMulAdd(z, z2, oneMinusYy);
    columns[0][1] = hn::MulAdd(x, y2, wz2);
    columns[0][2] = hn::MulSub(x, z2, wy2);
    columns[1][0] = hn::MulSub(x, y2, wz2);
    columns[1][1] = hn::NegMulAdd(z, z2, oneMinusXx);
    columns[1][2] = hn::MulAdd(y, z2, wx2);
    columns[2][0] = hn::MulAdd(x, z2, wy2);
    columns[2][1] = hn::MulSub(y, z2, wx2);
    columns[2][2] = hn::NegMulAdd(y, y2, oneMinusXx);
    for (int c = 0; c < 3; ++c) {
        for (int row = 0; row < 3; ++row) {
            columns[c][row] = hn::Mul(columns[c][row], pose.scale[c]);
        }
    }
}

#if HWY_TARGET == HWY_SCALAR

HWY_INLINE void toMatrices(const PoseBlock& block, ModelMatrix* parentFromJoint) {
    for (std::size_t lane = 0; lane < kJointsPerBlock; ++lane) {
        const PoseLanes pose = loadPose(block, lane);
        Vector linear[3][3];
        linearPart(pose, linear);
        float(&columns)[4][4] = parentFromJoint[lane].columns;
        for (int row = 0; row < 3; ++row) {
            for (int c = 0; c < 3; ++c) {
                columns[c][row] = hn::GetLane(linear[c][row]);
            }
            columns[3][row] = hn::GetLane(pose.translation[row]);
            columns[row][3] = 0.0f;
        }
        columns[3][3] = 1.0f;
    }
}

HWY_INLINE void
multiply(const ModelMatrix& aFromB, const ModelMatrix& bFromC, ModelMatrix& aFromC) {
    ModelMatrix product = {};
    for (int c = 0; c < 4; ++c) {
        for (int k = 0; k < 4; ++k) {
            for (int row = 0; row < 4; ++row) {
                product.columns[c][row] += aFromB.columns[k][row] * bFromC.columns[c][k];
            }
        }
    }
    aFromC = product;
}

HWY_INLINE void storeRows(const ModelMatrix& matrix, float* rows) {
    for (int row = 0; row < 3; ++row) {
        for (int c = 0; c < 4; ++c) {
            rows[4 * row + c] = matrix.columns[c][row];
        }
    }
}

#else

using Doubles = hn::Repartition<double, Lanes>;

HWY_INLINE Vector lowerHalves(Vector second, Vector first) {
    const Doubles d;
    return hn::BitCast(Lanes(),
                       hn::InterleaveLower(d, hn::BitCast(d, first), hn::BitCast(d, second)));
}

HWY_INLINE Vector upperHalves(Vector second, Vector first) {
    const Doubles d;
    return hn::BitCast(Lanes(),
                       hn::InterleaveUpper(d, hn::BitCast(d, first), hn::BitCast(d, second)));
}

// Four rows, each of one element of many joints, to `joints`: the four elements of joint i of
// every four, those of the first four joints in the first 128 bits, and so on.
HWY_INLINE void transposeFours(Vector x, Vector y, Vector z, Vector w, Vector* joints) {
    const Lanes d;
    const Vector xyLower = hn::InterleaveLower(d, x, y);
    const Vector xyUpper = hn::InterleaveUpper(d, x, y);
    const Vector zwLower = hn::InterleaveLower(d, z, w);
    const Vector zwUpper = hn::InterleaveUpper(d, z, w);
    joints[0] = lowerHalves(zwLower, xyLower);
    joints[1] = upperHalves(zwLower, xyLower);
    joints[2] = lowerHalves(zwUpper, xyUpper);
    joints[3] = upperHalves(zwUpper, xyUpper);
}

// Writes the matrices of joint i of every four, of which `columns` holds the columns.
HWY_INLINE void storeMatrices(const Vector* columns, int i, ModelMatrix* out) {
    const Lanes d;
    if constexpr (hn::MaxLanes(d) == 4) {
        for (int c = 0; c < 4; ++c) {
            hn::Store(columns[c], d, out[i].columns[c]);
        }
    } else {
        // Even 128 bits of two columns side by side, and odd ones.
        const Vector even01 = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(columns[1]), columns[0]);
        const Vector odd01 = hn::OddEvenBlocks(columns[1], hn::SwapAdjacentBlocks(columns[0]));
        const Vector even23 = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(columns[3]), columns[2]);
        const Vector odd23 = hn::OddEvenBlocks(columns[3], hn::SwapAdjacentBlocks(columns[2]));
        if constexpr (hn::MaxLanes(d) == 8) {
            hn::Store(even01, d, out[i].columns[0]);
            hn::Store(even23, d, out[i].columns[2]);
            hn::Store(odd01, d, out[i + 4].columns[0]);
            hn::Store(odd23, d, out[i + 4].columns[2]);
        } else {
            hn::Store(hn::ConcatLowerLower(d, even23, even01), d, out[i].columns[0]);
            hn::Store(hn::ConcatLowerLower(d, odd23, odd01), d, out[i + 4].columns[0]);
            hn::Store(hn::ConcatUpperUpper(d, even23, even01), d, out[i + 8].columns[0]);
            hn::Store(hn::ConcatUpperUpper(d, odd23, odd01), d, out[i + 12].columns[0]);
        }
    }
}

HWY_INLINE void toMatrices(const PoseBlock& block, ModelMatrix* parentFromJoint) {
    const Lanes d;
    const Vector zero = hn::Zero(d);
    const Vector one = hn::Set(d, 1.0f);
    for (std::size_t lane = 0; lane < kJointsPerBlock; lane += hn::Lanes(d)) {
        const PoseLanes pose = loadPose(block, lane);
        Vector linear[3][3];
        linearPart(pose, linear);
        Vector columns[4][4]; // of joint i of every four: columns[c][i]
        for (int c = 0; c < 3; ++c) {
            transposeFours(linear[c][0], linear[c][1], linear[c][2], zero, columns[c]);
        }
        transposeFours(
            pose.translation[0], pose.translation[1], pose.translation[2], one, columns[3]);
        for (int i = 0; i < 4; ++i) {
            const Vector ofJoint[4] = {columns[0][i], columns[1][i], columns[2][i], columns[3][i]};
            storeMatrices(ofJoint, i, parentFromJoint + lane);
        }
    }
}

// Product of two matrices whose fourth row is 0, 0, 0, 1; the output may be `bFromC`.
HWY_INLINE void
multiply(const ModelMatrix& aFromB, const ModelMatrix& bFromC, ModelMatrix& aFromC) {
    const Lanes d;
    const Vector x = hn::LoadDup128(d, aFromB.columns[0]);
    const Vector y = hn::LoadDup128(d, aFromB.columns[1]);
    const Vector z = hn::LoadDup128(d, aFromB.columns[2]);
    const Vector w = hn::LoadDup128(d, aFromB.columns[3]);
    for (std::size_t c = 0; c < 4; c += hn::Lanes(d) / 4) {
        const Vector column = hn::Load(d, bFromC.columns[c]);
        const Vector xw =
            hn::MulAdd(x, hn::Broadcast<0>(column), hn::Mul(w, hn::Broadcast<3>(column)));
        const Vector yz =
            hn::MulAdd(z, hn::Broadcast<2>(column), hn::Mul(y, hn::Broadcast<1>(column)));
        hn::Store(hn::Add(xw, yz), d, aFromC.columns[c]);
    }
}

HWY_INLINE void storeRows(const ModelMatrix& matrix, float* rows) {
    const hn::Full128<float> d;
    const hn::Repartition<double, decltype(d)> pairs;
    const auto c0 = hn::Load(d, matrix.columns[0]);
    const auto c1 = hn::Load(d, matrix.columns[1]);
    const auto c2 = hn::Load(d, matrix.columns[2]);
    const auto c3 = hn::Load(d, matrix.columns[3]);
    const auto c01Lower = hn::BitCast(pairs, hn::InterleaveLower(d, c0, c1));
    const auto c23Lower = hn::BitCast(pairs, hn::InterleaveLower(d, c2, c3));
    const auto c01Upper = hn::BitCast(pairs, hn::InterleaveUpper(d, c0, c1));
    const auto c23Upper = hn::BitCast(pairs, hn::InterleaveUpper(d, c2, c3));
    hn::StoreU(hn::BitCast(d, hn::InterleaveLower(pairs, c01Lower, c23Lower)), d, rows);
    hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(pairs, c01Lower, c23Lower)), d, rows + 4);
    hn::StoreU(hn::BitCast(d, hn::InterleaveLower(pairs, c01Upper, c23Upper)), d, rows + 8);
}

#endif

void modelMatrices(const RuntimeSkeleton& skeleton,
                   const PoseBlock* blocks,
                   ModelMatrix* modelFromJoint) {
    const std::size_t blockCount = skeleton.blockCount();
    for (std::size_t b = 0; b < blockCount; ++b) {
        toMatrices(blocks[b], modelFromJoint + b * kJointsPerBlock);
    }
    const std::uint32_t* parentOfSlot = skeleton.parentOfSlot().data();
    const std::size_t jointCount = skeleton.jointCount();
    for (std::size_t slot = 0; slot < jointCount; ++slot) {
        const std::uint32_t parent = parentOfSlot[slot];
        if (parent != RuntimeSkeleton::kNoParent) {
            multiply(modelFromJoint[parent], modelFromJoint[slot], modelFromJoint[slot]);
        }
    }
}

void paletteRows(const ModelMatrix* modelFromJoint,
                 const RuntimeSkin& skin,
                 std::array<float, 12>* modelFromBind) {
    const std::uint32_t* skeletonSlots = skin.skeletonSlots().data();
    const ModelMatrix* jointFromBind = skin.jointFromBind().data();
    const std::size_t slotCount = skin.slotCount();
    for (std::size_t slot = 0; slot < slotCount; ++slot) {
        ModelMatrix product;
        multiply(modelFromJoint[skeletonSlots[slot]], jointFromBind[slot], product);
        storeRows(product, modelFromBind[slot].data());
    }
}

} // namespace sartor::pose::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sartor::pose {
HWY_EXPORT(modelMatrices);
HWY_EXPORT(paletteRows);

namespace {

ModelMatrix toModelMatrix(const math::Affine& affine) {
    ModelMatrix matrix = {};
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            matrix.columns[column][row] = affine.linear[column][row];
        }
        matrix.columns[3][row] = affine.translation[row];
    }
    matrix.columns[3][3] = 1.0f;
    return matrix;
}

} // namespace

void localToModel(const RuntimeSkeleton& skeleton,
                  std::span<const PoseBlock> blocks,
                  std::span<ModelMatrix> modelFromJoint) {
    SARTOR_ASSERT(blocks.size() == skeleton.blockCount());
    SARTOR_ASSERT(modelFromJoint.size() == blocks.size() * kJointsPerBlock);
    HWY_DYNAMIC_DISPATCH(modelMatrices)(skeleton, blocks.data(), modelFromJoint.data());
}

RuntimeSkin::RuntimeSkin(const RuntimeSkeleton& skeleton,
                         std::span<const JointIndex> joints,
                         std::span<const math::Affine> jointFromBind) {
    SARTOR_ASSERT(joints.size() == jointFromBind.size());
    for (std::size_t slot = 0; slot < joints.size(); ++slot) {
        skeletonSlots_.push_back(skeleton.slotOf(joints[slot]));
        jointFromBind_.push_back(toModelMatrix(jointFromBind[slot]));
    }
}

void matrixPalette(std::span<const ModelMatrix> modelFromJoint,
                   const RuntimeSkin& skin,
                   std::span<std::array<float, 12>> modelFromBind) {
    SARTOR_ASSERT(modelFromBind.size() == skin.slotCount());
    HWY_DYNAMIC_DISPATCH(paletteRows)(modelFromJoint.data(), skin, modelFromBind.data());
}

} // namespace sartor::pose
#endif
