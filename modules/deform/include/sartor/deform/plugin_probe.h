// SPDX-License-Identifier: Apache-2.0
// Loads a plugin in a process of its own, to see whether this one would survive it.
#pragma once

#include <sartor/base/result.h>

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace sartor::deform {

struct ProbeOptions {
    /// The program sartor-plugin-worker of this version; empty looks for it, as findHelperProgram
    /// does with the variable SARTOR_PLUGIN_WORKER.
    std::filesystem::path worker = {};
    /// Wall-clock time for everything.
    double maximumSeconds = 10.0;
    /// Address space, in bytes; libraries that the plugin brings take their part of it.
    std::uint64_t maximumMemorySize = std::uint64_t{2} << 30;
    std::stop_token stop = {};
};

enum class ProbeOutcome {
    Accepted,   ///< loads, keeps every rule, makes instances and unloads
    Refused,    ///< breaks a rule; the process that loaded it is fine
    Quarantined ///< crashed, ended or held up the process that loaded it, or took all its memory
};

struct ProbeVerdict {
    ProbeOutcome outcome = ProbeOutcome::Quarantined;
    /// The rule that is broken, or "plugin.quarantined" with how the process ended and at what; the
    /// message names the file. Empty where it was accepted.
    Error error;
    /// Ids of the deformers of a plugin that was accepted.
    std::vector<std::string> deformers;
    /// False where the library stays mapped after it was unloaded: a reload could not replace it.
    bool unloads = true;
    /// Wall-clock time from start to end.
    double seconds = 0.0;
};

/// Loads the file in a process of its own, checks it, makes an instance of each deformer and
/// destroys it, and unloads the file.
/// Errors: "environment.plugin_worker" where the worker is not there or cannot be run;
/// "process.cancelled". Threads: any, several at a time. Cost: a process that loads and checks the
/// file.
Result<ProbeVerdict> probePlugin(const std::filesystem::path& file,
                                 const ProbeOptions& options = {});

} // namespace sartor::deform
