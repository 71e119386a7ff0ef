// SPDX-License-Identifier: Apache-2.0
// sartor check: finds what makes characters deform wrongly.
#include "check_baseline.h"
#include "check_lists.h"
#include "check_report.h"
#include "commands.h"
#include "fix_file.h"
#include "options.h"
#include "progress.h"
#include "usage.h"

#include <sartor/base/parallel.h>
#include <sartor/diagnose/import_codes.h>
#include <sartor/diagnose/lint.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <memory>

namespace sartor::cli {
namespace {

using Path = std::filesystem::path;

struct Options {
    std::vector<Path> files;
    std::string format = "text";
    std::string failOn = "error";
    std::string profile;
    std::vector<std::string> ignored;
    std::string shard;
    std::vector<Path> merged;
    Path baseline;
    Path newBaseline;
    std::uint32_t maxInfluences = 0;
    ReadOptions reading;
    bool isListingRules = false;
    bool isListingProfiles = false;
    std::string explained;
    bool isJson = false;
    FixRequest fix;
};

/// What the names among the options stand for.
struct Request {
    diagnose::CheckOptions check;
    std::vector<Path> files;
};

Result<const diagnose::TargetProfile*> profileOf(const Options& options) {
    const diagnose::TargetProfile* profile = diagnose::findTargetProfile(options.profile);
    if (profile == nullptr && !options.profile.empty()) {
        return Error{"usage.unknown",
                     "there is no profile '" + options.profile + "'; --list-profiles shows all"};
    }
    return profile;
}

/// The files of one shard: every Nth of all, in the order of their names, so that the order they
/// are given in makes no difference.
Result<std::vector<Path>> shardOf(std::vector<Path> files, const std::string& text) {
    const Error wrong{"usage.shard", "--shard " + text + ": expected I/N with 1 <= I <= N"};
    std::size_t shard = 0;
    std::size_t count = 0;
    const char* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, shard);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != '/') {
        return wrong;
    }
    const auto second = std::from_chars(first.ptr + 1, end, count);
    if (second.ec != std::errc() || second.ptr != end || shard < 1 || shard > count) {
        return wrong;
    }
    std::sort(files.begin(), files.end());
    std::vector<Path> part;
    for (std::size_t i = shard - 1; i < files.size(); i += count) {
        part.push_back(files[i]);
    }
    return part;
}

Result<Request> requestOf(const Options& options) {
    Request request;
    request.files = options.files;
    const auto profile = profileOf(options);
    if (!profile) {
        return profile.error();
    }
    request.check = {.maximumInfluences = options.maxInfluences, .profile = *profile};
    for (const std::string& rule : options.ignored) {
        if (diagnose::findCode(rule) == nullptr) {
            return Error{"usage.unknown",
                         "--ignore " + rule + ": there is no such rule; --list-rules shows all"};
        }
    }
    if (options.format == "markdown") {
        return Error{"usage.format",
                     "--format markdown is for --list-rules, --list-profiles and --explain"};
    }
    if (options.files.empty() == options.merged.empty()) {
        return Error{"usage.files",
                     options.files.empty() ? "no file to check; 'sartor check --help' says more"
                                           : "--merge reads reports and checks no files besides"};
    }
    if (!options.shard.empty()) {
        const auto part = shardOf(options.files, options.shard);
        if (!part) {
            return part.error();
        }
        request.files = *part;
    }
    return request;
}

CheckedFile checkFile(const Path& path, const Request& request, const Options& options) {
    const auto start = std::chrono::steady_clock::now();
    CheckedFile file{.path = path, .findings = {}, .error = {}};
    const auto scene = import::importFile(path, options.reading.importOptions());
    if (scene) {
        std::vector<diagnose::Diagnostic> found = diagnose::check(*scene, request.check);
        std::erase_if(found, [&](const diagnose::Diagnostic& diagnostic) {
            return std::find(options.ignored.begin(), options.ignored.end(), diagnostic.rule) !=
                   options.ignored.end();
        });
        file.findings = withFingerprints(std::move(found));
    } else {
        file.error = scene.error();
    }
    file.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return file;
}

