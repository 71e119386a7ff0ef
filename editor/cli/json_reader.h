// SPDX-License-Identifier: Apache-2.0
// Reading JSON files with errors that name the place.
#pragma once

#include <sartor/base/result.h>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace sartor::cli {

using Json = nlohmann::json;

/// Errors: KIND.json with what the parser says, and those of reading the file, which may have a
/// gibibyte.
Result<Json> readJson(const std::filesystem::path& path, const std::string& kind);

/// Members of objects with the error that names them; the first error stays.
class JsonReader {
public:
    JsonReader(std::string file, std::string kind)
        : file_(std::move(file)), kind_(std::move(kind)) {}

    const std::optional<Error>& error() const { return error_; }

    void fail(const std::string& place, const std::string& expected) {
        if (!error_) {
            error_ = Error{kind_ + ".value", file_ + ": " + place + ": expected " + expected};
        }
    }
    const Json* member(const Json& object, const std::string& place, const char* key) {
        if (!object.is_object() || !object.contains(key)) {
            fail(place, std::string("an object with '") + key + "'");
            return nullptr;
        }
        return &object[key];
    }
    std::string text(const Json& object, const std::string& place, const char* key) {
        const Json* value = member(object, place, key);
        if (value != nullptr && !value->is_string()) {
            fail(place + "/" + key, "a text");
            return {};
        }
        return value != nullptr ? value->get<std::string>() : std::string();
    }
    const Json& list(const Json& object, const std::string& place, const char* key) {
        static const Json kNone = Json::array();
        const Json* value = member(object, place, key);
        if (value != nullptr && !value->is_array()) {
            fail(place + "/" + key, "a list");
            return kNone;
        }
        return value != nullptr ? *value : kNone;
    }
    /// The kind of document, of the version that is written here.
    void expectForm(const Json& document, std::string_view format) {
        if (text(document, "/", "format") != format) {
            fail("/format", "'" + std::string(format) + "'");
        }
        if (number<std::uint32_t>(document, "", "version") != 1u) {
            fail("/version", "1");
        }
    }
    /// A count or an index that may be missing or null.
    template <class T>
    std::optional<T> number(const Json& object, const std::string& place, const char* key) {
        if (!object.is_object() || !object.contains(key) || object[key].is_null()) {
            return std::nullopt;
        }
        const Json& value = object[key];
        if (std::is_integral_v<T> ? !value.is_number_unsigned() : !value.is_number()) {
            fail(place + "/" + key, "a number");
            return std::nullopt;
        }
        return value.get<T>();
    }

private:
    std::string file_;
    std::string kind_;
    std::optional<Error> error_;
};

} // namespace sartor::cli
