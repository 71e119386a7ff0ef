// SPDX-License-Identifier: Apache-2.0
// Answers anew each time a plugin has been built anew.
#pragma once

#include "answer.h"

#include <sartor/session/session.h>

#include <CLI/App.hpp>

#include <functional>

namespace sartor::cli {

void addWatchFlag(CLI::App& app, bool& isWatching);

/// Looks at the plugin files of the session until this process is interrupted (SIGINT, SIGTERM).
/// Where one has changed and is no longer being written, it is tried in a process of its own and
/// loaded into the session, the frame is evaluated anew, and `write` is called. What happens goes
/// to standard error, a line for each thing; whatever fails keeps the old build running.
/// Errors: those of `write` alone.
Status watchPlugins(session::Session& session, const std::function<Status()>& write);

} // namespace sartor::cli
