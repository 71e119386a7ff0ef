// SPDX-License-Identifier: Apache-2.0
// sartor plugin: what authors of deformer plugins need; each sub-command stands in a file of its
// name.
#include "commands.h"

namespace sartor::cli {

Command addPluginCommand(CLI::App& app) {
    CLI::App* group = app.add_subcommand("plugin", "For authors of deformer plugins");
    group->footer("Example: sartor plugin new jiggle");
    return groupOf(group,
                   {addPluginNewCommand(*group),
                    addPluginProbeCommand(*group),
                    addPluginRulesCommand(*group),
                    addPluginVerifyCommand(*group),
                    addPluginVerifyFileCommand(*group)});
}

} // namespace sartor::cli
