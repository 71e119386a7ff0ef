// SPDX-License-Identifier: Apache-2.0
// Whether a library is whole, before the system maps it.
#pragma once

#include <sartor/base/result.h>

#include <filesystem>

namespace sartor::deform {

/// A library whose end is missing loads as long as nobody touches the pages that are not there;
/// then the process ends. What is no library at all is left to the loader, who says why.
/// Errors: "plugin.truncated"; the message does not name the file.
Status expectWholeLibrary(const std::filesystem::path& file);

} // namespace sartor::deform
