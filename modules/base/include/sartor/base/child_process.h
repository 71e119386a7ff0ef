// SPDX-License-Identifier: Apache-2.0
// Runs a program of the user's or ours with limits, and says how it ended.
#pragma once

#include <sartor/base/result.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace sartor {

/// What a child may use; zero means no limit of that kind.
struct ChildLimits {
    /// Wall-clock time from the start, in seconds.
    double seconds = 0.0;
    /// Address space, in bytes: more than that cannot be allocated. Not set in a build with a
    /// sanitizer, whose shadow memory alone would be over it.
    std::uint64_t memorySize = 0;
    /// What the child may write to its standard output.
    std::uint64_t outputSize = std::uint64_t{64} << 20;
    /// How much of its standard error is kept; the rest is read and dropped.
    std::uint64_t errorSize = std::uint64_t{1} << 20;
};

struct ChildCommand {
    /// Absolute; it is not looked for in PATH.
    std::filesystem::path program{};
    /// What follows the program's own name.
    std::vector<std::string> arguments{};
    /// "NAME=value", in addition to the environment of this process or in place of its value.
    std::vector<std::string> environment{};
    /// What the child reads from its standard input. Borrowed for the call.
    std::span<const std::byte> input{};
    ChildLimits limits{};
};

enum class ChildEnd {
    Exited,         ///< by itself, with `exitCode`
    Signalled,      ///< by `signal`, which nobody here sent
    TimedOut,       ///< killed at `ChildLimits::seconds`
    OutputTooLarge, ///< killed at `ChildLimits::outputSize`
    Cancelled,      ///< killed because the stop token asked for it
};

struct ChildResult {
    ChildEnd end = ChildEnd::Exited;
    int exitCode = 0;
    int signal = 0;
    std::vector<std::byte> output;
    std::string errors;
    /// Seconds from start to end, and seconds of processor time in the program and in the system.
    double wallSeconds = 0.0;
    double userSeconds = 0.0;
    double systemSeconds = 0.0;
    /// The most memory it held at a time, in bytes. The system counts from the fork on: never less
    /// than what this process itself held then.
    std::uint64_t peakMemorySize = 0;
};

/// Runs a program to its end. All that it started and left behind in its process group ends with
/// it, and it ends with this process. It inherits no descriptor but its three streams; it gets the
/// default handling of every signal, and leaves no core file.
///
/// Errors: "process.not_started" with the program and the system's reason. A program that ends
/// badly is a result, not an error. Threads: from any, several at a time. A running one stops
/// within moments of a stop request.
Result<ChildResult> runChild(const ChildCommand& command, const std::stop_token& stop = {});

/// "SIGSEGV (segmentation fault)"; "signal 64" for one without a name.
std::string signalName(int signal);

/// One phrase for people: "ended with code 3", "crashed with SIGABRT (aborted)", "was stopped after
/// 60 s", ...
std::string describeEnd(const ChildResult& result, const ChildLimits& limits);

} // namespace sartor
