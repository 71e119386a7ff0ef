// SPDX-License-Identifier: Apache-2.0
// The process in which a plugin file is held to the invariants: what it is told, and how it
// answers.
#pragma once

#include "answer.h"

#include <sartor/base/result.h>
#include <sartor/deform/conformance.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sartor::cli {

/// The hidden sub-command of `sartor plugin` that checks one file. Beside what the plugin itself
/// may print it writes lines with a mark of their own at once, so that what is known before a crash
/// is known after it.
inline constexpr const char* kConformanceChildCommand = "verify-file";

struct ConformanceOptions {
    /// "auto", "cpu" or "vulkan".
    std::string backend = "auto";
    std::uint32_t seed = 1;
    /// Ids of invariants; empty for all.
    std::vector<std::string> only;
    /// "key=value,..." as in a chain; empty for the initial values.
    std::string params;
    std::vector<std::filesystem::path> pluginFolders;
};

/// Where a process goes on that takes over from one that has ended.
struct ConformancePlace {
    std::size_t deformer = 0;
    std::size_t invariant = 0;
};

struct CheckedDeformer {
    std::string id;
    std::string version;
    std::uint32_t capabilities = 0;
    /// By deform::conformanceInvariants().
    std::vector<deform::InvariantResult> results;
};

/// What came of one plugin file.
struct CheckedPlugin {
    std::filesystem::path file;
    /// Why the file is refused: the rule it breaks, or how the process that loaded it ended.
    std::optional<Error> refusal;
    std::vector<CheckedDeformer> deformers;
    /// What the compute forms ran on; empty where they did not.
    std::string backend;
    /// Why they did not.
    std::string remark;

    bool hasFailed() const;
};

/// Checks a file in processes of its own: one that an invariant takes down is followed by one for
/// the rest.
/// Errors: "plugin.missing", "plugin.not_regular", "usage.*" and "chain.*" of the options, "gpu.*"
/// for a device that was asked for, "process.not_started".
Result<CheckedPlugin> checkPluginFile(const std::filesystem::path& file,
                                      const ConformanceOptions& options);

/// What that process does.
ExitCode answerConformance(const std::filesystem::path& file,
                           const ConformanceOptions& options,
                           const ConformancePlace& from);

} // namespace sartor::cli
