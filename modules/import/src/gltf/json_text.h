// SPDX-License-Identifier: Apache-2.0
// JSON that is not UTF-8, made so.
#pragma once

#include <string>
#include <string_view>

namespace sartor::import::gltf {

/// The text with bytes that are not UTF-8 replaced by U+FFFD, and every escaped surrogate without
/// its other half by \ufffd.
std::string repairText(std::string_view text);

} // namespace sartor::import::gltf
