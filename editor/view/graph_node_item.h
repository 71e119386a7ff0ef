// SPDX-License-Identifier: Apache-2.0
// A node of the graph as it is drawn: title, pins with what feeds them, errors, what it does now.
#pragma once

#include "editor/model/graph_geometry.h"

#include <sartor/graph/graph_instance.h>

#include <QColor>
#include <QGraphicsItem>
#include <QLineF>
#include <QStringList>

#include <optional>
#include <string>
#include <vector>

namespace sartor::editor {

/// A pin under the cursor.
struct PinHit {
    std::optional<InputPlace> input;
    std::optional<OutputPlace> output;
    graph::PinType type = graph::PinType::Pose;

    bool operator==(const PinHit&) const = default;
};

class GraphNodeItem : public QGraphicsItem {
public:
    enum { Type = UserType + 1 };

    /// The graph's own output until a node is set.
    explicit GraphNodeItem(const graph::GraphDefinition& definition);

    /// Takes the texts and the shape of a node, and its place.
    void setNode(const graph::NodeDefinition& node);
    /// As the graph's output.
    void setOutput(const graph::GraphDefinition& definition);
    void setProblems(const QStringList& messages);
    /// Whether the graph stops here.
    void setBreakpoint(bool isSet);
    /// What it did in the last frame; none while no graph runs.
    void setActivity(const std::optional<graph::NodeActivity>& activity);
    /// Its pose as lines in a square of 1, drawn above the node; empty draws none.
    void setPose(std::vector<QLineF> lines);
    /// While a wire is dragged, pins it cannot end at are dimmed.
    void setWireFilter(std::optional<graph::PinType> type, bool isForInputs);

    /// Empty for the graph's output.
    const std::string& id() const { return id_; }
    const QStringList& problems() const { return problems_; }
    QPointF inputAt(const InputPlace& place) const;
    QPointF outputAt(const OutputPlace& place) const;
    /// The pin at a place of the scene, with some room around it.
    std::optional<PinHit> pinAt(const QPointF& scenePlace) const;
    const NodeGeometry& geometry() const { return geometry_; }

    QRectF boundingRect() const override;
    QPainterPath shape() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) override;
    int type() const override { return Type; }

private:
    struct RowText {
        QString label;
        /// A constant, or with isParameter the parameter's name.
        QString value;
        bool isParameter = false;
        bool isLinked = false;
    };

    QRectF frame() const;
    RowText rowText(const graph::NodeDefinition& node, const InputRow& row) const;
    void paintHeader(QPainter& painter) const;
    void paintRows(QPainter& painter) const;
    void paintPins(QPainter& painter) const;
    void paintActivity(QPainter& painter) const;
    void paintPose(QPainter& painter) const;
    bool isDimmed(graph::PinType type, bool isInput) const;

    std::string id_;
    QString title_;
    QString subtitle_;
    QColor colour_;
    NodeGeometry geometry_;
    std::vector<RowText> rows_;
    std::vector<QString> outputLabels_;
    QStringList problems_;
    bool hasBreakpoint_ = false;
    std::optional<graph::NodeActivity> activity_;
    std::vector<QLineF> pose_;
    std::optional<graph::PinType> wireType_;
    bool isWireForInputs_ = true;
};

} // namespace sartor::editor
