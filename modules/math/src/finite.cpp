// SPDX-License-Identifier: Apache-2.0
// The test on the exponent's bits, without a branch for each number.
#include <sartor/math/finite.h>

#include <algorithm>
#include <bit>
#include <cstdint>

namespace sartor::math {
namespace {

constexpr std::uint32_t kExponent = 0x7F800000;

bool isNonfinite(float value) {
    return (std::bit_cast<std::uint32_t>(value) & kExponent) == kExponent;
}

} // namespace

std::optional<std::size_t> findNonfinite(std::span<const float> values) {
    constexpr std::size_t kBlock = 4096;
    for (std::size_t first = 0; first < values.size(); first += kBlock) {
        const std::span<const float> block =
            values.subspan(first, std::min(kBlock, values.size() - first));
        std::uint32_t bad = 0;
        for (const float value : block) {
            bad |= isNonfinite(value) ? 1u : 0u;
        }
        if (bad != 0) {
            const auto found = std::find_if(block.begin(), block.end(), isNonfinite);
            return first + static_cast<std::size_t>(found - block.begin());
        }
    }
    return std::nullopt;
}

} // namespace sartor::math
