// SPDX-License-Identifier: Apache-2.0
// The plugins of a session: where they come from, and what is tried before it is loaded.
#pragma once

#include <sartor/base/result.h>
#include <sartor/deform/plugin_host.h>
#include <sartor/deform/plugin_probe.h>

#include <filesystem>
#include <span>

namespace sartor::session {

/// What is done about plugin files that nobody has tried yet.
enum class PluginTrial {
    InProcess,   ///< they are loaded as they are: for a process that is a trial itself
    ChildProcess ///< deform::PluginScreening tries them first, except those of the program's own
                 ///< folders, which were installed with it
};

/// Loads the plugins of the given folders, then those of deform::defaultPluginFolders() that exist.
/// Refused files are in host.failures(); so are those that are quarantined or disabled. A file that
/// is left aside for a deformer of the same id is a warning in the log.
/// Errors: "plugin.folder" when a folder cannot be read.
Status loadPlugins(deform::PluginHost& host,
                   std::span<const std::filesystem::path> folders,
                   PluginTrial trial = PluginTrial::ChildProcess,
                   const deform::ProbeOptions& probe = {});

} // namespace sartor::session
