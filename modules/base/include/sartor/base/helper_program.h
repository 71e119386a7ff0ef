// SPDX-License-Identifier: Apache-2.0
// Programs of this project that do a part of the work in a process of their own.
#pragma once

#include <sartor/base/result.h>

#include <filesystem>
#include <string>

namespace sartor {

struct HelperProgram {
    /// "sartor-import-worker".
    std::string name;
    /// Variable of the environment that may name the file.
    std::string variable;
    /// The only place that is looked at, where it is not empty.
    std::filesystem::path place = {};
};

/// Absolute path of a helper: the file that the variable names; beside the running program; in
/// ../libexec/sartor as seen from it; where this build would be installed.
/// Errors: "process.no_helper", which lists where it was looked for.
Result<std::filesystem::path> findHelperProgram(const HelperProgram& helper);

} // namespace sartor
