// SPDX-License-Identifier: Apache-2.0
// sartor plugin rules: what a plugin is held against when it is loaded.
#include "commands.h"
#include "table.h"

#include <sartor/deform/plugin_rules.h>
#include <sartor/io/json_writer.h>

#include <CLI/Validators.hpp>

#include <memory>

namespace sartor::cli {
namespace {

using deform::PluginRule;
using deform::PluginRuleGroup;

struct Options {
    std::string format = "text";
    std::string explained;
};

std::string_view key(PluginRuleGroup group) {
    switch (group) {
    case PluginRuleGroup::File:
        return "file";
    case PluginRuleGroup::Declaration:
        return "declaration";
    case PluginRuleGroup::Compute:
        return "compute";
    case PluginRuleGroup::Host:
        return "host";
    }
    return {};
}

std::string_view heading(PluginRuleGroup group) {
    switch (group) {
    case PluginRuleGroup::File:
        return "The file and its entry";
    case PluginRuleGroup::Declaration:
        return "Deformers, stages, needs and params";
    case PluginRuleGroup::Compute:
        return "Compute code";
    case PluginRuleGroup::Host:
        return "What else a host says of plugins";
    }
    return {};
}

void writeRule(io::JsonWriter& json, const PluginRule& rule) {
    json.beginObject().member("code", rule.code).member("group", key(rule.group));
    json.member("title", rule.title).member("explanation", rule.explanation).endObject();
}

std::string asJson() {
    io::JsonWriter json;
    json.beginObject().key("rules").beginArray();
    for (const PluginRule& rule : deform::pluginRules()) {
        writeRule(json, rule);
    }
    return json.endArray().endObject().take();
}

std::string inMarkdown(const PluginRule& rule) {
    return "### `" + std::string(rule.code) + "`\n\n**" + std::string(rule.title) + "**\n\n" +
           std::string(rule.explanation) + "\n";
}

std::string asMarkdown() {
    std::string page = "# Rules for plugins\n\nEvery plugin file is held against the first three "
                       "groups when it is loaded. The first rule that is broken refuses the file "
                       "with all its deformers, and the message names file and place.\n";
    const PluginRule* before = nullptr;
    for (const PluginRule& rule : deform::pluginRules()) {
        if (before == nullptr || before->group != rule.group) {
            page += "\n## " + std::string(heading(rule.group)) + "\n";
        }
        page += "\n" + inMarkdown(rule);
        before = &rule;
    }
    return page + "\nThis page is what `sartor plugin rules --format markdown` prints.\n";
}

std::string asText() {
    using Align = Table::Align;
    Table table({{"code", Align::Left}, {"group", Align::Left}, {"what", Align::Left}});
    for (const PluginRule& rule : deform::pluginRules()) {
        table.addRow(
            {std::string(rule.code), std::string(key(rule.group)), std::string(rule.title)});
    }
    return table.text();
}

Result<std::string> explanation(const Options& options) {
    const PluginRule* rule = deform::findPluginRule(options.explained);
    if (rule == nullptr) {
        return Error{"usage.unknown",
                     "there is no rule '" + options.explained +
                         "'; `sartor plugin rules` shows all"};
    }
    if (options.format == "json") {
        io::JsonWriter json;
        writeRule(json, *rule);
        return json.take();
    }
    if (options.format == "markdown") {
        return inMarkdown(*rule);
    }
    return std::string(rule->code) + "\n" + std::string(rule->title) + "\n\n" +
           std::string(rule->explanation) + "\n";
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

Command addPluginRulesCommand(CLI::App& group) {
    auto options = std::make_shared<Options>();
    CLI::App* command =
        group.add_subcommand("rules", "What a plugin is held against when it is loaded");
    command->add_option("--format", options->format, "How the rules are written")
        ->check(CLI::IsMember({"text", "json", "markdown"}))
        ->type_name("text|json|markdown");
    command->add_option("--explain", options->explained, "One rule in full")->type_name("CODE");
    command->footer("Example: sartor plugin rules --explain plugin.spirv_layout");
    return {command, [options] { return deliver({}, answer(*options)); }};
}

} // namespace sartor::cli
