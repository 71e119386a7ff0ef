// SPDX-License-Identifier: Apache-2.0
// sartor check: finds what makes characters deform wrongly.
#include "check_report.h"
#include "commands.h"
#include "fix_file.h"
#include "options.h"
#include "progress.h"
#include "table.h"

#include <sartor/diagnose/lint.h>
#include <sartor/io/text.h>

#include <algorithm>
#include <memory>

namespace sartor::cli {
namespace {

struct Options {
    std::vector<std::filesystem::path> files;
    std::string format = "text";
    std::string failOn = "error";
    std::uint32_t maxInfluences = 0;
    ForeignFlags foreign;
    bool isListing = false;
    std::string explained;
    bool isJson = false;
    FixRequest fix;
};

std::string ruleList(const Options& options) {
    if (options.format == "json") {
        io::JsonWriter json;
        json.beginObject().key("rules").beginArray();
        for (const diagnose::RuleInfo& rule : diagnose::rules()) {
            json.beginObject().member("id", rule.id).member("severity", text(rule.severity));
            json.member("title", rule.title).member("explanation", rule.explanation);
            json.member("fix", rule.fix).endObject();
        }
        return json.endArray().endObject().take();
    }
    Table table({{"rule", Table::Align::Left},
                 {"severity", Table::Align::Left},
                 {"fix", Table::Align::Left},
                 {"finds", Table::Align::Left}});
    for (const diagnose::RuleInfo& rule : diagnose::rules()) {
        table.addRow({std::string(rule.id),
                      std::string(text(rule.severity)),
                      rule.fix.empty() ? "" : "yes",
                      std::string(rule.title)});
    }
    return table.text();
}

Result<std::string> ruleExplanation(const Options& options) {
    const diagnose::RuleInfo* rule = diagnose::findRule(options.explained);
    if (rule == nullptr) {
        return Error{"usage.unknown",
                     "there is no rule '" + options.explained + "'; --list-rules shows all"};
    }
    if (options.format == "json") {
        io::JsonWriter json;
        json.beginObject().member("id", rule->id).member("severity", text(rule->severity));
        json.member("title", rule->title).member("explanation", rule->explanation);
        json.member("fix", rule->fix);
        return json.endObject().take();
    }
    return std::string(rule->id) + " (" + std::string(text(rule->severity)) + ")\n" +
           std::string(rule->title) + "\n\n" + std::string(rule->explanation) + '\n' +
           (rule->fix.empty() ? "" : "\n--fix: " + std::string(rule->fix) + '\n');
}

diagnose::Severity severityOf(const std::string& text) {
    return text == "info"      ? diagnose::Severity::Info
           : text == "warning" ? diagnose::Severity::Warning
                               : diagnose::Severity::Error;
}

std::vector<CheckedFile> checkFiles(const Options& options) {
    Progress progress("checking");
    std::vector<CheckedFile> checked;
    for (const std::filesystem::path& path : options.files) {
        progress.set("checking " + std::to_string(checked.size() + 1) + " of " +
                     std::to_string(options.files.size()) + ": " + path.string());
        CheckedFile file{.path = path, .findings = {}, .error = {}};
        const Result<import::ImportedScene> scene =
            import::importFile(path, {.foreign = options.foreign.foreignOptions()});
        if (scene) {
            file.findings = diagnose::check(*scene, {.maximumInfluences = options.maxInfluences});
        } else {
            file.error = scene.error();
        }
        checked.push_back(std::move(file));
    }
    return checked;
}

std::string
report(std::span<const CheckedFile> files, const Options& options, const FixedFile* fixed) {
    if (options.format == "json") {
        return jsonReport(files, fixed);
    }
    if (options.format == "sarif") {
        return sarifReport(files);
    }
    if (options.format == "junit") {
        return junitReport(files, severityOf(options.failOn));
    }
    std::string lines;
    if (fixed != nullptr) {
        for (const std::string& line : sentences(*fixed)) {
            lines += line + '\n';
        }
    }
    return lines + textReport(files);
}

// The other formats have no place for what was changed.
void remarkOnFix(const FixedFile& fixed) {
    for (const std::string& line : sentences(fixed)) {
        printRemark(line);
    }
}

ExitCode run(Options options) {
    if (options.isJson) {
        options.format = "json";
    }
    if (options.isListing) {
        return deliver({}, ruleList(options));
    }
    if (!options.explained.empty()) {
        return deliver({}, ruleExplanation(options));
    }
    if (options.files.empty()) {
        return deliver({},
                       Error{"usage.files", "no file to check; 'sartor check --help' says more"});
    }
    std::optional<FixedFile> fixed;
    if (!options.fix.out.empty()) {
        if (options.files.size() != 1) {
            return deliver({}, Error{"usage.files", "--fix mends one file at a time"});
        }
        Result<FixedFile> result = fixFile(options.files.front(), options.fix);
        if (!result) {
            return deliver(options.files.front(), result.error());
        }
        fixed = std::move(*result);
        options.files = {fixed->out};
        if (options.format == "sarif" || options.format == "junit") {
            remarkOnFix(*fixed);
        }
    }
    const std::vector<CheckedFile> files = checkFiles(options);
    const ExitCode delivered = deliver({}, report(files, options, fixed ? &*fixed : nullptr));
    ExitCode code = delivered;
    for (const CheckedFile& file : files) {
        if (file.error) {
            printError(file.path, *file.error);
            code = std::max(code, ExitCode::Unreadable);
        }
        const bool isFound =
            std::any_of(file.findings.begin(), file.findings.end(), [&](const auto& finding) {
                return finding.severity >= severityOf(options.failOn);
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
    auto* format =
        command->add_option("--format", options->format, "text, json, sarif or junit [text]")
            ->check(CLI::IsMember({"text", "json", "sarif", "junit"}))
            ->type_name("FORMAT");
    command->add_option("--fail-on", options->failOn, "Severity that gives exit code 1 [error]")
        ->check(CLI::IsMember({"error", "warning", "info"}))
        ->type_name("error|warning|info");
    command
        ->add_option("--max-influences",
                     options->maxInfluences,
                     "Influences a vertex that the target keeps [no limit]")
        ->check(CLI::PositiveNumber)
        ->type_name("N");
    options->foreign.addTo(*command);
    options->fix.addTo(*command);
    command->add_flag("--list-rules", options->isListing, "List all rules instead");
    command->add_option("--explain", options->explained, "Say what a rule means instead")
        ->type_name("RULE");
    command->add_flag("--json", options->isJson, "The same as --format json")->excludes(format);
    command->footer("Examples: sartor check --fail-on warning --format sarif characters/*.glb\n"
                    "          sartor check hero.glb --fix mended.glb\n"
                    "With --fix the findings are those that the mended file still has.\n"
                    "Exit code 1: a finding at or above --fail-on; 3: a file could not be read.");
    return {command, [options] { return run(*options); }};
}

} // namespace sartor::cli
