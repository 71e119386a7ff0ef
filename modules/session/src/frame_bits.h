// SPDX-License-Identifier: Apache-2.0
// Whether inputs of a frame differ from those of the frame before.
#pragma once

#include <cstring>
#include <span>

namespace sartor::session {

/// By bits, so that a NaN equals itself and a changed sign of zero is a change.
template <class T>
bool haveEqualBits(std::span<const T> a, std::span<const T> b) {
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

} // namespace sartor::session
