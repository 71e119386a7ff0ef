// SPDX-License-Identifier: Apache-2.0
// The sub-commands; each stands in a file of its name.
#pragma once

#include "answer.h"

#include <CLI/App.hpp>

#include <functional>
#include <vector>

namespace sartor::cli {

/// One sub-command: its options are declared, and run() does it when it was chosen.
struct Command {
    CLI::App* app = nullptr;
    std::function<ExitCode()> run;
};

/// A group whose run() is that of the one that was chosen.
Command groupOf(CLI::App* group, std::vector<Command> commands);

Command addInspectCommand(CLI::App& app);
Command addPoseCommand(CLI::App& app);
Command addIkCommand(CLI::App& app);
Command addDeformCommand(CLI::App& app);
Command addBindCommand(CLI::App& app);
Command addDoctorCommand(CLI::App& app);
Command addExperimentCommand(CLI::App& app);
Command addExplainCommand(CLI::App& app);
Command addDiffCommand(CLI::App& app);
Command addLodCommand(CLI::App& app);
Command addRenderCommand(CLI::App& app);
Command addCollapseCommand(CLI::App& app);
Command addRomCommand(CLI::App& app);
Command addMotionCommand(CLI::App& app);
Command addCheckCommand(CLI::App& app);
/// `sartor graph`, a group.
Command addGraphCommand(CLI::App& app);
Command addGraphCanonicalCommand(CLI::App& group);
Command addGraphNodesCommand(CLI::App& group);
Command addGraphRunCommand(CLI::App& group);
Command addGraphValidateCommand(CLI::App& group);
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