CheckReport checkFiles(const Request& request, const Options& options) {
    Progress progress("checking");
    std::atomic<std::size_t> started = 0;
    CheckReport report;
    report.files.resize(request.files.size());
    parallelFor(request.files.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            progress.set("checking " + std::to_string(++started) + " of " +
                         std::to_string(request.files.size()) + ": " + request.files[i].string());
            report.files[i] = checkFile(request.files[i], request, options);
        }
    });
    return report;
}

CheckReport reportOfUnreadable(const Path& path, const Error& error) {
    CheckReport report;
    report.files.push_back({.path = path, .findings = {}, .error = error});
    return report;
}

/// All findings, told apart by the baseline if there is one. `unfixed` is why --fix could not read
/// its file.
Result<CheckReport> reportOf(const Options& options, const std::optional<Error>& unfixed) {
    const Result<Request> request = requestOf(options);
    if (!request) {
        return request.error();
    }
    Result<CheckReport> report = unfixed ? reportOfUnreadable(options.files.front(), *unfixed)
                                 : options.merged.empty() ? checkFiles(*request, options)
                                                          : mergeReports(options.merged);
    if (!report) {
        return report;
    }
    if (!options.baseline.empty()) {
        if (Status status = applyBaseline(options.baseline, *report); !status) {
            return status.error();
        }
    }
    if (!options.newBaseline.empty()) {
        if (Status status = writeBaseline(options.newBaseline, *report); !status) {
            return status.error();
        }
    }
    return report;
}

std::string formatted(const CheckReport& report, const Options& options, const FixedFile* fixed) {
    if (options.format == "json") {
        return jsonReport(report, fixed);
    }
    if (options.format == "sarif") {
        return sarifReport(report);
    }
    if (options.format == "junit") {
        return junitReport(report, *severityFrom(options.failOn));
    }
    std::string lines;
    if (fixed != nullptr) {
        for (const std::string& line : sentences(*fixed)) {
            lines += line + '\n';
        }
    }
    return lines + textReport(report);
}

// The other formats have no place for what was changed.
void remarkOnFix(const FixedFile& fixed) {
    for (const std::string& line : sentences(fixed)) {
        printRemark(line);
    }
}

/// Findings have four forms, and what is said about rules and profiles has three.
Status checkListFormat(const Options& options) {
    const bool isList =
        options.isListingRules || options.isListingProfiles || !options.explained.empty();
    const bool isOfFindings = options.format == "sarif" || options.format == "junit";
    return isList && isOfFindings
               ? Status(Error{"usage.format",
                              "--format " + options.format +
                                  " is for findings; --list-rules, --list-profiles and --explain "
                                  "have text, json and markdown"})
               : Status();
}

/// Reports of files that were checked already.
Status checkMergeOptions(const Options& options, const CLI::App& command) {
    return options.merged.empty() ? Status()
                                  : expectNoneOf(command,
                                                 {"--ignore",
                                                  "--profile",
                                                  "--max-influences",
                                                  "--shard",
                                                  "--joints-from",
                                                  "--weights-from",
                                                  "--import-seconds",
                                                  "--import-memory",
                                                  "--trust",
                                                  "--max-decoded-size",
                                                  "--max-expansion",
                                                  "--allow-outside-folder"},
                                                 "--merge joins reports as they are");
}

