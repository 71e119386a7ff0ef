// SPDX-License-Identifier: Apache-2.0
// The options that sub-commands share, and what they mean.
#pragma once

#include <sartor/base/result.h>
#include <sartor/session/session.h>

#include <CLI/App.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::cli {

/// How files are read, and what they may ask for.
struct ReadOptions {
    import::CodedInfluences codedInfluences;
    std::uint64_t maximumDecodedSize = import::ImportOptions().maximumDecodedSize;
    std::uint64_t maximumExpansion = import::ImportOptions().maximumExpansion;
    bool mayLeaveFolder = false;
    double foreignSeconds = import::ForeignOptions().maximumSeconds;
    std::uint64_t foreignMebibytes = import::ForeignOptions().maximumMemorySize >> 20;
    bool isTrusted = false;

    void addTo(CLI::App& app);
    import::ImportOptions importOptions() const;
};

/// Which file, and which scene of it.
struct FileOptions {
    std::filesystem::path file;
    std::optional<std::uint32_t> scene;
    ReadOptions reading;

    void addTo(CLI::App& app);
    import::ImportOptions importOptions() const;
};

/// Which moment of which clip, or of a graph.
struct PoseOptions {
    std::string clip;
    std::filesystem::path graph;
    /// As GraphSchedule::parse() reads them.
    std::vector<std::string> settings;
    std::optional<double> time;
    std::string mode;
    double speed = 1.0;
    double elapsed = 0.0;

    void addTo(CLI::App& app);
    /// Sets the clip, or runs the graph from its start in frames of 1/60 s, and evaluates the
    /// session at the time. A time that nothing gives a meaning is remarked on.
    Status apply(session::Session& session) const;

private:
    Status applyGraph(session::Session& session) const;
};

/// How weights are prepared, which plugins there are, and what runs the chain.
struct DeformOptions {
    std::string backend = "cpu";
    std::string kernels = "auto";
    std::vector<std::filesystem::path> pluginFolders;
    std::uint32_t maxInfluences = 0;
    std::string weights = "renormalize";
    bool isVerified = false;

    void addTo(CLI::App& app);
    /// The same without --backend, for commands that have it in another form.
    void addWithoutBackendTo(CLI::App& app);
};

/// Refuses all that PoseOptions and DeformOptions add but --backend, where no frame is made.
/// Errors: "usage.together".
Status expectNoFrame(const CLI::App& command, std::string_view reason);

/// A chain for all instances; empty for what the file's format asks for.
CLI::Option* addChainOption(CLI::App& app, std::string& chain);
/// A file to write, in the format of its extension, which is one of `extensions`.
CLI::Option* addOutOption(CLI::App& app,
                          std::filesystem::path& out,
                          std::vector<std::string> extensions,
                          const std::string& name = "--out",
                          const std::string& description = "The file to write");
/// Whether `out` may be written: not where it is one of the files that are read.
/// Errors: "usage.output_is_input".
Status expectNoInput(const std::filesystem::path& out,
                     std::span<const std::filesystem::path> inputs);
/// The text of a chain: of the document where the option's value names one (.json).
Result<std::string> readChain(const std::string& chain);
void addJsonFlag(CLI::App& app, bool& isJson);

std::string backendText(session::Backend backend);
/// Errors: "usage.backend" for one that there is not.
Result<session::Backend> parseBackend(const std::string& text);

struct SessionRequest {
    FileOptions file;
    DeformOptions deform;
    std::string chain;
};

/// Only reads the file.
Result<import::ImportedScene> readScene(const FileOptions& options);

/// Reads the file and makes it ready for deformation.
Result<std::unique_ptr<session::Session>> openSession(const SessionRequest& request);

} // namespace sartor::cli
