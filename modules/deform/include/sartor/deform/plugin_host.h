// SPDX-License-Identifier: Apache-2.0
// Loads deformer plugins, checks every declaration, and keeps what is valid.
#pragma once

#include <sartor/base/result.h>
#include <sartor/deform/deformer.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::deform {

/// A file that looked like a plugin and was refused.
struct PluginFailure {
    std::filesystem::path path;
    /// code = the rule that was broken ("plugin.magic", "plugin.param_range", ...).
    Error error;
};

/// A library that was replaced, to see whether it has gone.
class RetiredPlugin {
public:
    RetiredPlugin() = default;
    explicit RetiredPlugin(const std::shared_ptr<PluginLibrary>& library);

    /// Ok when it is not mapped any more, or nothing was replaced. To be asked when all that used
    /// the old deformers is gone.
    /// Errors: "plugin.still_used" while somebody keeps one of its deformers;
    /// "plugin.still_mapped" where the system keeps the library although nobody does.
    Status expectUnloaded() const;

private:
    std::filesystem::path file_;
    std::filesystem::path mappedPath_;
    std::weak_ptr<PluginLibrary> library_;
};

struct PluginReload {
    /// Ids of the deformers that the file has now.
    std::vector<std::string> deformers;
    /// What is declared differently, a line for each: "test.wave: stage 'bend' has other needs".
    std::vector<std::string> changes;
    RetiredPlugin retired;
};

/// What happens to plugin files while they are loaded.
enum class PluginFiles {
    Stay,     ///< nobody writes to them
    MayChange ///< they are loaded from private copies where that is possible: who copies a new
              ///< build over a library that is mapped takes its process down
};

/// Copies share what is loaded, so a copy is the place to try a reload.
class PluginHost {
public:
    explicit PluginHost(PluginFiles files = PluginFiles::MayChange) : files_(files) {}

    /// Loads one .sartorplugin; all its deformers or none.
    /// Errors: one code per rule of the ABI, "plugin.*", naming file and place.
    Status load(const std::filesystem::path& file);

    /// Whether a file may be loaded into this process; asked before the file is touched.
    using Admission = std::function<Status(const std::filesystem::path& file)>;

    /// Loads every *.sartorplugin of a folder, in order of name, that is admitted (all without an
    /// admission). Refused files go to failures().
    /// Errors: "plugin.folder" when the folder cannot be read.
    Status loadFolder(const std::filesystem::path& folder, const Admission& admit = {});

    /// Takes the deformers of a file from what the file is now, in place of those that came from it
    /// before, if any did. It is loaded from a private copy, beside the old one, which goes with
    /// the last of its deformers. On any error everything stays as it was.
    /// Errors: those of load.
    Result<PluginReload> reload(const std::filesystem::path& file);

    std::span<const std::shared_ptr<const Deformer>> deformers() const { return deformers_; }
    std::span<const PluginFailure> failures() const { return failures_; }

    /// By full id, or by its last component where that is unique.
    /// Errors: "plugin.unknown" (lists what is loaded), "plugin.ambiguous" (lists the candidates).
    Result<std::shared_ptr<const Deformer>> find(std::string_view id) const;

private:
    PluginFiles files_;
    std::vector<std::shared_ptr<const Deformer>> deformers_;
    std::vector<PluginFailure> failures_;
};

/// Folders of plugins that belong to the running program: of these places, seen from its folder,
/// the ones that are there: `plugins`, `../plugins` (in a build), `../lib/sartor/plugins`
/// (installed).
std::vector<std::filesystem::path> ownPluginFolders();

/// Folders where plugins are looked for: those of SARTOR_PLUGIN_PATH (colon separated), then
/// ownPluginFolders().
std::vector<std::filesystem::path> defaultPluginFolders();

} // namespace sartor::deform
