// SPDX-License-Identifier: Apache-2.0
// The nodes of the graph that are picked out; how scene and panels hear of each other.
#pragma once

#include "editor/model/graph_document.h"

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
    /// Selects one and asks views to bring it into sight.
    void reveal(const std::string& node);

Q_SIGNALS:
    void changed();
    void revealed(const std::string& node);

private:
    void follow(const GraphDelta& delta);

    GraphDocument& document_;
    std::set<std::string> nodes_;
};

} // namespace sartor::editor
