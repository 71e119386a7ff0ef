// SPDX-License-Identifier: Apache-2.0
// From time that has passed to a time of a clip, and what of the clip was played on the way.
#pragma once

#include <sartor/base/result.h>

#include <cstdint>

namespace sartor::pose {

enum class PlaybackMode {
    Once,    ///< stays at either end
    Loop,    ///< wraps; a clip without length stays at 0
    PingPong ///< turns at either end: there, back, there, ...
};

/// How a clip runs.
struct Playback {
    PlaybackMode mode = PlaybackMode::Once;
    double speed = 1.0; ///< negative runs backwards
    double start = 0.0; ///< clip time at elapsed 0, seconds
};

/// Clip time in [0, duration] after `elapsedSeconds`, of the unwrapped time
/// start + speed * elapsed: clamped (Once), its floored modulo by the duration (Loop), or its
/// distance from the nearest even multiple of the duration (PingPong). Time is counted in double,
/// so it does not drift in days. Errors: "pose.time" when a number is not finite.
Result<double> clipTime(const Playback& playback, double elapsedSeconds, double durationSeconds);

/// A stretch of a clip that was played without a wrap or a turn, in the direction of play.
struct PlayedPiece {
    double from = 0.0; ///< clip time, seconds
    double to = 0.0;   ///< below `from` where the clip ran backwards
    /// Whether `from` itself is met; where it is not, it was met by what was played before. `to` is
    /// met whenever the piece is not a single instant that is not.
    bool isFromMet = false;

    bool meets(double time) const;
};

/// Whether the instant at which a range begins is part of it: it is after a start or a seek, and is
/// not where the range before it ended there.
enum class RangeStart { NotMet, Met };

/// What of a clip was played between two unwrapped times: where events, markers and root motion
/// come from. However a stretch of time is split into ranges, together they meet the same instants
/// the same number of times.
///
/// The last instant of a loop and the first of the next are two instants, one after the other: who
/// runs forward onto the end has met both. A turn is one instant.
class PlayedRange {
public:
    /// Units: unwrapped times are start + speed * elapsed, seconds; the second may be the smaller.
    /// Errors: "pose.time" when a number is not finite or lies more than 2^53 durations from 0.
    static Result<PlayedRange> create(PlaybackMode mode,
                                      double fromUnwrapped,
                                      double toUnwrapped,
                                      double durationSeconds,
                                      RangeStart start = RangeStart::NotMet);

    /// Clip times, as clipTime() gives them.
    double from() const { return from_; }
    double to() const { return to_; }

    /// How often the clip wrapped (Loop) or turned (PingPong), below 0 where time ran backwards; 0
    /// for Once. A root curve R with R(0) = I moves over a Loop by
    /// inverse(R(from)) * R(duration)^wraps * R(to). In the other modes what is played there is
    /// undone on the way back, and it moves by inverse(R(from)) * R(to).
    std::int64_t wraps() const { return wraps_; }

    /// What was played, in order: |wraps| + 1 pieces, some of which may be empty.
    std::int64_t pieceCount() const { return (wraps_ < 0 ? -wraps_ : wraps_) + 1; }
    PlayedPiece piece(std::int64_t index) const;

private:
    PlayedRange() = default;

    PlaybackMode mode_ = PlaybackMode::Once;
    double duration_ = 0.0;
    double from_ = 0.0;
    double to_ = 0.0;
    std::int64_t wraps_ = 0;
    bool isOddLeg_ = false; ///< PingPong: the first piece is played on a way back
    bool isFromMet_ = false;
};

} // namespace sartor::pose
