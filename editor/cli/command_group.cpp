// SPDX-License-Identifier: Apache-2.0
// Groups of sub-commands.
#include "commands.h"

#include <utility>

namespace sartor::cli {

Command groupOf(CLI::App* group, std::vector<Command> commands) {
    group->require_subcommand(1);
    return {group, [commands = std::move(commands)] {
                for (const Command& command : commands) {
                    if (command.app->parsed()) {
                        return command.run();
                    }
                }
                return ExitCode::Usage;
            }};
}

} // namespace sartor::cli
