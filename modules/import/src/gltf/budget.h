// SPDX-License-Identifier: Apache-2.0
// Bounds what a file may make the reader allocate.
#pragma once

#include "gltf/failure.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace sartor::import::gltf {

/// Every allocation whose size the file chooses is charged here first. Small files can refer to the
/// same data many times or to data that is not there at all, so the bound grows with the bytes that
/// were really read: the expansion of honest files (bytes to floats, strips to triangles, sparse to
/// dense) stays far below it.
class Budget {
public:
    /// At most `maximum` bytes, and at most 256 MiB and `expansion` times the bytes of the source.
    Budget(std::uint64_t maximum, std::uint64_t expansion)
        : maximum_(maximum), expansion_(expansion) {}

    /// Bytes of the file or of one beside it.
    void addSource(std::uint64_t bytes) { source_ += std::min(bytes, maximum_); }

    /// How much of a file is still read.
    std::uint64_t maximumSourceSize() const { return source_ < maximum_ ? maximum_ - source_ : 0; }

    /// What may still be charged.
    std::uint64_t remaining() const { return limit() - std::min(limit(), used_); }

    /// Fails with "file.too_large". `bytes` below 2^40.
    void charge(std::uint64_t bytes, const std::string& place) {
        if (bytes > remaining()) {
            fail("file.too_large",
                 place,
                 "decoding it takes " + std::to_string(bytes) + " more bytes after " +
                     std::to_string(used_) + ", at most " + std::to_string(limit()) +
                     " are allowed for this file");
        }
        used_ += bytes;
    }

private:
    std::uint64_t limit() const {
        constexpr std::uint64_t kBase = std::uint64_t{256} << 20;
        // A quotient, because the product may not fit.
        const bool isUnbounded = source_ != 0 && expansion_ > maximum_ / source_;
        return isUnbounded ? maximum_ : std::min(maximum_, kBase + expansion_ * source_);
    }

    std::uint64_t maximum_;
    std::uint64_t expansion_;
    std::uint64_t source_ = 0;
    std::uint64_t used_ = 0;
};

} // namespace sartor::import::gltf
