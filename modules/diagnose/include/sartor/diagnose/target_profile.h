// SPDX-License-Identifier: Apache-2.0
// What engines do with a character: limits and habits that a check can hold a file against.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace sartor::diagnose {

/// What an engine does with weights that do not sum to one when it loads or draws a mesh.
enum class WeightHabit {
    UsesAsTheyAre, ///< the vertex is pulled towards the origin, or away from it
    Normalizes,    ///< divides by the sum
    LastRemainder, ///< the last influence gets one minus the others
    StopsAtOne     ///< adds influences until their sum reaches one
};

/// How an engine turns normals.
enum class NormalHabit {
    ByMatrix,   ///< by the blended matrix itself: wrong under scale that differs by axis
    ByCofactors ///< by its inverse transpose: right
};

/// One engine in one version, as a row of data. A limit of 0 is no limit.
struct TargetProfile {
    /// Stable, for the command line: "unreal-5".
    std::string_view name = {};
    /// "Unreal Engine".
    std::string_view engine = {};
    /// The version the row was written for: "5.3".
    std::string_view version = {};
    /// Most influences of a vertex.
    std::uint32_t influences = 0;
    /// Reads JOINTS_0 and WEIGHTS_0 alone, whichever influences are the heaviest.
    bool isFirstSetOnly = false;
    /// Bits of a stored weight; 0 for 32-bit floats, which lose nothing.
    std::uint32_t weightBits = 0;
    WeightHabit weights = WeightHabit::UsesAsTheyAre;
    NormalHabit normals = NormalHabit::ByMatrix;
    /// Most joints of a skin.
    std::uint32_t jointsPerSkin = 0;
    /// Most joints that the vertices of one primitive use together.
    std::uint32_t jointsPerPrimitive = 0;
    /// Most morph targets of a mesh.
    std::uint32_t morphTargets = 0;
    /// Most morphed streams: a target with positions and normals has two.
    std::uint32_t morphStreams = 0;
    /// A skeleton must have exactly one topmost joint.
    bool needsOneRoot = false;
    /// Names that differ in case alone are one name.
    bool ignoresCase = false;
    /// Where the limits come from, in one sentence.
    std::string_view remark = {};
};

/// All profiles, by name.
std::span<const TargetProfile> targetProfiles();

/// The profile of that name; null when there is none.
const TargetProfile* findTargetProfile(std::string_view name);

} // namespace sartor::diagnose
