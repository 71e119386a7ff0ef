// SPDX-License-Identifier: Apache-2.0
// Extreme poses side by side in one picture.
#pragma once

#include <sartor/base/result.h>
#include <sartor/diagnose/motion_pose.h>

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace sartor::cli {

/// One pose of the sheet, and the lines below its picture.
struct SheetPose {
    const diagnose::MotionPose* pose = nullptr;
    std::vector<std::string> labels;
};

/// Draws every pose, seen from in front and a little aside and as near as what moves allows, and
/// writes the sheet as PNG. The scene is shared with the session that draws it.
/// Errors: "usage.sheet" for no pose or more than 512, "gpu.*", those of the session and of
/// writing.
Status writeSheet(const std::filesystem::path& path,
                  const import::ImportedScene& scene,
                  std::span<const SheetPose> poses);

} // namespace sartor::cli
