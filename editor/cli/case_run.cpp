// SPDX-License-Identifier: Apache-2.0
// Answers first, expectations second.
#include "case_run.h"

#include <sartor/io/case_expectations.h>
#include <sartor/io/case_questions.h>
#include <sartor/io/json_writer.h>

#include <algorithm>
#include <limits>
#include <set>
#include <system_error>

namespace sartor::cli {
namespace {

std::string onOneLine(io::JsonWriter& json) {
    std::string text = json.endObject().take();
    text.pop_back();
    return text;
}

std::string errorAnswer(const std::string& reason) {
    io::JsonWriter json;
    json.beginInlineObject().member("error", reason);
    return onOneLine(json);
}

std::string okAnswer(bool isOk, const std::string& reason) {
    io::JsonWriter json;
    json.beginInlineObject().member("ok", isOk);
    if (!isOk) {
        json.member("reason", reason);
    }
    return onOneLine(json);
}

std::string loadAnswer(const CaseChild& child) {
    constexpr double kMegabyte = 1048576.0;
    const bool isOk = child.result.exitCode == static_cast<int>(ExitCode::Done);
    io::JsonWriter json;
    json.beginInlineObject();
    json.member("result", isOk && child.hasEndedOrderly() ? "ok" : "error");
    // One that we stopped has not crashed: the time that it took is what is wrong.
    json.member("crashed", !child.hasEndedOrderly() && child.result.end != ChildEnd::TimedOut);
    json.member("seconds", child.result.wallSeconds);
    json.member("peak_rss_mb", static_cast<double>(child.result.peakMemorySize) / kMegabyte);
    json.member("opened_outside", child.openedOutside).key("connected");
    // A confined process has no socket; of another one nobody knows.
    if (child.isConfined) {
        json.value(false);
    } else {
        json.null();
    }
    json.member("output_valid_utf8", child.isOutputValidUtf8).member("end", child.end);
    return onOneLine(json);
}

std::string outputAnswer(const io::OutputQuestion& question, const CaseChild& child) {
    const auto found =
        std::find_if(question.texts.begin(), question.texts.end(), [&](const std::string& text) {
            return child.output.find(text) != std::string::npos;
        });
    return okAnswer(found == question.texts.end(),
                    found == question.texts.end() ? "" : "the output contains '" + *found + "'");
}

/// The answer to one question, of which the process of its input is known.
std::string answerOf(const io::CaseQuestion& question, std::size_t number, const CaseChild& child) {
    if (std::holds_alternative<io::LoadQuestion>(question.body)) {
        return loadAnswer(child);
    }
    if (std::holds_alternative<io::ExitStatusQuestion>(question.body)) {
        return okAnswer(child.hasEndedOrderly(), "the process of the input " + child.end);
    }
    if (const auto* output = std::get_if<io::OutputQuestion>(&question.body)) {
        return outputAnswer(*output, child);
    }
    const auto answer = child.answers.find(number);
    return answer != child.answers.end()
               ? answer->second
               : errorAnswer("no answer: the process of the input " + child.end);
}

/// Memory of a build with sanitizers says nothing.
void freeMemory(io::CaseExpectation& expectation) {
    if (auto* load = std::get_if<io::ExpectedLoad>(&expectation.body)) {
        load->maximumMegabytes = std::numeric_limits<double>::infinity();
    }
}

} // namespace

io::CaseOutcome CaseRun::outcome() const {
    const auto hasAny = [&](io::CaseOutcome outcome) {
        return std::any_of(checks.begin(), checks.end(), [&](const CheckRun& check) {
            return check.grade.outcome == outcome;
        });
    };
    return hasAny(io::CaseOutcome::Failed)    ? io::CaseOutcome::Failed
           : hasAny(io::CaseOutcome::Skipped) ? io::CaseOutcome::Skipped
                                              : io::CaseOutcome::Passed;
}

Result<std::vector<std::filesystem::path>> findCases(const std::filesystem::path& folder) {
    std::set<std::filesystem::path> found;
    std::error_code error;
    if (std::filesystem::is_regular_file(folder / io::kCaseFileName, error)) {
        found.insert(folder);
    }
    std::filesystem::recursive_directory_iterator entry(folder, error);
    while (!error && entry != std::filesystem::recursive_directory_iterator()) {
        if (entry->is_directory(error) &&
            std::filesystem::is_regular_file(entry->path() / io::kCaseFileName, error)) {
            found.insert(entry->path());
        }
        entry.increment(error);
    }
    if (error) {
        return Error{"case.none", folder.string() + ": " + error.message()};
    }
    if (found.empty()) {
        return Error{"case.none",
                     folder.string() + ": there is no " + std::string(io::kCaseFileName) +
                         " in it or below"};
    }
    return std::vector(found.begin(), found.end());
}

Result<CaseRun> runCase(const std::filesystem::path& folder, const CaseRunOptions& options) {
    const Result<io::CaseQuestions> questions = io::readCaseQuestions(folder);
    if (!questions) {
        return questions.error();
    }
    CaseRun run{.folder = folder,
                .id = questions->id,
                .className = questions->className,
                .checks = {},
                .remarks = questions->remarks};
    std::map<std::string, CaseChild> children;
    for (const io::CaseQuestion& question : questions->questions) {
        if (children.contains(question.input)) {
            continue;
        }
        Result<CaseChild> child = runCaseChild(*questions, question.input, options.child);
        if (!child) {
            return child.error();
        }
        children.emplace(question.input, std::move(*child));
    }
    for (std::size_t i = 0; i < questions->questions.size(); ++i) {
        const io::CaseQuestion& question = questions->questions[i];
        run.checks.push_back({.check = question.check,
                              .kind = question.kind,
                              .input = question.input,
                              .answer = answerOf(question, i, children.at(question.input)),
                              .grade = {}});
    }

    Result<std::vector<io::CaseExpectation>> expectations = io::readCaseExpectations(folder);
    if (!expectations) {
        return expectations.error();
    }
    const bool isSkippable =
        options.skippable.empty() ||
        std::find(options.skippable.begin(), options.skippable.end(), run.className) !=
            options.skippable.end();
    for (CheckRun& check : run.checks) {
        const auto expectation =
            std::find_if(expectations->begin(), expectations->end(), [&](const auto& candidate) {
                return candidate.check == check.check;
            });
        if (expectation == expectations->end()) {
            check.grade = {io::CaseOutcome::Failed, "the case was changed while it was run"};
            continue;
        }
        if (options.child.isMemoryFree) {
            freeMemory(*expectation);
        }
        check.grade = io::gradeAnswer(*expectation, check.answer);
        if (check.grade.outcome == io::CaseOutcome::Skipped && !isSkippable) {
            check.grade = {io::CaseOutcome::Failed, "skipped: " + check.grade.reason};
        }
    }
    return run;
}

} // namespace sartor::cli
