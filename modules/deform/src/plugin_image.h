// SPDX-License-Identifier: Apache-2.0
// A copy of a plugin file that nobody else writes to.
#pragma once

#include <sartor/base/descriptor.h>
#include <sartor/base/result.h>

#include <filesystem>
#include <memory>
#include <utility>

namespace sartor::deform {

/// A folder of its own in the temporary folder, with the plugin under its name and links to the
/// shared libraries that stand beside it, so that a plugin that looks for them there finds them.
/// Removed with the object; what processes have left behind that ended without doing so is removed
/// by the first copy of a later one. A lock on a file in the folder says whose owner lives.
class PluginImage {
public:
    /// Errors: "plugin.copy" with the system's reason.
    static Result<std::unique_ptr<const PluginImage>> copy(const std::filesystem::path& file);

    ~PluginImage();
    PluginImage(const PluginImage&) = delete;
    PluginImage& operator=(const PluginImage&) = delete;
    PluginImage(PluginImage&&) = delete;
    PluginImage& operator=(PluginImage&&) = delete;

    /// Different from that of every other image.
    const std::filesystem::path& path() const { return path_; }

private:
    PluginImage(std::filesystem::path path, Descriptor lock)
        : path_(std::move(path)), lock_(std::move(lock)) {}

    std::filesystem::path path_;
    Descriptor lock_;
};

} // namespace sartor::deform
