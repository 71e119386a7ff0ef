// SPDX-License-Identifier: Apache-2.0
// A window that nobody sees: for pictures of it.
#pragma once

namespace sartor::editor {

/// Before the application is made: takes the platform without a display where none is chosen, and
/// keeps from standard error what it says of every window (that sizes mean nothing to it) and of a
/// machine without a session of a user (that XDG_RUNTIME_DIR is not set).
void useNoDisplay();

} // namespace sartor::editor
