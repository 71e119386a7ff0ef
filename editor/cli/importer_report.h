// SPDX-License-Identifier: Apache-2.0
// sartor diff --importers: what Assimp makes of a glTF file, beside what the file says.
#pragma once

#include "commands.h"
#include "options.h"

#include <string>

namespace sartor::cli {

/// Reads the file twice and prints every difference; Found where there is one.
ExitCode runImporterDiff(const FileOptions& file, bool isJson);

} // namespace sartor::cli
