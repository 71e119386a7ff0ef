// SPDX-License-Identifier: Apache-2.0
// Both ends of the process of one input.
#include "case_child.h"

#include "check_report.h"
#include "inspect_scene.h"

#include <sartor/base/confinement.h>
#include <sartor/base/file_access.h>
#include <sartor/deform/plugin_host.h>
#include <sartor/import/inside_folder.h>
#include <sartor/io/text.h>
#include <sartor/session/case_answers.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>
#include <system_error>

namespace sartor::cli {
namespace {

constexpr std::string_view kConfined = "confined";
constexpr std::string_view kOpenedOutside = "opened-outside ";
constexpr std::string_view kAnswer = "answer ";

/// Written at once: what is said before a crash is known after it.
void writeLine(std::string line) {
    line += '\n';
    std::fwrite(line.data(), 1, line.size(), stdout);
    std::fflush(stdout);
}

bool isSame(const std::filesystem::path& a, const std::filesystem::path& b) {
    std::error_code error;
    return std::filesystem::weakly_canonical(a, error) ==
           std::filesystem::weakly_canonical(b, error);
}

std::vector<std::filesystem::path> forbiddenFiles(const io::CaseQuestions& questions,
                                                  const std::string& input) {
    std::vector<std::filesystem::path> forbidden;
    for (const io::CaseQuestion& question : questions.questions) {
        const auto* load = std::get_if<io::LoadQuestion>(&question.body);
        if (load != nullptr && question.input == input) {
            for (const std::filesystem::path& path : load->mustNotOpen) {
                forbidden.push_back(questions.folder / path); // an absolute one stays as it is
            }
        }
    }
    return forbidden;
}

/// What is said about a file elsewhere: a check of the output looks at it.
void writeReports(const Result<import::ImportedScene>& scene, const std::filesystem::path& path) {
    CheckedFile file;
    file.path = path;
    FileOptions options;
    options.file = path;
    std::string text;
    if (scene) {
        file.findings = withFingerprints(diagnose::check(*scene));
        text += sceneText(*scene) + sceneJson(*scene, options);
    } else {
        file.error = scene.error();
    }
    CheckReport report;
    report.files.push_back(std::move(file));
    text += textReport(report) + jsonReport(report, nullptr);
    writeLine(std::move(text));
}

ChildLimits limitsFor(const io::CaseQuestions& questions,
                      const std::string& input,
                      const CaseChildOptions& options) {
    double seconds = 0.0;
    double megabytes = 0.0;
    for (const io::CaseQuestion& question : questions.questions) {
        const auto* load = std::get_if<io::LoadQuestion>(&question.body);
        if (load != nullptr && question.input == input) {
            seconds = std::max(seconds, load->maximumSeconds);
            megabytes = std::max(megabytes, load->maximumMegabytes);
        }
    }
    constexpr double kSecondsWithoutLimit = 120.0;
    constexpr double kMegabytesWithoutLimit = 4096.0;
    constexpr double kLargestMegabytes = 1e9; // what still fits after the conversion below
    // Address space: libraries and stacks take far more of it than of memory.
    constexpr double kMegabytesOfProgram = 2048.0;
    seconds = seconds > 0.0 ? seconds : kSecondsWithoutLimit;
    megabytes = std::min(megabytes > 0.0 ? megabytes : kMegabytesWithoutLimit, kLargestMegabytes);
    ChildLimits limits;
    limits.seconds = 2.0 * seconds + 5.0;
    if (!options.isMemoryFree) {
        limits.memorySize = static_cast<std::uint64_t>(2.0 * megabytes + kMegabytesOfProgram) << 20;
    }
    return limits;
}

/// Takes one line of the protocol; false for what is not of it.
bool takeLine(std::string_view line, CaseChild& child) {
    if (line == kConfined) {
        child.isConfined = true;
        return true;
    }
    if (line.starts_with(kOpenedOutside)) {
        child.openedOutside.emplace_back(line.substr(kOpenedOutside.size()));
        return true;
    }
    if (!line.starts_with(kAnswer)) {
        return false;
    }
    line.remove_prefix(kAnswer.size());
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
    if (error != std::errc() || end == line.data() + line.size()) {
        return false;
    }
    line.remove_prefix(static_cast<std::size_t>(end - line.data()) + 1);
    child.answers.emplace(number, line);
    return true;
}

void takeOutput(std::string_view output, CaseChild& child) {
    while (!output.empty()) {
        const std::size_t end = output.find('\n');
        // A line that was cut by a crash is none.
        if (end == std::string_view::npos || !takeLine(output.substr(0, end), child)) {
            break;
        }
        output.remove_prefix(end + 1);
    }
    child.output += output;
}

} // namespace

bool CaseChild::hasEndedOrderly() const {
    const auto isKnown = [&](ExitCode code) { return result.exitCode == static_cast<int>(code); };
    return result.end == ChildEnd::Exited &&
           (isKnown(ExitCode::Done) || isKnown(ExitCode::Unreadable) || isKnown(ExitCode::Lacking));
}

Result<CaseChild> runCaseChild(const io::CaseQuestions& questions,
                               const std::string& input,
                               const CaseChildOptions& options) {
    ChildCommand command;
    command.program = "/proc/self/exe"; // the same program, even where its file was replaced
    command.arguments = {kCaseChildCommand, questions.folder.string(), input};
    for (const std::filesystem::path& folder : options.pluginFolders) {
        command.arguments.insert(command.arguments.end(), {"--plugin-path", folder.string()});
    }
#ifdef __SANITIZE_ADDRESS__
    // The search for leaks starts a process, which a confined one cannot.
    const char* own = std::getenv("ASAN_OPTIONS");
    command.environment = {"ASAN_OPTIONS=" + std::string(own != nullptr ? own : "") +
                           ":detect_leaks=0"};
#endif
    command.limits = limitsFor(questions, input, options);
    Result<ChildResult> result = runChild(command);
    if (!result) {
        return result.error();
    }
    CaseChild child;
    child.end = describeEnd(*result, command.limits);
    const std::string_view output(reinterpret_cast<const char*>(result->output.data()),
                                  result->output.size());
    child.isOutputValidUtf8 =
        io::validUtf8(output) == output && io::validUtf8(result->errors) == result->errors;
    takeOutput(output, child);
    child.output += result->errors;
    child.result = std::move(*result);
    return child;
}

ExitCode answerForInput(const std::filesystem::path& folder,
                        const std::string& input,
                        const std::vector<std::filesystem::path>& pluginFolders) {
    const Result<io::CaseQuestions> questions = io::readCaseQuestions(folder);
    if (!questions) {
        printError(folder, questions.error());
        return exitCodeOf(questions.error());
    }
    std::vector<std::filesystem::path> readable = pluginFolders;
    for (std::filesystem::path& place : deform::defaultPluginFolders()) {
        readable.push_back(std::move(place));
    }
    // Plugins may stand on libraries of the system.
    for (const char* place : {"/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib"}) {
        readable.emplace_back(place);
    }
    std::erase_if(readable, [](const std::filesystem::path& place) {
        std::error_code ignored;
        return !std::filesystem::is_directory(place, ignored);
    });
    readable.push_back(folder);
    if (const Result<ConfinedTo> confined = confineThisProcess(readable)) {
        writeLine(std::string(kConfined));
    } else {
        printError({}, confined.error());
    }

    const std::filesystem::path path = folder / input;
    const std::vector<std::filesystem::path> forbidden = forbiddenFiles(*questions, input);
    const Result<import::ImportedScene> scene = [&] {
        const FileAccessObserver observer([&](const std::filesystem::path& opened) {
            const bool isForbidden =
                std::any_of(forbidden.begin(), forbidden.end(), [&](const auto& file) {
                    return isSame(file, opened);
                });
            if (isForbidden || !import::isInsideFolder(opened, folder)) {
                writeLine(std::string(kOpenedOutside) + io::printable(opened.string()));
            }
        });
        // This process is the one that keeps the file apart, and may start no other.
        return import::importFile(path, {.foreign = {.isolation = import::Isolation::InProcess}});
    }();
    session::SessionOptions options;
    options.pluginFolders = pluginFolders;
    options.pluginTrial = session::PluginTrial::InProcess; // nor may it start one for plugins
    session::CaseInput answers(scene, options);
    for (std::size_t i = 0; i < questions->questions.size(); ++i) {
        if (questions->questions[i].input == input) {
            writeLine(std::string(kAnswer) + std::to_string(i) + ' ' +
                      answers.answer(questions->questions[i]));
        }
    }
    writeLine("");
    writeReports(scene, path);
    if (!scene) {
        printError(path, scene.error());
        return ExitCode::Unreadable;
    }
    return ExitCode::Done;
}

} // namespace sartor::cli
