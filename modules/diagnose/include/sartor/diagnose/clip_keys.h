// SPDX-License-Identifier: Apache-2.0
// Keys of a clip that players disagree about, and bones that change length.
#pragma once

#include <sartor/diagnose/clip_frames.h>
#include <sartor/import/imported_scene.h>

#include <vector>

namespace sartor::diagnose {

/// Players that blend rotations linearly are 0.92 degrees off between keys this far apart, and more
/// beyond; most engines are such players. Degrees.
inline constexpr double kWideKeyStep = 90.0;

/// The largest step between neighbouring rotation keys of a joint. Stepped tracks have none.
struct KeyStep {
    JointIndex joint;
    double degrees = 0.0;
    float from = 0.0f; ///< seconds, of the key before
    float to = 0.0f;
    /// Steps above kWideKeyStep.
    std::size_t wideCount = 0;
};

/// Neighbouring rotation keys with a negative dot product.
struct SignFlips {
    JointIndex joint;
    std::size_t count = 0;
    float firstTime = 0.0f; ///< seconds
    /// Splines are not corrected by any player: the joint makes an extra turn.
    bool isSpline = false;
};

/// Distance of a joint from its parent against that in the rest pose, in model space.
struct BoneStretch {
    JointIndex joint;
    double shortest = 1.0;
    double longest = 1.0;
    float shortestTime = 0.0f; ///< seconds
    float longestTime = 0.0f;
};

/// Every list has the worst first.
struct ClipKeys {
    std::vector<KeyStep> steps;
    std::vector<SignFlips> flips;
    /// Of bones whose length changes by more than a hundred-thousandth.
    std::vector<BoneStretch> stretches;
};

/// Cost: O(keys + frames * joints).
ClipKeys measureClipKeys(const import::ImportedScene& scene,
                         const assets::Clip& clip,
                         const ClipFrames& frames);

/// The curve of one bone: length over that at rest, by frame. Empty for a joint without parent or
/// at the place of its parent.
std::vector<double> boneLengthCurve(const import::ImportedScene& scene,
                                    const assets::Clip& clip,
                                    const ClipFrames& frames,
                                    JointIndex joint);

} // namespace sartor::diagnose
