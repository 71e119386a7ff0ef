// SPDX-License-Identifier: Apache-2.0
// What all views of the graph share: the graph, its edits, what is selected, what is wrong with it.
#pragma once

#include "editor/model/document.h"
#include "editor/model/graph_breakpoints.h"
#include "editor/model/graph_document.h"
#include "editor/model/graph_edits.h"
#include "editor/model/graph_live.h"
#include "editor/model/graph_problems.h"
#include "editor/model/graph_selection.h"

namespace sartor::editor {

struct GraphWorkspace {
    explicit GraphWorkspace(Document& ofCharacter)
        : character(ofCharacter)
        , edits(document)
        , selection(document)
        , problems(document, ofCharacter)
        , live(document, problems, ofCharacter)
        , breakpoints(document, live) {}

    Document& character;
    GraphDocument document;
    GraphEdits edits;
    GraphSelection selection;
    GraphProblems problems;
    GraphLive live;
    GraphBreakpoints breakpoints;
};

} // namespace sartor::editor
