// SPDX-License-Identifier: Apache-2.0
// The parent's side starts, limits and judges; the worker's side confines itself, reads and
// answers.
#include "import_worker.h"

#include "assimp/assimp_reader.h"
#include "scene_stream.h"

#include <sartor/base/child_process.h>
#include <sartor/base/confinement.h>
#include <sartor/base/file_access.h>
#include <sartor/base/helper_program.h>
#include <sartor/base/path.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <new>
#include <string_view>

namespace sartor::import {
namespace {

constexpr const char* kProgramName = "sartor-import-worker";

// Exit codes of the worker beside 0, where there is an answer.
constexpr int kWrongUse = 2;
constexpr int kOutOfMemory = 3;
constexpr int kNotConfined = 4;
constexpr int kNoReader = 5;

std::string mebibytes(std::uint64_t size) {
    return std::to_string(size >> 20) + " MiB";
}

std::string seconds(double number) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%g s", number);
    return text.data();
}

// What the worker wrote to its error stream, as one short line: an assertion names what it saw.
std::string lastWords(const std::string& errors) {
    constexpr std::size_t kLongest = 200;
    std::string line = errors.substr(0, errors.find_last_not_of(" \r\n") + 1);
    line = line.substr(line.find_last_of("\r\n") + 1); // npos + 1 is the beginning
    line = line.substr(0, kLongest);
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return line.empty() ? "" : " (" + line + ")";
}

// How a worker that gave no answer ended, for people.
Error failureOf(const Importer& importer,
                const std::filesystem::path& path,
                const ImportOptions& options,
                const ChildResult& result,
                const ChildLimits& limits) {
    const std::string reading = path.string() + ": reading it as " + importer.name;
    // A glTF file is read that way only to see what happens.
    const std::string remedy = &importer == &gltfThroughAssimp()
                                   ? ""
                                   : "; the file is damaged or of a kind that Assimp does not "
                                     "survive: export it again, or as glTF";
    switch (result.end) {
    case ChildEnd::Signalled:
        return {"import.crashed",
                reading + " " + describeEnd(result, limits) + lastWords(result.errors) + remedy};
    case ChildEnd::TimedOut:
        return {"import.timeout",
                reading + " took longer than " + seconds(options.foreign.maximumSeconds) +
                    ", the limit of time for an import (--import-seconds)" + remedy};
    case ChildEnd::OutputTooLarge:
        return {"file.too_large",
                path.string() + ": the decoded file takes more than " +
                    std::to_string(limits.outputSize) + " bytes, no more are allowed"};
    case ChildEnd::Cancelled:
        return {"import.cancelled", reading + " was stopped on request"};
    case ChildEnd::Exited:
        break;
    }
    if (result.exitCode == kOutOfMemory) {
        return {"import.out_of_memory",
                reading + " needs more than " + mebibytes(options.foreign.maximumMemorySize) +
                    ", the limit of memory for an import (--import-memory)" + remedy};
    }
    if (result.exitCode == kWrongUse || result.exitCode == kNotConfined ||
        result.exitCode == kNoReader) {
        return {"environment.import_worker",
                path.string() + ": " + kProgramName + " refused to read it" +
                    lastWords(result.errors)};
    }
    return {"import.crashed",
            reading + " " + describeEnd(result, limits) + lastWords(result.errors) + remedy};
}

// Everything, though signals may interrupt.
bool writeToOutput(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return false;
        }
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return true;
}

template <class Number>
bool parseNumber(std::string_view text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
}

const Importer* findForeignImporter(std::string_view name) {
    for (const Importer& importer : importers()) {
        if (importer.isForeign && importer.name == name) {
            return &importer;
        }
    }
    return gltfThroughAssimp().name == name ? &gltfThroughAssimp() : nullptr;
}

} // namespace

Result<std::filesystem::path> findImportWorker(const ForeignOptions& options) {
    auto found = findHelperProgram({kProgramName, "SARTOR_IMPORT_WORKER", options.worker});
    if (found) {
        return found;
    }
    return Error{"environment.import_worker",
                 std::string("the program ") + kProgramName +
                     ", which reads formats other than glTF, is not there; " +
                     found.error().message};
}

