// SPDX-License-Identifier: Apache-2.0
// JSON text, two spaces a level.
#include <sartor/base/assert.h>
#include <sartor/io/json_writer.h>
#include <sartor/io/text.h>

#include <array>
#include <cmath>
#include <utility>

namespace sartor::io {

JsonWriter& JsonWriter::beginObject() {
    return begin('{', '}', false);
}

JsonWriter& JsonWriter::endObject() {
    return end('}');
}

JsonWriter& JsonWriter::beginArray() {
    return begin('[', ']', false);
}

JsonWriter& JsonWriter::endArray() {
    return end(']');
}

JsonWriter& JsonWriter::beginInlineObject() {
    return begin('{', '}', true);
}

JsonWriter& JsonWriter::beginInlineArray() {
    return begin('[', ']', true);
}

JsonWriter& JsonWriter::begin(char open, char close, bool isInline) {
    startValue();
    text_ += open;
    levels_.push_back({close, isInline || (!levels_.empty() && levels_.back().isInline), true});
    return *this;
}

JsonWriter& JsonWriter::end(char close) {
    SARTOR_ASSERT(!levels_.empty() && levels_.back().close == close && !isAfterKey_);
    const Level level = levels_.back();
    levels_.pop_back();
    if (!level.isInline && !level.isEmpty) {
        text_ += '\n';
        text_.append(levels_.size() * 2, ' ');
    }
    text_ += close;
    return *this;
}

void JsonWriter::startValue() {
    SARTOR_ASSERT(isAfterKey_ || levels_.empty() || levels_.back().close == ']');
    separate();
}

void JsonWriter::separate() {
    if (isAfterKey_) {
        isAfterKey_ = false;
        return;
    }
    if (levels_.empty()) {
        SARTOR_ASSERT(text_.empty());
        return;
    }
    Level& level = levels_.back();
    if (!level.isEmpty) {
        text_ += ',';
    }
    if (!level.isInline) {
        text_ += '\n';
        text_.append(levels_.size() * 2, ' ');
    }
    level.isEmpty = false;
}

JsonWriter& JsonWriter::key(std::string_view name) {
    SARTOR_ASSERT(!levels_.empty() && levels_.back().close == '}' && !isAfterKey_);
    separate();
    appendString(name);
    text_ += ':';
    if (!levels_.back().isInline) {
        text_ += ' ';
    }
    isAfterKey_ = true;
    return *this;
}

JsonWriter& JsonWriter::raw(std::string_view text) {
    startValue();
    text_ += text;
    return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
    startValue();
    appendString(text);
    return *this;
}

template <class T>
JsonWriter& JsonWriter::number(T number) {
    if (!std::isfinite(number)) {
        ++nonfiniteCount_;
        return null();
    }
    return raw(toText(number));
}

JsonWriter& JsonWriter::value(float number) {
    return this->number(number);
}

JsonWriter& JsonWriter::value(double number) {
    return this->number(number);
}

JsonWriter& JsonWriter::value(const glm::vec3& vector) {
    return beginInlineArray().value(vector.x).value(vector.y).value(vector.z).endArray();
}

JsonWriter& JsonWriter::value(const glm::dvec3& vector) {
    return beginInlineArray().value(vector.x).value(vector.y).value(vector.z).endArray();
}

JsonWriter& JsonWriter::value(const glm::vec4& vector) {
    beginInlineArray().value(vector.x).value(vector.y).value(vector.z).value(vector.w);
    return endArray();
}

JsonWriter& JsonWriter::value(const glm::quat& rotation) {
    return value(glm::vec4(rotation.x, rotation.y, rotation.z, rotation.w));
}

JsonWriter& JsonWriter::value(const math::Affine& affine) {
    beginInlineArray();
    const std::array<float, 12> rows = math::toRows(affine);
    for (std::size_t row = 0; row < 3; ++row) {
        value(std::span<const float>(rows).subspan(row * 4, 4));
    }
    return value(glm::vec4(0.0f, 0.0f, 0.0f, 1.0f)).endArray();
}

void JsonWriter::appendString(std::string_view text) {
    text_ += '"';
    for (const char character : validUtf8(text)) {
        switch (character) {
        case '"':
            text_ += "\\\"";
            break;
        case '\\':
            text_ += "\\\\";
            break;
        case '\n':
            text_ += "\\n";
            break;
        case '\t':
            text_ += "\\t";
            break;
        default:
            if (static_cast<unsigned char>(character) < 0x20) {
                constexpr std::string_view kDigits = "0123456789abcdef";
                const auto code = static_cast<unsigned char>(character);
                text_ += "\\u00";
                text_ += kDigits[code >> 4];
                text_ += kDigits[code & 15];
            } else {
                text_ += character;
            }
        }
    }
    text_ += '"';
}

std::string JsonWriter::take() {
    SARTOR_ASSERT(levels_.empty() && !isAfterKey_);
    text_ += '\n';
    return std::exchange(text_, {});
}

} // namespace sartor::io
