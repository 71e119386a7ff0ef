// SPDX-License-Identifier: Apache-2.0
// How deep a file is nested, seen before Assimp reads it: its loaders recurse once for each level.
#pragma once

#include "assimp_input.h"

#include <sartor/base/result.h>

#include <string_view>

namespace sartor::import {

/// Levels that are read. Rigs have less than a hundred; the deepest recursion that the loaders
/// survive on a stack of 8 MiB is some thousand levels.
inline constexpr std::size_t kMaximumNesting = 1000;

/// Refuses content of FBX, Collada, BVH and X files that is nested deeper than kMaximumNesting.
/// Where the content is malformed, the look ends there as the loader's will; what it finds wrong
/// is for the loader to say.
///
/// Errors: "import.too_deep"; "import.unsupported" for what hides how deep it is: a Collada file
/// that is an archive or brings a document type of its own, a compressed X file.
/// Cost: O(length), memory O(kMaximumNesting).
Status checkNesting(std::string_view content, AssimpFormat format);

} // namespace sartor::import
