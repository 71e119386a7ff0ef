// SPDX-License-Identifier: Apache-2.0
// Maps are blended vertex by vertex, a row of the palette at a time, and then turned so that the
// rest is done for all lanes together.
#include "skin_lanes.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "skin_lanes.cpp"
// Before all that is written once for each target.
// clang-format off
#include <hwy/foreach_target.h>
#include "../lanes/vertex_lanes-inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace sartor::deformer::lbs::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

std::uint32_t skinVertices(const LaneStreams&, std::uint32_t begin, std::uint32_t) {
    return begin;
}

#else

using namespace sartor::deformer::HWY_NAMESPACE;

// Rows of the blended maps of all lanes: four floats a lane.
struct alignas(64) BlendedRows {
    float rows[3][4 * 16];
};

// The rows of one vertex's map. `count` is a constant after inlining where it is usual.
HWY_INLINE void blendMap(const LaneStreams& streams,
                         std::uint32_t first,
                         std::uint32_t count,
                         std::size_t lane,
                         BlendedRows& blended) {
    const hn::Full128<float> d4;
#if HWY_MAX_BYTES >= 32
    const hn::CappedTag<float, 8> d8;
    auto rows01 = hn::Zero(d8);
    auto row2 = hn::Zero(d4);
    for (std::uint32_t i = first; i < first + count; ++i) {
        const float* map = &streams.palette[streams.influenceJoint[i]].rows[0][0];
        const float weight = streams.influenceWeight[i];
        rows01 = hn::Add(rows01, hn::Mul(hn::Set(d8, weight), hn::LoadU(d8, map)));
        row2 = hn::Add(row2, hn::Mul(hn::Set(d4, weight), hn::LoadU(d4, map + 8)));
    }
    hn::Store(hn::LowerHalf(d4, rows01), d4, blended.rows[0] + 4 * lane);
    hn::Store(hn::UpperHalf(d4, rows01), d4, blended.rows[1] + 4 * lane);
    hn::Store(row2, d4, blended.rows[2] + 4 * lane);
#else
    auto row0 = hn::Zero(d4);
    auto row1 = hn::Zero(d4);
    auto row2 = hn::Zero(d4);
    for (std::uint32_t i = first; i < first + count; ++i) {
        const float* map = &streams.palette[streams.influenceJoint[i]].rows[0][0];
        const auto weight = hn::Set(d4, streams.influenceWeight[i]);
        row0 = hn::Add(row0, hn::Mul(weight, hn::LoadU(d4, map)));
        row1 = hn::Add(row1, hn::Mul(weight, hn::LoadU(d4, map + 4)));
        row2 = hn::Add(row2, hn::Mul(weight, hn::LoadU(d4, map + 8)));
    }
    hn::Store(row0, d4, blended.rows[0] + 4 * lane);
    hn::Store(row1, d4, blended.rows[1] + 4 * lane);
    hn::Store(row2, d4, blended.rows[2] + 4 * lane);
#endif
}

// False where a vertex has no influence.
HWY_INLINE bool blendMaps(const LaneStreams& streams, std::uint32_t vertex, BlendedRows& blended) {
    const std::uint32_t* offsets = streams.influenceOffset + vertex;
    for (std::size_t lane = 0; lane < hn::Lanes(Lanes()); ++lane) {
        const std::uint32_t first = offsets[lane];
        const std::uint32_t count = offsets[lane + 1] - first;
        switch (count) {
        case 0:
            return false;
        case 1:
            blendMap(streams, first, 1, lane, blended);
            break;
        case 2:
            blendMap(streams, first, 2, lane, blended);
            break;
        case 4:
            blendMap(streams, first, 4, lane, blended);
            break;
        default:
            blendMap(streams, first, count, lane, blended);
        }
    }
    return true;
}

HWY_INLINE void
moveVertices(const LaneStreams& streams, std::uint32_t vertex, const BlendedRows& blended) {
    const Lanes d;
    RowLanes linear;
    Vector3 translation;
    Vector* const shifts[3] = {&translation.x, &translation.y, &translation.z};
    for (int row = 0; row < 3; ++row) {
        Vector3& elements = linear.rows[row];
        hn::LoadInterleaved4(
            d, blended.rows[row], elements.x, elements.y, elements.z, *shifts[row]);
    }
    const Vector3 position = load3(streams.positionIn + vertex);
    store3(sum(product(linear, position), translation), streams.positionOut + vertex);
    if (streams.normalOut == nullptr && streams.tangentOut == nullptr) {
        return;
    }
    const DirectionMapLanes map = directionMapOf(linear);
    if (streams.normalOut != nullptr) {
        const Vector3 normal = load3(streams.normalIn + vertex);
        store3(streams.normalsAreLinear ? normalizedOr(product(map.linear, normal), normal)
                                        : mappedNormal(map, normal),
               streams.normalOut + vertex);
    }
    if (streams.tangentOut != nullptr) {
        store4(mappedTangent(map, load4(streams.tangentIn + vertex)), streams.tangentOut + vertex);
    }
}

std::uint32_t skinVertices(const LaneStreams& streams, std::uint32_t begin, std::uint32_t end) {
    const auto laneCount = static_cast<std::uint32_t>(hn::Lanes(Lanes()));
    BlendedRows blended;
    std::uint32_t vertex = begin;
    for (; end - vertex >= laneCount; vertex += laneCount) {
        if (!blendMaps(streams, vertex, blended)) {
            break;
        }
        moveVertices(streams, vertex, blended);
    }
    return vertex;
}

#endif

} // namespace sartor::deformer::lbs::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sartor::deformer::lbs {
HWY_EXPORT(skinVertices);

std::uint32_t skinLanes(const LaneStreams& streams, std::uint32_t begin, std::uint32_t end) {
    return HWY_DYNAMIC_DISPATCH(skinVertices)(streams, begin, end);
}

} // namespace sartor::deformer::lbs
#endif
