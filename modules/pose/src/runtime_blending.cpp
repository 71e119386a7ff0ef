// SPDX-License-Identifier: Apache-2.0
// Blending of pose blocks.
#include "blend_weight.h"
#include "weighted_blocks.h"

#include <sartor/base/assert.h>
#include <sartor/pose/runtime_blending.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime_blending.cpp"
// Before all that is written once for each target.
// clang-format off
#include <hwy/foreach_target.h>
#include "pose_lanes-inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace sartor::pose::HWY_NAMESPACE {

using Mask = hn::Mask<Lanes>;
using Inputs = std::span<const WeightedBlocks>;

// Sixteen joints or fewer of all inputs.
struct Place {
    std::size_t block = 0;
    std::size_t lane = 0;
};

// The same for all joints of an input, or times factors of their own.
template <bool kHasFactors>
HWY_INLINE Vector weightAt(const WeightedBlocks& input, const Place& place) {
    const Lanes d;
    const Vector weight = hn::Set(d, input.weight);
    if (!kHasFactors || input.factors == nullptr) {
        return weight;
    }
    const Vector factor = hn::Load(d, input.factors[place.block].weight + place.lane);
    const Mask isUsable = hn::And(hn::Gt(factor, hn::Zero(d)),
                                  hn::Le(factor, hn::Set(d, hwy::HighestValue<float>())));
    return hn::Mul(weight, hn::IfThenElseZero(isUsable, factor));
}

HWY_INLINE void loadRotation(const WeightedBlocks& input, const Place& place, Vector* rotation) {
    for (int c = 0; c < 4; ++c) {
        rotation[c] = hn::Load(Lanes(), input.blocks[place.block].rotation[c] + place.lane);
    }
}

// Of each joint: the sum of its weights, and the rotation of the input that has the most.
struct Shares {
    Vector sum;
    Vector heaviest[4];
};

HWY_INLINE Shares sharesAt(Inputs inputs, const Place& place) {
    const Lanes d;
    Shares shares = {hn::Zero(d), {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Set(d, 1.0f)}};
    Vector most = hn::Zero(d);
    for (const WeightedBlocks& input : inputs) {
        const Vector weight = weightAt<true>(input, place);
        const Mask isHeaviest = hn::Gt(weight, most);
        most = hn::Max(most, weight);
        shares.sum = hn::Add(shares.sum, weight);
        Vector rotation[4];
        loadRotation(input, place, rotation);
        for (int c = 0; c < 4; ++c) {
            shares.heaviest[c] = hn::IfThenElse(isHeaviest, rotation[c], shares.heaviest[c]);
        }
    }
    return shares;
}

// Joints of three or more inputs of which one is further than 45 degrees, as a quaternion up to
// sign, from the heaviest: that one cannot say on which side the others belong.
template <bool kHasFactors>
HWY_INLINE Mask joinsFarApart(Inputs inputs, const Vector* heaviest, const Place& place) {
    const Lanes d;
    constexpr float kCosine45 = 0.7071068f;
    Vector inputCount = hn::Zero(d);
    Mask isFar = hn::Gt(inputCount, inputCount); // none
    for (const WeightedBlocks& input : inputs) {
        Vector rotation[4];
        loadRotation(input, place, rotation);
        const Mask counts = hn::Gt(weightAt<kHasFactors>(input, place), hn::Zero(d));
        const Vector cosine = hn::Abs(dot(rotation, heaviest));
        isFar = hn::Or(isFar, hn::And(counts, hn::Le(cosine, hn::Set(d, kCosine45))));
        inputCount = hn::Add(inputCount, hn::IfThenElseZero(counts, hn::Set(d, 1.0f)));
    }
    return hn::And(isFar, hn::Gt(inputCount, hn::Set(d, 2.0f)));
}

// Position of element (row, column) of a symmetric 4x4 matrix among its ten.
constexpr int kSymmetric[4][4] = {{0, 1, 2, 3}, {1, 4, 5, 6}, {2, 5, 7, 8}, {3, 6, 8, 9}};

