// SPDX-License-Identifier: Apache-2.0
// Files that an input names are read only from its folder and below.
#pragma once

#include <filesystem>

namespace sartor::import {

/// Whether the path, with links followed, lies in the folder or below it. False for a path that
/// cannot be resolved.
bool isInsideFolder(const std::filesystem::path& path, const std::filesystem::path& folder);

} // namespace sartor::import
