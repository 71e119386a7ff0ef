// SPDX-License-Identifier: Apache-2.0
// Both ends of the process that checks a plugin file.
#include "conformance_child.h"

#include <sartor/base/child_process.h>
#include <sartor/deform/plugin_host.h>
#include <sartor/session/session.h>

#ifdef SARTOR_HAS_GPU
#include <sartor/deform_gpu/vulkan_conformance.h>
#endif

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <system_error>

namespace sartor::cli {
namespace {

using deform::InvariantResult;
using deform::Verdict;

constexpr std::string_view kMark = "@sartor\t";
constexpr double kMaximumSeconds = 600.0;

/// Written at once: what is said before a crash is known after it.
void writeLine(const std::vector<std::string>& fields) {
    std::string line(kMark);
    for (std::size_t i = 0; i < fields.size(); ++i) {
        line += i == 0 ? "" : "\t";
        for (const char c : fields[i]) {
            line += c == '\t' || c == '\n' ? ' ' : c;
        }
    }
    line += '\n';
    std::fwrite(line.data(), 1, line.size(), stdout);
    std::fflush(stdout);
}

std::vector<std::string> fieldsOf(std::string_view line) {
    std::vector<std::string> fields;
    while (true) {
        const std::size_t end = line.find('\t');
        fields.emplace_back(line.substr(0, end));
        if (end == std::string_view::npos) {
            return fields;
        }
        line.remove_prefix(end + 1);
    }
}

std::size_t numberOf(const std::string& text) {
    std::size_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

/// What stands in chains beside deformers that do not skin.
std::shared_ptr<const deform::Deformer> findSkinning(const deform::PluginHost& host) {
    for (const auto& deformer : host.deformers()) {
        bool readsMatrices = false;
        bool writesLinear = false;
        for (const deform::Stage& stage : deformer->stages) {
            for (const deform::BufferNeed& need : stage.needs) {
                readsMatrices = readsMatrices || need.semantic == "sartor.palette.matrix";
                writesLinear = writesLinear ||
                               (need.semantic == "sartor.linear" && need.access == SARTOR_WRITE);
            }
        }
        if (readsMatrices && writesLinear && (deformer->capabilities & SARTOR_CAP_ADDITIVE) != 0) {
            return deformer;
        }
    }
    return nullptr;
}

/// One process from a place on.
struct ChildRun {
    ChildResult result;
    std::string end;
    /// Where it was when it ended.
    std::optional<ConformancePlace> at;
    /// It got to its end, and did not only exit with 0 on the way, as a plugin may.
    bool isDone = false;
    std::optional<Error> error;
};

class Reader {
public:
    Reader(CheckedPlugin& plugin, ChildRun& run) : plugin_(plugin), run_(run) {}

    void take(std::string_view output) {
        while (!output.empty()) {
            const std::size_t end = output.find('\n');
            // A line that was cut by a crash is none.
            if (end == std::string_view::npos) {
                return;
            }
            const std::string_view line = output.substr(0, end);
            if (line.starts_with(kMark)) {
                takeFields(fieldsOf(line.substr(kMark.size())));
            }
            output.remove_prefix(end + 1);
        }
    }

private:
    void takeFields(const std::vector<std::string>& fields) {
        const std::string& what = fields.front();
        if (what == "error" && fields.size() == 3) {
            run_.error = Error{fields[1], fields[2]};
        } else if (what == "backend" && fields.size() == 3) {
            plugin_.backend = fields[1];
            plugin_.remark = fields[2];
        } else if (what == "deformer" && fields.size() == 5) {
            deformer_ = numberOf(fields[1]);
            if (deformer_ >= plugin_.deformers.size()) {
                InvariantResult open;
                open.reason = "the process ended before";
                plugin_.deformers.push_back(
                    {fields[2],
                     fields[3],
                     static_cast<std::uint32_t>(numberOf(fields[4])),
                     std::vector<InvariantResult>(deform::conformanceInvariants().size(), open)});
            }
        } else if (what == "done") {
            run_.isDone = true;
        } else if (what == "begin" && fields.size() == 2) {
            run_.at = ConformancePlace{deformer_, numberOf(fields[1])};
        } else if (what == "end" && fields.size() == 7) {
            InvariantResult result;
            result.verdict = static_cast<Verdict>(numberOf(fields[2]));
            if (!fields[3].empty()) {
                result.vertex = static_cast<std::uint32_t>(numberOf(fields[3]));
            }
            result.largestShare = std::strtod(fields[4].c_str(), nullptr);
            result.comparisonCount = numberOf(fields[5]);
            result.reason = fields[6];
            const std::size_t index = numberOf(fields[1]);
            if (deformer_ < plugin_.deformers.size() &&
                index < plugin_.deformers[deformer_].results.size()) {
                plugin_.deformers[deformer_].results[index] = std::move(result);
            }
            run_.at.reset();
        }
    }

    CheckedPlugin& plugin_;
    ChildRun& run_;
    std::size_t deformer_ = 0;
};

Result<ChildRun>
runFrom(const ConformancePlace& from, const ConformanceOptions& options, CheckedPlugin& plugin) {
    ChildCommand command;
    command.program = "/proc/self/exe"; // the same program, even where its file was replaced
    command.arguments = {"plugin",
                         kConformanceChildCommand,
                         plugin.file.string(),
                         "--backend",
                         options.backend,
                         "--seed",
                         std::to_string(options.seed),
                         "--from",
                         std::to_string(from.deformer) + ":" + std::to_string(from.invariant)};
    for (const std::string& id : options.only) {
        command.arguments.insert(command.arguments.end(), {"--invariant", id});
    }
    if (!options.params.empty()) {
        command.arguments.insert(command.arguments.end(), {"--params", options.params});
    }
    for (const std::filesystem::path& folder : options.pluginFolders) {
        command.arguments.insert(command.arguments.end(), {"--plugin-path", folder.string()});
    }
    command.limits.seconds = kMaximumSeconds;
    Result<ChildResult> result = runChild(command);
    if (!result) {
        return result.error();
    }
    ChildRun run;
    run.end = describeEnd(*result, command.limits);
    Reader(plugin, run)
        .take({reinterpret_cast<const char*>(result->output.data()), result->output.size()});
    run.result = std::move(*result);
    return run;
}

/// Of a file that is there but breaks a rule; all else is the caller's or the environment's.
bool isRefusal(const Error& error) {
    return error.code.starts_with("plugin.") && error.code != "plugin.missing" &&
           error.code != "plugin.not_regular" && error.code != "plugin.folder";
}

} // namespace

bool CheckedPlugin::hasFailed() const {
    return refusal.has_value() ||
           std::any_of(deformers.begin(), deformers.end(), [](const CheckedDeformer& deformer) {
               return std::any_of(
                   deformer.results.begin(),
                   deformer.results.end(),
                   [](const InvariantResult& result) { return result.verdict == Verdict::Fails; });
           });
}

Result<CheckedPlugin> checkPluginFile(const std::filesystem::path& file,
                                      const ConformanceOptions& options) {
    CheckedPlugin plugin;
    plugin.file = file;
    ConformancePlace from;
    while (true) {
        Result<ChildRun> run = runFrom(from, options, plugin);
        if (!run) {
            return run.error();
        }
        if (run->error && !isRefusal(*run->error)) {
            return *run->error;
        }
        if (run->error) {
            plugin.refusal = run->error;
            return plugin;
        }
        const bool isDone =
            run->result.end == ChildEnd::Exited && run->result.exitCode == 0 && run->isDone;
        if (isDone) {
            return plugin;
        }
        if (!run->at) {
            // Before the first invariant: while it was loaded, or after the last: while it ended.
            plugin.refusal =
                Error{"plugin.crash",
                      "plugin '" + file.string() + "': the process that loaded it " + run->end};
            return plugin;
        }
        InvariantResult& result = plugin.deformers[run->at->deformer].results[run->at->invariant];
        result.verdict = Verdict::Fails;
        result.reason = "the process " + run->end;
        from = {run->at->deformer, run->at->invariant + 1};
        if (from.invariant == plugin.deformers[from.deformer].results.size()) {
            from = {from.deformer + 1, 0};
        }
    }
}

ExitCode answerConformance(const std::filesystem::path& file,
                           const ConformanceOptions& options,
                           const ConformancePlace& from) {
    const auto fail = [](const Error& error) {
        writeLine({"error", error.code, error.message});
        return exitCodeOf(error);
    };
    deform::PluginHost host;
    if (const Status status = host.load(file); !status) {
        return fail(status.error());
    }
    deform::PluginHost others;
    if (const Status status = session::loadPlugins(others, options.pluginFolders); !status) {
        return fail(status.error());
    }
    std::string backendName;
    std::string remark;
    deform::ConformanceBackend* backend = nullptr;
#ifdef SARTOR_HAS_GPU
    std::unique_ptr<gpu::Device> device;
    std::optional<deform_gpu::VulkanConformance> vulkan;
    if (options.backend != "cpu") {
        auto made = gpu::Device::create({});
        if (made) {
            device = *std::move(made);
            vulkan.emplace(*device,
                           options.backend == "vertex" ? deform_gpu::LastStage::Inline
                                                       : deform_gpu::LastStage::Compute);
            backend = &*vulkan;
            backendName = vulkan->name();
        } else if (options.backend != "auto") {
            return fail(made.error());
        } else {
            remark = made.error().message;
        }
    }
#else
    if (options.backend == "vulkan" || options.backend == "vertex") {
        return fail({"gpu.unavailable", "this build has no Vulkan backend (SARTOR_BUILD_GPU=OFF)"});
    }
    remark = "this build has no Vulkan backend";
#endif
    writeLine({"backend", backendName, remark});
    const auto deformers = host.deformers();
    for (std::size_t index = from.deformer; index < deformers.size(); ++index) {
        const deform::Deformer& deformer = *deformers[index];
        const std::string chain =
            deformer.id + (options.params.empty() ? "" : "[" + options.params + "]");
        auto parsed = deform::parseChain(chain, host);
        if (!parsed) {
            return fail(parsed.error());
        }
        deform::ConformanceRequest request;
        request.subject = parsed->links.front();
        request.skinning = findSkinning(others);
        if (request.skinning == nullptr) {
            request.skinning = findSkinning(host);
        }
        request.backend = backend;
        request.seed = options.seed;
        request.from = index == from.deformer ? from.invariant : 0;
        request.only = options.only;
        request.progress = [](std::size_t invariant, const InvariantResult* result) {
            if (result == nullptr) {
                writeLine({"begin", std::to_string(invariant)});
                return;
            }
            writeLine({"end",
                       std::to_string(invariant),
                       std::to_string(static_cast<int>(result->verdict)),
                       result->vertex ? std::to_string(*result->vertex) : "",
                       std::to_string(result->largestShare),
                       std::to_string(result->comparisonCount),
                       result->reason});
        };
        writeLine({"deformer",
                   std::to_string(index),
                   deformer.id,
                   deformer.version,
                   std::to_string(deformer.capabilities)});
        const auto report = deform::checkConformance(request);
        if (!report) {
            return fail({"usage.unknown", report.error().message});
        }
    }
    writeLine({"done"});
    return ExitCode::Done;
}

} // namespace sartor::cli