// The unit quaternion that maximises the weighted sum of squared dot products with all inputs, by
// squaring sum(w q qT) ten times, as blendPoses() of single joints does in double.
template <bool kHasFactors>
HWY_INLINE void principalAxis(Inputs inputs, const Place& place, Vector* axis) {
    const Lanes d;
    Vector matrix[10];
    for (Vector& element : matrix) {
        element = hn::Zero(d);
    }
    for (const WeightedBlocks& input : inputs) {
        Vector rotation[4];
        loadRotation(input, place, rotation);
        const Vector weight = weightAt<kHasFactors>(input, place);
        for (int row = 0; row < 4; ++row) {
            const Vector weighted = hn::Mul(weight, rotation[row]);
            for (int column = row; column < 4; ++column) {
                Vector& element = matrix[kSymmetric[row][column]];
                element = hn::MulAdd(weighted, rotation[column], element);
            }
        }
    }
    for (int step = 0; step < 10; ++step) {
        const Vector trace = hn::Add(hn::Add(matrix[0], matrix[4]), hn::Add(matrix[7], matrix[9]));
        for (Vector& element : matrix) {
            element = hn::Div(element, trace);
        }
        Vector squared[10];
        for (int row = 0; row < 4; ++row) {
            for (int column = row; column < 4; ++column) {
                Vector sum = hn::Zero(d);
                for (int k = 0; k < 4; ++k) {
                    sum =
                        hn::MulAdd(matrix[kSymmetric[row][k]], matrix[kSymmetric[k][column]], sum);
                }
                squared[kSymmetric[row][column]] = sum;
            }
        }
        std::copy(std::begin(squared), std::end(squared), std::begin(matrix));
    }
    // Every column is the axis times one of its components: the longest is the best.
    for (int c = 0; c < 4; ++c) {
        axis[c] = matrix[kSymmetric[c][0]];
    }
    Vector most = matrix[0];
    for (int column = 1; column < 4; ++column) {
        const Vector diagonal = matrix[kSymmetric[column][column]];
        const Mask isLonger = hn::Gt(diagonal, most);
        most = hn::Max(most, diagonal);
        for (int c = 0; c < 4; ++c) {
            axis[c] = hn::IfThenElse(isLonger, matrix[kSymmetric[c][column]], axis[c]);
        }
    }
}

// The input times a part of 1, its rotations as they are.
HWY_INLINE PoseLanes partOf(const WeightedBlocks& input, Vector part, const Place& place) {
    PoseLanes pose = loadPose(input.blocks[place.block], place.lane);
    for (int c = 0; c < 3; ++c) {
        pose.translation[c] = hn::Mul(part, pose.translation[c]);
        pose.scale[c] = hn::Mul(part, pose.scale[c]);
    }
    for (Vector& component : pose.rotation) {
        component = hn::Mul(part, component);
    }
    return pose;
}

// Adds it, its rotations on the side of the hemisphere.
HWY_INLINE void addPart(const WeightedBlocks& input,
                        Vector part,
                        const Vector* hemisphere,
                        const Place& place,
                        PoseLanes& pose) {
    const PoseLanes added = loadPose(input.blocks[place.block], place.lane);
    for (int c = 0; c < 3; ++c) {
        pose.translation[c] = hn::MulAdd(part, added.translation[c], pose.translation[c]);
        pose.scale[c] = hn::MulAdd(part, added.scale[c], pose.scale[c]);
    }
    // The sign of the dot product, put onto the part.
    const Vector sign = hn::And(dot(added.rotation, hemisphere), hn::Set(Lanes(), -0.0f));
    const Vector signedPart = hn::Xor(part, sign);
    for (int c = 0; c < 4; ++c) {
        pose.rotation[c] = hn::MulAdd(signedPart, added.rotation[c], pose.rotation[c]);
    }
}

// Sum of the inputs, each times its weight and `perWeight`, around a hemisphere.
template <bool kHasFactors>
HWY_INLINE PoseLanes
blendLanes(Inputs inputs, Vector perWeight, const Vector* hemisphere, const Place& place) {
    PoseLanes pose = partOf(inputs[0], hn::Zero(Lanes()), place);
    for (const WeightedBlocks& input : inputs) {
        const Vector part = hn::Mul(weightAt<kHasFactors>(input, place), perWeight);
        addPart(input, part, hemisphere, place, pose);
    }
    normalise(pose.rotation);
    return pose;
}

HWY_INLINE void chooseWhere(Mask mask, const Vector* from, Vector* rotation) {
    for (int c = 0; c < 4; ++c) {
        rotation[c] = hn::IfThenElse(mask, from[c], rotation[c]);
    }
}

HWY_INLINE void takeWhere(Mask mask, const PoseLanes& from, PoseLanes& pose) {
    for (int c = 0; c < 3; ++c) {
        pose.translation[c] = hn::IfThenElse(mask, from.translation[c], pose.translation[c]);
        pose.scale[c] = hn::IfThenElse(mask, from.scale[c], pose.scale[c]);
    }
    chooseWhere(mask, from.rotation, pose.rotation);
}

