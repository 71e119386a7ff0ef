// SPDX-License-Identifier: Apache-2.0
// A loaded plugin file: initialised while the object lives, then unloaded.
#pragma once

#include "plugin_image.h"

#include <sartor/base/result.h>
#include <sartor/deformer/sartor_deformer.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

namespace sartor::deform {

/// Whether the process has a library of that absolute path.
bool isMapped(const std::filesystem::path& path);

class PluginLibrary {
public:
    enum class From {
        File, ///< as it stands; a copy where it is mapped already, since the loader would take
              ///< that one again, however old it is
        Copy  ///< a private copy, so that the file may change while the library is in use
    };

    /// Loads, checks entry and versions, calls init and asks for the factory.
    /// Errors: "plugin.missing", "plugin.not_regular", "plugin.truncated", "plugin.copy",
    /// "plugin.load", "plugin.symbol", "plugin.magic", "plugin.major", "plugin.struct_size",
    /// "plugin.function", "plugin.init", "plugin.throws".
    static Result<std::shared_ptr<PluginLibrary>> open(const std::filesystem::path& file,
                                                       From from = From::File);

    ~PluginLibrary();
    PluginLibrary(const PluginLibrary&) = delete;
    PluginLibrary& operator=(const PluginLibrary&) = delete;
    PluginLibrary(PluginLibrary&&) = delete;
    PluginLibrary& operator=(PluginLibrary&&) = delete;

    const sartor_factory& factory() const { return *factory_; }
    /// Absolute.
    const std::filesystem::path& file() const { return file_; }
    /// What the process has mapped: the file, or the copy.
    const std::filesystem::path& mappedPath() const { return mappedPath_; }

private:
    PluginLibrary(std::filesystem::path file,
                  std::unique_ptr<const PluginImage> image,
                  std::filesystem::path mappedPath,
                  void* handle)
        : file_(std::move(file))
        , image_(std::move(image))
        , mappedPath_(std::move(mappedPath))
        , handle_(handle) {}
    Status start();
    Error error(std::string code, const std::string& what) const;

    std::filesystem::path file_;
    /// Null where the file itself is mapped. Outlives the mapping.
    std::unique_ptr<const PluginImage> image_;
    std::filesystem::path mappedPath_;
    void* handle_;
    /// Null until the plugin is initialised.
    const sartor_entry* entry_ = nullptr;
    const sartor_factory* factory_ = nullptr;
};

} // namespace sartor::deform
