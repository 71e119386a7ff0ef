// SPDX-License-Identifier: Apache-2.0
// Records of extreme poses as files, and how differences between two are told.
#pragma once

#include <sartor/base/result.h>
#include <sartor/diagnose/motion_record.h>
#include <sartor/io/json_writer.h>

#include <filesystem>
#include <span>
#include <string>

namespace sartor::cli {

/// Errors: "file.unwritable".
Status saveMotionRecord(const std::filesystem::path& path, const diagnose::MotionRecord& record);

/// Errors: "rom.json" and "rom.value" with the file and the place in it, and those of reading it.
Result<diagnose::MotionRecord> readMotionRecord(const std::filesystem::path& path);

/// A line that counts them, and a table.
std::string differenceText(std::span<const diagnose::MotionDifference> differences);

/// An array.
void writeDifferences(io::JsonWriter& json,
                      std::span<const diagnose::MotionDifference> differences);

} // namespace sartor::cli
