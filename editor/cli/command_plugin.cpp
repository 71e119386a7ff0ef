// SPDX-License-Identifier: Apache-2.0
// sartor plugin: what authors of deformer plugins need; each sub-command stands in a file of its
// name.
#include "commands.h"

#include <vector>

namespace sartor::cli {

Command addPluginCommand(CLI::App& app) {
    CLI::App* group = app.add_subcommand("plugin", "For authors of deformer plugins");
    group->require_subcommand(1);
    group->footer("Example: sartor plugin new jiggle");
    const std::vector<Command> commands = {addPluginNewCommand(*group),
                                           addPluginProbeCommand(*group),
                                           addPluginRulesCommand(*group),
                                           addPluginVerifyCommand(*group),
                                           addPluginVerifyFileCommand(*group)};
    return {group, [commands] {
                for (const Command& command : commands) {
                    if (command.app->parsed()) {
                        return command.run();
                    }
                }
                return ExitCode::Usage;
            }};
}

} // namespace sartor::cli
