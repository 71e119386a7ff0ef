// SPDX-License-Identifier: Apache-2.0
// The process that loads a plugin nobody knows; both ends of what it says.
#include "plugin_worker.h"

#include "plugin_instance.h"
#include "plugin_library.h"

#include <sartor/deform/plugin_host.h>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace sartor::deform {

// Changes with the lines: a worker of another version is not talked to.
const char* const kPluginWorkerVersion = "1";

namespace {

constexpr std::string_view kStep = "step ";
constexpr std::string_view kDeformer = "deformer ";
constexpr std::string_view kRefused = "refused ";

// Writes each line at once: what is said before a crash is known after it.
class Lines {
public:
    explicit Lines(int descriptor) : descriptor_(descriptor) {}

    void write(std::string line) const {
        std::replace(line.begin(), line.end(), '\n', ' ');
        line += '\n';
        std::string_view rest = line;
        while (!rest.empty()) {
            const ssize_t count = ::write(descriptor_, rest.data(), rest.size());
            if (count <= 0) {
                return;
            }
            rest.remove_prefix(static_cast<std::size_t>(count));
        }
    }

private:
    int descriptor_;
};

Status makeInstances(const PluginHost& host) {
    for (const auto& deformer : host.deformers()) {
        if (auto made = PluginInstance::create(deformer); !made) {
            return made.error();
        }
    }
    return {};
}

std::vector<std::string> idsOf(const PluginHost& host) {
    std::vector<std::string> ids;
    for (const auto& deformer : host.deformers()) {
        ids.push_back(deformer->id);
    }
    return ids;
}

void probe(const std::filesystem::path& file, const Lines& lines) {
    const auto begin = [&lines](std::size_t step) {
        lines.write(std::string(kStep) + std::string(kWorkerSteps[step]));
    };
    std::vector<std::string> ids;
    Status status;
    {
        PluginHost host(PluginFiles::Stay); // so that the file itself shows whether it unloads
        begin(0);
        status = host.load(file);
        if (status) {
            begin(1);
            status = makeInstances(host);
            ids = idsOf(host);
        }
        begin(2);
    }
    if (isMapped(std::filesystem::absolute(file))) {
        lines.write("pinned");
    }
    if (!status) {
        lines.write(std::string(kRefused) + status.error().code + ' ' + status.error().message);
    } else {
        lines.write("accepted");
        for (const std::string& id : ids) {
            lines.write(std::string(kDeformer) + id);
        }
    }
    lines.write("end");
}

void takeLine(std::string_view line, ProbeVerdict& verdict) {
    if (line == "accepted") {
        verdict.outcome = ProbeOutcome::Accepted;
    } else if (line == "pinned") {
        verdict.unloads = false;
    } else if (line.starts_with(kDeformer)) {
        verdict.deformers.emplace_back(line.substr(kDeformer.size()));
    } else if (line.starts_with(kRefused)) {
        line.remove_prefix(kRefused.size());
        const std::size_t space = std::min(line.find(' '), line.size() - 1);
        verdict.outcome = ProbeOutcome::Refused;
        verdict.error = {std::string(line.substr(0, space)), std::string(line.substr(space + 1))};
    }
}

} // namespace

int runPluginWorker(int argumentCount, const char* const* arguments) {
    if (argumentCount != 3 || std::string_view(arguments[1]) != kPluginWorkerVersion) {
        std::fputs("sartor-plugin-worker is started by other programs of the same version\n",
                   stderr);
        return 2;
    }
    // The plugin's own output must not come between the lines.
    const int output = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    if (output < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        return 3;
    }
    probe(arguments[2], Lines(output));
    return 0;
}

WorkerReport readWorkerReport(std::string_view output) {
    WorkerReport report;
    ProbeVerdict verdict;
    while (!output.empty()) {
        const std::size_t end = output.find('\n');
        if (end == std::string_view::npos) {
            break; // cut off by a crash
        }
        const std::string_view line = output.substr(0, end);
        if (line.starts_with(kStep)) {
            report.step = line.substr(kStep.size());
        } else if (line == "end") {
            report.verdict = std::move(verdict);
            break;
        } else {
            takeLine(line, verdict);
        }
        output.remove_prefix(end + 1);
    }
    return report;
}

} // namespace sartor::deform
