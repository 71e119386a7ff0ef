// SPDX-License-Identifier: Apache-2.0
// What `sartor rom` has measured: the worst of every number, text and JSON.
#pragma once

#include <sartor/diagnose/motion_record.h>
#include <sartor/diagnose/range_of_motion.h>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::cli {

/// One number of a measure, for thresholds and summaries.
struct RomMetric {
    std::string_view name;
    std::string_view title;
    bool isWorseAbove;
    double sound; ///< of a surface that nothing happened to
    double (*value)(const diagnose::MotionMeasure&);
};

/// All of them, in the order in which they are shown.
std::span<const RomMetric> romMetrics();
/// "collapse, area, ...".
std::string romMetricNames();

/// Whether a value is worse than another.
bool isWorse(const RomMetric& metric, double value, double than);

struct RomReport {
    std::filesystem::path file;
    import::ImportedScene scene;
    std::vector<diagnose::ClassifiedJoint> joints;
    std::vector<diagnose::MotionPose> poses;
    std::vector<std::vector<diagnose::MotionMeasure>> measures;
    /// Against a record or another version, where one is asked for.
    std::optional<std::vector<diagnose::MotionDifference>> differences;
};

/// Where one metric is worst.
struct WorstPose {
    std::size_t pose = 0;
    const diagnose::MotionMeasure* measure = nullptr;
    double value = 0.0;
};

/// None where no pose makes anything worse than sound.
std::optional<WorstPose> findWorst(const RomReport& report, const RomMetric& metric);

std::string romText(const RomReport& report);
std::string romJson(const RomReport& report);

} // namespace sartor::cli
