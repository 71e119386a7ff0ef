// SPDX-License-Identifier: Apache-2.0
// Values of the JSON of a glTF file, each of the type that is expected of it, or a Failure that
// names its path.
#pragma once

#include "gltf/failure.h"

#include <simdjson.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sartor::import::gltf {

/// A JSON value that knows where it stands. A value of another type fails with "gltf.type".
class JsonValue {
public:
    JsonValue(simdjson::dom::element element, std::string place)
        : element_(element), place_(std::move(place)) {}

    const std::string& place() const { return place_; }
    simdjson::dom::element raw() const { return element_; }

    /// Nothing when the object has no such key.
    std::optional<JsonValue> find(std::string_view key) const;
    /// Fails with "gltf.missing".
    JsonValue at(std::string_view key) const;

    template <class Visit>
    void forEachElement(Visit visit) const {
        simdjson::dom::array array;
        if (element_.get(array) != simdjson::SUCCESS) {
            failType("an array");
        }
        std::size_t index = 0;
        for (const simdjson::dom::element element : array) {
            visit(JsonValue(element, place_ + "/" + std::to_string(index)));
            ++index;
        }
    }

    /// visit(key, value)
    template <class Visit>
    void forEachMember(Visit visit) const {
        for (const simdjson::dom::key_value_pair member : object()) {
            visit(std::string(member.key),
                  JsonValue(member.value, place_ + "/" + std::string(member.key)));
        }
    }

    std::string text() const;
    bool boolean() const;
    /// Within the range of a float, so that it stays finite when it becomes one. Fails with
    /// "gltf.value".
    double number() const;
    /// Also one that is written as 3.0. Fails with "gltf.value".
    std::uint64_t wholeNumber() const;
    /// Fails with "gltf.index_out_of_range" for one that names none of so many things.
    std::uint32_t index(std::size_t count, const char* what) const;

    /// Fails with "gltf.value" for another number of numbers.
    template <std::size_t N>
    std::array<double, N> numbers() const {
        std::array<double, N> values{};
        std::size_t count = 0;
        forEachElement([&](const JsonValue& value) {
            if (count < N) {
                values[count] = value.number();
            }
            ++count;
        });
        if (count != N) {
            fail("gltf.value",
                 place_,
                 std::to_string(count) + " numbers, expected " + std::to_string(N));
        }
        return values;
    }

private:
    simdjson::dom::object object() const;
    [[noreturn]] void failType(const char* expected) const;

    simdjson::dom::element element_;
    std::string place_;
};

std::string textOr(const JsonValue& object, const char* key, std::string fallback);
std::uint64_t wholeNumberOr(const JsonValue& object, const char* key, std::uint64_t fallback);
bool booleanOr(const JsonValue& object, const char* key, bool fallback);
std::optional<std::uint32_t>
findIndex(const JsonValue& object, const char* key, std::size_t count, const char* what);
/// A member of "extensions".
std::optional<JsonValue> findExtension(const JsonValue& value, std::string_view name);

/// Visits the elements of an array that may be absent.
template <class Visit>
void forEachIn(const JsonValue& object, const char* key, Visit visit) {
    if (const std::optional<JsonValue> array = object.find(key)) {
        array->forEachElement(visit);
    }
}

/// Of an array that may be absent.
std::size_t countOf(const JsonValue& object, const char* key);
std::vector<std::uint32_t>
indicesIn(const JsonValue& object, const char* key, std::size_t count, const char* what);
std::vector<float> floatsIn(const JsonValue& object, const char* key);

} // namespace sartor::import::gltf
