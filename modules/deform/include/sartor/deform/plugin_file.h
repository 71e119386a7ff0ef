// SPDX-License-Identifier: Apache-2.0
// Whether a path leads to something that can be a plugin at all.
#pragma once

#include <sartor/base/result.h>

#include <filesystem>

namespace sartor::deform {

/// Errors: "plugin.missing" where nothing is there, or the system refuses to look;
/// "plugin.not_regular" saying what is there in the place of a file.
Status expectPluginFile(const std::filesystem::path& file);

} // namespace sartor::deform
