// SPDX-License-Identifier: Apache-2.0
// What many characters cost: deformed one by one, on the CPU or with a submission for each, or all
// in the same dispatches; and what it costs to know that nothing has moved, by the key of the
// palette or by a hash of its contents.
//
//   crowd_bench [--smoke] [--vertices N] [--rounds N]
#include "deform_case.h"

#include <sartor/base/unique_id.h>
#include <sartor/deform/cpu_chain_runner.h>
#include <sartor/deform/frame_history.h>
#include <sartor/deform_gpu/vulkan_chain_runner.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace {

using namespace sartor;
using bench::DeformCase;

struct Options {
    std::uint32_t vertexCount = 1000;
    std::uint32_t roundCount = 31;
    std::vector<std::uint32_t> counts = {1, 4, 16, 64};
};

template <class T>
T required(Result<T> result) {
    if (!result) {
        std::fprintf(stderr, "crowd_bench: %s\n", result.error().message.c_str());
        std::exit(1);
    }
    return std::move(result).value();
}

void require(const Status& status) {
    if (!status) {
        std::fprintf(stderr, "crowd_bench: %s\n", status.error().message.c_str());
        std::exit(1);
    }
}

double medianSeconds(std::uint32_t rounds, const std::function<void()>& run) {
    std::vector<double> seconds;
    run();
    for (std::uint32_t round = 0; round < rounds; ++round) {
        const auto start = std::chrono::steady_clock::now();
        run();
        seconds.push_back(
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
    std::nth_element(seconds.begin(), middle, seconds.end());
    return *middle;
}

/// Characters of one mesh, each with a plan of its own.
struct Crowd {
    DeformCase made;
    std::vector<std::shared_ptr<const deform::ChainPlan>> plans;
    std::vector<deform::FrameSource> frames;

    Crowd(const deform::Chain& chain, std::uint32_t count, std::uint32_t vertices)
        : made(bench::makeDeformCase({.vertexCount = vertices})) {
        for (std::uint32_t i = 0; i < count; ++i) {
            plans.push_back(required(deform::ChainPlan::create(chain, made.source)));
            frames.push_back(made.frame());
        }
    }
};

nlohmann::json measureCrowd(gpu::Device& device,
                            const deform::Chain& chain,
                            const Options& options,
                            std::uint32_t count) {
    const Crowd crowd(chain, count, options.vertexCount);
    std::vector<std::unique_ptr<deform::CpuChainRunner>> onCpu;
    std::vector<std::unique_ptr<deform_gpu::VulkanChainRunner>> apart;
    for (const auto& plan : crowd.plans) {
        onCpu.push_back(required(deform::CpuChainRunner::create(plan)));
        apart.push_back(required(deform_gpu::VulkanChainRunner::create(device, {plan}, {})));
    }
    const auto together = required(deform_gpu::VulkanChainRunner::create(device, crowd.plans, {}));
    const auto vertex = required(deform_gpu::VulkanChainRunner::create(
        device, crowd.plans, {.lastStage = deform_gpu::LastStage::Inline}));
    const double cpu = medianSeconds(options.roundCount, [&] {
        for (std::uint32_t i = 0; i < count; ++i) {
            require(onCpu[i]->run(crowd.frames[i]));
        }
    });
    const double each = medianSeconds(options.roundCount, [&] {
        for (std::uint32_t i = 0; i < count; ++i) {
            require(apart[i]->run({&crowd.frames[i], 1}));
        }
    });
    const double all =
        medianSeconds(options.roundCount, [&] { require(together->run(crowd.frames)); });
    const double inShader =
        medianSeconds(options.roundCount, [&] { require(vertex->run(crowd.frames)); });
    std::printf("%10u %10.3f %16.3f %16.3f %16.3f %8.2f\n",
                count,
                cpu * 1e3,
                each * 1e3,
                all * 1e3,
                inShader * 1e3,
                each / all);
    return {{"characters", count},
            {"cpu_ms", cpu * 1e3},
            {"vulkan_one_by_one_ms", each * 1e3},
            {"vulkan_together_ms", all * 1e3},
            {"vertex_together_ms", inShader * 1e3},
            {"gain_of_batching", each / all}};
}

/// FNV-1a, 64 bits, a byte at a time: what a cache without ids would do at the least.
std::uint64_t hashOf(std::span<const math::Affine> palette) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const std::byte byte : std::as_bytes(palette)) {
        hash = (hash ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3u;
    }
    return hash;
}

nlohmann::json
measureKeys(const deform::Chain& chain, const Options& options, std::uint32_t joints) {
    const DeformCase made = bench::makeDeformCase({.vertexCount = 1000, .jointCount = joints});
    const auto plan = required(deform::ChainPlan::create(chain, made.source));
    deform::FrameHistory history(*plan);
    deform::FrameSource frame = made.frame();
    frame.input = {newId(), 1};
    history.ran(frame, deform::FrameStep::Reset);
    constexpr std::uint32_t kRepeats = 1000;
    std::uint64_t seen = 0;
    const double byHash = medianSeconds(options.roundCount,
                                        [&] {
                                            for (std::uint32_t i = 0; i < kRepeats; ++i) {
                                                seen += hashOf(made.palette);
                                            }
                                        }) /
                          kRepeats;
    const double byKey =
        medianSeconds(options.roundCount,
                      [&] {
                          for (std::uint32_t i = 0; i < kRepeats; ++i) {
                              seen += history.step(frame) == deform::FrameStep::Same ? 1u : 0u;
                          }
                      }) /
        kRepeats;
    std::printf("%10u %10zu %16.1f %16.1f\n",
                joints,
                made.palette.size() * sizeof(math::Affine),
                byHash * 1e9,
                byKey * 1e9);
    return {{"joints", joints},
            {"bytes", made.palette.size() * sizeof(math::Affine)},
            {"hash_ns", byHash * 1e9},
            {"key_ns", byKey * 1e9},
            {"checksum", seen}}; // so that nothing is left out as unused
}

std::optional<Options> parse(const std::vector<std::string_view>& words) {
    Options options;
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (words[i] == "--smoke") {
            options = {.vertexCount = 100, .roundCount = 1, .counts = {1, 2}};
            continue;
        }
        if (i + 1 == words.size() || (words[i] != "--vertices" && words[i] != "--rounds")) {
            return std::nullopt;
        }
        std::uint32_t& number = words[i] == "--vertices" ? options.vertexCount : options.roundCount;
        ++i;
        const auto [end, error] =
            std::from_chars(words[i].data(), words[i].data() + words[i].size(), number);
        if (error != std::errc() || end != words[i].data() + words[i].size() || number == 0) {
            return std::nullopt;
        }
    }
    return options;
}

} // namespace

