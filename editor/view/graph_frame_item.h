// SPDX-License-Identifier: Apache-2.0
// What stands behind the nodes of a graph: the frame of a group, and comments.
#pragma once

#include <QGraphicsItem>
#include <QString>

#include <cstddef>

namespace sartor::editor {

/// Around its nodes; taken hold of by its title.
class GraphGroupItem : public QGraphicsItem {
public:
    enum { Type = UserType + 3 };

    explicit GraphGroupItem(std::size_t index);

    std::size_t index() const { return index_; }
    void setGroup(const QString& title, const QRectF& rect);
    const QString& title() const { return title_; }

    QRectF titleRect() const;
    QRectF boundingRect() const override;
    QPainterPath shape() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) override;
    int type() const override { return Type; }

private:
    std::size_t index_;
    QString title_;
    QRectF rect_;
};

/// A text with a corner that is dragged to another size.
class GraphCommentItem : public QGraphicsItem {
public:
    enum { Type = UserType + 4 };

    static constexpr QSizeF kSmallest{80.0, 30.0};

    explicit GraphCommentItem(std::size_t index);

    std::size_t index() const { return index_; }
    void setComment(const QString& text, const QRectF& rect);
    void setSize(const QSizeF& size);
    const QSizeF& size() const { return size_; }
    const QString& text() const { return text_; }
    bool isAtCorner(const QPointF& scenePlace) const;

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) override;
    int type() const override { return Type; }

private:
    std::size_t index_;
    QString text_;
    QSizeF size_ = kSmallest;
};

} // namespace sartor::editor
