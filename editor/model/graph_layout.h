// SPDX-License-Identifier: Apache-2.0
// Places the nodes of a graph from left to right, by what they feed.
#pragma once

#include <sartor/graph/definition.h>

#include <QPointF>

#include <map>
#include <set>
#include <string>

namespace sartor::editor {

/// A place for every node of `ids`, or of the whole graph where that is empty; top left corners on
/// the grid, and no two nodes overlap. A node stands in the column left of the leftmost one it
/// feeds; within columns the order is the one with few crossings; parts that are not linked to each
/// other stand one below the other. The same graph gives the same places.
///
/// Cost: O((nodes + links) * columns crossed). Cycles do no harm; links that close one do not
/// count. Source: Sugiyama, Tagawa and Toda, "Methods for Visual Understanding of Hierarchical
/// System Structures", 1981: layers, barycentres; places within a layer by isotonic regression.
std::map<std::string, QPointF> graphLayout(const graph::GraphDefinition& definition,
                                           const std::set<std::string>& ids = {});

/// Gives places, which are not kept in the file, to the nodes without one: all of them as a whole
/// where none has one, else below those that have. A place outside kGraphRoom is none; comments
/// there come below the nodes, at an ordinary size.
void placeUnplaced(graph::GraphDefinition& definition);

} // namespace sartor::editor
