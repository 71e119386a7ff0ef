// SPDX-License-Identifier: Apache-2.0
// The `sartor` command: finds the sub-command and runs it.
#include "commands.h"

#include <CLI/CLI.hpp>

#include <exception>
#include <vector>

namespace {

using sartor::cli::Command;
using sartor::cli::ExitCode;

ExitCode runCommand(int argumentCount, char** arguments) {
    CLI::App app("Skeletal animation from the command line: look at a character, pose it, deform "
                 "it, and find out what is wrong with it.",
                 "sartor");
    app.set_version_flag("--version", "sartor " SARTOR_VERSION);
    app.require_subcommand(1);
    app.footer("Example: sartor inspect character.glb\n\n"
               "Nodes and clips are addressed by index or name: 12, '#12' or Hips.\n"
               "Exit codes: 0 done; 1 done, and something was found; 2 wrong usage; 3 the input "
               "could not be read; 4 the environment lacks something asked for.");
    const std::vector<Command> commands = {sartor::cli::addInspectCommand(app),
                                           sartor::cli::addCheckCommand(app),
                                           sartor::cli::addBindCommand(app),
                                           sartor::cli::addPoseCommand(app),
                                           sartor::cli::addDeformCommand(app),
                                           sartor::cli::addExplainCommand(app),
                                           sartor::cli::addDiffCommand(app),
                                           sartor::cli::addRenderCommand(app),
                                           sartor::cli::addPluginsCommand(app)};
    try {
        app.parse(argumentCount, arguments);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) {
            return static_cast<ExitCode>(app.exit(error)); // help or version
        }
        sartor::cli::printError({}, {"usage.options", error.what()});
        return ExitCode::Usage;
    }
    for (const Command& command : commands) {
        if (command.app->parsed()) {
            return command.run();
        }
    }
    return ExitCode::Usage;
}

} // namespace

int main(int argumentCount, char** arguments) {
    // Only running out of memory can get here as an exception: everything else is a Result.
    try {
        return static_cast<int>(runCommand(argumentCount, arguments));
    } catch (const std::exception& exception) {
        sartor::cli::printError({}, {"environment.memory", exception.what()});
        return static_cast<int>(ExitCode::Lacking);
    }
}
