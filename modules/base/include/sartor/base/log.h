// SPDX-License-Identifier: Apache-2.0
// The one way to write to the log. Logs inform people; they are never error handling.
#pragma once

#include <functional>
#include <string_view>

namespace sartor {

enum class LogLevel { Debug, Info, Warning, Error };

/// Writes one line, by default to standard error. Threads: any.
void log(LogLevel level, std::string_view message);

/// Lines below this level are dropped; Warning unless set.
void setLogLevel(LogLevel minimum);

/// Receives every line that passes the level, on the thread that logs.
using LogSink = std::function<void(LogLevel, std::string_view)>;

/// Adds a receiver (a log panel, a test); stays until removed with the returned id.
int addLogSink(LogSink sink);
void removeLogSink(int id);

} // namespace sartor
