// SPDX-License-Identifier: Apache-2.0
// Matrices of verdicts as text, Markdown and JSON.
#include "conformance_report.h"

#include "table.h"

#include <sartor/io/json_writer.h>
#include <sartor/io/text.h>

#include <array>
#include <utility>

namespace sartor::cli {
namespace {

using deform::Invariant;
using deform::InvariantResult;
using deform::Verdict;

constexpr std::array<std::pair<std::uint32_t, std::string_view>, 8> kCapabilities = {
    std::pair{std::uint32_t{SARTOR_CAP_RIGID}, std::string_view("RIGID")},
    std::pair{std::uint32_t{SARTOR_CAP_SCALE}, std::string_view("SCALE")},
    std::pair{std::uint32_t{SARTOR_CAP_SHEAR}, std::string_view("SHEAR")},
    std::pair{std::uint32_t{SARTOR_CAP_MIRROR}, std::string_view("MIRROR")},
    std::pair{std::uint32_t{SARTOR_CAP_LINEAR_OUT}, std::string_view("LINEAR_OUT")},
    std::pair{std::uint32_t{SARTOR_CAP_EXACT_IDENTITY}, std::string_view("EXACT_IDENTITY")},
    std::pair{std::uint32_t{SARTOR_CAP_BULGE_FREE}, std::string_view("BULGE_FREE")},
    std::pair{std::uint32_t{SARTOR_CAP_ADDITIVE}, std::string_view("ADDITIVE")}};

std::vector<std::string_view> capabilityNames(std::uint32_t capabilities) {
    std::vector<std::string_view> names;
    for (const auto& [bit, name] : kCapabilities) {
        if ((capabilities & bit) != 0) {
            names.push_back(name);
        }
    }
    return names;
}

std::string_view claimOf(const Invariant& invariant) {
    for (const auto& [bit, name] : kCapabilities) {
        if (invariant.capability == bit) {
            return name;
        }
    }
    return {};
}

std::string_view verdictKey(Verdict verdict) {
    switch (verdict) {
    case Verdict::Holds:
        return "holds";
    case Verdict::Fails:
        return "fails";
    case Verdict::NotClaimed:
        return "not_claimed";
    case Verdict::NotApplicable:
        return "not_applicable";
    default:
        return "not_checked";
    }
}

/// A file name that the shell takes for one word.
std::string quoted(const std::string& path) {
    if (path.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                               "_-./+,=@") == std::string::npos) {
        return path;
    }
    std::string text = "'";
    for (const char c : path) {
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return text + "'";
}

std::string commandFor(const CheckedPlugin& plugin,
                       const Invariant& invariant,
                       const ConformanceOptions& options) {
    std::string command = "sartor plugin verify " + quoted(plugin.file.string()) + " --invariant " +
                          std::string(invariant.id) + " --seed " + std::to_string(options.seed);
    if (!options.params.empty()) {
        command += " --params " + quoted(options.params);
    }
    return command;
}

template <class Use>
void forEachDeformer(std::span<const CheckedPlugin> plugins, Use use) {
    for (const CheckedPlugin& plugin : plugins) {
        for (const CheckedDeformer& deformer : plugin.deformers) {
            use(plugin, deformer);
        }
    }
}

template <class Use>
void forEachFinding(std::span<const CheckedPlugin> plugins, Use use) {
    const auto invariants = deform::conformanceInvariants();
    forEachDeformer(plugins, [&](const CheckedPlugin& plugin, const CheckedDeformer& deformer) {
        for (std::size_t i = 0; i < invariants.size(); ++i) {
            if (deformer.results[i].verdict == Verdict::Fails) {
                use(plugin, deformer, invariants[i], deformer.results[i]);
            }
        }
    });
}

/// Rows of cells: the number, the id, then a verdict for each deformer.
std::vector<std::vector<std::string>> matrixRows(std::span<const CheckedPlugin> plugins) {
    std::vector<std::vector<std::string>> rows;
    const auto invariants = deform::conformanceInvariants();
    for (std::size_t i = 0; i < invariants.size(); ++i) {
        auto& row = rows.emplace_back();
        row = {std::to_string(invariants[i].number), std::string(invariants[i].id)};
        forEachDeformer(plugins, [&](const CheckedPlugin&, const CheckedDeformer& deformer) {
            row.emplace_back(deform::verdictText(deformer.results[i].verdict));
        });
    }
    return rows;
}

std::vector<std::string> remarksOf(std::span<const CheckedPlugin> plugins) {
    std::vector<std::string> remarks;
    for (const CheckedPlugin& plugin : plugins) {
        if (!plugin.remark.empty()) {
            remarks.push_back("compute forms were not run: " + plugin.remark);
            break;
        }
        if (!plugin.backend.empty()) {
            remarks.push_back("compute forms ran on " + plugin.backend);
            break;
        }
    }
    return remarks;
}

} // namespace

std::string conformanceText(std::span<const CheckedPlugin> plugins,
                            const ConformanceOptions& options) {
    using Align = Table::Align;
    std::string text;
    std::vector<Table::Column> columns = {{"", Align::Right}, {"invariant", Align::Left}};
    forEachDeformer(plugins, [&](const CheckedPlugin&, const CheckedDeformer& deformer) {
        columns.push_back({deformer.id, Align::Left});
    });
    if (columns.size() > 2) {
        Table table(columns);
        for (auto& row : matrixRows(plugins)) {
            table.addRow(std::move(row));
        }
        text += table.text();
    }
    for (const std::string& remark : remarksOf(plugins)) {
        text += io::printable(remark) + "\n";
    }
    forEachFinding(plugins,
                   [&](const CheckedPlugin& plugin,
                       const CheckedDeformer& deformer,
                       const Invariant& invariant,
                       const InvariantResult& result) {
                       text += "\n" + deformer.id + ", " + std::string(invariant.id) + ": " +
                               std::string(invariant.text) + "\n  " + io::printable(result.reason) +
                               "\n  again: " + commandFor(plugin, invariant, options) + "\n";
                   });
    for (const CheckedPlugin& plugin : plugins) {
        if (plugin.refusal) {
            text += "\nrefused " + io::printable(plugin.refusal->message) + " (" +
                    plugin.refusal->code + ")\n";
        }
    }
    return text;
}

std::string conformanceMarkdown(std::span<const CheckedPlugin> plugins,
                                const ConformanceOptions& options) {
    std::string page;
    std::string head = "| | invariant |";
    std::string rule = "|---:|---|";
    bool hasDeformers = false;
    forEachDeformer(plugins, [&](const CheckedPlugin&, const CheckedDeformer& deformer) {
        head += " " + deformer.id + " |";
        rule += "---|";
        hasDeformers = true;
    });
    if (hasDeformers) {
        page += head + "\n" + rule + "\n";
        for (const auto& row : matrixRows(plugins)) {
            page += "|";
            for (const std::string& cell : row) {
                page += " " + (cell == "FAILS" ? "**FAILS**" : cell) + " |";
            }
            page += "\n";
        }
    }
    for (const std::string& remark : remarksOf(plugins)) {
        page += "\n" + io::printable(remark) + "\n";
    }
    forEachFinding(plugins,
                   [&](const CheckedPlugin& plugin,
                       const CheckedDeformer& deformer,
                       const Invariant& invariant,
                       const InvariantResult& result) {
                       page += "\n## " + deformer.id + ": " + std::string(invariant.id) + "\n\n" +
                               std::string(invariant.text) + "\n\n    " +
                               io::printable(result.reason) + "\n    " +
                               commandFor(plugin, invariant, options) + "\n";
                   });
    for (const CheckedPlugin& plugin : plugins) {
        if (plugin.refusal) {
            page += "\nRefused: " + io::printable(plugin.refusal->message) + " (`" +
                    plugin.refusal->code + "`)\n";
        }
    }
    return page;
}

namespace {

void writeInvariant(io::JsonWriter& json, const Invariant& invariant) {
    json.beginInlineObject().member("number", invariant.number).member("id", invariant.id);
    json.member("text", invariant.text).member("tolerance", invariant.tolerance);
    json.key("claim");
    if (claimOf(invariant).empty()) {
        json.null();
    } else {
        json.value(claimOf(invariant));
    }
    json.endObject();
}

void writeResult(io::JsonWriter& json,
                 const CheckedPlugin& plugin,
                 const Invariant& invariant,
                 const InvariantResult& result,
                 const ConformanceOptions& options) {
    json.beginInlineObject().member("invariant", invariant.id);
    json.member("verdict", verdictKey(result.verdict)).member("reason", result.reason);
    json.member("vertex", result.vertex).member("share_of_tolerance", result.largestShare);
    json.member("comparisons", result.comparisonCount);
    if (result.verdict == Verdict::Fails) {
        json.member("again", commandFor(plugin, invariant, options));
    }
    json.endObject();
}

} // namespace

std::string conformanceJson(std::span<const CheckedPlugin> plugins,
                            const ConformanceOptions& options) {
    const auto invariants = deform::conformanceInvariants();
    io::JsonWriter json;
    json.beginObject().member("seed", options.seed).member("params", options.params);
    json.key("plugins").beginArray();
    for (const CheckedPlugin& plugin : plugins) {
        json.beginObject().member("file", plugin.file.string());
        json.member("backend", plugin.backend).member("remark", plugin.remark).key("refusal");
        if (plugin.refusal) {
            json.beginObject().member("code", plugin.refusal->code);
            json.member("message", plugin.refusal->message).endObject();
        } else {
            json.null();
        }
        json.key("deformers").beginArray();
        for (const CheckedDeformer& deformer : plugin.deformers) {
            json.beginObject().member("id", deformer.id).member("version", deformer.version);
            json.member("capabilities", capabilityNames(deformer.capabilities));
            json.key("results").beginArray();
            for (std::size_t i = 0; i < invariants.size(); ++i) {
                writeResult(json, plugin, invariants[i], deformer.results[i], options);
            }
            json.endArray().endObject();
        }
        json.endArray().endObject();
    }
    return json.endArray().endObject().take();
}

std::string invariantsText() {
    using Align = Table::Align;
    Table table({{"", Align::Right},
                 {"invariant", Align::Left},
                 {"where claimed", Align::Left},
                 {"what holds", Align::Left}});
    for (const Invariant& invariant : deform::conformanceInvariants()) {
        table.addRow({std::to_string(invariant.number),
                      std::string(invariant.id),
                      std::string(claimOf(invariant)),
                      std::string(invariant.text)});
    }
    return table.text();
}

std::string invariantsMarkdown() {
    std::string page =
        "# Invariants of deformers\n\n"
        "What `sartor plugin verify` holds a deformer to, on meshes and poses of its own. Where a\n"
        "capability stands, only deformers that claim it are held to the row; kinds of joints\n"
        "(scaled, sheared, mirrored) are tried where SCALE, SHEAR and MIRROR are claimed. As "
        "usual\n"
        "means 1e-5 of the rest pose's diagonal, and 1e-5 for the components of unit vectors.\n"
        "Deformers that do not skin are checked in a chain with a skinning deformer.\n\n"
        "| | invariant | what holds | tolerance | where claimed |\n|---:|---|---|---|---|\n";
    for (const Invariant& invariant : deform::conformanceInvariants()) {
        page += "| " + std::to_string(invariant.number) + " | `" + std::string(invariant.id) +
                "` | " + std::string(invariant.text) + " | " + std::string(invariant.tolerance) +
                " | " + std::string(claimOf(invariant)) + " |\n";
    }
    return page + "\nThis page is what `sartor plugin verify --list --format markdown` prints.\n";
}

std::string invariantsJson() {
    io::JsonWriter json;
    json.beginObject().key("invariants").beginArray();
    for (const Invariant& invariant : deform::conformanceInvariants()) {
        writeInvariant(json, invariant);
    }
    return json.endArray().endObject().take();
}

} // namespace sartor::cli
