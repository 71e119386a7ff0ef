// SPDX-License-Identifier: Apache-2.0
// The nodes of the graph that are picked out; how scene and panels hear of each other.
#pragma once

#include "editor/model/graph_document.h"
#include "editor/model/graph_part.h"

#include <QObject>

#include <optional>
#include <set>
#include <string>

namespace sartor::editor {

/// Holds only what the graph has; follows a node that is renamed.
class GraphSelection : public QObject {
    Q_OBJECT

public:
    explicit GraphSelection(GraphDocument& document, QObject* parent = nullptr);

    const std::set<std::string>& nodes() const { return nodes_; }
    /// The node, where exactly one is selected.
    std::optional<std::string> node() const;
    void setNodes(const std::set<std::string>& nodes);
    /// Selects the part where it is a node, else nothing, and asks views to bring it into sight.
    /// Nothing for a node that has gone.
    void reveal(const GraphPart& part);

Q_SIGNALS:
    void changed();
    void revealed(const sartor::editor::GraphPart& part);

private:
    void follow(const GraphDelta& delta);

    GraphDocument& document_;
    std::set<std::string> nodes_;
};

} // namespace sartor::editor
