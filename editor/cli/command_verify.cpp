// SPDX-License-Identifier: Apache-2.0
// sartor verify: regression cases, each input in a process of its own.
#include "case_run.h"
#include "case_save.h"
#include "commands.h"
#include "options.h"
#include "progress.h"
#include "usage.h"

#include <sartor/base/file.h>
#include <sartor/io/case_questions.h>
#include <sartor/io/text.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

namespace sartor::cli {
namespace {

struct Options {
    std::vector<std::filesystem::path> folders;
    std::filesystem::path answers;
    std::uint32_t jobCount = 0;
    bool isJson = false;
    CaseRunOptions run;
    CaseSaveOptions save;
};

/// Runs all cases, several at a time; in the order of the folders.
std::vector<Result<CaseRun>> runCases(const std::vector<std::filesystem::path>& folders,
                                      const Options& options) {
    std::vector<std::optional<Result<CaseRun>>> runs(folders.size());
    Progress progress("verifying");
    std::mutex mutex;
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < folders.size(); i = next++) {
            {
                const std::lock_guard lock(mutex);
                progress.set("verifying " + std::to_string(i + 1) + " of " +
                             std::to_string(folders.size()) + ": " + folders[i].string());
            }
            runs[i] = runCase(folders[i], options.run);
        }
    };
    const std::size_t wanted =
        options.jobCount > 0 ? options.jobCount : std::max(1u, std::thread::hardware_concurrency());
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 1; i < std::min(wanted, folders.size()); ++i) {
            threads.emplace_back(work);
        }
        work();
    }
    std::vector<Result<CaseRun>> all;
    for (std::optional<Result<CaseRun>>& run : runs) {
        all.push_back(std::move(*run));
    }
    return all;
}

/// Answers are kept by id, so that two cases of one id would be graded by one another's.
void refuseEqualIds(std::vector<Result<CaseRun>>& runs) {
    std::map<std::string, std::filesystem::path> folders;
    for (Result<CaseRun>& run : runs) {
        if (!run) {
            continue;
        }
        const auto [other, isNew] = folders.emplace(run->id, run->folder);
        if (!isNew) {
            run = Error{"case.id",
                        (run->folder / io::kCaseFileName).string() + ": /id: '" + run->id +
                            "' is the id of the case in " + other->second.string() + " already"};
        }
    }
}

struct Counts {
    std::size_t passed = 0;
    std::size_t failed = 0;
    std::size_t skipped = 0;
};

Counts countCases(const std::vector<Result<CaseRun>>& runs) {
    Counts counts;
    for (const Result<CaseRun>& run : runs) {
        const io::CaseOutcome outcome = run ? run->outcome() : io::CaseOutcome::Failed;
        ++(outcome == io::CaseOutcome::Passed   ? counts.passed
           : outcome == io::CaseOutcome::Failed ? counts.failed
                                                : counts.skipped);
    }
    return counts;
}

std::string_view text(io::CaseOutcome outcome) {
    return outcome == io::CaseOutcome::Passed   ? "passed"
           : outcome == io::CaseOutcome::Failed ? "failed"
                                                : "skipped";
}

std::string textReport(const std::vector<Result<CaseRun>>& runs) {
    std::string report;
    for (const Result<CaseRun>& run : runs) {
        if (!run) {
            continue; // its error is printed
        }
        std::set<std::string> skipped;
        for (const CheckRun& check : run->checks) {
            const std::string line = io::printable(run->id) + ' ' + io::printable(check.check) +
                                     ' ' + io::printable(check.kind) + ": " +
                                     io::printable(check.grade.reason) + '\n';
            if (check.grade.outcome == io::CaseOutcome::Failed) {
                report += "FAIL " + line;
            } else if (check.grade.outcome == io::CaseOutcome::Skipped &&
                       skipped.insert(check.grade.reason).second) {
                report += "skip " + line; // each reason once a case
            }
        }
    }
    const Counts counts = countCases(runs);
    return report + std::to_string(counts.passed) + " passed, " + std::to_string(counts.failed) +
           " failed, " + std::to_string(counts.skipped) + " skipped\n";
}

