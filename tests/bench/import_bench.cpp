// SPDX-License-Identifier: Apache-2.0
// Import of a large GLB in cold processes: this reader beside Assimp's, time and memory.
#include "large_character.h"

#include <sartor/import/import_file.h>

#include <assimp/Importer.hpp>
#include <assimp/scene.h>
#include <benchmark/benchmark.h>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace sartor;

constexpr int kSamples = 15;

struct Sample {
    double milliseconds = 0.0;
    double peakMebibytes = 0.0;
};

// Highest resident size of this process since it was started: getrusage would give that of the
// parent too, from before exec.
long peakKibibytes() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmHWM:")) {
            return std::strtol(line.c_str() + 6, nullptr, 10);
        }
    }
    return 0;
}

// One import, timed; the scene stays until then, so that giving it back is not part of it. Nothing
// where it failed.
template <class Import>
std::optional<double> millisecondsOf(Import import) {
    const auto start = std::chrono::steady_clock::now();
    const auto scene = import();
    const std::chrono::duration<double, std::milli> elapsed =
        std::chrono::steady_clock::now() - start;
    return scene ? std::optional(elapsed.count()) : std::nullopt;
}

std::optional<double> importOnce(std::string_view reader, const std::string& path) {
    if (reader == "nothing") {
        return 0.0;
    }
    if (reader == "assimp") {
        Assimp::Importer importer;
        return millisecondsOf([&] { return importer.ReadFile(path, 0) != nullptr; });
    }
    using import::importFile;
    return millisecondsOf([&] { return importFile(path); });
}

// The whole life of a child: one import in a process that has done nothing else.
int runChild(std::string_view reader, const std::string& path) {
    const std::optional<double> milliseconds = importOnce(reader, path);
    if (!milliseconds) {
        std::fprintf(stderr, "%s cannot be read\n", path.c_str());
        return 1;
    }
    std::printf("%.6f %ld\n", *milliseconds, peakKibibytes());
    return 0;
}

