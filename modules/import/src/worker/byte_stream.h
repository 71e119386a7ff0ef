// SPDX-License-Identifier: Apache-2.0
// Values as bytes between two processes of one machine: numbers as they lie in memory, lists with
// their count in front.
#pragma once

#include <sartor/base/result.h>
#include <sartor/base/utf8.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace sartor::import {

/// Takes the next bytes; they are only there during the call.
using ByteSink = std::function<void(std::span<const std::byte>)>;

template <class T>
concept Plain = std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>;

// Everything is gathered in a block first: a pipe is slow with small pieces.
class ByteWriter {
public:
    explicit ByteWriter(const ByteSink& sink) : sink_(sink) {}

    template <Plain T>
    void put(const T& value) {
        append(std::as_bytes(std::span(&value, 1)));
    }
    template <Plain T>
    void putList(std::span<const T> values) {
        put(static_cast<std::uint64_t>(values.size()));
        append(std::as_bytes(values));
    }
    template <Plain T>
    void putList(const std::vector<T>& values) {
        putList(std::span<const T>(values));
    }
    void put(const std::string& text) { putList(std::span<const char>(text)); }
    void put(const std::optional<std::uint32_t>& index) {
        put(static_cast<std::uint8_t>(index ? 1 : 0));
        put(index.value_or(0));
    }
    // A list whose elements are written by a function.
    template <class List, class Function>
    void putEach(const List& list, const Function& putElement) {
        put(static_cast<std::uint64_t>(list.size()));
        for (const auto& element : list) {
            putElement(element);
        }
    }
    void flush() {
        sink_(block_);
        block_.clear();
    }

private:
    void append(std::span<const std::byte> bytes) {
        constexpr std::size_t kBlockSize = std::size_t{1} << 16;
        if (block_.size() + bytes.size() > kBlockSize) {
            flush();
        }
        if (bytes.size() > kBlockSize) {
            sink_(bytes);
        } else {
            block_.insert(block_.end(), bytes.begin(), bytes.end());
        }
    }

    const ByteSink& sink_;
    std::vector<std::byte> block_;
};

// The first fault is kept; from there on everything reads as zero or empty, so that callers look
// once, at the end of a part.
class ByteReader {
public:
    explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    template <Plain T>
    T take() {
        T value{};
        const std::span<const std::byte> source = takeBytes(sizeof(T));
        if (!source.empty()) {
            std::memcpy(&value, source.data(), sizeof(T));
        }
        return value;
    }
    template <Plain T>
    std::vector<T> takeList() {
        std::vector<T> values(takeCount(sizeof(T)));
        const std::span<const std::byte> source = takeBytes(values.size() * sizeof(T));
        if (!source.empty()) {
            std::memcpy(values.data(), source.data(), source.size());
        }
        return values;
    }
    std::string takeText() {
        const std::uint64_t size = takeCount(1);
        const std::span<const std::byte> source = takeBytes(size);
        std::string text(reinterpret_cast<const char*>(source.data()), source.size());
        for (std::string_view rest = text; !rest.empty();) {
            const Utf8Sequence sequence = utf8SequenceAtFront(rest);
            if (!sequence.isValid) {
                fail("text that is not UTF-8");
                return {};
            }
            rest.remove_prefix(sequence.length);
        }
        return text;
    }
    std::optional<std::uint32_t> takeOptional() {
        const auto tag = take<std::uint8_t>();
        const auto index = take<std::uint32_t>();
        if (tag > 1) {
            fail("a mark for something left out that is neither 0 nor 1");
        }
        return tag == 1 ? std::optional(index) : std::nullopt;
    }
    template <class Enum>
    Enum takeEnum(Enum last) {
        using Number = std::underlying_type_t<Enum>;
        const auto number = static_cast<std::uint64_t>(take<Number>());
        if (number > static_cast<std::uint64_t>(last)) {
            fail("an unknown kind " + std::to_string(number));
            return Enum{};
        }
        return static_cast<Enum>(number);
    }
    bool takeBool() {
        const auto number = take<std::uint8_t>();
        if (number > 1) {
            fail("a truth value that is neither 0 nor 1");
        }
        return number == 1;
    }
    // The count of a list with elements of at least so many bytes, which must be there.
    std::uint64_t takeCount(std::size_t smallestElement) {
        const auto count = take<std::uint64_t>();
        if (count > bytes_.size() / smallestElement) {
            fail("a list of " + std::to_string(count) + " elements, more than its bytes can hold");
            return 0;
        }
        return count;
    }
    template <class Function>
    auto takeEach(std::size_t smallestElement, const Function& takeElement) {
        std::vector<decltype(takeElement())> list;
        const std::uint64_t count = takeCount(smallestElement);
        for (std::uint64_t i = 0; i < count && isGood(); ++i) {
            list.push_back(takeElement());
        }
        return list;
    }
    // An index into a table of that size.
    std::uint32_t takeIndex(std::size_t size, const char* table) {
        const auto index = take<std::uint32_t>();
        if (index >= size && isGood()) {
            fail(std::string(table) + " " + std::to_string(index) + " of " + std::to_string(size));
        }
        return index;
    }

    void fail(const std::string& what) { fail(Error{"import.worker_answer", at() + what}); }
    void fail(Error error) {
        if (isGood()) {
            error_ = std::move(error);
            bytes_ = {};
        }
    }
    bool isGood() const { return !error_.has_value(); }
    bool isAtEnd() const { return bytes_.empty(); }
    const Error& error() const { return *error_; }

private:
    std::string at() const { return "offset " + std::to_string(offset_) + ": "; }

    std::span<const std::byte> takeBytes(std::uint64_t size) {
        if (size > bytes_.size()) {
            fail("the end, where " + std::to_string(size) + " more bytes were expected");
            return {};
        }
        const std::span<const std::byte> taken = bytes_.first(static_cast<std::size_t>(size));
        bytes_ = bytes_.subspan(taken.size());
        offset_ += taken.size();
        return taken;
    }

    std::span<const std::byte> bytes_;
    std::uint64_t offset_ = 0;
    std::optional<Error> error_;
};

} // namespace sartor::import
