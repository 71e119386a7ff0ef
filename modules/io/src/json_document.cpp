// SPDX-License-Identifier: Apache-2.0
// Types and keys of JSON documents.
#include "json_document.h"

#include <algorithm>
#include <set>
#include <utility>

namespace sartor::io {
namespace {

double numberIn(const Json& json, const std::string& place) {
    if (!json.is_number()) {
        failDocument("value", place, "expected a number");
    }
    return json.get<double>();
}

std::uint32_t indexIn(const Json& json, const std::string& place) {
    // None is the largest value there is, so that one is no index.
    constexpr std::uint64_t kLargest = 0xFFFFFFFE;
    if (!json.is_number_unsigned() || json.get<std::uint64_t>() > kLargest) {
        failDocument("value", place, "expected an index: a whole number from 0 on");
    }
    return json.get<std::uint32_t>();
}

std::string textIn(const Json& json, const std::string& place) {
    if (!json.is_string()) {
        failDocument("value", place, "expected a text");
    }
    return json.get<std::string>();
}

glm::dvec3 vectorIn(const Json& json, const std::string& place) {
    if (!json.is_array() || json.size() != 3) {
        failDocument("value", place, "expected three numbers");
    }
    return glm::dvec3(numberIn(json[0], place + "/0"),
                      numberIn(json[1], place + "/1"),
                      numberIn(json[2], place + "/2"));
}

template <class Read>
auto listOf(const Json& array, const std::string& place, Read read) {
    std::vector<decltype(read(array, place))> list;
    list.reserve(array.size());
    for (std::size_t i = 0; i < array.size(); ++i) {
        list.push_back(read(array[i], place + "/" + std::to_string(i)));
    }
    return list;
}

} // namespace

Error documentError(const char* code, const std::string& place, const std::string& reason) {
    return {std::string("document.") + code, (place.empty() ? "/" : place) + ": " + reason};
}

Result<Json> parseJson(std::string_view text) {
    // Far more than any document has, and little enough for whatever walks over it.
    constexpr int kMaximumDepth = 64;
    std::vector<std::set<std::string>> keysOfOpenObjects;
    std::optional<std::string> duplicate;
    const auto watch = [&](int depth, Json::parse_event_t event, Json& parsed) {
        if (depth > kMaximumDepth) {
            failDocument("json", "", "more than " + std::to_string(kMaximumDepth) + " levels deep");
        }
        if (event == Json::parse_event_t::object_start) {
            keysOfOpenObjects.emplace_back();
        } else if (event == Json::parse_event_t::object_end) {
            keysOfOpenObjects.pop_back();
        } else if (event == Json::parse_event_t::key &&
                   !keysOfOpenObjects.back().insert(parsed.get<std::string>()).second &&
                   !duplicate) {
            duplicate = parsed.get<std::string>();
        }
        return true;
    };
    try {
        Json document = Json::parse(text, watch);
        if (duplicate) {
            return documentError("duplicate_key", "", "key '" + *duplicate + "' stands twice");
        }
        return document;
    } catch (const Json::exception& exception) {
        return documentError("json", "", exception.what());
    } catch (const DocumentFailure& failure) {
        return failure.error;
    }
}

Status checkKeys(const Json& object,
                 const std::string& place,
                 std::initializer_list<const char*> required,
                 std::initializer_list<const char*> optional) {
    if (!object.is_object()) {
        return documentError("value", place, "expected an object");
    }
    for (const char* key : required) {
        if (!object.contains(key)) {
            return documentError("missing_key", place, std::string("key '") + key + "' is missing");
        }
    }
    const auto isKnown = [&](const std::string& key) {
        return std::find(required.begin(), required.end(), key) != required.end() ||
               std::find(optional.begin(), optional.end(), key) != optional.end();
    };
    for (const auto& [key, value] : object.items()) {
        if (!isKnown(key)) {
            return documentError("unknown_key", place, "unknown key '" + key + "'");
        }
    }
    return {};
}

void failDocument(const char* code, const std::string& place, const std::string& why) {
    throw DocumentFailure{documentError(code, place, why)};
}

JsonObject::JsonObject(const Json& json, std::string place)
    : json_(&json), place_(std::move(place)) {
    if (!json.is_object()) {
        failDocument("value", place_, "expected an object");
    }
}

bool JsonObject::has(const char* key) const {
    const auto found = json_->find(key);
    return found != json_->end() && !found->is_null();
}

const Json& JsonObject::at(const char* key) const {
    const auto found = json_->find(key);
    if (found == json_->end()) {
        failDocument("missing_key", place_, std::string("key '") + key + "' is missing");
    }
    return *found;
}

double JsonObject::number(const char* key) const {
    return numberIn(at(key), placeOf(key));
}

double JsonObject::number(const char* key, double fallback) const {
    return json_->contains(key) ? number(key) : fallback;
}

std::uint32_t JsonObject::index(const char* key) const {
    return indexIn(at(key), placeOf(key));
}

std::optional<std::uint32_t> JsonObject::optionalIndex(const char* key) const {
    return has(key) ? std::optional(index(key)) : std::nullopt;
}

std::string JsonObject::text(const char* key) const {
    return textIn(at(key), placeOf(key));
}

std::string JsonObject::text(const char* key, const char* fallback) const {
    return has(key) ? text(key) : fallback;
}

bool JsonObject::flag(const char* key) const {
    if (!has(key)) {
        return false;
    }
    if (!at(key).is_boolean()) {
        failDocument("value", placeOf(key), "expected true or false");
    }
    return at(key).get<bool>();
}

const Json& JsonObject::array(const char* key) const {
    const Json& json = at(key);
    if (!json.is_array()) {
        failDocument("value", placeOf(key), "expected a list");
    }
    return json;
}

std::vector<double> JsonObject::numbers(const char* key) const {
    return listOf(array(key), placeOf(key), numberIn);
}

std::vector<std::uint32_t> JsonObject::indices(const char* key) const {
    return listOf(array(key), placeOf(key), indexIn);
}

std::vector<std::string> JsonObject::texts(const char* key) const {
    return listOf(array(key), placeOf(key), textIn);
}

glm::dvec3 JsonObject::vector(const char* key) const {
    return vectorIn(at(key), placeOf(key));
}

std::vector<glm::dvec3> JsonObject::vectors(const char* key) const {
    return listOf(array(key), placeOf(key), vectorIn);
}

JsonObject JsonObject::object(const char* key) const {
    return {at(key), placeOf(key)};
}

std::vector<JsonObject> JsonObject::objects(const char* key) const {
    return listOf(array(key), placeOf(key), [](const Json& json, const std::string& place) {
        return JsonObject(json, place);
    });
}

} // namespace sartor::io
