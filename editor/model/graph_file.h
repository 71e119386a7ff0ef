// SPDX-License-Identifier: Apache-2.0
// Graphs from text and files, all or nothing: what an editor could not write back it does not open.
#pragma once

#include <sartor/base/result.h>
#include <sartor/graph/definition.h>

#include <filesystem>
#include <string_view>

namespace sartor::editor {

/// Errors: the code of the first problem of io::parseGraphDocument, with all of them as the
/// message, a line each.
Result<graph::GraphDefinition> parseGraph(std::string_view text);
/// The message begins with the path. Errors: also those of reading a file.
Result<graph::GraphDefinition> readGraph(const std::filesystem::path& path);

} // namespace sartor::editor
