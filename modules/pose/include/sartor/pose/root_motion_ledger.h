// SPDX-License-Identifier: Apache-2.0
// Who produced root motion, who took it, and what stayed in the pose: frame by frame.
#pragma once

#include <sartor/pose/root_motion.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace sartor::pose {

/// What one source did in one frame.
struct RootMotionSource {
    enum class Kind : std::uint8_t {
        Clip,    ///< produced `delta` while a clip ran
        Dropped, ///< as Clip, but its motion goes to nobody
        Kept,    ///< as Clip, but its motion stays in the pose
        Override ///< replaced `before` by `delta`
    };

    Kind kind = Kind::Clip;
    std::uint32_t node = 0; ///< number of the node, whatever the host numbers
    float weight = 0.0f;    ///< in the output, [0, 1]
    double fromTime = 0.0;  ///< clip times, seconds; not of Override
    double toTime = 0.0;
    std::int64_t wraps = 0; ///< signed; not of Override
    double height = 0.0;    ///< of the root in a clip that begins: what `y` is measured from
    RootMotionDelta delta{};
    RootMotionDelta before{}; ///< of Override
};

/// One frame as a whole.
struct RootMotionFrame {
    std::uint64_t number = 0; ///< of the ledger, from 1
    double dt = 0.0;          ///< seconds
    RootMotionOwner owner = RootMotionOwner::Entity;
    RootMotionDelta blended{}; ///< what came to the output
    RootMotionDelta entity{};  ///< what the entity was given of it
    bool hasWrap = false;      ///< a clip with weight passed its end
    bool hasKept = false;      ///< a clip with weight keeps its motion in the pose
    bool hasPose = false;      ///< the pose was seen

    /// All that was blended and not discarded, one after the other: where the character should be,
    /// from its start.
    math::DoubleRigid path{};
    /// Where the entity is, from its start: all that it was given, or what it said.
    math::DoubleRigid worldFromEntity{};
    /// What stayed in the pose: modelFromCharacter() of the root of the pose that is shown.
    math::DoubleRigid modelFromCharacter{};

    /// Where the character is seen: entity and pose together.
    math::DoubleRigid worldFromCharacter() const { return worldFromEntity * modelFromCharacter; }
};

/// How far entity and pose together are from what the clips say.
struct RootMotionError {
    double distance = 0.0; ///< units of the model
    double angle = 0.0;    ///< radians
};

enum class RootMotionFault : std::uint8_t {
    None,
    TooShort,     ///< nothing has moved far enough to tell
    Lost,         ///< clips move, the character does not: nobody took the motion
    Double,       ///< twice as far: entity and pose both have it
    WrongHeading, ///< as far, in another direction: deltas were added in the wrong frame
    Unasked,      ///< the character moves where clips do not
    Scaled        ///< another ratio than one
};
std::string_view nameOf(RootMotionFault fault);

/// What the frames that are kept say about the way root motion goes.
struct RootMotionVerdict {
    RootMotionFault fault = RootMotionFault::TooShort;
    /// Way that was seen by way that was expected; NaN where none was expected.
    double ratio = std::numeric_limits<double>::quiet_NaN();
    /// The same of turns about the vertical axis.
    double turnRatio = std::numeric_limits<double>::quiet_NaN();
    /// Between the way that was seen and the one that was expected, radians, from the headings
    /// before each step.
    double headingError = 0.0;
};

/// What an instance remembers of it; trivially copyable, so that a rewind takes it along.
struct RootMotionTotals {
    std::uint64_t frameNumber = 0;
    math::DoubleRigid path{};
    math::DoubleRigid worldFromEntity{};
    /// Of the frame that the path begins with, which is the first one that has a pose, and again
    /// each one that shows motion which clips keep in the pose; 0 for none.
    std::uint64_t startFrame = 0;
    math::DoubleRigid modelFromCharacterAtStart{};
};

/// Books of one character. Each frame: begin(), add() for each source, finish(), and setPose() once
/// the pose is there.
///
/// Memory is taken when it is made; nothing else allocates. Threads: one at a time.
class RootMotionLedger {
public:
    /// Room for the sources of one frame and for the last frames that are kept, at least one.
    RootMotionLedger(std::size_t sourceCapacity, std::size_t frameCapacity);

    void begin(double dt, RootMotionOwner owner);
    /// Sources beyond the capacity are counted and dropped.
    void add(const RootMotionSource& source);
    void finish(const RootMotionDelta& blended);
    /// Of the pose that is shown, after whatever the owner put there.
    void setPose(const math::DoubleRigid& modelFromCharacter);
    /// Where the host has really put the entity in this frame, from its place at the start of the
    /// books: then mistakes of the host are seen, too. Without it the host is believed to move it
    /// by what it was given.
    void setEntity(const math::DoubleRigid& worldFromEntity);

    /// Forgets everything, as after a teleport of the entity or a change of the graph.
    void clear();
    const RootMotionTotals& totals() const { return totals_; }
    /// Goes on from there; the frames that are kept, which lead elsewhere, are dropped.
    void restore(const RootMotionTotals& totals);

    /// Of the last frame.
    std::span<const RootMotionSource> sources() const { return {sources_.data(), sourceCount_}; }
    std::size_t droppedSourceCount() const { return droppedSourceCount_; }

    /// Frames that are kept, the oldest first.
    std::size_t frameCount() const { return frameCount_; }
    const RootMotionFrame& frame(std::size_t index) const;
    const RootMotionFrame& lastFrame() const { return frame(frameCount_ - 1); }

    /// How far entity and pose of the last frame, together, are from the path, which starts where
    /// the first pose was. Zero where no pose was seen. Motion that a clip keeps in the pose is
    /// nobody's, so the path starts anew with the frame after it.
    RootMotionError conservationError() const;

    /// How far what came to the output is from the weighted mean of what its sources produced.
    /// Zero where an override had a say. For graphs that do nothing to motion but blend it: layers
    /// have weight and no motion, and a mirror turns it over.
    RootMotionError blendError() const;

    /// Judges the frames that are kept, without those in which a clip wrapped, step by step: the
    /// step that was seen against the one that was expected, each from the heading before it.
    /// Cost: O(frames).
    RootMotionVerdict verdict() const;

private:
    RootMotionFrame& current();

    std::vector<RootMotionSource> sources_;
    std::size_t sourceCount_ = 0;
    std::size_t droppedSourceCount_ = 0;
    std::vector<RootMotionFrame> frames_; // a ring
    std::size_t firstFrame_ = 0;
    std::size_t frameCount_ = 0;
    RootMotionTotals totals_;
};

} // namespace sartor::pose
