// SPDX-License-Identifier: Apache-2.0
// The process that loads a plugin nobody knows; both ends of what it says.
#pragma once

#include <sartor/deform/plugin_probe.h>

#include <optional>
#include <string_view>

namespace sartor::deform {

/// What the worker is doing, for the report of one that does not come back.
inline constexpr std::string_view kWorkerSteps[] = {"loading", "making instances", "unloading"};

/// `main` of the worker. The arguments after the program's name: version of the protocol, file.
/// Writes lines to standard output: "step NAME" before each step, then "accepted" with a line
/// "deformer ID" for each, or "refused CODE MESSAGE"; "pinned" where the library stays mapped; then
/// "end". What the plugin prints goes to standard error.
int runPluginWorker(int argumentCount, const char* const* arguments);

extern const char* const kPluginWorkerVersion;

struct WorkerReport {
    /// The last step that was begun; empty where none was.
    std::string step;
    /// Only a report that comes to its end.
    std::optional<ProbeVerdict> verdict;
};

WorkerReport readWorkerReport(std::string_view output);

} // namespace sartor::deform
