// SPDX-License-Identifier: Apache-2.0
// The form of all errors about files.
#pragma once

#include <sartor/base/result.h>

#include <filesystem>
#include <string>

namespace sartor {

inline Error
fileError(const char* code, const std::filesystem::path& path, const std::string& reason) {
    return {code, path.string() + ": " + reason};
}

} // namespace sartor
