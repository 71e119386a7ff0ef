// SPDX-License-Identifier: Apache-2.0
// Which joints tremble in a clip, and whether by themselves or with what they hang on.
#pragma once

#include <sartor/diagnose/clip_frames.h>
#include <sartor/import/imported_scene.h>

#include <cstddef>
#include <vector>

namespace sartor::diagnose {

/// Frames that are judged together: no longer than a tremble that is seen, and enough for a median.
inline constexpr std::size_t kJitterWindow = 24;
/// Fewer say too little.
inline constexpr std::size_t kFewestJitterFrames = 16;

/// How one quantity of a joint changes. Degrees, or the file's units.
struct Unsteadiness {
    /// Root mean square of the second differences x(i) - 2 x(i + 1) + x(i + 2), per frame squared:
    /// what an acceleration gives as well.
    double difference = 0.0;
    /// Root mean square amplitude of what changes from frame to frame without connection, over all
    /// windows. From the products of neighbouring fourth differences, which noise makes -56 times
    /// its mean square, and motion below a quarter of the frame rate positive; by their medians,
    /// which the corners at keys do not reach while these are nine frames apart or more.
    double noise = 0.0;
    /// The same in the worst window of kJitterWindow frames, and its first frame in seconds.
    double worstNoise = 0.0;
    float worstTime = 0.0f;
};

enum class JitterVerdict {
    Steady,
    Own,      ///< its own keys tremble
    Inherited ///< what it hangs on does, by its own keys
};

struct JointJitter {
    JointIndex joint;
    Unsteadiness localRotation;    ///< degrees, against the parent
    Unsteadiness localTranslation; ///< units, against the parent
    Unsteadiness modelRotation;    ///< degrees
    Unsteadiness modelPosition;    ///< units
    /// Distance in the rest pose, in units, from the joint to the farthest corner of the box around
    /// it and all joints below it; of a joint without any, to its parent.
    double lever = 0.0;
    /// How far the noise of its own keys moves what hangs on it in the worst window, in units: by
    /// translation, and by rotation at the lever.
    double ownMove = 0.0;
    /// The same of all above it, if its own keys stood still.
    double inheritedMove = 0.0;
    JitterVerdict verdict = JitterVerdict::Steady;
    /// Of an inherited one: the joint above with the largest move of its own beyond the limit.
    JointIndex from;
};

struct Jitter {
    ClipFrames frames;
    /// Diagonal of the box around the joints in the rest pose, in units; of those of the skins,
    /// where there are skins.
    double extent = 0.0;
    /// What a move must exceed, in units: extent / 1080, a pixel of a full-HD picture that the
    /// character fills.
    double limit = 0.0;
    /// Those that are not steady first, by the larger of both moves; all joints that move. Empty
    /// for clips with fewer than kFewestJitterFrames, which say too little.
    std::vector<JointJitter> joints;
};

/// Measures a clip of the scene.
/// Cost: O(frames * joints), memory O(joints).
Jitter measureJitter(const import::ImportedScene& scene,
                     const assets::Clip& clip,
                     const ClipFrames& frames);

/// Sizes of the second differences around a frame, per frame squared: Unsteadiness::difference is
/// their root mean square.
struct JitterSample {
    double localRotation = 0.0; ///< degrees, against the parent
    double modelPosition = 0.0; ///< units
};

/// The curve of one joint, by frame; nothing happens before the first and after the last. Empty for
/// fewer than three frames.
/// Cost: O(frames * joints), memory O(frames + joints).
std::vector<JitterSample> jitterCurve(const import::ImportedScene& scene,
                                      const assets::Clip& clip,
                                      const ClipFrames& frames,
                                      JointIndex joint);

} // namespace sartor::diagnose
