// SPDX-License-Identifier: Apache-2.0
// sartor plugin probe: loads plugins in a process of their own, and says what became of it.
#include "commands.h"
#include "options.h"

#include <sartor/deform/plugin_file.h>
#include <sartor/deform/plugin_screening.h>
#include <sartor/io/json_writer.h>

#include <CLI/Validators.hpp>

#include <array>
#include <memory>

namespace sartor::cli {
namespace {

using deform::ProbeOutcome;
using deform::ProbeVerdict;

struct Options {
    std::vector<std::filesystem::path> files;
    bool clears = false;
    bool disables = false;
    double seconds = deform::ProbeOptions{}.maximumSeconds;
    std::uint64_t memoryMebibytes = deform::ProbeOptions{}.maximumMemorySize >> 20;
    bool isJson = false;
};

std::string_view text(ProbeOutcome outcome) {
    constexpr std::array<std::string_view, 3> kOutcomes = {"accepted", "refused", "quarantined"};
    return kOutcomes[static_cast<std::size_t>(outcome)];
}

struct Probed {
    std::filesystem::path file;
    ProbeVerdict verdict;
};

std::string asJson(const std::vector<Probed>& all) {
    io::JsonWriter json;
    json.beginObject().key("plugins").beginArray();
    for (const auto& [file, verdict] : all) {
        json.beginObject().member("file", file.string());
        json.member("outcome", text(verdict.outcome));
        json.member("code", verdict.error.code).member("message", verdict.error.message);
        json.member("deformers", verdict.deformers).member("unloads", verdict.unloads);
        json.member("seconds", verdict.seconds).endObject();
    }
    return json.endArray().endObject().take();
}

std::string asText(const std::vector<Probed>& all) {
    std::string result;
    for (const auto& [file, verdict] : all) {
        result += std::string(text(verdict.outcome)) + ' ';
        if (verdict.outcome == ProbeOutcome::Accepted) {
            std::string ids;
            for (const std::string& id : verdict.deformers) {
                ids += (ids.empty() ? "" : ", ") + id;
            }
            result += file.string() + ": " + ids + '\n';
        } else {
            result += verdict.error.message + " (" + verdict.error.code + ")\n";
        }
        if (!verdict.unloads) {
            result +=
                "  stays in memory after it was unloaded, so a running host cannot reload it; "
                "build it with sartor_add_deformer_plugin\n";
        }
    }
    return result;
}

ExitCode clear(const Options& options, const deform::PluginRecords& records) {
    std::string result;
    for (const std::filesystem::path& file : options.files) {
        records.forget(file);
        result += "nothing is remembered of " + file.string() + '\n';
    }
    if (options.files.empty()) {
        result = std::to_string(records.clear()) + " plugins are forgotten\n";
    }
    return deliver({}, result);
}

ExitCode disable(const Options& options, const deform::PluginRecords& records) {
    std::string result;
    for (const std::filesystem::path& file : options.files) {
        const Status kept =
            records.keep(file, deform::PluginStanding::Disabled, "on the command line");
        if (!kept) {
            printError({}, kept.error());
            return deform::expectPluginFile(file) ? exitCodeOf(kept.error()) : ExitCode::Unreadable;
        }
        result += file.string() + " is disabled until it changes\n";
    }
    return deliver({}, result);
}

ExitCode run(const Options& options) {
    const deform::PluginScreening screening(
        deform::PluginRecords(),
        {.maximumSeconds = options.seconds, .maximumMemorySize = options.memoryMebibytes << 20});
    if (options.clears) {
        return clear(options, screening.records());
    }
    if (options.files.empty()) {
        printError({}, {"usage.options", "name a file, or say --clear"});
        return ExitCode::Usage;
    }
    if (options.disables) {
        return disable(options, screening.records());
    }
    std::vector<Probed> all;
    bool isFine = true;
    for (const std::filesystem::path& file : options.files) {
        if (const Status status = deform::expectPluginFile(file); !status) {
            printError({}, status.error());
            return ExitCode::Unreadable;
        }
        auto verdict = screening.probe(file);
        if (!verdict) {
            printError(file, verdict.error());
            return exitCodeOf(verdict.error());
        }
        isFine = isFine && verdict->outcome == ProbeOutcome::Accepted;
        all.push_back({file, std::move(*verdict)});
    }
    const ExitCode delivered = deliver({}, options.isJson ? asJson(all) : asText(all));
    return delivered == ExitCode::Done && !isFine ? ExitCode::Found : delivered;
}

} // namespace

Command addPluginProbeCommand(CLI::App& group) {
    auto options = std::make_shared<Options>();
    CLI::App* command = group.add_subcommand(
        "probe", "Load plugins in a process of their own, and remember whether it survived");
    command->add_option("files", options->files, "Plugin files")->type_name("FILE");
    CLI::Option* clear = command->add_flag(
        "--clear",
        options->clears,
        "Forget what is remembered of the files, or of all plugins: what is in quarantine is tried "
        "again, what is disabled is enabled");
    command->add_flag("--disable", options->disables, "Do not load the files until they change")
        ->excludes(clear);
    command->add_option("--max-seconds", options->seconds, "Time for each file")
        ->check(CLI::Range(0.1, 3600.0))
        ->type_name("SECONDS")
        ->capture_default_str();
    command->add_option("--max-memory", options->memoryMebibytes, "Address space for each file")
        ->check(CLI::Range(std::uint64_t{16}, std::uint64_t{1} << 24))
        ->type_name("MIB")
        ->capture_default_str();
    addJsonFlag(*command, options->isJson);
    command->footer("Example: sartor plugin probe build/jiggle.sartorplugin --json\n"
                    "         sartor plugin probe --clear\n"
                    "Exit code 1: a file was refused, or took the process down.");
    return {command, [options] { return run(*options); }};
}

} // namespace sartor::cli
