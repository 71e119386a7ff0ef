// SPDX-License-Identifier: Apache-2.0
// Cuts JSON text into its members and joins them again.
#include "json_node.h"

#include <sartor/io/text.h>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace sartor::io {
namespace {

bool isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Reads along a text that a parser has found valid; on any other it stops at the end.
class Cursor {
public:
    explicit Cursor(std::string_view text) : text_(text) {}

    bool isAtEnd() const { return at_ >= text_.size(); }
    char peek() const { return isAtEnd() ? '\0' : text_[at_]; }
    void skip() { at_ += isAtEnd() ? 0u : 1u; }

    std::string takeSpaces() {
        const std::size_t start = at_;
        while (!isAtEnd() && isSpace(text_[at_])) {
            ++at_;
        }
        return std::string(text_.substr(start, at_ - start));
    }

    std::string takeValue() {
        const std::size_t start = at_;
        if (peek() == '"') {
            skipString();
        } else if (peek() == '{' || peek() == '[') {
            skipNested();
        } else {
            while (!isAtEnd() && !isSpace(peek()) && peek() != ',' && peek() != '}' &&
                   peek() != ']' && peek() != ':') {
                ++at_;
            }
        }
        return std::string(text_.substr(start, at_ - start));
    }

private:
    void skipString() {
        ++at_;
        while (!isAtEnd() && text_[at_] != '"') {
            at_ += text_[at_] == '\\' ? 2u : 1u;
        }
        at_ = std::min(at_ + 1, text_.size());
    }