Result<ImportedScene> readInWorker(const Importer& importer,
                                   const std::filesystem::path& path,
                                   const ImportOptions& options) {
    const auto worker = findImportWorker(options.foreign);
    if (!worker) {
        return Error{worker.error().code, path.string() + ": " + worker.error().message};
    }
    // Names and notes come on top of what is decoded.
    constexpr std::uint64_t kRoomForTexts = std::uint64_t{1} << 20;
    const ChildLimits limits{.seconds = options.foreign.maximumSeconds,
                             .memorySize = options.foreign.maximumMemorySize,
                             .outputSize = options.maximumDecodedSize + kRoomForTexts};
    const auto result = runChild({.program = *worker,
                                  .arguments = {std::to_string(kSceneStreamVersion),
                                                importer.name,
                                                path.string(),
                                                std::to_string(options.scene.value_or(0)),
                                                std::to_string(options.maximumDecodedSize)},
                                  .limits = limits},
                                 options.foreign.stop);
    if (!result) {
        return Error{"environment.import_worker", path.string() + ": " + result.error().message};
    }
    if (result->end != ChildEnd::Exited || result->exitCode != 0) {
        reportFileAccess(path); // what else it opened, it did not live to say
        return failureOf(importer, path, options, *result, limits);
    }
    WorkerAnswer answer = readAnswer(result->output);
    for (const std::filesystem::path& opened : answer.openedFiles) {
        reportFileAccess(opened);
    }
    Result<ImportedScene>& scene = answer.scene;
    if (scene) {
        scene->path = path;
        return std::move(scene);
    }
    // Errors that the worker sent name the file already.
    const bool isNamed = scene.error().message.starts_with(path.string());
    return isNamed ? scene.error()
                   : Error{scene.error().code,
                           path.string() + ": the answer of " + kProgramName +
                               " cannot be used: " + scene.error().message};
}

int runImportWorker(int argumentCount, const char* const* arguments) {
    std::uint32_t version = 0;
    ImportOptions options{.scene = 0, .foreign = {.isolation = Isolation::InProcess}};
    if (argumentCount != 6 || !parseNumber(arguments[1], version) ||
        version != kSceneStreamVersion || !parseNumber(arguments[4], *options.scene) ||
        !parseNumber(arguments[5], options.maximumDecodedSize)) {
        std::fprintf(stderr,
                     "%s belongs to Sartor, which runs it to read files of foreign formats; this "
                     "one speaks version %u\n",
                     kProgramName,
                     kSceneStreamVersion);
        return kWrongUse;
    }
    const Importer* importer = findForeignImporter(arguments[2]);
    if (importer == nullptr) {
        std::fprintf(stderr, "no importer '%s'\n", arguments[2]);
        return kNoReader;
    }
    const std::filesystem::path path = arguments[3];
    // A folder that is not there gives no rights; the importer says what is missing.
    std::vector<std::filesystem::path> folders{folderOf(path)};
    std::error_code ignored;
    std::erase_if(folders, [&](const auto& folder) {
        return !std::filesystem::is_directory(folder, ignored);
    });
    if (const auto confined = confineThisProcess(folders); !confined) {
        std::fprintf(stderr, "%s\n", confined.error().message.c_str());
        return kNotConfined;
    }
    // Libraries catch what is thrown for want of memory and call the file unreadable.
    std::set_new_handler([] { ::_exit(kOutOfMemory); });
    std::vector<std::filesystem::path> openedFiles;
    const FileAccessObserver observer(
        [&](const std::filesystem::path& opened) { openedFiles.push_back(opened); });
    WorkerAnswer answer{.scene = importer->read(path, options)};
    answer.openedFiles = openedFiles;
    bool isWritten = true;
    writeAnswer(answer, [&](std::span<const std::byte> bytes) {
        isWritten = isWritten && writeToOutput(bytes);
    });
    return isWritten ? 0 : EXIT_FAILURE;
}

} // namespace sartor::import