std::string jsonReport(const std::vector<Result<CaseRun>>& runs) {
    io::JsonWriter json;
    json.beginObject().key("cases").beginArray();
    for (const Result<CaseRun>& run : runs) {
        json.beginObject();
        if (!run) {
            json.member("outcome", "failed").member("error", run.error().message);
            json.member("code", run.error().code).endObject();
            continue;
        }
        json.member("id", run->id).member("class", run->className);
        json.member("folder", run->folder.string()).member("outcome", text(run->outcome()));
        json.key("checks").beginArray();
        for (const CheckRun& check : run->checks) {
            json.beginInlineObject().member("check", check.check).member("kind", check.kind);
            json.member("input", check.input).member("outcome", text(check.grade.outcome));
            json.member("reason", check.grade.reason).key("answer").json(check.answer).endObject();
        }
        json.endArray().member("remarks", run->remarks).endObject();
    }
    const Counts counts = countCases(runs);
    json.endArray().member("passed", counts.passed).member("failed", counts.failed);
    return json.member("skipped", counts.skipped).endObject().take();
}

/// { case: { check: answer } }
std::string answersDocument(const std::vector<Result<CaseRun>>& runs) {
    io::JsonWriter json;
    json.beginObject();
    for (const Result<CaseRun>& run : runs) {
        if (!run) {
            continue;
        }
        json.key(run->id).beginObject();
        for (const CheckRun& check : run->checks) {
            json.key(check.check).json(check.answer);
        }
        json.endObject();
    }
    return json.endObject().take();
}

/// What stands in the folder of a case belongs to the case.
Status expectOutsideOf(std::span<const std::filesystem::path> folders,
                       const std::filesystem::path& answers) {
    std::error_code failed;
    const std::filesystem::path folder =
        std::filesystem::weakly_canonical(std::filesystem::absolute(answers, failed), failed)
            .parent_path();
    for (const std::filesystem::path& caseFolder : folders) {
        if (!answers.empty() && folder == std::filesystem::weakly_canonical(caseFolder, failed)) {
            return Error{"usage.output_is_input",
                         answers.string() + " would be in the folder of a case; write the answers "
                                            "somewhere else"};
        }
    }
    return {};
}

ExitCode verifyFolders(const Options& options) {
    std::vector<std::filesystem::path> folders;
    for (const std::filesystem::path& folder : options.folders) {
        const Result<std::vector<std::filesystem::path>> found = findCases(folder);
        if (!found) {
            printError(folder, found.error());
            return exitCodeOf(found.error());
        }
        for (const std::filesystem::path& path : *found) {
            if (std::find(folders.begin(), folders.end(), path) == folders.end()) {
                folders.push_back(path);
            }
        }
    }
    if (Status status = expectOutsideOf(folders, options.answers); !status) {
        printError({}, status.error());
        return exitCodeOf(status.error());
    }
    std::vector<Result<CaseRun>> runs = runCases(folders, options);
    refuseEqualIds(runs);
    ExitCode code = countCases(runs).failed > 0 ? ExitCode::Found : ExitCode::Done;
    for (const Result<CaseRun>& run : runs) {
        if (!run) {
            printError({}, run.error());
            code = std::max(code, exitCodeOf(run.error()));
            continue;
        }
        for (const std::string& remark : run->remarks) {
            printRemark(remark);
        }
    }
    if (!options.answers.empty()) {
        if (const Status status = writeFileAtomically(options.answers, answersDocument(runs));
            !status) {
            printError({}, status.error());
            return exitCodeOf(status.error());
        }
    }
    return std::max(code, deliver({}, options.isJson ? jsonReport(runs) : textReport(runs)));
}

/// Records a case, and verifies it: a case that does not pass at once never will.
ExitCode save(Options options) {
    if (options.folders.size() != 1) {
        printError({}, {"usage.folders", "--save: expected one DIR, in which the case is written"});
        return ExitCode::Usage;
    }
    options.save.pluginFolders = options.run.child.pluginFolders;
    const Result<SavedCase> saved = saveCase(options.folders[0], options.save);
    if (!saved) {
        printError({}, saved.error());
        return exitCodeOf(saved.error());
    }
    if (!options.isJson) {
        const ExitCode code = deliver({},
                                      "saved " + io::printable(saved->folder.string()) + ": " +
                                          std::to_string(saved->checkCount) + " checks\n");
        if (code != ExitCode::Done) {
            return code;
        }
    }
    options.folders = {saved->folder};
    return verifyFolders(options);
}

