// SPDX-License-Identifier: Apache-2.0
// Everything that can be done to a graph by hand; each call is one undo step.
#pragma once

#include "editor/model/graph_document.h"
#include "editor/model/graph_links.h"

#include <sartor/base/result.h>

#include <QPointF>
#include <QRectF>
#include <QString>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace sartor::editor {

/// What is taken away together.
struct GraphItems {
    std::set<std::string> nodes{};
    /// Places whose link goes.
    std::set<InputPlace> links{};
    std::set<std::size_t> groups{};
    std::set<std::size_t> comments{};

    bool isEmpty() const {
        return nodes.empty() && links.empty() && groups.empty() && comments.empty();
    }
};

/// What is moved together: top left corners of nodes, and of comments by their position.
struct GraphPlaces {
    std::map<std::string, QPointF> nodes{};
    std::map<std::size_t, QPointF> comments{};
};

/// A link taken away leaves its place where the pin has fields, such as a state's name; else the
/// place of a pin that takes many goes too.
class GraphEdits {
public:
    explicit GraphEdits(GraphDocument& document) : document_(document) {}

    const graph::GraphDefinition& definition() const { return document_.definition(); }

    /// Adds a node with its defaults, linked at once where a wire was dropped to make it: the first
    /// of its pins that fits. Returns its id.
    std::string addNode(std::string_view type, const QPointF& at);
    std::string addNodeFrom(std::string_view type, const QPointF& at, const OutputPlace& from);
    std::string addNodeInto(std::string_view type, const QPointF& at, const InputPlace& to);
    void remove(const GraphItems& items);
    void move(const GraphPlaces& places, Gesture gesture);
    /// Also in all links, groups and the output. Errors: "editor.graph_id" for an empty one or one
    /// that is taken.
    Status renameNode(const std::string& id, const std::string& newId);
    void layOut(const std::set<std::string>& ids);
    /// Adds what is in `addition`, whose ids are free, in one step.
    void add(const graph::GraphDefinition& addition, const QString& text);

    /// Errors: "editor.graph_link" with the reason of linkRefusal; nothing changes.
    Status connect(const OutputPlace& from, const InputPlace& to);
    /// The same, and what fed `old` with its fields goes from there.
    Status reconnect(const OutputPlace& from, const InputPlace& old, const InputPlace& to);
    void disconnect(const InputPlace& place);
    /// The place of a pin that takes many, with its fields.
    void removeInput(const InputPlace& place);
    void addInput(const std::string& node, const std::string& pin);
    /// Changes the order of the inputs of one pin.
    void moveInput(const InputPlace& place, std::size_t index);
    void setConstant(const InputPlace& place, graph::Value value, Gesture gesture);
    /// Errors: "editor.graph_link" where there is no such parameter or its type does not fit.
    Status bindParameter(const InputPlace& place, const std::string& parameter);
    void setField(const InputPlace& place,
                  const graph::ParamSchema& field,
                  graph::Value value,
                  Gesture gesture);
    void setParam(const std::string& node,
                  const graph::ParamSchema& param,
                  graph::Value value,
                  Gesture gesture);

    /// Returns the new id.
    std::string addParameter(graph::ParameterType type);
    /// Places bound to it fall back to their default.
    void removeParameter(const std::string& id);
    /// Another id is taken over wherever the parameter is used. Errors: "editor.graph_id",
    /// "editor.graph_range" for a minimum above the maximum.
    Status setParameter(const std::string& id,
                        const graph::ParameterDefinition& parameter,
                        Gesture gesture);

    /// Events and markers of the clip; an entry without any is left out.
    void setClip(const graph::ClipDefinition& clip, Gesture gesture);
    void setRootMotion(const graph::RootMotionDefinition& settings);

    void addGroup(const QString& title, const std::set<std::string>& nodes);
    void setGroupTitle(std::size_t group, const QString& title);
    /// Returns its position.
    std::size_t addComment(const QString& text, const QRectF& rect);
    void setCommentText(std::size_t comment, const QString& text);
    void setCommentRect(std::size_t comment, const QRectF& rect, Gesture gesture);

private:
    using Definition = graph::GraphDefinition;

    std::string addNodeAnd(std::string_view type,
                           const QPointF& at,
                           const std::function<void(Definition&, const std::string&)>& link);

    GraphDocument& document_;
};

/// The base itself, or with the first number that makes it one that is not taken.
std::string freeNodeId(const graph::GraphDefinition& definition, std::string_view base);

/// The type of a pin that a parameter can feed.
graph::PinType pinTypeOf(graph::ParameterType type);

} // namespace sartor::editor
