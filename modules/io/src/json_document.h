// SPDX-License-Identifier: Apache-2.0
// Strict reading of JSON documents, with the place of everything that is wrong.
#pragma once

#include <sartor/base/result.h>
#include <sartor/math/types.h>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::io {

using Json = nlohmann::json;

/// "document.CODE", with the place before the reason.
Error documentError(const char* code, const std::string& place, const std::string& reason);

/// Errors: "document.json" (also for more than 64 levels), "document.duplicate_key" (a parser alone
/// keeps the last and says nothing).
Result<Json> parseJson(std::string_view text);

/// Errors: "document.value" (no object), "document.missing_key", "document.unknown_key".
Status checkKeys(const Json& object,
                 const std::string& place,
                 std::initializer_list<const char*> required,
                 std::initializer_list<const char*> optional = {});

/// Thrown while a document is read, and caught in the file that reads it.
struct DocumentFailure {
    Error error;
};

[[noreturn]] void failDocument(const char* code, const std::string& place, const std::string& why);

/// The members of one object by type. Whatever is missing or of another type is thrown as a
/// DocumentFailure that names it.
class JsonObject {
public:
    JsonObject(const Json& json, std::string place);

    const std::string& place() const { return place_; }
    std::string placeOf(const char* key) const { return place_ + "/" + key; }
    /// Null is as good as nothing.
    bool has(const char* key) const;
    const Json& at(const char* key) const;

    double number(const char* key) const;
    /// `fallback` where the key is not there; null is no number.
    double number(const char* key, double fallback) const;
    std::uint32_t index(const char* key) const;
    std::optional<std::uint32_t> optionalIndex(const char* key) const;
    std::string text(const char* key) const;
    std::string text(const char* key, const char* fallback) const;
    bool flag(const char* key) const;
    std::vector<double> numbers(const char* key) const;
    std::vector<std::uint32_t> indices(const char* key) const;
    std::vector<std::string> texts(const char* key) const;
    glm::dvec3 vector(const char* key) const;
    std::vector<glm::dvec3> vectors(const char* key) const;
    JsonObject object(const char* key) const;
    std::vector<JsonObject> objects(const char* key) const;

private:
    const Json& array(const char* key) const;

    const Json* json_;
    std::string place_;
};

} // namespace sartor::io
