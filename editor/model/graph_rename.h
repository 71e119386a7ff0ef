// SPDX-License-Identifier: Apache-2.0
// Another name for what is named all over a graph.
#pragma once

#include <sartor/graph/definition.h>

#include <string>

namespace sartor::editor {

/// Of a node, in links, groups and the output; not of the node itself.
void renameInLinks(graph::GraphDefinition& definition,
                   const std::string& id,
                   const std::string& newId);

/// Of a parameter, in inputs and in the params and fields that name one, however deep; not of the
/// parameter itself.
void renameParameter(graph::GraphDefinition& definition,
                     const std::string& id,
                     const std::string& newId);

} // namespace sartor::editor
