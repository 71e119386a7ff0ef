// SPDX-License-Identifier: Apache-2.0
// Linear blend skinning of several vertices at once, to the bits of one at a time.
#pragma once

#include <sartor/deformer/deformer.hpp>

#include <cstdint>

namespace sartor::deformer::lbs {

/// Vertices that are done together at most.
inline constexpr std::uint32_t kMostLanes = 16;

/// What is read and written, each by vertex or by influence; null for streams that are not there.
struct LaneStreams {
    const Float3* positionIn;
    Float3* positionOut;
    const Float3* normalIn;
    Float3* normalOut;
    const Float4* tangentIn;
    Float4* tangentOut;
    const std::uint32_t* influenceOffset;
    const std::uint32_t* influenceJoint;
    const float* influenceWeight;
    const Matrix3x4* palette;
    /// Normals by the linear part itself instead of its cofactors.
    bool normalsAreLinear;
};

/// Skins vertices from `begin` on, as many together as the machine has lanes, and gives the first
/// that it did not: `end`, or one that must be done by itself, because it has no influence or too
/// few vertices are left.
std::uint32_t skinLanes(const LaneStreams& streams, std::uint32_t begin, std::uint32_t end);

} // namespace sartor::deformer::lbs
