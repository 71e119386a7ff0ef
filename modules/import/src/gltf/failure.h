// SPDX-License-Identifier: Apache-2.0
// How the parts of the reader give up: a private exception, caught where the reader is entered.
#pragma once

#include <sartor/base/result.h>

#include <string>
#include <utility>

namespace sartor::import::gltf {

/// Thrown inside the reader alone. Carries the Error that the caller of the module gets.
struct Failure {
    Error error;
};

/// `place` is a JSON path ("/accessors/3/count"), `text` says what is wrong and what was expected.
[[noreturn]] inline void fail(std::string code, const std::string& place, const std::string& text) {
    throw Failure{{std::move(code), (place.empty() ? "/" : place) + ": " + text}};
}

} // namespace sartor::import::gltf
