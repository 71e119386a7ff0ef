// SPDX-License-Identifier: Apache-2.0
// Check of results that says why it fails.
#pragma once

#include <QtTest/qtest.h>

/// Fails the test with the error's message unless the Result or Status, a variable, is good.
#define SARTOR_VERIFY_OK(result)                                                                   \
    QVERIFY2(static_cast<bool>(result),                                                            \
             static_cast<bool>(result) ? "" : (result).error().message.c_str())
