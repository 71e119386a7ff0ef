// SPDX-License-Identifier: Apache-2.0
// sartor plugins: which deformers are loaded, and which files were refused and why.
#include "commands.h"
#include "options.h"
#include "table.h"

#include <sartor/deform/plugin_host.h>

#include <algorithm>
#include <memory>

namespace sartor::cli {
namespace {

struct Options {
    std::vector<std::filesystem::path> folders;
    bool isJson = false;
};

std::string_view typeText(sartor_param_type type) {
    switch (type) {
    case SARTOR_PARAM_INT:
        return "int";
    case SARTOR_PARAM_BOOL:
        return "bool";
    case SARTOR_PARAM_ENUM:
        return "enum";
    default:
        return "float";
    }
}

void writeParam(io::JsonWriter& json, const deform::Param& param) {
    json.beginInlineObject().member("id", param.id).member("key", param.key);
    json.member("name", param.name).member("type", typeText(param.type));
    json.member("unit", param.unit).member("minimum", param.minimum);
    json.member("maximum", param.maximum).member("initial", param.initial);
    if (!param.labels.empty()) {
        json.member("labels", param.labels);
    }
    json.endObject();
}

void writeDeformer(io::JsonWriter& json, const deform::Deformer& deformer) {
    json.beginObject().member("id", deformer.id).member("name", deformer.name);
    json.member("vendor", deformer.vendor).member("version", deformer.version);
    json.member("file", deformer.pluginPath.string());
    json.member("capabilities", deformer.capabilities).key("stages").beginArray();
    for (const deform::Stage& stage : deformer.stages) {
        json.beginObject().member("id", stage.id);
        json.member("kind", stage.kind == SARTOR_STAGE_PREPARE ? "prepare" : "run");
        json.member("has_compute", stage.compute.has_value());
        json.member("has_vertex", stage.vertex.has_value());
        json.key("params").beginArray();
        for (const deform::Param& param : stage.params) {
            writeParam(json, param);
        }
        json.endArray().endObject();
    }
    json.endArray().endObject();
}

std::string json(const deform::PluginHost& host) {
    io::JsonWriter json;
    json.beginObject().key("deformers").beginArray();
    for (const auto& deformer : host.deformers()) {
        writeDeformer(json, *deformer);
    }
    json.endArray().key("refused").beginArray();
    for (const deform::PluginFailure& failure : host.failures()) {
        json.beginObject().member("file", failure.path.string());
        json.member("code", failure.error.code).member("message", failure.error.message);
        json.endObject();
    }
    return json.endArray().endObject().take();
}

std::string text(const deform::PluginHost& host) {
    using Align = Table::Align;
    Table table({{"deformer", Align::Left},
                 {"version", Align::Left},
                 {"runs on", Align::Left},
                 {"params", Align::Left},
                 {"file", Align::Left}});
    for (const auto& deformer : host.deformers()) {
        const bool hasCompute = std::all_of(
            deformer->stages.begin(), deformer->stages.end(), [](const deform::Stage& stage) {
                return stage.compute || stage.kind == SARTOR_STAGE_PREPARE;
            });
        const bool hasVertex =
            std::any_of(deformer->stages.begin(),
                        deformer->stages.end(),
                        [](const deform::Stage& stage) { return stage.vertex.has_value(); });
        std::string params;
        for (const deform::Stage& stage : deformer->stages) {
            for (const deform::Param& param : stage.params) {
                params += param.isShared ? "" : (params.empty() ? "" : " ") + param.key;
            }
        }
        table.addRow(
            {deformer->id,
             deformer->version,
             std::string("cpu") + (hasCompute ? " vulkan" : "") + (hasVertex ? " vertex" : ""),
             params,
             deformer->pluginPath.string()});
    }
    std::string result = host.deformers().empty() ? "no deformer is loaded\n" : table.text();
    for (const deform::PluginFailure& failure : host.failures()) {
        // The message names the file.
        result += "refused " + failure.error.message + " (" + failure.error.code + ")\n";
    }
    return result;
}

ExitCode run(const Options& options) {
    deform::PluginHost host;
    if (const Status status = session::loadPlugins(host, options.folders); !status) {
        printError({}, status.error());
        return exitCodeOf(status.error());
    }
    const ExitCode delivered = deliver({}, options.isJson ? json(host) : text(host));
    return delivered == ExitCode::Done && !host.failures().empty() ? ExitCode::Found : delivered;
}

} // namespace

Command addPluginsCommand(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand(
        "plugins", "Which deformer plugins are loaded, and which are refused and why");
    command->add_option("--plugin-path", options->folders, "More folders with deformer plugins")
        ->type_name("DIR")
        ->allow_extra_args(false);
    addJsonFlag(*command, options->isJson);
    command->footer("Example: sartor plugins --plugin-path build/plugins --json\n"
                    "Exit code 1: a file was refused.");
    return {command, [options] { return run(*options); }};
}

} // namespace sartor::cli
