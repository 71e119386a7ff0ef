// SPDX-License-Identifier: Apache-2.0
// sartor graph canonical: a graph document in its one form.
#include "commands.h"
#include "options.h"

#include <sartor/base/file.h>
#include <sartor/io/graph_document.h>

#include <memory>

namespace sartor::cli {
namespace {

struct Options {
    std::filesystem::path graph;
    std::filesystem::path out;
};

Result<std::string> answer(const Options& options) {
    const auto document = io::readGraphDocument(options.graph);
    if (!document) {
        return document.error();
    }
    if (!document->problems.empty()) {
        // What could not be read would be lost.
        return Error{"graph.invalid",
                     options.graph.string() + ": " + io::describe(document->problems)};
    }
    const std::string text = io::graphDocument(document->definition);
    if (options.out.empty()) {
        return text;
    }
    const Status status = writeFileAtomically(options.out, text);
    return status ? Result<std::string>(std::string()) : status.error();
}

} // namespace

Command addGraphCanonicalCommand(CLI::App& group) {
    auto options = std::make_shared<Options>();
    CLI::App* command = group.add_subcommand(
        "canonical", "The document as this version writes it: order, numbers, no defaults");
    command->add_option("graph", options->graph, "A graph document")
        ->required()
        ->type_name("GRAPH");
    addOutOption(*command,
                 options->out,
                 {".json"},
                 "--out",
                 "The file to write, which may be the same; else it is printed");
    command->footer("Example: sartor graph canonical walk.graph.json --out walk.graph.json");
    return {command, [options] { return deliver(options->graph, answer(*options)); }};
}

} // namespace sartor::cli
