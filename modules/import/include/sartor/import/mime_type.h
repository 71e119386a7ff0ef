// SPDX-License-Identifier: Apache-2.0
// The kind of an image by its content.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace sartor::import {

/// "image/png", "image/jpeg", "image/webp" or "image/ktx2" by the first bytes, which cannot be
/// wrong as names can; empty for anything else.
std::string mimeTypeOf(std::span<const std::byte> bytes);

} // namespace sartor::import
