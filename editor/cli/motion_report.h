// SPDX-License-Identifier: Apache-2.0
// What `sartor motion` has measured, as text and as JSON.
#pragma once

#include <sartor/diagnose/clip_keys.h>
#include <sartor/diagnose/gimbal_meter.h>
#include <sartor/diagnose/jitter.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace sartor::cli {

/// What one clip has.
struct MeasuredClip {
    std::uint32_t clip = 0;
    diagnose::Jitter jitter;
    diagnose::ClipKeys keys;
    std::vector<diagnose::JointGimbal> gimbal;
    // Of the joint of --curve, by frame.
    std::vector<diagnose::EulerSample> angles;
    std::vector<double> lengths;
    std::vector<diagnose::JitterSample> jolts;
};

struct MotionReport {
    std::filesystem::path file;
    import::ImportedScene scene;
    diagnose::GimbalOptions gimbal;
    /// Of --curve; none where no curve is asked for.
    JointIndex curve;
    std::vector<MeasuredClip> clips;
};

/// Tables with the first `top` rows each.
std::string motionText(const MotionReport& report, std::size_t top);
std::string motionJson(const MotionReport& report);

} // namespace sartor::cli