// Two or more inputs without factors, whose weights add up to 1, the heaviest first.
void blendWhole(Inputs inputs, std::span<PoseBlock> blocks) {
    const Lanes d;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        for (std::size_t lane = 0; lane < kJointsPerBlock; lane += hn::Lanes(d)) {
            const Place place = {b, lane};
            Vector first[4];
            loadRotation(inputs[0], place, first);
            if (inputs.size() > 2) {
                const Mask isFar = joinsFarApart<false>(inputs, first, place);
                if (!hn::AllFalse(d, isFar)) {
                    Vector axis[4];
                    principalAxis<false>(inputs, place, axis);
                    chooseWhere(isFar, axis, first);
                    storePose(
                        blendLanes<false>(inputs, hn::Set(d, 1.0f), first, place), blocks[b], lane);
                    continue;
                }
            }
            PoseLanes pose = partOf(inputs[0], hn::Set(d, inputs[0].weight), place);
            for (const WeightedBlocks& input : inputs.subspan(1)) {
                addPart(input, hn::Set(d, input.weight), first, place, pose);
            }
            normalise(pose.rotation);
            storePose(pose, blocks[b], lane);
        }
    }
}

void blendByJoint(Inputs inputs,
                  std::span<const PoseBlock> otherwise,
                  std::span<PoseBlock> blocks) {
    const Lanes d;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        for (std::size_t lane = 0; lane < kJointsPerBlock; lane += hn::Lanes(d)) {
            const Place place = {b, lane};
            Shares shares = sharesAt(inputs, place);
            const Mask isFar = joinsFarApart<true>(inputs, shares.heaviest, place);
            if (!hn::AllFalse(d, isFar)) {
                Vector axis[4];
                principalAxis<true>(inputs, place, axis);
                chooseWhere(isFar, axis, shares.heaviest);
            }
            // Where no input has weight, the sum is zero and the blend of no meaning.
            PoseLanes pose = blendLanes<true>(
                inputs, hn::Div(hn::Set(d, 1.0f), shares.sum), shares.heaviest, place);
            const Mask isNone = hn::Eq(shares.sum, hn::Zero(d));
            if (!hn::AllFalse(d, isNone)) {
                takeWhere(isNone, loadPose(otherwise[b], lane), pose);
            }
            storePose(pose, blocks[b], lane);
        }
    }
}

} // namespace sartor::pose::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sartor::pose {
HWY_EXPORT(blendWhole);
HWY_EXPORT(blendByJoint);

void blendPoses(std::span<const BlockBlendInput> inputs,
                std::span<const PoseBlock> otherwise,
                std::span<PoseBlock> blocks) {
    SARTOR_ASSERT(otherwise.size() == blocks.size());
    // On the stack, where most blends have room.
    std::array<WeightedBlocks, 8> few;
    thread_local std::vector<WeightedBlocks> many;
    WeightedBlocks* weighted = few.data();
    if (inputs.size() > few.size()) {
        many.resize(std::max(many.size(), inputs.size()));
        weighted = many.data();
    }
    std::size_t count = 0;
    double sum = 0.0;
    bool hasFactors = false;
    for (const BlockBlendInput& input : inputs) {
        SARTOR_ASSERT(input.blocks.size() == blocks.size());
        SARTOR_ASSERT(input.jointWeights.empty() || input.jointWeights.size() == blocks.size());
        if (usableBlendWeight(input.weight) > 0.0f) {
            sum += static_cast<double>(input.weight);
            const bool ownFactors = !input.jointWeights.empty();
            hasFactors = hasFactors || ownFactors;
            weighted[count] = {input.blocks.data(),
                               ownFactors ? input.jointWeights.data() : nullptr,
                               input.weight};
            if (input.weight > weighted[0].weight) {
                std::swap(weighted[0], weighted[count]);
            }
            ++count;
        }
    }
    if (count == 0 || (count == 1 && !hasFactors)) {
        const PoseBlock* only = count == 0 ? otherwise.data() : weighted[0].blocks;
        std::copy_n(only, blocks.size(), blocks.begin());
        return;
    }
    const double perSum = 1.0 / sum;
    for (std::size_t i = 0; i < count; ++i) {
        weighted[i].weight = static_cast<float>(static_cast<double>(weighted[i].weight) * perSum);
    }
    const std::span<const WeightedBlocks> parts(weighted, count);
    if (hasFactors) {
        HWY_DYNAMIC_DISPATCH(blendByJoint)(parts, otherwise, blocks);
    } else {
        HWY_DYNAMIC_DISPATCH(blendWhole)(parts, blocks);
    }
}

} // namespace sartor::pose
#endif
