// SPDX-License-Identifier: Apache-2.0
// Check of what only a programmer can get wrong; data errors are a Result instead.
#pragma once

#include <cstdio>
#include <cstdlib>

/// Stops the process with place and condition when `condition` is false, in every build type.
#define SARTOR_ASSERT(condition)                                                                   \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            std::fprintf(stderr, "%s:%d: assertion failed: %s\n", __FILE__, __LINE__, #condition); \
            std::abort();                                                                          \
        }                                                                                          \
    } while (false)
