// SPDX-License-Identifier: Apache-2.0
// Vertices per second of the deformers, by backend, threads, influences and streams, beside a plain
// loop in the same process. Rounds are interleaved, so that a slow phase of the machine hits all
// alike; what counts is the median, and the ratios of one run.
//
//   deform_bench [--smoke] [--vertices N] [--rounds N] [--json FILE]
#include "deform_case.h"
#include "plain_skinning.h"

#include <sartor/base/parallel.h>
#include <sartor/deform/chain_plan.h>
#include <sartor/deform/cpu_chain_runner.h>
#ifdef SARTOR_BENCH_VULKAN
#include <sartor/deform_gpu/vulkan_chain_runner.h>
#endif

#include <glm/geometric.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using namespace sartor;
using bench::DeformCase;
using bench::DeformCaseSize;
using bench::Streams;

struct Options {
    std::uint32_t vertexCount = 100'000;
    std::uint32_t roundCount = 15;
    std::string jsonPath;
};

// Thread time where one thread works: what others do on the machine is not part of it.
enum class Clock { Thread, Wall };

struct Measurement {
    std::string deformer; // "plain" for the loop that all are compared with
    std::string chain;
    std::string backend;
    std::string kernel;
    std::uint32_t threads = 0; // 0 on a device
    std::uint32_t influences = 0;
    Streams streams = Streams::Tangents;
    std::uint32_t vertexCount = 0;
    Clock clock = Clock::Wall;
    std::function<bool()> run;
    std::vector<double> seconds = {};
};

const char* nameOf(Streams streams) {
    switch (streams) {
    case Streams::Positions:
        return "position";
    case Streams::Normals:
        return "+normal";
    case Streams::Tangents:
        return "+tangent";
    }
    return "";
}

