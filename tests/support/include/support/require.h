// SPDX-License-Identifier: Apache-2.0
// Values of results that a test takes for granted.
#pragma once

#include <sartor/base/assert.h>
#include <sartor/base/result.h>

#include <cstdio>
#include <utility>

namespace sartor::test {

/// Takes the value out, or ends the test program with the error.
template <class T>
T require(Result<T> result) {
    if (!result) {
        std::fprintf(
            stderr, "%s: %s\n", result.error().code.c_str(), result.error().message.c_str());
    }
    SARTOR_ASSERT(result.hasValue());
    return std::move(result).value();
}

/// Ends the test program with the error where there is one.
inline void require(const Status& status) {
    if (!status) {
        std::fprintf(
            stderr, "%s: %s\n", status.error().code.c_str(), status.error().message.c_str());
    }
    SARTOR_ASSERT(status.isOk());
}

} // namespace sartor::test
