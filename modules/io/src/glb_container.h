// SPDX-License-Identifier: Apache-2.0
// JSON and binary data as one binary glTF file.
#pragma once

#include <sartor/base/result.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sartor::io {

using GlbChunk = std::pair<std::uint32_t, std::vector<std::byte>>;

/// Header, JSON chunk, a binary chunk unless it would be empty, then the others. Chunks are padded
/// to four bytes. Error: "output.too_large" above 4 GiB. Source: glTF 2.0, 4.
Result<std::vector<std::byte>> glbContainer(std::string_view json,
                                            std::span<const std::byte> binary,
                                            std::span<const GlbChunk> others = {});

} // namespace sartor::io