ExitCode run(Options options, const CLI::App& command) {
    if (options.isJson) {
        options.format = "json";
    }
    for (const Status& status : {checkListFormat(options), checkMergeOptions(options, command)}) {
        if (!status) {
            return deliver({}, status.error());
        }
    }
    if (options.isListingRules) {
        return deliver({}, ruleList(options.format));
    }
    if (options.isListingProfiles) {
        return deliver({}, profileList(options.format));
    }
    if (!options.explained.empty()) {
        return deliver({}, ruleExplanation(options.explained, options.format));
    }
    std::vector<Path> inputs = options.files;
    inputs.insert(inputs.end(), options.merged.begin(), options.merged.end());
    if (options.newBaseline == options.fix.out && !options.newBaseline.empty()) {
        return deliver({},
                       Error{"usage.output",
                             "--fix and --write-baseline name one and the same "
                             "file"});
    }
    if (Status status = expectNoInput(options.newBaseline, inputs); !status) {
        return deliver({}, status.error());
    }
    std::optional<FixedFile> fixed;
    std::optional<Error> unfixed;
    if (!options.fix.out.empty()) {
        options.fix.reading = options.reading.importOptions();
        if (options.files.size() != 1 || !options.merged.empty()) {
            return deliver({}, Error{"usage.files", "--fix mends one file at a time"});
        }
        Result<FixedFile> result = fixFile(options.files.front(), options.fix);
        if (result) {
            fixed = std::move(*result);
            options.files = {fixed->out};
            if (options.format == "sarif" || options.format == "junit") {
                remarkOnFix(*fixed);
            }
        } else if (exitCodeOf(result.error()) == ExitCode::Unreadable) {
            unfixed = result.error();
        } else {
            return deliver(options.files.front(), result.error());
        }
    }
    const Result<CheckReport> report = reportOf(options, unfixed);
    if (!report) {
        return deliver({}, report.error());
    }
    ExitCode code = deliver({}, formatted(*report, options, fixed ? &*fixed : nullptr));
    for (const CheckedFile& file : report->files) {
        if (file.error) {
            printError(file.path, *file.error);
            code = std::max(code, ExitCode::Unreadable);
        }
        // What is written down as known is nothing to fail for.
        const bool isFound =
            options.newBaseline.empty() &&
            std::any_of(file.findings.begin(), file.findings.end(), [&](const auto& finding) {
                return !finding.isKnown &&
                       finding.diagnostic.severity >= *severityFrom(options.failOn);
            });
        if (isFound) {
            code = std::max(code, ExitCode::Found);
        }
    }
    return code;
}

} // namespace

Command addCheckCommand(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand(
        "check", "Find what makes characters deform wrongly, in any number of files");
    command->add_option("FILE", options->files, "The characters");
    auto* format = command
                       ->add_option("--format",
                                    options->format,
                                    "text, json, sarif or junit, and markdown for lists [text]")
                       ->check(CLI::IsMember({"text", "json", "sarif", "junit", "markdown"}))
                       ->type_name("FORMAT");
    command->add_option("--fail-on", options->failOn, "Severity that gives exit code 1 [error]")
        ->check(CLI::IsMember({"error", "warning", "info"}))
        ->type_name("error|warning|info");
    command->add_option("--profile", options->profile, "Target engine to check against [none]")
        ->type_name("NAME");
    command
        ->add_option("--max-influences",
                     options->maxInfluences,
                     "Influences a vertex that the target keeps [the profile's limit]")
        ->check(wholeNumber(1, kMaximumIndex))
        ->type_name("N");
    command->add_option("--ignore", options->ignored, "Say nothing of a rule; may be repeated")
        ->type_name("RULE")
        ->expected(1)
        ->take_all();
    command
        ->add_option(
            "--baseline", options->baseline, "Fail only for findings that are not in this file")
        ->type_name("FILE");
    command
        ->add_option("--write-baseline",
                     options->newBaseline,
                     "Write down all findings as known, and fail for none")
        ->type_name("FILE");
    command->add_option("--shard", options->shard, "Check the Ith of N parts of the files alone")
        ->type_name("I/N");
    command->add_option("--merge", options->merged, "Join JSON reports instead of checking files")
        ->type_name("REPORT");
    options->reading.addTo(*command);
    options->fix.addTo(*command);
    command->add_flag("--list-rules", options->isListingRules, "List all rules instead");
    command->add_flag("--list-profiles",
                      options->isListingProfiles,
                      "List all profiles of target engines instead");
    command->add_option("--explain", options->explained, "Say what a rule or code means instead")
        ->type_name("RULE");
    command->add_flag("--json", options->isJson, "The same as --format json")->excludes(format);
    command->footer("Examples: sartor check --fail-on warning --format sarif characters/*.glb\n"
                    "          sartor check hero.glb --fix mended.glb\n"
                    "With --fix the findings are those that the mended file still has.\n"
                    "Exit code 1: a finding at or above --fail-on; 3: a file could not be read.");
    return {command, [options, command] { return run(*options, *command); }};
}

} // namespace sartor::cli
