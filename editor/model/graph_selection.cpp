// SPDX-License-Identifier: Apache-2.0
// The nodes of the graph that are picked out; how scene and panels hear of each other.
#include "editor/model/graph_selection.h"

#include "editor/model/graph_links.h"

namespace sartor::editor {

GraphSelection::GraphSelection(GraphDocument& document, QObject* parent)
    : QObject(parent), document_(document) {
    connect(&document_, &GraphDocument::opened, this, [this] { setNodes({}); });
    connect(&document_, &GraphDocument::changed, this, &GraphSelection::follow);
}

std::optional<std::string> GraphSelection::node() const {
    return nodes_.size() == 1 ? std::optional(*nodes_.begin()) : std::nullopt;
}

void GraphSelection::setNodes(const std::set<std::string>& nodes) {
    std::set<std::string> found;
    for (const std::string& id : nodes) {
        if (findNode(document_.definition(), id) != nullptr) {
            found.insert(id);
        }
    }
    if (found != nodes_) {
        nodes_ = std::move(found);
        Q_EMIT changed();
    }
}

void GraphSelection::reveal(const GraphPart& part) {
    const bool isNode = part.kind == GraphPart::Kind::Node;
    setNodes(isNode ? std::set<std::string>{part.id} : std::set<std::string>());
    if (!isNode || nodes_.contains(part.id)) {
        Q_EMIT revealed(part);
    }
}

void GraphSelection::follow(const GraphDelta& delta) {
    std::set<std::string> nodes = nodes_;
    for (const NodeChange& change : delta.nodes) {
        const bool isSame = change.before && change.after && change.before->id == change.after->id;
        if (!isSame && change.before && nodes.erase(change.before->id) > 0 && change.after) {
            nodes.insert(change.after->id);
        }
    }
    setNodes(nodes);
}

} // namespace sartor::editor
