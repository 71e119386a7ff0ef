// SPDX-License-Identifier: Apache-2.0
// The findings of `sartor check` in the forms that people and other programs read.
#pragma once

#include "fix_file.h"

#include <sartor/base/result.h>
#include <sartor/diagnose/lint.h>

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sartor::cli {

/// One file: its findings, or why it could not be read.
struct CheckedFile {
    std::filesystem::path path;
    std::vector<diagnose::Diagnostic> findings;
    std::optional<Error> error;
};

std::string_view text(diagnose::Severity severity);
/// What it is about and what is wrong, on one line.
std::string sentence(const diagnose::Diagnostic& finding);

std::string textReport(std::span<const CheckedFile> files);
/// With what --fix did, where it did anything.
std::string jsonReport(std::span<const CheckedFile> files, const FixedFile* fixed);
/// SARIF 2.1.0, what code scanning services take.
std::string sarifReport(std::span<const CheckedFile> files);
/// JUnit: a suite per file, a case per rule; findings at or above `failOn` are failures.
std::string junitReport(std::span<const CheckedFile> files, diagnose::Severity failOn);

} // namespace sartor::cli