int main(int argc, char** argv) {
    const auto options = parse({argv, argv + argc});
    if (!options) {
        std::fprintf(stderr, "usage: crowd_bench [--smoke] [--vertices N] [--rounds N]\n");
        return 2;
    }
    deform::PluginHost host;
    require(host.loadFolder(SARTOR_PLUGIN_DIR));
    const deform::Chain chain = required(deform::parseChain("lbs", host));
    nlohmann::json crowds = nlohmann::json::array();
    const auto device = gpu::Device::create({.validation = gpu::Validation::Off});
    if (device) {
        std::printf("%s, %u vertices a character; milliseconds a frame\n",
                    (*device)->deviceName().c_str(),
                    options->vertexCount);
        std::printf("%10s %10s %16s %16s %16s %8s\n",
                    "characters",
                    "cpu",
                    "vulkan one by one",
                    "vulkan together",
                    "vertex together",
                    "gain");
        for (const std::uint32_t count : options->counts) {
            crowds.push_back(measureCrowd(**device, chain, *options, count));
        }
    } else {
        std::fprintf(stderr, "no Vulkan: %s\n", device.error().message.c_str());
    }
    std::printf("\n%10s %10s %16s %16s\n", "joints", "bytes", "hash ns", "key ns");
    nlohmann::json keys = nlohmann::json::array();
    for (const std::uint32_t joints : {64u, 300u, 1000u}) {
        keys.push_back(measureKeys(chain, *options, joints));
    }
    std::printf("%s\n", nlohmann::json{{"crowds", crowds}, {"keys", keys}}.dump(1).c_str());
    return 0;
}
