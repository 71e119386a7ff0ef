// SPDX-License-Identifier: Apache-2.0
// sartor plugin new: a deformer plugin to start from, as a project of its own.
#include "commands.h"
#include "options.h"
#include "plugin_template.h"

#include <sartor/base/file.h>
#include <sartor/session/load_plugins.h>

#include <algorithm>
#include <array>
#include <memory>
#include <system_error>

namespace sartor::cli {
namespace {

struct Options {
    std::string name;
    std::string language = "c++";
    std::filesystem::path folder;
    bool isForced = false;
    bool isJson = false;
};

constexpr std::size_t kMaxNameLength = 64;

bool isLower(char c) {
    return c >= 'a' && c <= 'z';
}

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isWord(std::string_view word) {
    return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
        return isLower(c) || isDigit(c) || c == '_';
    });
}

/// What CMake keeps for targets of its own.
constexpr std::array<std::string_view, 12> kTakenNames = {"all",
                                                          "clean",
                                                          "depend",
                                                          "edit_cache",
                                                          "help",
                                                          "install",
                                                          "list_install_components",
                                                          "package",
                                                          "package_source",
                                                          "preinstall",
                                                          "rebuild_cache",
                                                          "test"};

/// The last word names files, a target and functions; those before it are the author's.
Result<PluginName> parseName(const std::string& text) {
    const Error malformed = {
        "usage.name",
        "NAME: '" + text + "' must be a word of a-z, 0-9 and _ that begins with a letter, as in " +
            "'jiggle', or such words joined with dots, as in 'com.studio.jiggle' (at most " +
            std::to_string(kMaxNameLength) + " characters)"};
    if (text.size() > kMaxNameLength) {
        return malformed;
    }
    std::string_view rest = text;
    while (true) {
        const std::size_t dot = rest.find('.');
        const std::string_view word = rest.substr(0, dot);
        if (!isWord(word)) {
            return malformed;
        }
        if (dot == std::string_view::npos) {
            break;
        }
        rest.remove_prefix(dot + 1);
    }
    const bool isDotted = rest.size() != text.size();
    const std::string_view first = std::string_view(text).substr(0, text.find('.'));
    if (!isLower(rest.front()) || (isDotted && first.find('_') != std::string_view::npos)) {
        return malformed;
    }
    if (std::find(kTakenNames.begin(), kTakenNames.end(), rest) != kTakenNames.end()) {
        return Error{"usage.name",
                     "NAME: '" + std::string(rest) + "' is a target of CMake's own; take another"};
    }
    return PluginName{isDotted ? text : "org.example." + text, std::string(rest)};
}

/// Of ids that come with Sartor.
constexpr std::string_view kOwnPrefix = "sartor.";

/// Whether chains would still say what they say now if there was a deformer of this name.
Status expectFree(const PluginName& name) {
    constexpr std::string_view kAdvice = "; take another name, or say --force";
    if (name.id.starts_with(kOwnPrefix)) {
        return Error{"usage.name",
                     "NAME: ids that begin with '" + std::string(kOwnPrefix) +
                         "' are those of deformers that come with Sartor" + std::string(kAdvice)};
    }
    deform::PluginHost host;
    if (Status status = session::loadPlugins(host, {}); !status) {
        return status;
    }
    for (const auto& deformer : host.deformers()) {
        const std::string_view id = deformer->id;
        if (id.substr(id.rfind('.') + 1) == name.word) {
            return Error{"usage.name",
                         "NAME: there is a deformer " + deformer->id + ", and with " + name.id +
                             " beside it, '" + name.word + "' in a chain could mean both" +
                             std::string(kAdvice)};
        }
    }
    return {};
}

Status makeEmptyFolder(const std::filesystem::path& folder) {
    std::error_code error;
    if (std::filesystem::exists(folder, error)) {
        if (!std::filesystem::is_directory(folder, error) ||
            !std::filesystem::is_empty(folder, error) || error) {
            return Error{"output.exists",
                         folder.string() + " is already there; name a new or an empty folder with "
                                           "--folder"};
        }
        return {};
    }
    std::filesystem::create_directories(folder, error);
    if (error) {
        return Error{"file.unwritable",
                     folder.string() + ": cannot make the folder: " + error.message()};
    }
    return {};
}

std::string
json(const Options& options, const PluginName& name, const std::vector<TemplateFile>& files) {
    io::JsonWriter json;
    json.beginObject().member("id", name.id).member("folder", options.folder.string());
    json.key("files").beginArray();
    for (const TemplateFile& file : files) {
        json.value(file.name);
    }
    return json.endArray().endObject().take();
}

std::string text(const Options& options, const PluginName& name) {
    const std::string folder = options.folder.string();
    return "made " + folder + " with the deformer " + name.id + "\n\n    cmake -S " + folder +
           " -B " + folder + "/build\n    cmake --build " + folder +
           "/build\n    ctest --test-dir " + folder + "/build\n";
}

ExitCode run(Options options) {
    const auto name = parseName(options.name);
    if (!name) {
        printError({}, name.error());
        return exitCodeOf(name.error());
    }
    if (const Status status = options.isForced ? Status() : expectFree(*name); !status) {
        return deliver({}, status.error());
    }
    if (options.folder.empty()) {
        options.folder = name->word;
    }
    if (const Status status = makeEmptyFolder(options.folder); !status) {
        printError({}, status.error());
        return exitCodeOf(status.error());
    }
    const auto files = pluginTemplate(
        *name, options.language == "c" ? PluginLanguage::C : PluginLanguage::CPlusPlus);
    for (const TemplateFile& file : files) {
        const Status written = writeFileAtomically(options.folder / file.name, file.text);
        if (!written) {
            printError({}, written.error());
            return exitCodeOf(written.error());
        }
    }
    return deliver({}, options.isJson ? json(options, *name, files) : text(options, *name));
}

} // namespace

Command addPluginNewCommand(CLI::App& group) {
    auto options = std::make_shared<Options>();
    CLI::App* command = group.add_subcommand(
        "new", "Writes a project with a small deformer that builds and passes its test");
    command->add_option("NAME", options->name, "jiggle, or with the author: com.studio.jiggle")
        ->required();
    command->add_option("--language", options->language, "Language of the CPU form")
        ->check(CLI::IsMember({"c", "c++"}))
        ->capture_default_str();
    command->add_option("--folder", options->folder, "A new or empty folder; default: NAME")
        ->type_name("DIR");
    command->add_flag("--force",
                      options->isForced,
                      "Take a NAME that a deformer has already, or that begins with sartor.");
    addJsonFlag(*command, options->isJson);
    command->footer("Example: sartor plugin new com.studio.jiggle --language c --folder jiggle");
    return {command, [options] { return run(*options); }};
}

} // namespace sartor::cli
