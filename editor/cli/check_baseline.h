// SPDX-License-Identifier: Apache-2.0
// Findings that are known already, and reports of other runs, as files.
#pragma once

#include "check_report.h"

namespace sartor::cli {

/// Marks the findings that the baseline has, and adds those of it that the checked files no longer
/// have. Files are recognised by their paths relative to the baseline's folder, findings by their
/// fingerprints; those of files that were not checked, or not read, are left alone.
/// Errors: "baseline.*" with the place in the file, and those of reading it.
Status applyBaseline(const std::filesystem::path& baseline, CheckReport& report);

/// Writes all findings as known. Errors: "file.unwritable".
Status writeBaseline(const std::filesystem::path& baseline, const CheckReport& report);

/// The files of several JSON reports, as if one run had checked them all.
/// Errors: "report.*" with the place in the file, those of reading it, and "usage.report" for two
/// reports on one file.
Result<CheckReport> mergeReports(std::span<const std::filesystem::path> paths);

} // namespace sartor::cli