double secondsOf(Clock clock) {
    if (clock == Clock::Wall) {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
            .count();
    }
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double medianOf(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

double millionsPerSecond(const Measurement& measured) {
    return measured.vertexCount / medianOf(measured.seconds) / 1e6;
}

template <class T>
T required(Result<T> result) {
    if (!result) {
        std::fprintf(stderr, "deform_bench: %s\n", result.error().message.c_str());
        std::exit(1);
    }
    return std::move(result).value();
}

class Bench {
public:
    explicit Bench(const Options& options) : options_(options) {
        if (const Status loaded = host_.loadFolder(SARTOR_PLUGIN_DIR); !loaded) {
            std::fprintf(stderr, "deform_bench: %s\n", loaded.error().message.c_str());
            std::exit(1);
        }
#ifdef SARTOR_BENCH_VULKAN
        auto device = gpu::Device::create({.validation = gpu::Validation::Off});
        if (device) {
            device_ = *std::move(device);
        } else {
            std::fprintf(stderr, "no Vulkan: %s\n", device.error().message.c_str());
        }
#endif
    }

    std::string deviceName() const {
#ifdef SARTOR_BENCH_VULKAN
        return device_ ? device_->deviceName() : "none";
#else
        return "none";
#endif
    }

    void addPlain(DeformCaseSize size) {
        size.vertexCount = options_.vertexCount;
        const auto plain = std::make_shared<bench::PlainSkinning>(makeDeformCase(size));
        add({.deformer = "plain",
             .chain = "",
             .backend = "cpu",
             .kernel = "array of structures",
             .threads = 1,
             .clock = Clock::Thread,
             .run =
                 [plain] {
                     plain->run();
                     return true;
                 }},
            size);
    }

    // Whether the loop does the same work: it puts the vertices where the deformer puts them.
    bool plainAgrees(DeformCaseSize size) const {
        size.vertexCount = 200;
        const DeformCase made = makeDeformCase(size);
        bench::PlainSkinning plain(made);
        plain.run();
        const auto onCpu = required(deform::CpuChainRunner::create(planOf("lbs", made)));
        bool agrees = onCpu->run(made.frame()).isOk();
        const std::vector<glm::vec3> positions = plain.positions();
        for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
            agrees &= glm::distance(positions[vertex], onCpu->positions()[vertex]) < 1e-5f;
        }
        return agrees;
    }

    // On every backend, and on the CPU with one thread and with all.
    void addChain(const std::string& deformer, const std::string& chain, DeformCaseSize size) {
        size.vertexCount = options_.vertexCount;
        const auto made = std::make_shared<const DeformCase>(makeDeformCase(size));
        const auto plan = required(
            deform::ChainPlan::create(required(deform::parseChain(chain, host_)), made->source));
        const std::shared_ptr<deform::CpuChainRunner> onCpu =
            required(deform::CpuChainRunner::create(plan));
        const auto allThreads = std::max(1u, std::thread::hardware_concurrency());
        for (const std::uint32_t threads : {1u, allThreads}) {
            add({.deformer = deformer,
                 .chain = chain,
                 .backend = "cpu",
                 .kernel = "reference",
                 .threads = threads,
                 .clock = threads == 1 ? Clock::Thread : Clock::Wall,
                 .run = [made, onCpu] { return onCpu->run(made->frame()).isOk(); }},
                size);
            if (allThreads == 1) {
                break;
            }
        }
#ifdef SARTOR_BENCH_VULKAN
        if (device_) {
            addOnDevice(deformer, made, plan, size, deform_gpu::LastStage::Compute);
            addOnDevice(deformer, made, plan, size, deform_gpu::LastStage::Inline);
        }
#endif
    }

    // Once to see that it works, then all in turn, round by round.
    bool measure() {
        for (Measurement& measurement : measurements_) {
            if (!measurement.run()) {
                std::fprintf(stderr,
                             "deform_bench: %s failed on %s\n",
                             measurement.chain.c_str(),
                             measurement.backend.c_str());
                return false;
            }
        }
        for (std::uint32_t round = 0; round < options_.roundCount; ++round) {
            for (Measurement& measurement : measurements_) {
                measurement.seconds.push_back(sample(measurement));
            }
        }
        return true;
    }

    const std::vector<Measurement>& measurements() const {
        return measurements_;
    }

    // The plain loop with as many influences and streams; none for what it does not do.
    const Measurement* plainOf(const Measurement& measurement) const {
        return find([&](const Measurement& other) {
            return other.deformer == "plain" && other.influences == measurement.influences &&
                   other.streams == measurement.streams;
        });
    }
    // The same of another deformer.
    const Measurement* twinOf(const Measurement& measurement, std::string_view chain) const {
        return find([&](const Measurement& other) {
            return other.chain == chain && other.backend == measurement.backend &&
                   other.threads == measurement.threads &&
                   other.influences == measurement.influences &&
                   other.streams == measurement.streams;
        });
    }

private:
    // Seconds of one run, in the middle of a stretch of them. A run after another measurement finds
    // cold caches, and threads that have gone to sleep: two of them were no faster than one then.
    static double sample(const Measurement& measurement) {
        constexpr double kStretch = 0.01;
        std::optional<ScopedThreadLimit> limit;
        if (measurement.threads > 0) {
            limit.emplace(measurement.threads);
        }
        measurement.run();
        const double start = secondsOf(measurement.clock);
        double end = start;
        std::uint32_t count = 0;
        do {
            measurement.run();
            ++count;
            end = secondsOf(measurement.clock);
        } while (end - start < kStretch);
        return (end - start) / count;
    }

#ifdef SARTOR_BENCH_VULKAN
    // Left out where the last stage has no vertex form.
    void addOnDevice(const std::string& deformer,
                     const std::shared_ptr<const DeformCase>& made,
                     const std::shared_ptr<const deform::ChainPlan>& plan,
                     const DeformCaseSize& size,
                     deform_gpu::LastStage lastStage) {
        const bool isInline = lastStage == deform_gpu::LastStage::Inline;
        const std::shared_ptr<deform_gpu::VulkanChainRunner> runner = required(
            deform_gpu::VulkanChainRunner::create(*device_, {plan}, {.lastStage = lastStage}));
        if (isInline && !runner->inlineRefusal(0).empty()) {
            return;
        }
        add({.deformer = deformer,
             .chain = toText(plan->chain(), host_),
             .backend = isInline ? "vertex" : "vulkan",
             .kernel = isInline ? "vertex shader, captured" : "compute",
             .run =
                 [made, runner] {
                     const std::array frames = {made->frame()};
                     return runner->run(frames).isOk();
                 }},
            size);
    }
#endif

    std::shared_ptr<const deform::ChainPlan> planOf(const std::string& chain,
                                                    const DeformCase& made) const {
        return required(
            deform::ChainPlan::create(required(deform::parseChain(chain, host_)), made.source));
    }

    void add(Measurement measurement, const DeformCaseSize& size) {
        measurement.influences = size.influencesPerVertex;
        measurement.streams = size.streams;
        measurement.vertexCount = size.vertexCount;
        measurements_.push_back(std::move(measurement));
    }

    template <class Matches>
    const Measurement* find(Matches matches) const {
        const auto found = std::find_if(measurements_.begin(), measurements_.end(), matches);
        return found == measurements_.end() ? nullptr : &*found;
    }

    Options options_;
    deform::PluginHost host_;
#ifdef SARTOR_BENCH_VULKAN
    std::unique_ptr<gpu::Device> device_;
#endif
    std::vector<Measurement> measurements_;
};

bool addAll(Bench& bench) {
    for (const std::uint32_t influences : {1u, 2u, 4u, 8u}) {
        for (const Streams streams : {Streams::Positions, Streams::Normals, Streams::Tangents}) {
            const DeformCaseSize size{.influencesPerVertex = influences, .streams = streams};
            if (!bench.plainAgrees(size)) {
                std::fprintf(stderr, "deform_bench: the plain loop and lbs differ\n");
                return false;
            }
            bench.addPlain(size);
            bench.addChain("lbs", "lbs", size);
            bench.addChain("dqs", "dqs", size);
        }
    }
    // What the plain loop does with normals.
    bench.addChain("lbs", "lbs[normals=linear]", {});
    bench.addChain("morph", "morph", {.targetCount = 50, .activeTargetCount = 5});
    bench.addChain("morph", "morph+lbs", {.targetCount = 50, .activeTargetCount = 5});
    return true;
}

void printTable(const Bench& bench) {
    std::printf("device: %s\n", bench.deviceName().c_str());
    std::printf("%-20s %-7s %-23s %7s %10s %-9s %12s %8s %8s\n",
                "chain",
                "backend",
                "kernel",
                "threads",
                "influences",
                "streams",
                "Mvertices/s",
                "x plain",
                "dqs/lbs");
    for (const Measurement& measured : bench.measurements()) {
        std::printf("%-20s %-7s %-23s %7u %10u %-9s %12.2f",
                    measured.deformer == "plain" ? "(plain loop)" : measured.chain.c_str(),
                    measured.backend.c_str(),
                    measured.kernel.c_str(),
                    measured.threads,
                    measured.influences,
                    nameOf(measured.streams),
                    millionsPerSecond(measured));
        const Measurement* plain = bench.plainOf(measured);
        if (plain != nullptr && measured.deformer != "morph") {
            std::printf(" %8.2f", millionsPerSecond(measured) / millionsPerSecond(*plain));
        }
        if (measured.chain == "dqs") {
            std::printf(" %8.2f",
                        medianOf(measured.seconds) /
                            medianOf(bench.twinOf(measured, "lbs")->seconds));
        }
        std::printf("\n");
    }
}

nlohmann::json toJson(const Bench& bench) {
    nlohmann::json rows = nlohmann::json::array();
    for (const Measurement& measured : bench.measurements()) {
        nlohmann::json row = {{"deformer", measured.deformer},
                              {"chain", measured.chain},
                              {"backend", measured.backend},
                              {"kernel", measured.kernel},
                              {"threads", measured.threads},
                              {"influences", measured.influences},
                              {"streams", nameOf(measured.streams)},
                              {"vertices", measured.vertexCount},
                              {"clock", measured.clock == Clock::Thread ? "thread" : "wall"},
                              {"median_ms", medianOf(measured.seconds) * 1e3},
                              {"mvertices_per_s", millionsPerSecond(measured)}};
        const Measurement* plain = bench.plainOf(measured);
        if (plain != nullptr && measured.deformer != "morph") {
            row["speed_over_plain"] = millionsPerSecond(measured) / millionsPerSecond(*plain);
        }
        if (measured.chain == "dqs") {
            row["dqs_over_lbs_time"] =
                medianOf(measured.seconds) / medianOf(bench.twinOf(measured, "lbs")->seconds);
        }
        rows.push_back(std::move(row));
    }
    return {{"device", bench.deviceName()},
            {"rounds", rows.empty() ? 0 : bench.measurements()[0].seconds.size()},
            {"measurements", std::move(rows)}};
}

std::optional<std::uint32_t> numberFrom(std::string_view text) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isWhole = error == std::errc() && end == text.data() + text.size();
    return isWhole && value > 0 ? std::optional(value) : std::nullopt;
}

