// SPDX-License-Identifier: Apache-2.0
// Types of JSON values.
#include "gltf/json_value.h"

#include <cmath>
#include <limits>

namespace sartor::import::gltf {

std::optional<JsonValue> JsonValue::find(std::string_view key) const {
    simdjson::dom::element found;
    if (object().at_key(key).get(found) != simdjson::SUCCESS) {
        return std::nullopt;
    }
    return JsonValue(found, place_ + "/" + std::string(key));
}

JsonValue JsonValue::at(std::string_view key) const {
    if (std::optional<JsonValue> found = find(key)) {
        return *found;
    }
    fail("gltf.missing", place_, "'" + std::string(key) + "' is missing");
}

std::string JsonValue::text() const {
    std::string_view text;
    if (element_.get(text) != simdjson::SUCCESS) {
        failType("a string");
    }
    return std::string(text);
}

bool JsonValue::boolean() const {
    bool value = false;
    if (element_.get(value) != simdjson::SUCCESS) {
        failType("true or false");
    }
    return value;
}

double JsonValue::number() const {
    double value = 0.0;
    if (element_.get(value) != simdjson::SUCCESS) {
        failType("a number");
    }
    if (!(std::abs(value) <= static_cast<double>(std::numeric_limits<float>::max()))) {
        fail("gltf.value", place_, "the number does not fit a 32-bit float");
    }
    return value;
}

std::uint64_t JsonValue::wholeNumber() const {
    std::uint64_t value = 0;
    if (element_.get(value) == simdjson::SUCCESS) {
        return value;
    }
    // JSON does not tell 3.0 from 3. Doubles are exact up to 2^53.
    double real = 0.0;
    if (element_.get(real) != simdjson::SUCCESS) {
        failType("a whole number");
    }
    if (!(real >= 0.0 && real <= 9007199254740992.0) || real != std::floor(real)) {
        fail("gltf.value", place_, "expected a whole number of at least 0");
    }
    return static_cast<std::uint64_t>(real);
}

std::uint32_t JsonValue::index(std::size_t count, const char* what) const {
    const std::uint64_t value = wholeNumber();
    if (value >= count) {
        fail("gltf.index_out_of_range",
             place_,
             std::to_string(value) + " names none of the file's " + std::to_string(count) + " " +
                 what);
    }
    return static_cast<std::uint32_t>(value);
}

simdjson::dom::object JsonValue::object() const {
    simdjson::dom::object object;
    if (element_.get(object) != simdjson::SUCCESS) {
        failType("an object");
    }
    return object;
}

void JsonValue::failType(const char* expected) const {
    fail("gltf.type", place_, std::string("expected ") + expected);
}

std::string textOr(const JsonValue& object, const char* key, std::string fallback) {
    const std::optional<JsonValue> value = object.find(key);
    return value ? value->text() : std::move(fallback);
}

std::uint64_t wholeNumberOr(const JsonValue& object, const char* key, std::uint64_t fallback) {
    const std::optional<JsonValue> value = object.find(key);
    return value ? value->wholeNumber() : fallback;
}

bool booleanOr(const JsonValue& object, const char* key, bool fallback) {
    const std::optional<JsonValue> value = object.find(key);
    return value ? value->boolean() : fallback;
}

std::optional<std::uint32_t>
findIndex(const JsonValue& object, const char* key, std::size_t count, const char* what) {
    const std::optional<JsonValue> value = object.find(key);
    return value ? std::optional(value->index(count, what)) : std::nullopt;
}

std::optional<JsonValue> findExtension(const JsonValue& value, std::string_view name) {
    const std::optional<JsonValue> extensions = value.find("extensions");
    return extensions ? extensions->find(name) : std::nullopt;
}

std::size_t countOf(const JsonValue& object, const char* key) {
    // dom::array::size() saturates.
    std::size_t count = 0;
    forEachIn(object, key, [&](const JsonValue&) { ++count; });
    return count;
}

std::vector<std::uint32_t>
indicesIn(const JsonValue& object, const char* key, std::size_t count, const char* what) {
    std::vector<std::uint32_t> indices;
    forEachIn(
        object, key, [&](const JsonValue& value) { indices.push_back(value.index(count, what)); });
    return indices;
}

std::vector<float> floatsIn(const JsonValue& object, const char* key) {
    std::vector<float> values;
    forEachIn(object, key, [&](const JsonValue& value) {
        values.push_back(static_cast<float>(value.number()));
    });
    return values;
}

} // namespace sartor::import::gltf
