// SPDX-License-Identifier: Apache-2.0
// Where a failure is told that nobody waits for: in the log, which shows errors by itself.
#pragma once

#include <sartor/base/log.h>
#include <sartor/base/result.h>

namespace sartor::editor {

inline void logFailure(const Status& status) {
    if (!status) {
        log(LogLevel::Error, status.error().message);
    }
}

} // namespace sartor::editor
