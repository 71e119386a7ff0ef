// SPDX-License-Identifier: Apache-2.0
// A column that scrolls, of which the parts are made anew.
#pragma once

#include <QLayoutItem>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>
#include <QWidget>

#include <algorithm>

namespace sartor::editor {

/// As wide as there is room for, and as high as it needs.
class ScrollPage : public QScrollArea {
public:
    explicit ScrollPage(QWidget* parent) : QScrollArea(parent) {
        auto* column = new QWidget(this);
        content_ = new QVBoxLayout(column);
        content_->setContentsMargins(10, 10, 10, 10);
        content_->setSpacing(8);
        setWidget(column);
        setWidgetResizable(true);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    }

    QVBoxLayout* content() { return content_; }

    /// Scrolls to a part that was just added, its beginning first, once it has its place.
    void scrollTo(QWidget* part) {
        QTimer::singleShot(0, part, [this, part] {
            // What was added has changed the height, of which the area hears only later.
            const int width = viewport()->width();
            content_->activate();
            widget()->resize(width,
                             std::max(content_->totalHeightForWidth(width), viewport()->height()));
            content_->activate();
            const int top = part->mapTo(widget(), QPoint(0, 0)).y();
            const int spare = viewport()->height() - part->height() - content_->spacing();
            verticalScrollBar()->setValue(top - std::max(spare, content_->spacing()));
        });
    }

private:
    QVBoxLayout* content_ = nullptr;
};

/// Takes everything out and deletes it, widgets once the event that asks for it is over.
inline void clearLayout(QLayout& layout) {
    while (QLayoutItem* item = layout.takeAt(0)) {
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->setObjectName(QString());
            widget->deleteLater();
        } else if (QLayout* inner = item->layout()) {
            clearLayout(*inner);
        }
        delete item;
    }
}

} // namespace sartor::editor
