// SPDX-License-Identifier: Apache-2.0
// The bytes of a small picture.
#pragma once

#include <QByteArray>

#include <cstddef>
#include <vector>

namespace sartor::test {

/// Two pixels side by side: opaque red, then (10, 20, 30) at alpha 128.
inline constexpr const char* kSmallPng = // base64
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEUlEQVR4nGP4z8Dwn0tErgEADhwCu4IAMPwAAAAASUVO"
    "RK5CYII=";

inline std::vector<std::byte> bytesOf(const char* base64) {
    const QByteArray decoded = QByteArray::fromBase64(base64);
    const auto* first = reinterpret_cast<const std::byte*>(decoded.data());
    return {first, first + decoded.size()};
}

} // namespace sartor::test
