// SPDX-License-Identifier: Apache-2.0
// A line of text that gives up its end where there is no room, and says it whole in its tool tip.
#include "editor/view/elided_label.h"

#include <QPainter>

#include <algorithm>

namespace sartor::editor {

ElidedLabel::ElidedLabel(const QString& text, QWidget* parent) : QWidget(parent), text_(text) {
    setAccessibleName(text);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QString ElidedLabel::shownText() const {
    return fontMetrics().elidedText(text_, Qt::ElideRight, width());
}

QSize ElidedLabel::sizeHint() const {
    return {fontMetrics().horizontalAdvance(text_) + 1, fontMetrics().height()};
}

QSize ElidedLabel::minimumSizeHint() const {
    constexpr int kSmallest = 40;
    return {std::min(sizeHint().width(), kSmallest), fontMetrics().height()};
}

void ElidedLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, shownText());
}

void ElidedLabel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    // Without one of its own, that of the row is shown.
    setToolTip(shownText() == text_ ? QString() : text_);
}

} // namespace sartor::editor
