// SPDX-License-Identifier: Apache-2.0
// Exit codes, error lines and standard output.
#include "answer.h"

#include <sartor/io/text.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace sartor::cli {

ExitCode exitCodeOf(const Error& error) {
    const auto isOneOf = [&](auto prefixes) {
        return std::any_of(prefixes.begin(), prefixes.end(), [&](std::string_view prefix) {
            return error.code.starts_with(prefix);
        });
    };
    if (isOneOf(std::array<std::string_view, 9>{"usage.",
                                                "chain.",
                                                "doctor.",
                                                "session.",
                                                "output.exists",
                                                "output.format",
                                                "lint.",
                                                "import.scene_out_of_range",
                                                "import.attribute_unknown"})) {
        return ExitCode::Usage;
    }
    if (isOneOf(std::array<std::string_view, 7>{"plugin.",
                                                "gpu.",
                                                "deform_gpu.",
                                                "environment.",
                                                "process.",
                                                "output.",
                                                "file.unwritable"})) {
        return ExitCode::Lacking;
    }
    return ExitCode::Unreadable;
}

void printError(const std::filesystem::path& file, const Error& error) {
    // Errors of a graph name its own document, those of options the option.
    const bool isNamed = file.empty() || error.message.starts_with(file.string()) ||
                         error.code.starts_with("graph.") || error.message.starts_with("--");
    printRemark((isNamed ? "" : file.string() + ": ") + error.message);
}

void printRemark(std::string_view sentence) {
    const std::string line = "sartor: " + io::printable(sentence) + '\n';
    std::fwrite(line.data(), 1, line.size(), stderr);
}

Status print(std::string_view text) {
    const bool isWritten =
        std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    if (!isWritten) {
        return Error{"environment.output", std::string("standard output: ") + std::strerror(errno)};
    }
    return {};
}

ExitCode deliver(const std::filesystem::path& file, const Error& error) {
    printError(file, error);
    return exitCodeOf(error);
}

ExitCode deliver(const std::filesystem::path& file, const Result<Answer>& answer) {
    if (!answer) {
        return deliver(file, answer.error());
    }
    if (const Status status = print(answer->text); !status) {
        return deliver({}, status.error());
    }
    return answer->exitCode;
}

ExitCode deliver(const std::filesystem::path& file, const Result<std::string>& answer) {
    return answer ? deliver(file, Result<Answer>(Answer{*answer, ExitCode::Done}))
                  : deliver(file, answer.error());
}

void writeNotes(io::JsonWriter& json, const std::vector<std::string>& notes) {
    json.key("notes").beginArray();
    for (const std::string& note : notes) {
        json.value(note);
    }
    if (json.nonfiniteCount() > 0) {
        json.value(std::to_string(json.nonfiniteCount()) +
                   " numbers are not finite and stand as null");
    }
    json.endArray();
}

} // namespace sartor::cli
