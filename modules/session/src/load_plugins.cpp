// SPDX-License-Identifier: Apache-2.0
// Which folders of plugins are loaded, and which of their files are tried first.
#include <sartor/base/log.h>
#include <sartor/deform/plugin_screening.h>
#include <sartor/session/load_plugins.h>

#include <algorithm>
#include <system_error>
#include <vector>

namespace sartor::session {

namespace {

bool isOneOf(std::span<const std::filesystem::path> folders, const std::filesystem::path& folder) {
    return std::any_of(folders.begin(), folders.end(), [&](const auto& other) {
        std::error_code ignored;
        return std::filesystem::equivalent(folder, other, ignored);
    });
}

/// Says which files were left aside because a folder before theirs has a deformer of the same id:
/// a plugin of one's own in the place of one that came with the program is easily forgotten.
void sayDuplicates(std::span<const deform::PluginFailure> failures) {
    for (const deform::PluginFailure& failure : failures) {
        if (failure.error.code == "plugin.id_duplicate") {
            log(LogLevel::Warning, failure.error.message + ", which is used");
        }
    }
}

} // namespace

Status loadPlugins(deform::PluginHost& host,
                   std::span<const std::filesystem::path> folders,
                   PluginTrial trial,
                   const deform::ProbeOptions& probe) {
    std::vector<std::filesystem::path> all(folders.begin(), folders.end());
    for (std::filesystem::path folder : deform::defaultPluginFolders()) {
        std::error_code ignored;
        if (!isOneOf(all, folder) && std::filesystem::is_directory(folder, ignored)) {
            all.push_back(std::move(folder));
        }
    }
    const std::vector<std::filesystem::path> own = deform::ownPluginFolders();
    const std::size_t failuresBefore = host.failures().size();
    const deform::PluginScreening screening(deform::PluginRecords(), probe);
    for (const std::filesystem::path& folder : all) {
        const bool isTrusted = trial == PluginTrial::InProcess || isOneOf(own, folder);
        const auto admit = [&](const std::filesystem::path& file) {
            return screening.admit(
                file, isTrusted ? deform::UnknownPlugin::Trust : deform::UnknownPlugin::Probe);
        };
        if (Status status = host.loadFolder(folder, admit); !status) {
            return status;
        }
    }
    sayDuplicates(host.failures().subspan(failuresBefore));
    return {};
}

} // namespace sartor::session
