// SPDX-License-Identifier: Apache-2.0
// Chains of deformers as JSON files.
#pragma once

#include <sartor/base/result.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace sartor::io {

/// The text form of a chain ("morph+lbs[normals=linear]") from its document:
///
///     { "format": "sartor-chain", "version": 1,
///       "chain": [
///         { "deformer": "morph" },
///         { "deformer": "lbs", "params": [ { "key": "normals", "value": "linear" } ] } ] }
///
/// A param is a list entry, so that a key that stands twice is seen; its value is a text, a number
/// or true and false. Which deformers and keys there are is left to whoever reads the text.
/// Errors, each with the place in the document: "document.json", "document.duplicate_key",
/// "document.format", "document.version", "document.unknown_key", "document.missing_key",
/// "document.value".
Result<std::string> parseChainDocument(std::string_view json);

/// The same from a file of at most a MiB; messages begin with its path. Errors: also those of
/// readFile().
Result<std::string> readChainDocument(const std::filesystem::path& path);

} // namespace sartor::io
