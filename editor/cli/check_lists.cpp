// SPDX-License-Identifier: Apache-2.0
// What `sartor check` says about itself.
#include "check_lists.h"

#include "check_report.h"
#include "table.h"

#include <sartor/diagnose/import_codes.h>
#include <sartor/io/json_writer.h>

namespace sartor::cli {
namespace {

using diagnose::RuleInfo;
using diagnose::TargetProfile;

void writeRule(io::JsonWriter& json, const RuleInfo& rule) {
    json.beginObject().member("id", rule.id).member("severity", text(rule.severity));
    json.member("title", rule.title).member("explanation", rule.explanation);
    json.member("fix", rule.fix).endObject();
}

std::string inMarkdown(const RuleInfo& rule) {
    std::string result = "### `" + std::string(rule.id) + "`\n\n**" + std::string(rule.title) +
                         "** (" + std::string(text(rule.severity)) + ")\n\n" +
                         std::string(rule.explanation) + "\n";
    if (!rule.fix.empty()) {
        result += "\n`--fix`: " + std::string(rule.fix) + "\n";
    }
    return result;
}

/// What `sartor check` writes, so that nobody edits it by hand.
std::string madeBy(std::string_view option) {
    return "\nThis page is what `sartor check " + std::string(option) +
           " --format markdown` prints.\n";
}

std::string limit(std::uint32_t number) {
    return number == 0 ? "" : std::to_string(number);
}

std::string_view habitOf(diagnose::WeightHabit habit) {
    using diagnose::WeightHabit;
    switch (habit) {
    case WeightHabit::UsesAsTheyAre:
        return "as they are";
    case WeightHabit::Normalizes:
        return "normalised";
    case WeightHabit::LastRemainder:
        return "last is remainder";
    case WeightHabit::StopsAtOne:
        return "stops at one";
    }
    return "";
}

std::string_view habitOf(diagnose::NormalHabit habit) {
    return habit == diagnose::NormalHabit::ByMatrix ? "by the matrix" : "inverse transpose";
}

struct ProfileColumn {
    std::string_view title;
    std::string_view key;
    std::string (*cell)(const TargetProfile& profile);
    bool isNumber = false;
};

constexpr ProfileColumn kProfileColumns[] = {
    {"profile", "name", [](const TargetProfile& p) { return std::string(p.name); }},
    {"engine", "engine", [](const TargetProfile& p) { return std::string(p.engine); }},
    {"version", "version", [](const TargetProfile& p) { return std::string(p.version); }},
    {"influences", "influences", [](const TargetProfile& p) { return limit(p.influences); }, true},
    {"first set only",
     "first_set_only",
     [](const TargetProfile& p) { return std::string(p.isFirstSetOnly ? "yes" : "no"); }},
    {"weight bits",
     "weight_bits",
     [](const TargetProfile& p) { return limit(p.weightBits); },
     true},
    {"weights", "weights", [](const TargetProfile& p) { return std::string(habitOf(p.weights)); }},
    {"normals", "normals", [](const TargetProfile& p) { return std::string(habitOf(p.normals)); }},
    {"joints",
     "joints_per_skin",
     [](const TargetProfile& p) { return limit(p.jointsPerSkin); },
     true},
    {"joints in a draw call",
     "joints_per_primitive",
     [](const TargetProfile& p) { return limit(p.jointsPerPrimitive); },
     true},
    {"morph targets",
     "morph_targets",
     [](const TargetProfile& p) { return limit(p.morphTargets); },
     true},
    {"morphed streams",
     "morph_streams",
     [](const TargetProfile& p) { return limit(p.morphStreams); },
     true},
    {"one root",
     "needs_one_root",
     [](const TargetProfile& p) { return std::string(p.needsOneRoot ? "yes" : "no"); }},
    {"ignores case", "ignores_case", [](const TargetProfile& p) {
         return std::string(p.ignoresCase ? "yes" : "no");
     }}};

std::string profilesAsJson() {
    io::JsonWriter json;
    json.beginObject().key("profiles").beginArray();
    for (const TargetProfile& profile : diagnose::targetProfiles()) {
        json.beginObject();
        for (const ProfileColumn& column : kProfileColumns) {
            const std::string cell = column.cell(profile);
            json.key(column.key);
            if (column.isNumber && cell.empty()) {
                json.null();
            } else if (column.isNumber) {
                json.value(std::stoul(cell));
            } else if (cell == "yes" || cell == "no") {
                json.value(cell == "yes");
            } else {
                json.value(cell);
            }
        }
        json.member("remark", profile.remark).endObject();
    }
    return json.endArray().endObject().take();
}

std::string profilesAsMarkdown() {
    std::string head;
    std::string rule;
    for (const ProfileColumn& column : kProfileColumns) {
        head += "| " + std::string(column.title) + " ";
        rule += "|---";
    }
    std::string page = "# Target profiles\n\nWhat engines do with a character. `sartor check "
                       "--profile NAME` holds files against one of them; an empty cell is no "
                       "limit.\n\n" +
                       head + "|\n" + rule + "|\n";
    std::string remarks;
    for (const TargetProfile& profile : diagnose::targetProfiles()) {
        for (const ProfileColumn& column : kProfileColumns) {
            page += "| " + column.cell(profile) + " ";
        }
        page += "|\n";
        remarks += "- `" + std::string(profile.name) + "`: " + std::string(profile.remark) + "\n";
    }
    return page + "\n" + remarks + madeBy("--list-profiles");
}

} // namespace

std::string ruleList(std::string_view format) {
    if (format == "json") {
        io::JsonWriter json;
        json.beginObject().key("rules").beginArray();
        for (const RuleInfo& rule : diagnose::rules()) {
            writeRule(json, rule);
        }
        json.endArray().key("import_codes").beginArray();
        for (const RuleInfo& code : diagnose::importCodes()) {
            writeRule(json, code);
        }
        return json.endArray().endObject().take();
    }
    if (format == "markdown") {
        std::string page = "# Lint rules\n\n`sartor check` and the problems panel of the editor "
                           "hold every file against these rules.\n\n| rule | severity | finds |\n"
                           "|---|---|---|\n";
        std::string details;
        for (const RuleInfo& rule : diagnose::rules()) {
            page += "| `" + std::string(rule.id) + "` | " + std::string(text(rule.severity)) +
                    " | " + std::string(rule.title) + " |\n";
            details += "\n" + inMarkdown(rule);
        }
        page += "\n## In full\n" + details +
                "\n## What importers say\n\nReaders of files say these when they change or refuse "
                "something; the severity is the usual one.\n";
        for (const RuleInfo& code : diagnose::importCodes()) {
            page += "\n" + inMarkdown(code);
        }
        return page + madeBy("--list-rules");
    }
    Table table({{"rule", Table::Align::Left},
                 {"severity", Table::Align::Left},
                 {"fix", Table::Align::Left},
                 {"finds", Table::Align::Left}});
    for (const auto list : {diagnose::rules(), diagnose::importCodes()}) {
        for (const RuleInfo& rule : list) {
            table.addRow({std::string(rule.id),
                          std::string(text(rule.severity)),
                          rule.fix.empty() ? "" : "yes",
                          std::string(rule.title)});
        }
    }
    return table.text();
}

Result<std::string> ruleExplanation(std::string_view code, std::string_view format) {
    const RuleInfo* rule = diagnose::findCode(code);
    if (rule == nullptr) {
        return Error{"usage.unknown",
                     "there is no rule or code '" + std::string(code) +
                         "'; --list-rules shows all"};
    }
    if (format == "json") {
        io::JsonWriter json;
        writeRule(json, *rule);
        return json.take();
    }
    if (format == "markdown") {
        return inMarkdown(*rule);
    }
    std::string result = std::string(rule->id) + " (" + std::string(text(rule->severity)) + ")\n" +
                         std::string(rule->title) + "\n\n" + std::string(rule->explanation) + '\n';
    if (!rule->fix.empty()) {
        result += "\n--fix: " + std::string(rule->fix) + '\n';
    }
    return result;
}

std::string profileList(std::string_view format) {
    if (format == "json") {
        return profilesAsJson();
    }
    if (format == "markdown") {
        return profilesAsMarkdown();
    }
    Table table({{"profile", Table::Align::Left},
                 {"version", Table::Align::Left},
                 {"influences", Table::Align::Right},
                 {"weight bits", Table::Align::Right},
                 {"joints", Table::Align::Right},
                 {"morph targets", Table::Align::Right},
                 {"engine", Table::Align::Left}});
    for (const TargetProfile& profile : diagnose::targetProfiles()) {
        table.addRow({std::string(profile.name),
                      std::string(profile.version),
                      limit(profile.influences),
                      limit(profile.weightBits),
                      limit(profile.jointsPerSkin),
                      limit(profile.morphTargets),
                      std::string(profile.engine)});
    }
    return table.text();
}

} // namespace sartor::cli
