// SPDX-License-Identifier: Apache-2.0
// Says on a terminal what takes long.
#pragma once

#include <memory>
#include <string>

namespace sartor::cli {

/// While it lives, and after a second, a line on standard error says what is being done; nothing
/// where standard error is not a terminal. The line is removed at the end.
class Progress {
public:
    explicit Progress(std::string what);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    Progress(Progress&&) = delete;
    Progress& operator=(Progress&&) = delete;

    void set(std::string what);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace sartor::cli