std::optional<Options> parse(const std::vector<std::string_view>& words) {
    Options options;
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (words[i] == "--smoke") {
            options.vertexCount = 200;
            options.roundCount = 1;
            continue;
        }
        if (i + 1 == words.size()) {
            return std::nullopt;
        }
        const std::string_view value = words[++i];
        if (words[i - 1] == "--json") {
            options.jsonPath = value;
        } else if (const auto number = numberFrom(value); number && words[i - 1] == "--vertices") {
            options.vertexCount = *number;
        } else if (number && words[i - 1] == "--rounds") {
            options.roundCount = *number;
        } else {
            return std::nullopt;
        }
    }
    return options;
}

} // namespace

int main(int argc, char** argv) {
    const auto options = parse({argv, argv + argc});
    if (!options) {
        std::fprintf(stderr,
                     "usage: deform_bench [--smoke] [--vertices N] [--rounds N] [--json FILE]\n");
        return 2;
    }
    Bench bench(*options);
    if (!addAll(bench) || !bench.measure()) {
        return 1;
    }
    printTable(bench);
    const nlohmann::json json = toJson(bench);
    if (options->jsonPath.empty()) {
        std::printf("%s\n", json.dump(1).c_str());
        return 0;
    }
    std::ofstream file(options->jsonPath);
    file << json.dump(1) << '\n';
    if (!file.flush()) {
        std::fprintf(stderr, "deform_bench: %s cannot be written\n", options->jsonPath.c_str());
        return 1;
    }
    return 0;
}
