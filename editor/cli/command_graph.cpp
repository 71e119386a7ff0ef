// SPDX-License-Identifier: Apache-2.0
// sartor graph: pose graphs without the editor; each sub-command stands in a file of its name.
#include "commands.h"

namespace sartor::cli {

Command addGraphCommand(CLI::App& app) {
    CLI::App* group = app.add_subcommand("graph", "Run, check and write pose graphs");
    group->footer("Example: sartor graph run walk.graph.json --asset character.glb");
    return groupOf(group,
                   {addGraphRunCommand(*group),
                    addGraphValidateCommand(*group),
                    addGraphCanonicalCommand(*group),
                    addGraphNodesCommand(*group)});
}

} // namespace sartor::cli
