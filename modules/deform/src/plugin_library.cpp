// SPDX-License-Identifier: Apache-2.0
// Loading and unloading of plugin files.
#include "plugin_library.h"

#include <sartor/base/log.h>

#include <dlfcn.h>

#include <string>
#include <system_error>

namespace sartor::deform {

namespace {

Error libraryError(std::string code, const std::filesystem::path& file, const std::string& what) {
    return {std::move(code), "plugin '" + file.string() + "': " + what};
}

} // namespace

Result<std::shared_ptr<PluginLibrary>> PluginLibrary::open(const std::filesystem::path& file) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(file, error);
    if (!std::filesystem::exists(status)) {
        return libraryError("plugin.missing", file, "no such file");
    }
    if (!std::filesystem::is_regular_file(status)) {
        return libraryError("plugin.not_regular", file, "not a regular file");
    }
    // A path without a slash would be searched for in the system's library folders.
    const std::filesystem::path absolute = std::filesystem::absolute(file, error);
    if (error) {
        return libraryError("plugin.load", file, error.message());
    }
    void* handle = dlopen(absolute.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        const char* reason = dlerror();
        return libraryError("plugin.load", file, reason == nullptr ? "cannot be loaded" : reason);
    }
    const std::shared_ptr<PluginLibrary> library(new PluginLibrary(handle));
    if (Status started = library->start(absolute); !started) {
        return started.error();
    }
    return library;
}

Status PluginLibrary::start(const std::filesystem::path& file) {
    const auto* entry = static_cast<const sartor_entry*>(dlsym(handle_, "sartor_deformer_entry"));
    if (entry == nullptr) {
        return libraryError(
            "plugin.symbol", file, "exports no sartor_deformer_entry: not a deformer plugin");
    }
    if (entry->magic != SARTOR_ABI_MAGIC) {
        return libraryError("plugin.magic",
                            file,
                            "magic is " + std::to_string(entry->magic) + ", expected " +
                                std::to_string(SARTOR_ABI_MAGIC));
    }
    const auto version = [](std::uint32_t major, std::uint32_t minor) {
        return std::to_string(major) + "." + std::to_string(minor);
    };
    const std::string versions = "made for deformer ABI " +
                                 version(entry->abi_major, entry->abi_minor) + ", this host has " +
                                 version(SARTOR_ABI_MAJOR, SARTOR_ABI_MINOR);
    if (entry->abi_major != SARTOR_ABI_MAJOR) {
        return libraryError("plugin.major", file, versions);
    }
    if (SARTOR_ABI_MAJOR == 0 && entry->abi_minor != SARTOR_ABI_MINOR) {
        return libraryError("plugin.minor", file, versions);
    }
    if (entry->struct_size < sizeof(sartor_entry)) {
        return libraryError("plugin.struct_size",
                            file,
                            "sartor_entry has " + std::to_string(entry->struct_size) +
                                " bytes, expected at least " +
                                std::to_string(sizeof(sartor_entry)));
    }
    if (entry->init == nullptr || entry->deinit == nullptr || entry->factory == nullptr) {
        return libraryError(
            "plugin.function", file, "init, deinit and factory of sartor_entry must not be null");
    }
    // A second net only: a plugin with its own copy of the C++ runtime ends the process by
    // throwing.
    try {
        const sartor_status status = entry->init(file.c_str());
        if (status != SARTOR_OK) {
            return libraryError(
                "plugin.init", file, "init failed with status " + std::to_string(status));
        }
        entry_ = entry;
        isInitialised_ = true;
        factory_ = entry->factory();
    } catch (...) {
        return libraryError("plugin.throws", file, "init or factory threw an exception");
    }
    if (factory_ == nullptr) {
        return libraryError("plugin.function", file, "factory() returned null");
    }
    if (factory_->count == nullptr || factory_->descriptor == nullptr ||
        factory_->create == nullptr || factory_->destroy == nullptr ||
        factory_->extension == nullptr) {
        return libraryError(
            "plugin.function", file, "a function of sartor_factory is null, all are needed");
    }
    return {};
}

PluginLibrary::~PluginLibrary() {
    if (isInitialised_) {
        try {
            entry_->deinit();
        } catch (...) {
            log(LogLevel::Error, "a plugin threw an exception out of deinit");
        }
    }
    dlclose(handle_);
}

} // namespace sartor::deform
