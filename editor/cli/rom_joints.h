// SPDX-License-Identifier: Apache-2.0
// Which joints `sartor rom` and `sartor collapse` move, and as what.
#pragma once

#include <sartor/base/result.h>
#include <sartor/diagnose/joint_class.h>

#include <CLI/App.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sartor::cli {

/// What is said about joints on the command line.
struct RomJointOptions {
    std::vector<std::string> joints;
    std::vector<std::string> only;
    std::filesystem::path classes;
    std::filesystem::path saveClasses;

    void addTo(CLI::App& app);
};

/// "elbow=LeftForeArm": the two sides of the first equals sign. `option` is the word for messages.
/// Errors: "usage.pair".
Result<std::pair<std::string, std::string>> splitPair(std::string_view option,
                                                      const std::string& text);

/// The joints to move, in the order of the skeleton: those of the file of classes, where one is
/// given, else those that are recognised; what is said about a class or a joint replaces that.
/// Errors: "usage.*", and "classes.json" and "classes.value" with the place in the file.
Result<std::vector<diagnose::ClassifiedJoint>> findRomJoints(const import::ImportedScene& scene,
                                                             const RomJointOptions& options);

/// Writes a file of classes, to be edited and given. Errors: "file.unwritable".
Status saveRomJoints(const std::filesystem::path& path,
                     const import::ImportedScene& scene,
                     const std::vector<diagnose::ClassifiedJoint>& joints);

} // namespace sartor::cli
