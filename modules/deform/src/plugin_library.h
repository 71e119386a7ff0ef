// SPDX-License-Identifier: Apache-2.0
// A loaded plugin file: initialised while the object lives, then unloaded.
#pragma once

#include <sartor/base/result.h>
#include <sartor/deformer/sartor_deformer.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

namespace sartor::deform {

class PluginLibrary {
public:
    /// Loads, checks entry and versions, calls init and asks for the factory.
    /// Errors: "plugin.missing", "plugin.not_regular", "plugin.truncated", "plugin.load",
    /// "plugin.symbol", "plugin.magic", "plugin.major", "plugin.struct_size",
    /// "plugin.function", "plugin.init", "plugin.throws".
    static Result<std::shared_ptr<PluginLibrary>> open(const std::filesystem::path& file);

    ~PluginLibrary();
    PluginLibrary(const PluginLibrary&) = delete;
    PluginLibrary& operator=(const PluginLibrary&) = delete;
    PluginLibrary(PluginLibrary&&) = delete;
    PluginLibrary& operator=(PluginLibrary&&) = delete;

    const sartor_factory& factory() const { return *factory_; }

private:
    PluginLibrary(std::filesystem::path file, void* handle)
        : file_(std::move(file)), handle_(handle) {}
    Status start();
    Error error(std::string code, const std::string& what) const;

    std::filesystem::path file_;
    void* handle_;
    /// Null until the plugin is initialised.
    const sartor_entry* entry_ = nullptr;
    const sartor_factory* factory_ = nullptr;
};

} // namespace sartor::deform
