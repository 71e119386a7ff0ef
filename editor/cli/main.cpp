// SPDX-License-Identifier: Apache-2.0
// The `sartor` command: finds the sub-command and runs it.
#include "commands.h"
#include "usage.h"

#include <sartor/deform/crash_report.h>
#include <sartor/deform/plugin_records.h>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <exception>
#include <span>
#include <sstream>
#include <vector>

namespace {

constexpr const char* kProgramName = "sartor";

using sartor::cli::Command;
using sartor::cli::ExitCode;

/// An empty value is a variable of a script that was never set: it must not mean "the default".
sartor::Status checkValues(const CLI::App& command) {
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& value : option->results()) {
            if (value.empty()) {
                return sartor::Error{"usage.empty", option->get_name() + ": the value is empty"};
            }
        }
    }
    for (const CLI::App* chosen : command.get_subcommands()) {
        if (sartor::Status status = checkValues(*chosen); !status) {
            return status;
        }
    }
    return {};
}

/// Whether the chosen command is one that only this program itself runs.
bool isHidden(const CLI::App& app) {
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    return std::any_of(chosen.begin(), chosen.end(), [](const CLI::App* command) {
        return command->get_group().empty() || isHidden(*command);
    });
}

/// Says what became of plugins in earlier runs, and sees to it that a crash in this one is known.
/// Not for hidden commands: another process looks after them.
void followPlugins(const CLI::App& app) {
    const std::filesystem::path folder = sartor::deform::defaultCrashFolder();
    if (folder.empty() || isHidden(app)) {
        return;
    }
    const sartor::deform::PluginRecords records;
    for (const auto& report : sartor::deform::takeCrashReports(folder, kProgramName)) {
        const std::string what = sartor::deform::describe(report);
        std::string remark = what + " in an earlier run";
        if (!isOfPresentFile(report)) {
            remark += "; the file has changed since";
        } else if (report.isWhileLoading() && // it would do so again now
                   records.keep(report.plugin, sartor::deform::PluginStanding::Quarantined, what)) {
            remark += "; it is not loaded until the file changes or `sartor plugin probe` finds it "
                      "well";
        } else {
            remark += "; `sartor plugin probe --disable '" + report.plugin.string() +
                      "'` keeps it from being loaded";
        }
        sartor::cli::printRemark(remark);
    }
    // Without a folder for the reports there are none.
    static_cast<void>(sartor::deform::installCrashReporter(folder, kProgramName));
}

ExitCode runCommand(int argumentCount, char** arguments) {
    CLI::App app("Skeletal animation from the command line: look at a character, pose it, deform "
                 "it, and find out what is wrong with it.",
                 "sartor");
    app.set_version_flag("--version", "sartor " SARTOR_VERSION);
    app.require_subcommand(1);
    app.footer(
        "Example: sartor inspect character.glb\n"
        "         sartor verify cases\n\n"
        "Nodes and clips are addressed by index or name: 12, '#12' or Hips.\n"
        "Exit codes: 0 done; 1 done, and something was found; 2 wrong usage; 3 the input "
        "could not be read; 4 the environment lacks something asked for, or the output could "
        "not be written.");
    const std::vector<Command> commands = {
        sartor::cli::addInspectCommand(app), sartor::cli::addCheckCommand(app),
        sartor::cli::addDoctorCommand(app),  sartor::cli::addExperimentCommand(app),
        sartor::cli::addBindCommand(app),    sartor::cli::addPoseCommand(app),
        sartor::cli::addIkCommand(app),      sartor::cli::addDeformCommand(app),
        sartor::cli::addExplainCommand(app), sartor::cli::addDiffCommand(app),
        sartor::cli::addLodCommand(app),     sartor::cli::addCollapseCommand(app),
        sartor::cli::addRomCommand(app),     sartor::cli::addMotionCommand(app),
        sartor::cli::addRenderCommand(app),  sartor::cli::addGraphCommand(app),
        sartor::cli::addPluginsCommand(app), sartor::cli::addPluginCommand(app),
        sartor::cli::addVerifyCommand(app),  sartor::cli::addVerifyInputCommand(app)};
    try {
        app.parse(argumentCount, arguments);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) {
            std::ostringstream text; // help or version
            app.exit(error, text, text);
            return sartor::cli::deliver({}, text.str());
        }
        const std::span words(arguments + 1, static_cast<std::size_t>(argumentCount) - 1);
        const sartor::Error usage{"usage.options", sartor::cli::usageMessage(app, error, words)};
        return sartor::cli::deliver({}, usage);
    }
    followPlugins(app);
    for (const Command& command : commands) {
        if (command.app->parsed()) {
            if (const sartor::Status status = checkValues(*command.app); !status) {
                sartor::cli::printError({}, status.error());
                return ExitCode::Usage;
            }
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
