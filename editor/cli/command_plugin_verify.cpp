// SPDX-License-Identifier: Apache-2.0
// sartor plugin verify: plugin files against the invariants that deformers are held to.
#include "address.h"
#include "commands.h"
#include "conformance_report.h"
#include "options.h"
#include "progress.h"

#include <CLI/Validators.hpp>

#include <memory>

namespace sartor::cli {
namespace {

struct Options {
    std::vector<std::filesystem::path> files;
    std::string format = "text";
    bool isJson = false;
    bool isList = false;
    ConformanceOptions conformance;
};

void addConformanceOptions(CLI::App& command, ConformanceOptions& options) {
    command
        .add_option(
            "--backend",
            options.backend,
            "What is compared with the CPU: compute forms, or the vertex forms of last stages")
        ->check(CLI::IsMember({"auto", "cpu", "vulkan", "vertex"}))
        ->type_name("auto|cpu|vulkan|vertex");
    command.add_option("--invariant", options.only, "Check this one; may be repeated")
        ->type_name("ID")
        ->allow_extra_args(false);
    command
        .add_option("--params",
                    options.params,
                    "Params of the deformers, as in a chain; without, their initial values")
        ->type_name("KEY=VALUE,...");
    command
        .add_option("--plugin-path", options.pluginFolders, "More folders with deformer plugins")
        ->type_name("DIR")
        ->allow_extra_args(false);
    command.add_option("--seed", options.seed, "Of everything random")->type_name("N");
}

ExitCode list(const std::string& format) {
    return deliver({},
                   format == "json"       ? invariantsJson()
                   : format == "markdown" ? invariantsMarkdown()
                                          : invariantsText());
}

ExitCode run(const Options& options) {
    const std::string format = options.isJson ? "json" : options.format;
    if (options.isList) {
        return list(format);
    }
    if (options.files.empty()) {
        const Error none = {"usage.file", "FILE is required: a plugin to check, or --list"};
        printError({}, none);
        return exitCodeOf(none);
    }
    std::vector<CheckedPlugin> plugins;
    bool hasFailed = false;
    Progress progress("checking");
    for (const std::filesystem::path& file : options.files) {
        progress.set("checking " + file.filename().string());
        Result<CheckedPlugin> checked = checkPluginFile(file, options.conformance);
        if (!checked) {
            printError({}, checked.error());
            const bool isThere = checked.error().code != "plugin.missing" &&
                                 checked.error().code != "plugin.not_regular";
            return isThere ? exitCodeOf(checked.error()) : ExitCode::Unreadable;
        }
        hasFailed = hasFailed || checked->hasFailed();
        plugins.push_back(*std::move(checked));
    }
    const ExitCode delivered =
        deliver({},
                format == "json"       ? conformanceJson(plugins, options.conformance)
                : format == "markdown" ? conformanceMarkdown(plugins, options.conformance)
                                       : conformanceText(plugins, options.conformance));
    return delivered == ExitCode::Done && hasFailed ? ExitCode::Found : delivered;
}

} // namespace

Command addPluginVerifyCommand(CLI::App& group) {
    auto options = std::make_shared<Options>();
    CLI::App* command = group.add_subcommand(
        "verify", "Hold plugins to what every deformer must do, and to what each claims");
    command->add_option("FILE", options->files, "Plugin files")->type_name("");
    command->add_option("--format", options->format, "How the matrix is written")
        ->check(CLI::IsMember({"text", "json", "markdown"}))
        ->type_name("text|json|markdown");
    addJsonFlag(*command, options->isJson);
    command->add_flag("--list", options->isList, "Show the invariants instead");
    addConformanceOptions(*command, options->conformance);
    command->footer("Example: sartor plugin verify jiggle.sartorplugin --invariant identity\n"
                    "Exit code 1: an invariant fails, or a file is refused.");
    return {command, [options] { return run(*options); }};
}

Command addPluginVerifyFileCommand(CLI::App& group) {
    struct ChildOptions {
        std::filesystem::path file;
        std::string from = "0:0";
        ConformanceOptions conformance;
    };
    auto options = std::make_shared<ChildOptions>();
    CLI::App* command = group.add_subcommand(kConformanceChildCommand, "");
    command->group("");
    command->add_option("FILE", options->file)->required();
    command->add_option("--from", options->from);
    addConformanceOptions(*command, options->conformance);
    return {command, [options] {
                ConformancePlace from;
                const std::size_t colon = options->from.find(':');
                const auto deformer = parseIndex("deformer", options->from.substr(0, colon));
                const auto invariant = parseIndex("invariant", options->from.substr(colon + 1));
                if (!deformer || !invariant) {
                    return ExitCode::Usage;
                }
                from.deformer = *deformer;
                from.invariant = *invariant;
                return answerConformance(options->file, options->conformance, from);
            }};
}

} // namespace sartor::cli
