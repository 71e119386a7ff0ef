// SPDX-License-Identifier: Apache-2.0
// Loads deformer plugins, checks every declaration, and keeps what is valid.
#pragma once

#include <sartor/base/result.h>
#include <sartor/deform/deformer.h>

#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace sartor::deform {

/// A file that looked like a plugin and was refused.
struct PluginFailure {
    std::filesystem::path path;
    /// code = the rule that was broken ("plugin.magic", "plugin.param_range", ...).
    Error error;
};

class PluginHost {
public:
    PluginHost() = default;

    /// Loads one .sartorplugin; all its deformers or none.
    /// Errors: one code per rule of the ABI, "plugin.*", naming file and place.
    Status load(const std::filesystem::path& file);

    /// Loads every *.sartorplugin of a folder, in order of name. Refused files go to failures().
    /// Errors: "plugin.folder" when the folder cannot be read.
    Status loadFolder(const std::filesystem::path& folder);

    std::span<const std::shared_ptr<const Deformer>> deformers() const { return deformers_; }
    std::span<const PluginFailure> failures() const { return failures_; }

    /// By full id, or by its last component where that is unique.
    /// Errors: "plugin.unknown" (lists what is loaded), "plugin.ambiguous" (lists the candidates).
    Result<std::shared_ptr<const Deformer>> find(std::string_view id) const;

private:
    std::vector<std::shared_ptr<const Deformer>> deformers_;
    std::vector<PluginFailure> failures_;
};

/// Folders where plugins are looked for: those of SARTOR_PLUGIN_PATH (colon separated), then of
/// these places, seen from the running program's folder, the ones that are there: `plugins`,
/// `../plugins` (in a build), `../lib/sartor/plugins` (installed).
std::vector<std::filesystem::path> defaultPluginFolders();

} // namespace sartor::deform
