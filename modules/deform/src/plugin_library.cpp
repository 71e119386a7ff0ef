// SPDX-License-Identifier: Apache-2.0
// Loading and unloading of plugin files.
#include "plugin_library.h"

#include "elf_check.h"
#include "plugin_call.h"

#include <sartor/base/log.h>
#include <sartor/deform/plugin_file.h>

#include <dlfcn.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <system_error>

namespace sartor::deform {

namespace {

std::string inFile(const std::filesystem::path& file, const std::string& what) {
    return "plugin '" + file.string() + "': " + what;
}

// The loader's reason; most begin with the path, which the message has already.
std::string withoutPath(const char* reason, const std::filesystem::path& file) {
    const std::string_view text = reason == nullptr ? "cannot be loaded" : reason;
    const std::string path = file.string() + ": ";
    return std::string(text.starts_with(path) ? text.substr(path.size()) : text);
}

} // namespace

bool isMapped(const std::filesystem::path& path) {
    void* handle = dlopen(path.c_str(), RTLD_NOLOAD | RTLD_NOW);
    if (handle == nullptr) {
        return false;
    }
    dlclose(handle);
    return true;
}

Result<std::shared_ptr<PluginLibrary>> PluginLibrary::open(const std::filesystem::path& file,
                                                           From from) {
    if (const Status status = expectPluginFile(file); !status) {
        return status.error();
    }
    std::error_code error;
    // A path without a slash would be searched for in the system's library folders.
    const std::filesystem::path absolute = std::filesystem::absolute(file, error);
    if (error) {
        return Error{"plugin.load", inFile(file, error.message())};
    }
    std::unique_ptr<const PluginImage> image;
    if (from == From::Copy || isMapped(absolute)) {
        auto copied = PluginImage::copy(absolute);
        if (!copied) {
            return copied.error();
        }
        image = std::move(*copied);
    }
    const std::filesystem::path mapped = image == nullptr ? absolute : image->path();
    if (const Status whole = expectWholeLibrary(mapped); !whole) {
        return Error{whole.error().code, inFile(file, whole.error().message)};
    }
    const PluginCall call({.plugin = absolute.c_str()});
    void* handle = dlopen(mapped.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        const char* reason = dlerror();
        return Error{"plugin.load", inFile(file, withoutPath(reason, mapped))};
    }
    const std::shared_ptr<PluginLibrary> library(
        new PluginLibrary(absolute, std::move(image), mapped, handle));
    if (Status started = library->start(); !started) {
        return started.error();
    }
    return library;
}

Status PluginLibrary::start() {
    const auto* entry = static_cast<const sartor_entry*>(dlsym(handle_, "sartor_deformer_entry"));
    if (entry == nullptr) {
        return error("plugin.symbol", "exports no sartor_deformer_entry: not a deformer plugin");
    }
    if (entry->magic != SARTOR_ABI_MAGIC) {
        return error("plugin.magic",
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
        return error("plugin.major", versions);
    }
    // As it was when this major version was frozen.
    constexpr std::size_t kEntrySize = offsetof(sartor_entry, factory) + sizeof(entry->factory);
    if (entry->struct_size < kEntrySize) {
        return error("plugin.struct_size",
                     "sartor_entry has " + std::to_string(entry->struct_size) +
                         " bytes, expected at least " + std::to_string(kEntrySize));
    }
    if (entry->init == nullptr || entry->deinit == nullptr || entry->factory == nullptr) {
        return error("plugin.function",
                     "init, deinit and factory of sartor_entry must not be null");
    }
    // A second net only: a plugin with its own copy of the C++ runtime ends the process by
    // throwing.
    try {
        const sartor_status status = entry->init(file_.c_str());
        if (status != SARTOR_OK) {
            return error("plugin.init", "init failed with status " + std::to_string(status));
        }
        entry_ = entry;
        factory_ = entry->factory();
    } catch (...) {
        return error("plugin.throws", "init or factory threw an exception");
    }
    if (factory_ == nullptr) {
        return error("plugin.function", "factory() returned null");
    }
    if (factory_->count == nullptr || factory_->descriptor == nullptr ||
        factory_->create == nullptr || factory_->destroy == nullptr ||
        factory_->extension == nullptr) {
        return error("plugin.function", "a function of sartor_factory is null, all are needed");
    }
    return {};
}

Error PluginLibrary::error(std::string code, const std::string& what) const {
    return {std::move(code), inFile(file_, what)};
}

PluginLibrary::~PluginLibrary() {
    const PluginCall call({.plugin = file_.c_str()});
    if (entry_ != nullptr) {
        try {
            entry_->deinit();
        } catch (...) {
            log(LogLevel::Error, inFile(file_, "deinit threw an exception"));
        }
    }
    dlclose(handle_);
}

} // namespace sartor::deform
