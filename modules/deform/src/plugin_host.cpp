// SPDX-License-Identifier: Apache-2.0
// The set of loaded deformers.
#include "declaration.h"
#include "declaration_changes.h"
#include "plugin_call.h"
#include "plugin_library.h"

#include <sartor/deform/plugin_host.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
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

// All deformers of a file, or the first rule that one of them breaks.
Result<std::vector<std::shared_ptr<const Deformer>>>
loadDeformers(const std::filesystem::path& file,
              PluginLibrary::From from,
              std::span<const std::shared_ptr<const Deformer>> others) {
    // A change from here on shows.
    const std::optional<FileStamp> stamp = fileStamp(file);
    auto library = PluginLibrary::open(file, from);
    if (!library) {
        return library.error();
    }
    const auto inFile = [&file](const std::string& what) {
        return "plugin '" + file.string() + "': " + what;
    };
    Result<std::vector<Deformer>> copied = std::vector<Deformer>{};
    try {
        const PluginCall call({.plugin = file.c_str()});
        copied = copyAll((*library)->factory());
    } catch (...) {
        return Error{"plugin.throws", inFile("the factory threw an exception")};
    }
    if (!copied) {
        return Error{copied.error().code, inFile(copied.error().message)};
    }
    std::vector<std::shared_ptr<const Deformer>> all(others.begin(), others.end());
    for (Deformer& deformer : *copied) {
        for (const auto& other : all) {
            if (other->id == deformer.id) {
                return Error{"plugin.id_duplicate",
                             inFile("deformer '" + deformer.id + "' is already there, from '" +
                                    other->pluginPath.string() + "'")};
            }
        }
        deformer.pluginPath = file;
        deformer.pluginStamp = stamp;
        deformer.library = *library;
        all.push_back(std::make_shared<const Deformer>(std::move(deformer)));
    }
    all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(others.size()));
    return all;
}

bool isSameFile(const std::filesystem::path& a, const std::filesystem::path& b) {
    std::error_code error;
    return a == b || std::filesystem::weakly_canonical(a, error) ==
                         std::filesystem::weakly_canonical(b, error);
}

} // namespace

RetiredPlugin::RetiredPlugin(const std::shared_ptr<PluginLibrary>& library)
    : file_(library->file()), mappedPath_(library->mappedPath()), library_(library) {}

Status RetiredPlugin::expectUnloaded() const {
    const std::string begin = "plugin '" + file_.string() + "': the build before this one ";
    if (const long count = library_.use_count(); count > 0) {
        return Error{"plugin.still_used", begin + "is still in use"};
    }
    if (!mappedPath_.empty() && isMapped(mappedPath_)) {
        return Error{"plugin.still_mapped",
                     begin + "stays in memory although nobody uses it: build the plugin with "
                             "sartor_add_deformer_plugin, which keeps its symbols to itself"};
    }
    return {};
}

Status PluginHost::load(const std::filesystem::path& file) {
    auto loaded = loadDeformers(file,
                                files_ == PluginFiles::MayChange ? PluginLibrary::From::Copy
                                                                 : PluginLibrary::From::File,
                                deformers_);
    // The temporary folder may be full, or not be for programs.
    if (!loaded && files_ == PluginFiles::MayChange &&
        (loaded.error().code == "plugin.copy" || loaded.error().code == "plugin.load")) {
        loaded = loadDeformers(file, PluginLibrary::From::File, deformers_);
    }
    if (!loaded) {
        return loaded.error();
    }
    deformers_.insert(deformers_.end(), loaded->begin(), loaded->end());
    return {};
}

Result<PluginReload> PluginHost::reload(const std::filesystem::path& file) {
    const auto isOfFile = [&file](const std::shared_ptr<const Deformer>& deformer) {
        return isSameFile(deformer->pluginPath, file);
    };
    std::vector<std::shared_ptr<const Deformer>> others;
    std::vector<std::shared_ptr<const Deformer>> before;
    std::partition_copy(deformers_.begin(),
                        deformers_.end(),
                        std::back_inserter(before),
                        std::back_inserter(others),
                        isOfFile);
    auto loaded = loadDeformers(file, PluginLibrary::From::Copy, others);
    if (!loaded) {
        return loaded.error();
    }
    PluginReload result;
    for (const auto& deformer : *loaded) {
        result.deformers.push_back(deformer->id);
    }
    result.changes = describeChanges(before, *loaded);
    if (!before.empty()) {
        result.retired = RetiredPlugin(before.front()->library);
    }
    // In the place where they were, so that lists of deformers do not jump.
    const auto first = std::find_if(deformers_.begin(), deformers_.end(), isOfFile);
    others.insert(others.begin() + (first - deformers_.begin()), loaded->begin(), loaded->end());
    deformers_ = std::move(others);
    std::erase_if(failures_,
                  [&file](const PluginFailure& failure) { return isSameFile(failure.path, file); });
    return result;
}

Status PluginHost::loadFolder(const std::filesystem::path& folder, const Admission& admit) {
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
        Status loaded = admit ? admit(file) : Status();
        if (loaded) {
            loaded = load(file);
        }
        if (!loaded) {
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

std::vector<std::filesystem::path> ownPluginFolders() {
    std::vector<std::filesystem::path> folders;
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
    for (std::filesystem::path& own : ownPluginFolders()) {
        folders.push_back(std::move(own));
    }
    return folders;
}

} // namespace sartor::deform
