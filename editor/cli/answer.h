// SPDX-License-Identifier: Apache-2.0
// How the command ends: exit codes, messages, and what goes to standard output.
#pragma once

#include <sartor/base/result.h>
#include <sartor/io/json_writer.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::cli {

/// The meaning of each never changes; scripts rely on it.
enum class ExitCode {
    Done = 0,
    Found = 1,      ///< done, and something was found
    Usage = 2,      ///< wrong options or names
    Unreadable = 3, ///< the input could not be read
    Lacking = 4     ///< the environment lacks something that was asked for, or the output failed
};

/// By the error's code: "usage.*", "chain.*", "doctor.*", "session.*", "lint.*", "output.exists",
/// "output.format", "import.scene_out_of_range" and "import.attribute_unknown" are the caller's;
/// "plugin.*", "gpu.*", "deform_gpu.*", "environment.*" and "process.*" the environment's, as are
/// outputs that cannot be written, "file.unwritable" and all other "output.*"; what remains comes
/// from reading the input.
ExitCode exitCodeOf(const Error& error);

/// Writes "sartor: FILE: message" to standard error; the file only where the message does not
/// begin with it.
void printError(const std::filesystem::path& file, const Error& error);

/// Writes a sentence about what was asked for but has no effect to standard error.
void printRemark(std::string_view sentence);

/// Writes to standard output. Errors: "environment.output" with the system's reason.
Status print(std::string_view text);

/// Prints the answer, or the error. The exit code of a command that only answers.
ExitCode deliver(const std::filesystem::path& file, const Result<std::string>& answer);

/// What a command says, and how it ends when that could be said.
struct Answer {
    std::string text;
    ExitCode exitCode = ExitCode::Done;
};

/// Prints the answer, or the error. The exit code of the command.
ExitCode deliver(const std::filesystem::path& file, const Result<Answer>& answer);

/// Prints the error. Its exit code.
ExitCode deliver(const std::filesystem::path& file, const Error& error);

/// Writes the member "notes": the given sentences, and one about numbers that JSON cannot hold.
void writeNotes(io::JsonWriter& json, const std::vector<std::string>& notes);

} // namespace sartor::cli
