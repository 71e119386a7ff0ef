// SPDX-License-Identifier: Apache-2.0
// JSON to change in places: whatever is not touched is written back byte by byte.
#pragma once

#include <sartor/base/result.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::io {

/// A value of a JSON text. Objects and arrays are taken apart when they are looked into, level by
/// level; until then a node is the text itself, spaces and forms of numbers included. Pointers to
/// nodes hold until a member is added to or removed from the node above.
class JsonNode {
public:
    enum class Kind { Object, Array, String, Other };

    struct Member {
        std::string before; ///< spaces
        std::string key;    ///< as text, with its quotes; empty in arrays
        std::string colon;  ///< with the spaces around it; empty in arrays
        std::string after;  ///< spaces
        // A vector of an incomplete type is allowed; this holds one node.
        std::vector<JsonNode> node;

        JsonNode& value() { return node.front(); }
        const JsonNode& value() const { return node.front(); }
    };

    JsonNode() : text_("null") {}

    /// The text must be one valid JSON value, spaces around it allowed: what is not seen to be
    /// wrong is kept as it is. Error: "json.syntax" for text that is no value at all.
    static Result<JsonNode> parse(std::string_view text);

    static JsonNode number(double value);
    static JsonNode number(float value);
    template <std::unsigned_integral T>
    static JsonNode number(T value) {
        return raw(std::to_string(value));
    }
    template <std::signed_integral T>
    static JsonNode number(T value) {
        return raw(std::to_string(value));
    }
    static JsonNode boolean(bool value) { return raw(value ? "true" : "false"); }
    /// Bytes that are not UTF-8 become U+FFFD.
    static JsonNode string(std::string_view value);
    static JsonNode object() { return raw("{}"); }
    static JsonNode array() { return raw("[]"); }

    Kind kind() const;
    std::string text() const;

    /// The first member of that name; null when there is none or this is no object.
    JsonNode* find(std::string_view key);
    /// The same; what there is none of is added at the end. This must be an object.
    JsonNode& findOrAdd(std::string_view key, JsonNode value);
    void set(std::string_view key, JsonNode value);
    /// All members of that name. Whether there was one.
    bool remove(std::string_view key);

    /// Of an array or object; 0 for anything else.
    std::size_t size();
    /// Members of an object or elements of an array, in order; `index < size()`.
    JsonNode& at(std::size_t index);
    std::string keyAt(std::size_t index);
    /// To the end of an array.
    void append(JsonNode value);
    /// Keeps those elements of an array for which isKept[index].
    void keepOnly(const std::vector<bool>& isKept);

    std::optional<std::string> asString() const;
    std::optional<double> asNumber() const;
    /// Whole and not negative: 3 or 3.0.
    std::optional<std::uint64_t> asWhole() const;
    bool isTrue() const { return text_ == "true"; }

private:
    static JsonNode raw(std::string text);

    /// Takes an object or array apart.
    void open();
    void insertLast(Member member);

    std::string text_; ///< of the whole value, while it is not open
    bool isOpen_ = false;
    char bracket_ = 0;   ///< of an open value: { or [
    std::string inside_; ///< spaces of an open value without members
    std::vector<Member> members_;
};

} // namespace sartor::io
