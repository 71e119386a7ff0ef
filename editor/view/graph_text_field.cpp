// SPDX-License-Identifier: Apache-2.0
// A text of the graph's picture while it is edited in place.
#include "editor/view/graph_text_field.h"

#include <QKeyEvent>

#include <utility>

namespace sartor::editor {

GraphTextField::GraphTextField(QWidget* parent) : QPlainTextEdit(parent) {
    setObjectName(QStringLiteral("graphText"));
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    hide();
}

void GraphTextField::edit(const QRect& rect,
                          const QString& text,
                          Lines lines,
                          std::function<void(const QString&)> commit) {
    finish(Outcome::Kept);
    constexpr QSize kSmallest(160, 28);
    setGeometry(QRect(rect.topLeft(), rect.size().expandedTo(kSmallest)));
    setPlainText(text);
    selectAll();
    lines_ = lines;
    commit_ = std::move(commit);
    show();
    setFocus();
}

void GraphTextField::finish(Outcome outcome) {
    const auto commit = std::exchange(commit_, {});
    if (!commit) {
        return;
    }
    const QString text = toPlainText();
    hide();
    Q_EMIT finished();
    if (outcome == Outcome::Kept) {
        commit(text.trimmed());
    }
}

bool GraphTextField::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept(); // all keys are for the text
        return true;
    }
    return QPlainTextEdit::event(event);
}

void GraphTextField::keyPressEvent(QKeyEvent* event) {
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const bool isEnd = lines_ == Lines::One || event->modifiers() == Qt::ControlModifier;
    if (event->key() == Qt::Key_Escape || (isEnter && isEnd)) {
        finish(isEnter ? Outcome::Kept : Outcome::Dropped);
        return;
    }
    QPlainTextEdit::keyPressEvent(event);
}

void GraphTextField::focusOutEvent(QFocusEvent* event) {
    QPlainTextEdit::focusOutEvent(event);
    finish(Outcome::Kept);
}

} // namespace sartor::editor
