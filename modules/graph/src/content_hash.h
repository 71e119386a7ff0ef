// SPDX-License-Identifier: Apache-2.0
// A number for content, the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

namespace sartor::graph {

/// FNV-1a over 64 bits: tells what was changed by accident from what was not. Against malice there
/// is nothing in it. Source: Fowler, Noll, Vo; draft-eastlake-fnv.
class ContentHash {
public:
    void addBytes(std::span<const std::byte> bytes) {
        for (const std::byte byte : bytes) {
            value_ = (value_ ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3u;
        }
    }
    /// Numbers and what is made of them without gaps.
    template <class T>
    void add(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        addBytes(std::as_bytes(std::span(&value, 1)));
    }
    /// With its length, so that two texts in a row are not one.
    void add(std::string_view text) {
        add(static_cast<std::uint64_t>(text.size()));
        addBytes(std::as_bytes(std::span(text)));
    }
    std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0xcbf29ce484222325u;
};

} // namespace sartor::graph