// Nothing where the child failed.
bool measure(const std::string& reader, const std::string& path, Sample& sample) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) {
        return false;
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    std::array<std::string, 4> words{"import_bench", "--child", reader, path};
    std::array<char*, 5> arguments{
        words[0].data(), words[1].data(), words[2].data(), words[3].data(), nullptr};
    pid_t child = 0;
    const int error =
        ::posix_spawn(&child, "/proc/self/exe", &actions, nullptr, arguments.data(), ::environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    std::array<char, 128> answer{};
    const ssize_t length = error == 0 ? ::read(ends[0], answer.data(), answer.size() - 1) : 0;
    ::close(ends[0]);
    int status = 0;
    if (error != 0 || ::waitpid(child, &status, 0) != child || status != 0 || length <= 0) {
        return false;
    }
    long kibibytes = 0;
    if (std::sscanf(answer.data(), "%lf %ld", &sample.milliseconds, &kibibytes) != 2) {
        return false;
    }
    sample.peakMebibytes = static_cast<double>(kibibytes) / 1024.0;
    return true;
}

struct Input {
    std::string name;
    std::string path;
    double mebibytes = 0.0;
};

double medianOf(std::vector<double> values) {
    if (values.empty()) {
        return 0.0;
    }
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

struct Measured {
    std::vector<double> milliseconds;
    std::vector<double> peaks;
};

std::map<std::string, Measured>& measurements() {
    static std::map<std::string, Measured> all;
    return all;
}

void importInColdProcess(benchmark::State& state, const std::string& reader, const Input& input) {
    for ([[maybe_unused]] auto iteration : state) {
        Sample sample;
        if (!measure(reader, input.path, sample)) {
            state.SkipWithError("the child process failed");
            return;
        }
        state.SetIterationTime(sample.milliseconds / 1000.0);
        state.counters["peak_MiB"] = sample.peakMebibytes;
        Measured& measured = measurements()[reader + "/" + input.name];
        measured.milliseconds.push_back(sample.milliseconds);
        measured.peaks.push_back(sample.peakMebibytes);
    }
}

// One line of JSON for each size: what the ratios are read from.
void printRatios(const std::vector<Input>& inputs) {
    const double base = medianOf(measurements()["nothing/" + inputs.front().name].peaks);
    for (const Input& input : inputs) {
        const Measured& ours = measurements()["sartor/" + input.name];
        const Measured& theirs = measurements()["assimp/" + input.name];
        const double milliseconds = medianOf(ours.milliseconds);
        const double growth = medianOf(ours.peaks) - base;
        std::printf("{\"input\": \"%s\", \"file_MiB\": %.2f, \"sartor_ms\": %.2f, "
                    "\"assimp_ms\": %.2f, \"time_ratio\": %.3f, \"sartor_peak_growth_MiB\": %.1f, "
                    "\"growth_per_file_size\": %.2f, \"assimp_peak_growth_MiB\": %.1f}\n",
                    input.name.c_str(),
                    input.mebibytes,
                    milliseconds,
                    medianOf(theirs.milliseconds),
                    milliseconds / medianOf(theirs.milliseconds),
                    growth,
                    growth / input.mebibytes,
                    medianOf(theirs.peaks) - base);
    }
}

bool writeInputs(const std::filesystem::path& folder, bool isSmoke, std::vector<Input>& inputs) {
    const std::vector<bench::CharacterSize> sizes =
        isSmoke ? std::vector<bench::CharacterSize>{{900, 10, 20}}
                : std::vector<bench::CharacterSize>{
                      {50'000, 100, 150}, {200'000, 100, 600}, {800'000, 100, 2400}};
    for (const bench::CharacterSize& size : sizes) {
        const std::string name = std::to_string(size.vertexCount) + "_vertices";
        const std::filesystem::path path = folder / (name + ".glb");
        if (const Status written = bench::writeLargeCharacter(path, size); !written) {
            std::fprintf(stderr, "%s\n", written.error().message.c_str());
            return false;
        }
        inputs.push_back({name,
                          path.string(),
                          static_cast<double>(std::filesystem::file_size(path)) / (1 << 20)});
    }
    return true;
}

} // namespace

int main(int argc, char** argv) {
    const std::vector<std::string_view> words(argv, argv + argc);
    if (words.size() == 4 && words[1] == "--child") {
        return runChild(words[2], argv[3]);
    }
    const bool isSmoke = words.size() == 2 && words[1] == "--smoke";
    std::string folderPattern =
        (std::filesystem::temp_directory_path() / "sartor-bench-XXXXXX").string();
    if (::mkdtemp(folderPattern.data()) == nullptr) {
        std::perror("mkdtemp");
        return 1;
    }
    const std::filesystem::path folder = folderPattern;
    std::vector<Input> inputs;
    int result = 1;
    if (writeInputs(folder, isSmoke, inputs)) {
        // Neighbouring samples of all readers, so that a slow phase of the machine hits them alike.
        std::string interleaving = "--benchmark_enable_random_interleaving=true";
        std::vector<char*> arguments{argv[0], interleaving.data()};
        arguments.insert(arguments.end(), argv + (isSmoke ? 2 : 1), argv + argc);
        auto argumentCount = static_cast<int>(arguments.size());
        arguments.push_back(nullptr);
        benchmark::Initialize(&argumentCount, arguments.data());
        for (const Input& input : inputs) {
            for (const char* reader : {"nothing", "sartor", "assimp"}) {
                benchmark::RegisterBenchmark((std::string(reader) + "/" + input.name).c_str(),
                                             importInColdProcess,
                                             std::string(reader),
                                             input)
                    ->UseManualTime()
                    ->Unit(benchmark::kMillisecond)
                    ->Iterations(1)
                    ->Repetitions(isSmoke ? 1 : kSamples)
                    ->ReportAggregatesOnly(true);
            }
        }
        benchmark::RunSpecifiedBenchmarks();
        printRatios(inputs);
        const bool isComplete = measurements().size() == inputs.size() * 3;
        result = isComplete ? 0 : 1;
    }
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    return result;
}
