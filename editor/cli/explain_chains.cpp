// SPDX-License-Identifier: Apache-2.0
// What several chains make of one vertex, side by side.
#include "explain_chains.h"

#include "address.h"
#include "frame_text.h"
#include "table.h"

#include <glm/geometric.hpp>

#include <functional>

namespace sartor::cli {
namespace {

void writeExplanation(io::JsonWriter& json,
                      const diagnose::ComparedChain& chain,
                      const Lengths& lengths) {
    const diagnose::ChainExplanation& explanation = chain.explanation;
    json.key("influences").beginArray();
    for (const diagnose::ChainStep& step : explanation.influences) {
        json.beginObject().member("slot", step.slot.value()).member("weight", step.weight);
        json.member("alone", step.alone).member("contribution", step.contribution);
        json.member("running_sum", step.runningSum).member("pull", step.pull).endObject();
    }
    const double unexplained = glm::length(explanation.unexplained);
    json.endArray().member("sum", explanation.sum);
    json.member("explained_position", explanation.position);
    json.member("not_explained_by_weights", explanation.unexplained);
    json.member("not_explained_of_extent", lengths.partOf(unexplained));
    json.member("is_linear_in_weights", explanation.isLinear());
    json.member("looks_at_neighbours", explanation.looksAtNeighbours);
    json.member("depends_on_past", explanation.dependsOnPast);
    json.key("retention").beginInlineObject();
    json.member("predicted", chain.predicted).member("measured", explanation.retention);
    json.endObject();
}

std::string percent(const std::optional<double>& share) {
    return share ? rounded(100.0 * *share) + " %" : "-";
}

std::string notesOf(const diagnose::ComparedChain& chain) {
    std::string notes;
    if (chain.explanation.looksAtNeighbours) {
        notes += chain.name + ": a stage looks at other vertices, whose weights count as well.\n";
    }
    if (chain.explanation.dependsOnPast) {
        notes += chain.name + ": a stage goes on from earlier frames; it is explained as if this "
                              "frame were the first.\n";
    }
    return notes;
}

} // namespace

void writeChains(io::JsonWriter& json,
                 const session::Session& session,
                 std::span<const ExplainedChain> chains,
                 const Lengths& lengths) {
    json.key("chains").beginArray();
    for (const ExplainedChain& chain : chains) {
        json.beginObject().member("chain", chain.compared.name);
        json.member("backend", backendText(session.options().backend));
        json.member("position", chain.position).member("normal", chain.normal);
        json.member("distance", chain.distance);
        json.member("from_first", chain.fromFirst);
        json.member("from_first_of_extent", lengths.partOf(chain.fromFirst));
        json.member("from_first_millimetres", lengths.millimetres(chain.fromFirst));
        writeExplanation(json, chain.compared, lengths);
        json.endObject();
    }
    json.endArray();
}

std::string chainsText(const session::Session& session,
                       std::size_t instance,
                       std::span<const ExplainedChain> chains,
                       const Lengths& lengths) {
    std::vector<Table::Column> columns = {{"", Table::Align::Left}};
    for (const ExplainedChain& chain : chains) {
        columns.push_back({chain.compared.name, Table::Align::Left});
    }
    Table table(std::move(columns));
    using Explanation = diagnose::ChainExplanation;
    const auto addRow = [&](std::string heading,
                            const std::function<std::string(const ExplainedChain&)>& cell) {
        std::vector<std::string> cells = {std::move(heading)};
        for (const ExplainedChain& chain : chains) {
            cells.push_back(cell(chain));
        }
        table.addRow(std::move(cells));
    };
    const auto addExplained = [&](std::string heading,
                                  const std::function<std::string(const Explanation&)>& cell) {
        addRow(std::move(heading),
               [&](const ExplainedChain& chain) { return cell(chain.compared.explanation); });
    };
    const auto& steps = chains[0].compared.explanation.influences;
    const auto& joints = session.binding(instance).joints;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const std::string name = nodeText(session.scene(), joints[steps[i].slot.value()]);
        addExplained(name + " alone", [&](const Explanation& explanation) {
            return rounded(explanation.influences[i].alone);
        });
        addExplained("  times its weight", [&](const Explanation& explanation) {
            return rounded(explanation.influences[i].contribution);
        });
        addExplained("  0.01 more moves by", [&](const Explanation& explanation) {
            return rounded(0.01 * explanation.influences[i].pull);
        });
    }
    addExplained("sum", [&](const Explanation& explanation) { return rounded(explanation.sum); });
    addExplained("not explained by weights", [&](const Explanation& explanation) {
        return explanation.isLinear() ? "nothing" : rounded(explanation.unexplained);
    });
    addExplained("  of the extent", [&](const Explanation& explanation) {
        return rounded(lengths.partOf(glm::length(explanation.unexplained)));
    });
    addRow("result", [](const ExplainedChain& chain) { return rounded(chain.position); });
    addRow("normal",
           [](const ExplainedChain& chain) { return chain.normal ? rounded(*chain.normal) : "-"; });
    addRow("from the linear blend",
           [](const ExplainedChain& chain) { return rounded(chain.distance); });
    addRow("from the first chain", [&](const ExplainedChain& chain) {
        return rounded(lengths.partOf(chain.fromFirst)) + " of the extent, " +
               rounded(lengths.millimetres(chain.fromFirst)) + " mm";
    });
    addRow("radius kept, predicted",
           [](const ExplainedChain& chain) { return percent(chain.compared.predicted); });
    addRow("radius kept, measured", [](const ExplainedChain& chain) {
        return percent(chain.compared.explanation.retention);
    });
    std::string text = table.text();
    for (const ExplainedChain& chain : chains) {
        text += notesOf(chain.compared);
    }
    return text;
}

} // namespace sartor::cli