    void skipNested() {
        std::size_t depth = 0;
        while (!isAtEnd()) {
            const char c = text_[at_];
            if (c == '"') {
                skipString();
                continue;
            }
            ++at_;
            if (c == '{' || c == '[') {
                ++depth;
            } else if (c == '}' || c == ']') {
                if (--depth == 0) {
                    return;
                }
            }
        }
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

std::optional<std::string> decode(const std::string& quoted) {
    // The third argument: no exceptions.
    const nlohmann::json value = nlohmann::json::parse(quoted, nullptr, false);
    return value.is_string() ? std::optional(value.get<std::string>()) : std::nullopt;
}

bool isKey(const std::string& quoted, std::string_view key) {
    if (quoted.find('\\') == std::string::npos) {
        return quoted.size() == key.size() + 2 &&
               std::string_view(quoted).substr(1, key.size()) == key;
    }
    return decode(quoted) == key;
}

std::string encode(std::string_view text) {
    return nlohmann::json(std::string(text))
        .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace

Result<JsonNode> JsonNode::parse(std::string_view text) {
    Cursor cursor(text);
    cursor.takeSpaces();
    if (cursor.takeValue().empty()) {
        return Error{"json.syntax", "expected a JSON value"};
    }
    return raw(std::string(text));
}

JsonNode JsonNode::raw(std::string text) {
    JsonNode node;
    node.text_ = std::move(text);
    return node;
}

JsonNode JsonNode::number(double value) {
    return raw(toText(value));
}

JsonNode JsonNode::number(float value) {
    return raw(toText(value));
}

JsonNode JsonNode::string(std::string_view value) {
    return raw(encode(value));
}

JsonNode::Kind JsonNode::kind() const {
    if (isOpen_) {
        return bracket_ == '{' ? Kind::Object : Kind::Array;
    }
    const auto first = std::find_if_not(text_.begin(), text_.end(), isSpace);
    return first == text_.end() ? Kind::Other
           : *first == '{'      ? Kind::Object
           : *first == '['      ? Kind::Array
           : *first == '"'      ? Kind::String
                                : Kind::Other;
}

void JsonNode::open() {
    if (isOpen_ || (kind() != Kind::Object && kind() != Kind::Array)) {
        return;
    }
    Cursor cursor(text_);
    std::string before = cursor.takeSpaces();
    bracket_ = cursor.peek();
    cursor.skip();
    const bool isObject = bracket_ == '{';
    inside_ = cursor.takeSpaces();
    while (!cursor.isAtEnd() && cursor.peek() != '}' && cursor.peek() != ']') {
        Member member;
        member.before = members_.empty() ? std::move(inside_) : cursor.takeSpaces();
        if (isObject) {
            member.key = cursor.takeValue();
            member.colon = cursor.takeSpaces();
            member.colon += ':';
            cursor.skip();
            member.colon += cursor.takeSpaces();
        }
        member.node.push_back(raw(cursor.takeValue()));
        member.after = cursor.takeSpaces();
        members_.push_back(std::move(member));
        inside_.clear();
        if (cursor.peek() != ',') {
            break;
        }
        cursor.skip();
    }
    cursor.skip();
    text_ = std::move(before);
    text_ += '\0'; // where the members stand
    text_ += cursor.takeSpaces();
    isOpen_ = true;
}

std::string JsonNode::text() const {
    if (!isOpen_) {
        return text_;
    }
    const std::size_t place = text_.find('\0');
    std::string text = text_.substr(0, place);
    text += bracket_;
    text += inside_;
    for (std::size_t i = 0; i < members_.size(); ++i) {
        const Member& member = members_[i];
        text += (i > 0 ? "," : "") + member.before + member.key + member.colon;
        text += member.value().text();
        text += member.after;
    }
    text += bracket_ == '{' ? '}' : ']';
    text += text_.substr(place + 1);
    return text;
}

JsonNode* JsonNode::find(std::string_view key) {
    if (kind() != Kind::Object) {
        return nullptr;
    }
    open();
    const auto found = std::find_if(members_.begin(), members_.end(), [&](const Member& member) {
        return isKey(member.key, key);
    });
    return found == members_.end() ? nullptr : &found->value();
}

// In the spacing of the members that there are.
void JsonNode::insertLast(Member member) {
    inside_.clear();
    if (!members_.empty()) {
        member.before = members_.back().before;
        member.after = std::move(members_.back().after);
        members_.back().after = members_.size() > 1 ? members_.front().after : std::string();
        if (!member.key.empty()) {
            member.colon = members_.back().colon;
        }
    }
    members_.push_back(std::move(member));
}

JsonNode& JsonNode::findOrAdd(std::string_view key, JsonNode value) {
    if (JsonNode* found = find(key)) {
        return *found;
    }
    Member member;
    member.key = encode(key);
    member.colon = ":";
    member.node.push_back(std::move(value));
    insertLast(std::move(member));
    return members_.back().value();
}

void JsonNode::set(std::string_view key, JsonNode value) {
    if (JsonNode* found = find(key)) {
        *found = std::move(value);
    } else {
        findOrAdd(key, std::move(value));
    }
}

bool JsonNode::remove(std::string_view key) {
    if (find(key) == nullptr) {
        return false;
    }
    std::string after = std::move(members_.back().after);
    std::string before = std::move(members_.front().before);
    std::erase_if(members_, [&](const Member& member) { return isKey(member.key, key); });
    if (!members_.empty()) {
        members_.front().before = std::move(before);
        members_.back().after = std::move(after);
    }
    return true;
}

std::size_t JsonNode::size() {
    open();
    return members_.size();
}

JsonNode& JsonNode::at(std::size_t index) {
    open();
    SARTOR_ASSERT(index < members_.size());
    return members_[index].value();
}

std::string JsonNode::keyAt(std::size_t index) {
    open();
    SARTOR_ASSERT(index < members_.size());
    return decode(members_[index].key).value_or("");
}

void JsonNode::append(JsonNode value) {
    open();
    Member member;
    member.node.push_back(std::move(value));
    insertLast(std::move(member));
}

void JsonNode::keepOnly(const std::vector<bool>& isKept) {
    open();
    SARTOR_ASSERT(isKept.size() == members_.size());
    std::vector<Member> kept;
    std::string after = members_.empty() ? std::string() : members_.back().after;
    for (std::size_t i = 0; i < members_.size(); ++i) {
        if (isKept[i]) {
            kept.push_back(std::move(members_[i]));
        }
    }
    members_ = std::move(kept);
    if (!members_.empty()) {
        members_.back().after = std::move(after);
    }
}

std::optional<std::string> JsonNode::asString() const {
    return kind() == Kind::String ? decode(text_) : std::nullopt;
}

std::optional<double> JsonNode::asNumber() const {
    if (isOpen_ || kind() != Kind::Other) {
        return std::nullopt;
    }
    const nlohmann::json value = nlohmann::json::parse(text_, nullptr, false);
    return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

std::optional<std::uint64_t> JsonNode::asWhole() const {
    if (isOpen_ || kind() != Kind::Other) {
        return std::nullopt;
    }
    const nlohmann::json value = nlohmann::json::parse(text_, nullptr, false);
    if (value.is_number_unsigned()) {
        return value.get<std::uint64_t>();
    }
    if (!value.is_number_float()) {
        return std::nullopt;
    }
    // Doubles are exact up to 2^53.
    const double real = value.get<double>();
    const bool isWhole = real >= 0.0 && real <= 9007199254740992.0 &&
                         static_cast<double>(static_cast<std::uint64_t>(real)) == real;
    return isWhole ? std::optional(static_cast<std::uint64_t>(real)) : std::nullopt;
}

} // namespace sartor::io
