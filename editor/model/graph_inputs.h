// SPDX-License-Identifier: Apache-2.0
// Changes to what feeds a pin, in a definition that nobody looks at yet.
#pragma once

#include "editor/model/graph_links.h"

#include <sartor/graph/definition.h>

#include <set>

namespace sartor::editor {

/// What the definition says of the pin of a place; null where that is nothing.
graph::PinInputs* findPin(graph::GraphDefinition& definition, const InputPlace& place);

/// The place, made where it is the next free one; null where the node is not there. Pins stand in
/// the order of the schema, so that a graph made by hand is the file that is read.
graph::InputDefinition* makePlace(graph::GraphDefinition& definition, const InputPlace& place);

/// Another source for an input, which keeps the fields it has.
void setSource(graph::InputDefinition& input, graph::InputDefinition source);

/// The pin of the output is spelt out only where it says something.
void link(graph::GraphDefinition& definition, const OutputPlace& from, const InputPlace& to);

/// Places whose pin has fields, and that of the graph's output, outlive their link.
bool outlivesLink(const graph::GraphDefinition& definition, const InputPlace& place);

/// Takes a link away, and with it the place unless it outlives it.
void unlink(graph::GraphDefinition& definition, const InputPlace& place);
void unlinkAll(graph::GraphDefinition& definition, const std::set<InputPlace>& places);

/// The place of a pin that takes many, with its fields; the last one with its pin.
void removePlace(graph::GraphDefinition& definition, const InputPlace& place);

} // namespace sartor::editor
