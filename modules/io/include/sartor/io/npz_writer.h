// SPDX-License-Identifier: Apache-2.0
// NumPy's array files.
#pragma once

#include <sartor/base/result.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace sartor::io {

/// One array, borrowed, in C order.
struct NpyArray {
    /// Name inside the .npz, without ".npy".
    std::string name;
    std::vector<std::size_t> shape;
    std::variant<std::span<const float>, std::span<const std::uint32_t>> values;
};

/// Contents of a .npy file, format 1.0, little-endian ('<f4' or '<u4').
/// Errors: "output.shape" when the shape does not hold as many values as there are.
Result<std::vector<std::byte>> npyBytes(const NpyArray& array);

/// Contents of a .npz file: a zip archive of .npy members, stored without compression. The same
/// arrays always give the same bytes.
/// Errors: those of npyBytes, "output.duplicate_name", "output.too_large" (above 4 GiB in all or
/// 65535 arrays, where the plain zip format ends).
Result<std::vector<std::byte>> npzBytes(std::span<const NpyArray> arrays);

} // namespace sartor::io
