// SPDX-License-Identifier: Apache-2.0
// Parts of graphs as text: the graph's own file format, so that they travel anywhere text does.
#pragma once

#include "editor/model/graph_edits.h"

#include <sartor/base/result.h>
#include <sartor/graph/definition.h>

#include <QPointF>
#include <QString>

#include <set>
#include <string>

namespace sartor::editor {

/// The nodes and comments of `items`, the groups that are whole in it, the parameters that the
/// nodes use, and the events and markers of the clips they name. Empty without any node or comment.
QString copyText(const graph::GraphDefinition& definition, const GraphItems& items);

/// Adds what a text of copyText(), or a whole graph file, has: in one step, under free ids, with
/// its middle at `at`. Links among what is added follow the new ids. Links to nodes that are not
/// in the text stay where the graph has such an output and it may be used once more; other places
/// are left empty. Parameters, and events of clips, that the graph has already stay as they are.
/// Returns the new nodes' ids. Errors: those of parseGraph().
Result<std::set<std::string>> pasteText(GraphEdits& edits, const QString& text, const QPointF& at);

/// The same without the clipboard, a little to the right and below.
std::set<std::string> duplicate(GraphEdits& edits, const GraphItems& items);

} // namespace sartor::editor
