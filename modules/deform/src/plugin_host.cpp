// SPDX-License-Identifier: Apache-2.0
// The set of loaded deformers.
#include "declaration.h"
#include "plugin_library.h"

#include <sartor/deform/plugin_host.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <system_error>

namespace sartor::deform {

namespace {

constexpr std::uint32_t kMaxDeformers = 256;

std::string_view lastComponent(std::string_view id) {
    return id.substr(id.rfind('.') + 1);
}

std::string joinIds(std::span<const std::shared_ptr<const Deformer>> deformers) {
    std::string text;
    for (const auto& deformer : deformers) {
        text += (text.empty() ? "" : ", ") + deformer->id;
    }
    return text.empty() ? "none" : text;
}

// Everything the factory offers. An exception that comes this far is the caller's to catch.
Result<std::vector<Deformer>> copyAll(const sartor_factory& factory) {
    const std::uint32_t count = factory.count();
    if (count == 0 || count > kMaxDeformers) {
        return Error{"plugin.descriptor",
                     "offers " + std::to_string(count) + " deformers, expected 1 to " +
                         std::to_string(kMaxDeformers)};
    }
    std::vector<Deformer> deformers;
    for (std::uint32_t index = 0; index < count; ++index) {
        auto deformer = copyDescriptor(factory.descriptor(index));
        if (!deformer) {
            return deformer.error();
        }
        deformers.push_back(std::move(*deformer));
    }
    return deformers;
}

} // namespace

Status PluginHost::load(const std::filesystem::path& file) {
    auto library = PluginLibrary::open(file);
    if (!library) {
        return library.error();
    }
    const auto inFile = [&file](const std::string& what) {
        return "plugin '" + file.string() + "': " + what;
    };
    Result<std::vector<Deformer>> copied = std::vector<Deformer>{};
    try {
        copied = copyAll((*library)->factory());
    } catch (...) {
        return Error{"plugin.throws", inFile("the factory threw an exception")};
    }
    if (!copied) {
        return Error{copied.error().code, inFile(copied.error().message)};
    }
    std::vector<std::shared_ptr<const Deformer>> all = deformers_;
    for (Deformer& deformer : *copied) {
        for (const auto& other : all) {
            if (other->id == deformer.id) {
                return Error{"plugin.id_duplicate",
                             inFile("deformer '" + deformer.id + "' is already there, from '" +
                                    other->pluginPath.string() + "'")};
            }
        }
        deformer.pluginPath = file;
        deformer.library = *library;
        all.push_back(std::make_shared<const Deformer>(std::move(deformer)));
    }
    deformers_ = std::move(all);
    return {};
}

Status PluginHost::loadFolder(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    std::error_code error;
    std::filesystem::directory_iterator entries(folder, error);
    while (!error && entries != std::filesystem::directory_iterator()) {
        if (entries->path().extension() == ".sartorplugin") {
            files.push_back(entries->path());
        }
        entries.increment(error);
    }
    if (error) {
        return Error{"plugin.folder",
                     "plugin folder '" + folder.string() + "' cannot be read: " + error.message()};
    }
    std::sort(files.begin(), files.end());
    for (const std::filesystem::path& file : files) {
        if (Status loaded = load(file); !loaded) {
            failures_.push_back({file, loaded.error()});
        }
    }
    return {};
}

Result<std::shared_ptr<const Deformer>> PluginHost::find(std::string_view id) const {
    std::vector<std::shared_ptr<const Deformer>> candidates;
    for (const auto& deformer : deformers_) {
        if (deformer->id == id) {
            return deformer;
        }
        if (lastComponent(deformer->id) == id) {
            candidates.push_back(deformer);
        }
    }
    if (candidates.empty()) {
        return Error{"plugin.unknown",
                     "no deformer '" + std::string(id) + "'; loaded: " + joinIds(deformers_)};
    }
    if (candidates.size() > 1) {
        return Error{"plugin.ambiguous",
                     "deformer '" + std::string(id) + "' can be " + joinIds(candidates)};
    }
    return candidates.front();
}

std::vector<std::filesystem::path> defaultPluginFolders() {
    std::vector<std::filesystem::path> folders;
    if (const char* paths = std::getenv("SARTOR_PLUGIN_PATH"); paths != nullptr) {
        std::string_view rest = paths;
        while (!rest.empty()) {
            const std::size_t colon = rest.find(':');
            if (colon != 0) {
                folders.emplace_back(rest.substr(0, colon));
            }
            rest = colon == std::string_view::npos ? std::string_view() : rest.substr(colon + 1);
        }
    }
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (error) {
        return folders;
    }
    for (const char* relative : {"plugins", "../plugins", "../lib/sartor/plugins"}) {
        const std::filesystem::path folder = (program.parent_path() / relative).lexically_normal();
        if (std::filesystem::is_directory(folder, error)) {
            folders.push_back(folder);
        }
    }
    return folders;
}

} // namespace sartor::deform
