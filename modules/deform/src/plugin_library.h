// SPDX-License-Identifier: Apache-2.0
// A loaded plugin file: initialised while the object lives, then unloaded.
#pragma once

#include <sartor/base/result.h>
#include <sartor/deformer/sartor_deformer.h>

#include <filesystem>
#include <memory>

namespace sartor::deform {

class PluginLibrary {
public:
    /// Loads, checks entry and versions, calls init and asks for the factory.
    /// Errors: "plugin.missing", "plugin.not_regular", "plugin.load", "plugin.symbol",
    /// "plugin.magic", "plugin.major", "plugin.minor", "plugin.struct_size", "plugin.function",
    /// "plugin.init", "plugin.throws".
    static Result<std::shared_ptr<PluginLibrary>> open(const std::filesystem::path& file);

    ~PluginLibrary();
    PluginLibrary(const PluginLibrary&) = delete;
    PluginLibrary& operator=(const PluginLibrary&) = delete;
    PluginLibrary(PluginLibrary&&) = delete;
    PluginLibrary& operator=(PluginLibrary&&) = delete;

    const sartor_factory& factory() const { return *factory_; }

private:
    explicit PluginLibrary(void* handle) : handle_(handle) {}
    Status start(const std::filesystem::path& file);

    void* handle_;
    const sartor_entry* entry_ = nullptr;
    bool isInitialised_ = false;
    const sartor_factory* factory_ = nullptr;
};

} // namespace sartor::deform
