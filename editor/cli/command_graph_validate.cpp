// SPDX-License-Identifier: Apache-2.0
// sartor graph validate: everything that is wrong with graph documents.
#include "commands.h"
#include "graph_input.h"
#include "options.h"

#include <sartor/session/graph_rig.h>

#include <CLI/Validators.hpp>

#include <memory>

namespace sartor::cli {
namespace {

struct Options {
    std::vector<std::filesystem::path> graphs;
    FileOptions asset;
    bool isJson = false;
};

struct Checked {
    std::filesystem::path file;
    std::vector<graph::Problem> problems;
};

std::string json(const std::vector<Checked>& all) {
    io::JsonWriter json;
    json.beginObject().key("graphs").beginArray();
    for (const Checked& checked : all) {
        json.beginObject().member("file", checked.file.string());
        json.key("problems").beginArray();
        for (const graph::Problem& problem : checked.problems) {
            json.beginObject().member("code", problem.code).member("path", problem.path);
            json.member("message", problem.message).member("node", problem.node).endObject();
        }
        json.endArray().endObject();
    }
    return json.endArray().endObject().take();
}

std::string text(const std::vector<Checked>& all) {
    std::string text;
    for (const Checked& checked : all) {
        for (const graph::Problem& problem : checked.problems) {
            text += checked.file.string() + problem.path + ": " + problem.message + " (" +
                    problem.code + ")\n";
        }
        if (checked.problems.empty()) {
            text += checked.file.string() + ": nothing is wrong\n";
        }
    }
    return text;
}

Result<Answer> answer(const Options& options) {
    std::shared_ptr<const graph::Rig> rig;
    if (!options.asset.file.empty()) {
        const auto scene = readScene(options.asset);
        if (!scene) {
            return scene.error();
        }
        rig = session::makeGraphRig(*scene);
    }
    std::vector<Checked> all;
    Answer answer;
    for (const std::filesystem::path& file : options.graphs) {
        auto checked = checkGraph(file, rig);
        if (!checked) {
            return checked.error();
        }
        answer.exitCode = checked->problems.empty() ? answer.exitCode : ExitCode::Found;
        all.push_back({file, std::move(checked->problems)});
    }
    answer.text = options.isJson ? json(all) : text(all);
    return answer;
}

} // namespace

Command addGraphValidateCommand(CLI::App& group) {
    auto options = std::make_shared<Options>();
    CLI::App* command =
        group.add_subcommand("validate", "Everything that is wrong with graphs, with its place");
    command->add_option("graphs", options->graphs, "Graph documents (.graph.json)")
        ->required()
        ->type_name("GRAPH");
    command
        ->add_option(
            "--asset",
            options->asset.file,
            "The character whose joints and clips the graphs name; else these go unchecked")
        ->type_name("FILE");
    addJsonFlag(*command, options->isJson);
    command->footer(
        "Exit code 1 where something is wrong with a graph, 3 where a file cannot be read or is "
        "no JSON.\n\n"
        "Example: sartor graph validate walk.graph.json --asset character.glb");
    return {command, [options] { return deliver({}, answer(*options)); }};
}

} // namespace sartor::cli