ExitCode verify(const Options& options) {
    return options.save.file.empty() ? verifyFolders(options) : save(options);
}

void addSaveOptions(CLI::App& command, CaseSaveOptions& options) {
    const char* const kGroup = "Recording a case";
    CLI::Option* save =
        command
            .add_option("--save",
                        options.file,
                        "Record what this character is now as the case DIR/ID, then verify that")
            ->type_name("FILE");
    CLI::Option* id = command.add_option("--id", options.id, "Name of the case and its folder");
    id->type_name("ID")->needs(save);
    save->needs(id);
    CLI::Option* clip = command
                            .add_option("--clip",
                                        options.clip,
                                        "Clip by index or name [the file's own node transforms]")
                            ->type_name("CLIP")
                            ->needs(save);
    command.add_option("--time", options.times, "Times of the clip [its start, middle and end]")
        ->delimiter(',')
        ->check(finiteNumber())
        ->type_name("SECONDS,...")
        ->allow_extra_args(false)
        ->needs(clip);
    command
        .add_option("--vertices",
                    options.vertices,
                    "Vertices by node, primitive and number [eight of each primitive]")
        ->delimiter(',')
        ->type_name("NODE:PRIMITIVE:VERTEX,...")
        ->allow_extra_args(false)
        ->needs(save);
    command.add_flag("--force", options.isForced, "Write over a case that is there")->needs(save);
    for (const char* name : {"--save", "--id", "--clip", "--time", "--vertices", "--force"}) {
        command.get_option(name)->group(kGroup);
    }
}

} // namespace

Command addVerifyCommand(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("verify", "Run regression cases: folders with a case.json");
    command->add_option("DIR", options->folders, "Folders of cases, searched to any depth")
        ->required();
    command->add_option("--answers", options->answers, "Also write the answers, as JSON")
        ->type_name("OUT.json");
    command
        ->add_option("--allow-skip",
                     options->run.skippable,
                     "Only checks of this class of cases may be skipped, elsewhere a skip fails "
                     "[all]")
        ->type_name("CLASS")
        ->allow_extra_args(false);
    command
        ->add_option(
            "--plugin-path", options->run.child.pluginFolders, "More folders with deformer plugins")
        ->type_name("DIR")
        ->allow_extra_args(false);
    command->add_option("--jobs", options->jobCount, "Cases that run at a time [one a core]")
        ->check(wholeNumber(1, kMaximumIndex))
        ->type_name("N");
    command->add_flag("--no-memory-limit",
                      options->run.child.isMemoryFree,
                      "Neither bound nor grade memory, for builds with sanitizers");
    addJsonFlag(*command, options->isJson);
    addSaveOptions(*command, options->save);
    command->footer(
        "Example: sartor verify cases --answers answers.json\n"
        "         sartor verify cases --save arm.glb --id bent-elbow --clip Bend --time 0.5,1 "
        "--vertices Body:0:17,Body:0:18\n"
        "Exit code 1: a check failed; 3: a case could not be read. A check that this version has "
        "no answer to is skipped.");
    return {command, [options] { return verify(*options); }};
}

Command addVerifyInputCommand(CLI::App& app) {
    struct InputOptions {
        std::filesystem::path folder;
        std::string input;
        std::vector<std::filesystem::path> pluginFolders;
    };
    auto options = std::make_shared<InputOptions>();
    CLI::App* command = app.add_subcommand(kCaseChildCommand, "Answer for one input of a case");
    command->group(""); // the command's own affair, so it is not listed
    command->add_option("DIR", options->folder, "The folder of the case")->required();
    command->add_option("INPUT", options->input, "The input")->required();
    command->add_option("--plugin-path", options->pluginFolders, "Folders with plugins")
        ->allow_extra_args(false);
    return {command, [options] {
                return answerForInput(options->folder, options->input, options->pluginFolders);
            }};
}

} // namespace sartor::cli
