// SPDX-License-Identifier: Apache-2.0
// Whether a file is a whole library of this machine, before the system maps it.
#pragma once

#include <sartor/base/result.h>

#include <filesystem>

namespace sartor::deform {

/// A library whose end is missing loads as long as nobody touches the pages that are not there;
/// then the process ends. Of a header that is no library's the loader tells less than what is in
/// it. Errors: "plugin.truncated", "plugin.load" with what the header has and what was expected;
/// the message does not name the file.
Status expectWholeLibrary(const std::filesystem::path& file);

} // namespace sartor::deform
