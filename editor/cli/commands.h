// SPDX-License-Identifier: Apache-2.0
// The sub-commands; each stands in a file of its name.
#pragma once

#include "answer.h"

#include <CLI/App.hpp>

#include <functional>

namespace sartor::cli {

/// One sub-command: its options are declared, and run() does it when it was chosen.
struct Command {
    CLI::App* app = nullptr;
    std::function<ExitCode()> run;
};

Command addInspectCommand(CLI::App& app);
Command addPoseCommand(CLI::App& app);
Command addIkCommand(CLI::App& app);
Command addDeformCommand(CLI::App& app);
Command addBindCommand(CLI::App& app);
Command addExplainCommand(CLI::App& app);
Command addDiffCommand(CLI::App& app);
Command addLodCommand(CLI::App& app);
Command addRenderCommand(CLI::App& app);
Command addRomCommand(CLI::App& app);
Command addCheckCommand(CLI::App& app);
Command addPluginsCommand(CLI::App& app);
/// `sartor plugin`, a group.
Command addPluginCommand(CLI::App& app);
Command addPluginNewCommand(CLI::App& group);
Command addPluginProbeCommand(CLI::App& group);
Command addPluginRulesCommand(CLI::App& group);
Command addPluginVerifyCommand(CLI::App& group);
/// Hidden: what `sartor plugin verify` runs for each file.
Command addPluginVerifyFileCommand(CLI::App& group);
Command addVerifyCommand(CLI::App& app);
/// Hidden: what `sartor verify` runs for each input.
Command addVerifyInputCommand(CLI::App& app);

} // namespace sartor::cli
