// SPDX-License-Identifier: Apache-2.0
// The side that starts the worker, and says what its end means.
#include "plugin_worker.h"

#include <sartor/base/child_process.h>
#include <sartor/base/helper_program.h>

namespace sartor::deform {

namespace {

constexpr const char* kWorkerName = "sartor-plugin-worker";

Error noWorker(const std::string& reason) {
    return {"environment.plugin_worker",
            std::string("the program ") + kWorkerName +
                ", which tries plugins before they are loaded, " + reason};
}

// The last line of what the plugin has printed: often the reason.
std::string lastLine(std::string_view errors) {
    while (!errors.empty() && errors.back() == '\n') {
        errors.remove_suffix(1);
    }
    const std::size_t begin = errors.rfind('\n');
    constexpr std::size_t kLongest = 200;
    return std::string(errors.substr(begin == std::string_view::npos ? 0 : begin + 1, kLongest));
}

} // namespace

Result<ProbeVerdict> probePlugin(const std::filesystem::path& file, const ProbeOptions& options) {
    const auto worker = findHelperProgram({kWorkerName, "SARTOR_PLUGIN_WORKER", options.worker});
    if (!worker) {
        return noWorker("is not there; " + worker.error().message);
    }
    std::error_code error;
    const std::filesystem::path absolute = std::filesystem::absolute(file, error);
    const ChildLimits limits{.seconds = options.maximumSeconds,
                             .memorySize = options.maximumMemorySize,
                             .outputSize = std::uint64_t{1} << 20};
    const auto result = runChild({.program = *worker,
                                  .arguments = {kPluginWorkerVersion, absolute.string()},
                                  .limits = limits},
                                 options.stop);
    if (!result) {
        return noWorker("cannot be run: " + result.error().message);
    }
    if (result->end == ChildEnd::Cancelled) {
        return Error{"process.cancelled",
                     "plugin '" + file.string() + "': was not tried to its end"};
    }
    WorkerReport report = readWorkerReport(
        {reinterpret_cast<const char*>(result->output.data()), result->output.size()});
    if (report.step.empty() && result->end == ChildEnd::Exited) {
        return noWorker(describeEnd(*result, limits) + ": " + lastLine(result->errors));
    }
    const bool hasEndedWell = result->end == ChildEnd::Exited && result->exitCode == 0;
    if (report.verdict && hasEndedWell) {
        report.verdict->seconds = result->wallSeconds;
        return std::move(*report.verdict);
    }
    ProbeVerdict verdict;
    verdict.seconds = result->wallSeconds;
    const std::string said = lastLine(result->errors);
    verdict.error = {"plugin.quarantined",
                     "plugin '" + file.string() + "': the process that tried it " +
                         describeEnd(*result, limits) +
                         (report.verdict
                              ? " after unloading it"
                              : " while " + report.step + (report.step.empty() ? "starting" : "")) +
                         (said.empty() ? "" : ", having said: " + said)};
    return verdict;
}

} // namespace sartor::deform
