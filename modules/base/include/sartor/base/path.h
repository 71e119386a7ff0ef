// SPDX-License-Identifier: Apache-2.0
// Parts of paths.
#pragma once

#include <filesystem>
#include <string>

namespace sartor {

/// ".obj" of "Fox.OBJ"; empty where there is none. ASCII letters alone change.
std::string lowerExtension(const std::filesystem::path& path);

/// The folder that a file is in: "." for a name alone.
std::filesystem::path folderOf(const std::filesystem::path& file);

} // namespace sartor
