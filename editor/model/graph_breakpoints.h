// SPDX-License-Identifier: Apache-2.0
// Where a graph that plays is to stop by itself: at nodes, and at transitions of state machines.
#pragma once

#include "editor/model/graph_document.h"
#include "editor/model/graph_live.h"

#include <QObject>
#include <QString>

#include <compare>
#include <cstddef>
#include <set>
#include <string>

namespace sartor::editor {

/// A transition by the names at its ends; `from` may be kAnyState.
struct TransitionName {
    std::string node;
    std::string from;
    std::string to;

    auto operator<=>(const TransitionName&) const = default;
};

/// Looks at each frame that is recorded. They belong to the session at the desk, not to the graph:
/// nothing of them is undone or saved; another graph begins without any, a renamed node keeps its
/// own, and what is no longer there has none.
class GraphBreakpoints : public QObject {
    Q_OBJECT

public:
    enum class Kind {
        Starts,   ///< the node begins to play
        NotFinite ///< a number, vector or pose that comes out of it is not finite
    };

    GraphBreakpoints(GraphDocument& document, GraphLive& live, QObject* parent = nullptr);

    bool isSet(const std::string& node, Kind kind) const {
        return nodes_.contains(NodeName{node, kind});
    }
    /// Whether there is any at the node or one of its transitions.
    bool hasAny(const std::string& node) const;
    void toggle(const std::string& node, Kind kind);
    bool isSet(const TransitionName& transition) const { return transitions_.contains(transition); }
    void toggle(const TransitionName& transition);
    void clear();

Q_SIGNALS:
    void changed();
    /// The frame that was recorded last is one to stop at; `why` is a sentence.
    void hit(const QString& why, const std::string& node);

private:
    struct NodeName {
        std::string node;
        Kind kind;

        auto operator<=>(const NodeName&) const = default;
    };

    void check();
    bool isFinite(std::size_t node) const;
    void followEdits(const GraphDelta& delta);

    GraphDocument& document_;
    GraphLive& live_;
    std::set<NodeName> nodes_;
    std::set<TransitionName> transitions_;
};

} // namespace sartor::editor
