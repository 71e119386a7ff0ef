// SPDX-License-Identifier: Apache-2.0
// sartor graph nodes: every type of node, as its schema declares it.
#include "commands.h"
#include "table.h"

#include <sartor/base/similar_names.h>
#include <sartor/graph/schema.h>
#include <sartor/io/text.h>

#include <CLI/Validators.hpp>

#include <memory>

namespace sartor::cli {
namespace {

using graph::InputCount;
using graph::InputSchema;
using graph::NodeSchema;
using graph::OutputSchema;
using graph::ParamSchema;
using graph::ParamType;
using graph::PinType;

struct Options {
    std::string format = "text";
    std::string explained;
};

std::string_view nameOf(InputCount count) {
    switch (count) {
    case InputCount::One:
        return "one";
    case InputCount::Optional:
        return "optional";
    case InputCount::Many:
        break;
    }
    return "many";
}

bool isNumeric(ParamType type) {
    return type == ParamType::Float || type == ParamType::Integer || type == ParamType::Vector2 ||
           type == ParamType::Vector3;
}

/// "0 to 1 m", "from 0 s"; empty without bounds and unit.
std::string rangeText(double minimum, double maximum, std::string_view unit) {
    std::string text;
    if (minimum > graph::kNoMinimum) {
        text = maximum < graph::kNoMaximum ? io::toText(minimum) + " to " + io::toText(maximum)
                                           : "from " + io::toText(minimum);
    } else if (maximum < graph::kNoMaximum) {
        text = "up to " + io::toText(maximum);
    }
    return text + (text.empty() || unit.empty() ? "" : " ") + std::string(unit);
}

void writeRange(io::JsonWriter& json, double minimum, double maximum) {
    if (minimum > graph::kNoMinimum) {
        json.member("minimum", minimum);
    }
    if (maximum < graph::kNoMaximum) {
        json.member("maximum", maximum);
    }
}

void writeParams(io::JsonWriter& json, std::span<const ParamSchema> params) {
    json.beginArray();
    for (const ParamSchema& param : params) {
        json.beginObject().member("id", param.id).member("type", graph::nameOf(param.type));
        json.member("doc", param.doc).member("unit", param.unit);
        json.member("is_list", param.isList).member("is_required", param.isRequired);
        if (isNumeric(param.type)) {
            json.member("default", param.number);
            writeRange(json, param.minimum, param.maximum);
        } else if (param.type == ParamType::Bool) {
            json.member("default", param.number != 0.0);
        } else if (param.fields.empty()) {
            json.member("default", param.text);
        }
        if (!param.choices.empty()) {
            json.member("choices", param.choices);
        }
        if (!param.fields.empty()) {
            json.key("fields");
            writeParams(json, param.fields);
        }
        json.endObject();
    }
    json.endArray();
}

void writeNode(io::JsonWriter& json, const NodeSchema& schema) {
    json.beginObject().member("type", schema.id).member("title", schema.title);
    json.member("category", schema.category).member("doc", schema.doc);
    json.key("inputs").beginArray();
    for (const InputSchema& input : schema.inputs) {
        json.beginObject().member("id", input.id).member("type", graph::nameOf(input.type));
        json.member("doc", input.doc).member("count", nameOf(input.count));
        if (input.type != PinType::Pose) {
            json.member("default", input.number).member("unit", input.unit);
            writeRange(json, input.minimum, input.maximum);
        }
        if (input.count == InputCount::Many) {
            json.member("minimum_count", input.minimumCount).key("fields");
            writeParams(json, input.fields);
        }
        json.endObject();
    }
    json.endArray().key("outputs").beginArray();
    for (const OutputSchema& output : schema.outputs) {
        json.beginObject().member("id", output.id).member("type", graph::nameOf(output.type));
        json.member("doc", output.doc).member("is_shared", output.isShared).endObject();
    }
    json.endArray().key("params");
    writeParams(json, schema.params);
    json.endObject();
}

/// "float, default 1, 0 to 4 m/s"
std::string typeText(const ParamSchema& param) {
    std::string text = (param.isList ? "list of " : "") + std::string(graph::nameOf(param.type));
    if (param.isRequired) {
        text += ", required";
    } else if (isNumeric(param.type) && !param.isList) {
        text += ", default " + io::toText(param.number);
    } else if (param.type == ParamType::Bool && !param.isList) {
        text += param.number != 0.0 ? ", default true" : ", default false";
    } else if (!param.text.empty()) {
        text += ", default `" + std::string(param.text) + "`";
    }
    if (!param.choices.empty()) {
        std::string choices;
        for (const std::string_view choice : param.choices) {
            choices += (choices.empty() ? "`" : ", `") + std::string(choice) + "`";
        }
        text += "; " + choices;
    }
    const std::string range = rangeText(param.minimum, param.maximum, param.unit);
    return text + (range.empty() ? "" : ", " + range);
}

std::string typeText(const InputSchema& input) {
    std::string text = (input.count == InputCount::Many ? "any number of " : "") +
                       std::string(graph::nameOf(input.type)) +
                       (input.count == InputCount::Optional ? ", optional" : "");
    if (input.type == PinType::Bool) {
        text += input.number != 0.0 ? ", default true" : ", default false";
    } else if (input.type != PinType::Pose) {
        text += ", default " + io::toText(input.number);
    }
    const std::string range = rangeText(input.minimum, input.maximum, input.unit);
    return text + (range.empty() || input.type == PinType::Bool ? "" : ", " + range);
}

std::string line(std::string_view id, const std::string& type, std::string_view doc, int level) {
    return std::string(2 * static_cast<std::size_t>(level), ' ') + "- `" + std::string(id) + "` (" +
           type + ")" + (doc.empty() ? "" : ": " + std::string(doc)) + "\n";
}

std::string paramLines(std::span<const ParamSchema> params, int level) {
    std::string text;
    for (const ParamSchema& param : params) {
        text += line(param.id, typeText(param), param.doc, level);
        text += paramLines(param.fields, level + 1);
    }
    return text;
}

std::string inMarkdown(const NodeSchema& schema) {
    std::string text = "### " + std::string(schema.title) + " (`" + std::string(schema.id) +
                       "`)\n\n" + std::string(schema.doc) + "\n";
    if (!schema.inputs.empty()) {
        text += "\nInputs:\n\n";
        for (const InputSchema& input : schema.inputs) {
            text += line(input.id, typeText(input), input.doc, 0) + paramLines(input.fields, 1);
        }
    }
    if (!schema.params.empty()) {
        text += "\nParams:\n\n" + paramLines(schema.params, 0);
    }
    text += "\nOutputs:\n\n";
    for (const OutputSchema& output : schema.outputs) {
        text += line(output.id, std::string(graph::nameOf(output.type)), output.doc, 0);
    }
    return text;
}

std::string asMarkdown() {
    std::string page = "# Nodes of pose graphs\n";
    std::string_view category;
    for (const NodeSchema* schema : graph::nodeSchemas()) {
        if (schema->category != category) {
            category = schema->category;
            page += "\n## " + std::string(category) + "\n";
        }
        page += "\n" + inMarkdown(*schema);
    }
    return page + "\nThis page is what `sartor graph nodes --format markdown` prints.\n";
}

std::string asJson() {
    io::JsonWriter json;
    json.beginObject().key("nodes").beginArray();
    for (const NodeSchema* schema : graph::nodeSchemas()) {
        writeNode(json, *schema);
    }
    return json.endArray().endObject().take();
}

std::string asText() {
    using Align = Table::Align;
    Table table({{"type", Align::Left}, {"category", Align::Left}, {"what", Align::Left}});
    for (const NodeSchema* schema : graph::nodeSchemas()) {
        const std::string doc(schema->doc);
        table.addRow({std::string(schema->id),
                      std::string(schema->category),
                      doc.substr(0, doc.find_first_of(".:;"))});
    }
    return table.text();
}

Result<std::string> explanation(const Options& options) {
    const NodeSchema* schema = graph::findNodeSchema(options.explained);
    if (schema == nullptr) {
        return Error{"usage.unknown",
                     "there is no type of node '" + options.explained +
                         "'; `sartor graph nodes` shows all"};
    }
    if (options.format == "json") {
        io::JsonWriter json;
        writeNode(json, *schema);
        return json.take();
    }
    return inMarkdown(*schema);
}

Result<std::string> answer(const Options& options) {
    if (!options.explained.empty()) {
        return explanation(options);
    }
    return options.format == "json"       ? asJson()
           : options.format == "markdown" ? asMarkdown()
                                          : asText();
}

} // namespace

Command addGraphNodesCommand(CLI::App& group) {
    auto options = std::make_shared<Options>();
    CLI::App* command = group.add_subcommand("nodes", "Every type of node, with pins and params");
    command->add_option("--format", options->format, "How the nodes are written")
        ->check(CLI::IsMember({"text", "json", "markdown"}))
        ->type_name("text|json|markdown");
    command->add_option("--explain", options->explained, "One type in full")->type_name("TYPE");
    command->footer("Example: sartor graph nodes --explain blend_1d");
    return {command, [options] { return deliver({}, answer(*options)); }};
}

} // namespace sartor::cli
