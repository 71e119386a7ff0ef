// SPDX-License-Identifier: Apache-2.0
// Writes JSON front to back: nothing is built in memory but the text itself.
#pragma once

#include <sartor/math/affine.h>
#include <sartor/math/types.h>

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::io {

/// Canonical JSON: keys in the order of the calls, numbers in their shortest form, strings repaired
/// to valid UTF-8. A number that is not finite is written as null and counted, because JSON has no
/// other way to say it. Keys and values must be called in turn; a document that is not closed is a
/// programming error.
class JsonWriter {
public:
    JsonWriter& beginObject();
    JsonWriter& endObject();
    JsonWriter& beginArray();
    JsonWriter& endArray();
    /// An array or object whose whole content stays on one line.
    JsonWriter& beginInlineObject();
    JsonWriter& beginInlineArray();
    JsonWriter& key(std::string_view name);

    JsonWriter& value(std::string_view text);
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    JsonWriter& value(float number);
    JsonWriter& value(double number);
    template <std::integral T>
    JsonWriter& value(T number) {
        if constexpr (std::same_as<T, bool>) {
            return raw(number ? "true" : "false");
        } else {
            return raw(std::to_string(number));
        }
    }
    JsonWriter& null() { return raw("null"); }
    /// A value that is JSON already, on one line.
    JsonWriter& json(std::string_view value) { return raw(value); }

    JsonWriter& value(const glm::vec3& vector);
    JsonWriter& value(const glm::dvec3& vector);
    JsonWriter& value(const glm::vec4& vector);
    /// x, y, z, w.
    JsonWriter& value(const glm::quat& rotation);
    /// Four rows of four.
    JsonWriter& value(const math::Affine& affine);
    template <class T>
    JsonWriter& value(const std::optional<T>& optional) {
        return optional ? value(*optional) : null();
    }
    /// All on one line.
    template <class T>
    JsonWriter& value(std::span<const T> list) {
        beginInlineArray();
        for (const T& item : list) {
            value(item);
        }
        return endArray();
    }
    template <class T>
    JsonWriter& value(const std::vector<T>& list) {
        return value(std::span<const T>(list));
    }

    template <class T>
    JsonWriter& member(std::string_view name, const T& content) {
        return key(name).value(content);
    }

    /// How many numbers so far were not finite and stand as null.
    std::uint64_t nonfiniteCount() const { return nonfiniteCount_; }

    /// The document, ended with a line break. Closes nothing: all levels must be closed.
    std::string take();

private:
    struct Level {
        char close = '}';
        bool isInline = false;
        bool isEmpty = true;
    };

    JsonWriter& begin(char open, char close, bool isInline);
    JsonWriter& end(char close);
    JsonWriter& raw(std::string_view text);
    template <class T>
    JsonWriter& number(T number);
    /// Before anything that is a value: separates it from the one before.
    void startValue();
    void separate();
    void appendString(std::string_view text);

    std::string text_;
    std::vector<Level> levels_;
    bool isAfterKey_ = false;
    std::uint64_t nonfiniteCount_ = 0;
};

} // namespace sartor::io
