// SPDX-License-Identifier: Apache-2.0
// JSON text before it is parsed: made UTF-8, and searched for what a parser gives no place of.
#pragma once

#include <string>
#include <string_view>

namespace sartor::import::gltf {

/// The text with bytes that are not UTF-8 replaced by U+FFFD, and every escaped surrogate without
/// its other half by \ufffd.
std::string repairText(std::string_view text);

/// "line 3, column 12" of the first bracket that opens a level beyond `depth`; empty where there is
/// none. Columns count bytes from 1.
std::string placeBeyondDepth(std::string_view text, std::size_t depth);

} // namespace sartor::import::gltf
