// SPDX-License-Identifier: Apache-2.0
// A value or the reason why there is none. No exception crosses a module boundary.
#pragma once

#include <sartor/base/assert.h>

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace sartor {

/// Why something could not be done.
struct Error {
    /// Stable, dotted, lower case, for programs: "file.truncated", "plugin.major".
    std::string code;
    /// For people: what, where, what was expected ("skin 'body': weight 3 of vertex 120 is NaN").
    std::string message;
};

/// A T, or the Error that prevented it.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

    bool hasValue() const { return state_.index() == 0; }
    explicit operator bool() const { return hasValue(); }

    /// The value; a programming error when there is none.
    T& value() & {
        SARTOR_ASSERT(hasValue());
        return std::get<0>(state_);
    }
    const T& value() const& {
        SARTOR_ASSERT(hasValue());
        return std::get<0>(state_);
    }
    T&& value() && {
        SARTOR_ASSERT(hasValue());
        return std::get<0>(std::move(state_));
    }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    /// The error; a programming error when there is a value.
    const Error& error() const {
        SARTOR_ASSERT(!hasValue());
        return std::get<1>(state_);
    }

private:
    std::variant<T, Error> state_;
};

/// Success, or the Error that prevented it.
class [[nodiscard]] Status {
public:
    Status() = default;
    Status(Error error) : error_(std::move(error)) {}

    bool isOk() const { return !error_.has_value(); }
    explicit operator bool() const { return isOk(); }
    const Error& error() const {
        SARTOR_ASSERT(error_.has_value());
        return *error_;
    }

private:
    std::optional<Error> error_;
};

} // namespace sartor
