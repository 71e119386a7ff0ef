// SPDX-License-Identifier: Apache-2.0
// Which pin feeds which in a pose graph, and why one may not.
#pragma once

#include <sartor/graph/definition.h>
#include <sartor/graph/schema.h>

#include <QString>

#include <compare>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::editor {

/// A place that takes a value: an input of a node, or with an empty node the graph's own output.
/// Of a pin that takes many, `index` is which; one past the last is the place for another.
struct InputPlace {
    std::string node;
    std::string pin;
    std::size_t index = 0;

    auto operator<=>(const InputPlace&) const = default;
};

struct OutputPlace {
    std::string node;
    std::string pin;

    auto operator<=>(const OutputPlace&) const = default;
};

const graph::NodeDefinition* findNode(const graph::GraphDefinition& definition,
                                      std::string_view id);
graph::NodeDefinition* findNode(graph::GraphDefinition& definition, std::string_view id);
const graph::InputSchema* findInput(const graph::NodeSchema& schema, std::string_view pin);
const graph::OutputSchema* findOutput(const graph::NodeSchema& schema, std::string_view pin);

/// The schema of the pin of a place; null where it is not there, and for the graph's output.
const graph::InputSchema* findInput(const graph::GraphDefinition& definition,
                                    const InputPlace& place);
bool takesMany(const graph::GraphDefinition& definition, const InputPlace& place);

/// None where node, type of node or pin is not there.
std::optional<graph::PinType> typeOf(const graph::GraphDefinition& definition,
                                     const InputPlace& place);
std::optional<graph::PinType> typeOf(const graph::GraphDefinition& definition,
                                     const OutputPlace& place);

/// What is said to feed a place; null where nothing is.
const graph::InputDefinition* sourceOf(const graph::GraphDefinition& definition,
                                       const InputPlace& place);
graph::InputDefinition* sourceOf(graph::GraphDefinition& definition, const InputPlace& place);

/// The output that feeds a place, with its pin spelt out where the file leaves it out; none where
/// no node does.
std::optional<OutputPlace> linkAt(const graph::GraphDefinition& definition,
                                  const InputPlace& place);

/// Leaves the input with nothing to feed it, and its fields.
void clearSource(graph::InputDefinition& input);

/// All links, from those that are fed; also those whose node or pin is not there.
struct Link {
    InputPlace to;
    OutputPlace from;

    bool operator==(const Link&) const = default;
};
std::vector<Link> linksInto(const graph::GraphDefinition& definition,
                            const graph::NodeDefinition& node);
std::vector<Link> linksOf(const graph::GraphDefinition& definition);

/// Links are found faster among many nodes.
class LinkIndex {
public:
    explicit LinkIndex(const graph::GraphDefinition& definition);

    const std::vector<Link>& links() const { return links_; }
    std::vector<InputPlace> usersOf(const OutputPlace& output) const;

private:
    std::vector<Link> links_;
    std::multimap<OutputPlace, std::size_t> byOutput_;
};

/// "Pose", "Number", "Truth", "Vector".
QString pinTypeName(graph::PinType type);

/// Why `from` may not feed `to`, as a sentence; empty where it may. What feeds `to` now is replaced
/// by the link and so is no reason.
QString linkRefusal(const graph::GraphDefinition& definition,
                    const OutputPlace& from,
                    const InputPlace& to);

} // namespace sartor::editor
