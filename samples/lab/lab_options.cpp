// SPDX-License-Identifier: Apache-2.0
// What sartor-lab is told on its command line.
#include "samples/lab/lab_options.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>

namespace sartor::lab {

namespace {

/// "1280x720"; empty when it is right.
std::string sizeProblem(const std::string& text) {
    unsigned width = 0;
    unsigned height = 0;
    int end = 0;
    const bool isRead = std::sscanf(text.c_str(), "%5ux%5u%n", &width, &height, &end) == 2 &&
                        static_cast<std::size_t>(end) == text.size();
    // Words and readouts need so much.
    const bool isFit = width >= 800 && height >= 700 && width <= 8192 && height <= 8192;
    return isRead && isFit ? "" : "'" + text + "': expected WIDTHxHEIGHT, 800x700 to 8192x8192";
}

std::string valueProblem(const std::string& text) {
    const std::size_t equal = text.find('=');
    const bool isPair = equal != std::string::npos && equal > 0 && equal + 1 < text.size();
    return isPair ? "" : "'" + text + "': expected CONTROL=VALUE";
}

std::string pictureProblem(const std::string& text) {
    return std::filesystem::path(text).extension() == ".png"
               ? ""
               : "'" + text + "' does not end in .png";
}

} // namespace

Result<LabOptions> parseLabOptions(int argumentCount, const char* const* arguments) {
    LabOptions options;
    std::string sample;
    std::string backend = "cpu";
    std::string size;
    std::vector<std::string> values;
    CLI::App app(
        "Deformers side by side on characters made by formulas: turn a slider, and see what "
        "is measured beside what theory says.",
        "sartor-lab");
    app.set_version_flag("--version", "sartor-lab " SARTOR_VERSION);
    app.footer("Example: sartor-lab twist_tube\n"
               "         sartor-lab twist_tube --set twist=120 --json -\n"
               "         sartor-lab elbow_bulge --chain dqs[blend=0.5] --screenshot elbow.png\n\n"
               "Without --list, --json and --screenshot a window opens.\n"
               "Exit codes: 0 done; 1 done, and a readout is off its formula; 2 wrong usage; 4 the "
               "environment lacks something asked for.");
    app.add_option("SAMPLE", sample, "Which sample [the first of --list]");
    app.add_flag("--list", options.isList, "List the samples, their controls and chains");
    app.add_option("--set", values, "Where a control stands")
        ->check(valueProblem)
        ->type_name("CONTROL=VALUE")
        ->allow_extra_args(false);
    app.add_option(
           "--chain", options.experiment.chains, "One more chain beside those of the sample")
        ->type_name("CHAIN")
        ->allow_extra_args(false);
    app.add_option("--backend", backend, "What runs the deformers: cpu, vulkan or vertex [cpu]")
        ->check(CLI::IsMember(
            std::vector<std::string>(session::kBackendNames.begin(), session::kBackendNames.end())))
        ->type_name("BACKEND");
    app.add_option(
           "--plugin-path", options.experiment.pluginFolders, "More folders with deformer plugins")
        ->type_name("DIR")
        ->allow_extra_args(false);
    app.add_option("--json", options.json, "Write the readouts as JSON, to standard output with -")
        ->type_name("FILE");
    app.add_option("--screenshot", options.screenshot, "Write a picture of the window: .png")
        ->check(pictureProblem)
        ->type_name("FILE");
    app.add_option("--size", size, "Size of the window [1280x860]")
        ->check(sizeProblem)
        ->type_name("WIDTHxHEIGHT");
    try {
        app.parse(argumentCount, arguments);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() != 0) {
            return Error{"usage.options", error.what()};
        }
        options.answer =
            error.get_name() == "CallForVersion" ? std::string(error.what()) + "\n" : app.help();
        return options;
    }
    if (app.count("--json") > 0 && options.json.empty()) {
        return Error{"usage.empty", "--json: the value is empty"};
    }
    const Result<const Sample*> found = sample.empty() && app.count("SAMPLE") == 0
                                            ? Result<const Sample*>(&samples()[0])
                                            : findSample(sample);
    if (!found) {
        return found.error();
    }
    options.sample = *found;
    options.experiment.backend = static_cast<session::Backend>(
        std::ranges::find(session::kBackendNames, backend) - session::kBackendNames.begin());
    for (const std::string& value : values) {
        const std::size_t equal = value.find('=');
        options.values.emplace_back(value.substr(0, equal), value.substr(equal + 1));
    }
    options.width = 1280;
    options.height = 860;
    if (!size.empty()) {
        std::sscanf(size.c_str(), "%ux%u", &options.width, &options.height);
    }
    return options;
}

Result<std::unique_ptr<Experiment>> startExperiment(const LabOptions& options) {
    Settings settings(options.sample->controls);
    for (const auto& [key, value] : options.values) {
        if (const Status status = settings.set(key, std::string_view(value)); !status) {
            return status.error();
        }
    }
    auto experiment = Experiment::create(*options.sample, options.experiment);
    if (!experiment) {
        return experiment;
    }
    if (const Status status = (*experiment)->apply(settings); !status) {
        return status.error();
    }
    return experiment;
}

} // namespace sartor::lab
