// SPDX-License-Identifier: Apache-2.0
// A link of the graph as it is drawn, with the value that flows along it.
#pragma once

#include "editor/model/graph_links.h"

#include <QGraphicsItem>
#include <QPainterPath>
#include <QString>

namespace sartor::editor {

class GraphWireItem : public QGraphicsItem {
public:
    enum { Type = UserType + 2 };

    /// Without a link: the wire that is being dragged.
    explicit GraphWireItem(const Link& link = {});

    const Link& link() const { return link_; }
    void setLink(const Link& link, graph::PinType type);
    void setEnds(const QPointF& from, const QPointF& to);
    /// What it carries now, and how much of it counts; an empty text and 1 while nothing runs.
    void setLive(const QString& value, float weight);
    void setRefused(bool isRefused);

    QRectF boundingRect() const override;
    QPainterPath shape() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) override;
    int type() const override { return Type; }

private:
    Link link_;
    graph::PinType type_ = graph::PinType::Pose;
    QPainterPath path_;
    QString value_;
    float weight_ = 1.0f;
    bool isRefused_ = false;
};

} // namespace sartor::editor
