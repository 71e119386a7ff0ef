// SPDX-License-Identifier: Apache-2.0
// Clips that run in step.
#pragma once

#include <sartor/graph/rig.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sartor::graph {

using SyncMemberIndex = Index<struct SyncMemberTag>;

/// A clip of a group. A cycle is cut at its markers into as many pieces as those of the others.
struct SyncMember {
    std::uint32_t node = 0;
    std::uint32_t group = 0; ///< of Program::syncGroups, where hasGroup
    bool hasGroup = false;
    bool isLooping = true;
    bool isTurning = false; ///< ping-pong, which cannot be in step
    ClipIndex clip;
    std::string name; ///< of the group, where the node says one
    double duration = 0.0;
    /// Seconds of the clip in a cycle of the group: its duration, or several of them where another
    /// clip of the group has more rounds of the same markers.
    double cycle = 0.0;
    /// Where the pieces of a cycle begin, rising from the first marker; beyond the end of the clip
    /// they are of its next rounds. Without markers one piece, from 0.
    std::vector<double> starts;

    double length(std::size_t piece) const {
        return (piece + 1 < starts.size() ? starts[piece + 1] : starts[0] + cycle) - starts[piece];
    }
    /// Unwrapped time in the clip at an unwrapped phase: all pieces are equally long in phase, and
    /// a cycle is 1.
    double timeAt(double phase) const;
    /// Phase in [0, 1) at a time of the clip.
    double phaseAt(double time) const;
};

struct SyncGroup {
    std::size_t pieceCount = 1;
    bool isLooping = true;
    std::size_t stateOffset = 0; ///< in the state block
};

/// What a group remembers, in the state block; behind it the sums of the lengths of the pieces, of
/// this frame and of the one before.
struct SyncState {
    std::uint64_t lastFrame;
    std::uint64_t isStart; ///< whether the group has begun in this frame
    double from;           ///< phase at the beginning of this frame, in [0, 1]
    double to;             ///< at its end, unwrapped
    double weight[2];      ///< sums of this frame and of the one before
    double speed[2];       ///< sums of weight times speed
};

/// A stretch of phase that is played by lengths of pieces in seconds: where it ends.
double advancePhase(double phase, double seconds, std::span<const double> lengths);

/// Where the markers of all members are rounds of the same names (L R; R L; L R L R), their pieces
/// begin at the same name; else each has one piece. Members are those of one group.
void alignMarkers(std::span<SyncMember* const> members,
                  std::span<const std::vector<std::pair<std::string, double>>> markers);

} // namespace sartor::graph
