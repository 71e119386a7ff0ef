// SPDX-License-Identifier: Apache-2.0
// A text of the graph's picture while it is edited in place.
#pragma once

#include <QPlainTextEdit>

#include <functional>

namespace sartor::editor {

/// Hidden while there is nothing to edit. Enter keeps the text (with Ctrl where it has lines), so
/// does a click elsewhere; Escape drops it.
class GraphTextField : public QPlainTextEdit {
    Q_OBJECT

public:
    enum class Lines { One, Many };
    enum class Outcome { Kept, Dropped };

    explicit GraphTextField(QWidget* parent = nullptr);

    /// Keeps the text that was being edited before; `commit` gets this one when it is kept.
    void edit(const QRect& rect,
              const QString& text,
              Lines lines,
              std::function<void(const QString&)> commit);
    /// Nothing where nothing is edited.
    void finish(Outcome outcome);

Q_SIGNALS:
    void finished();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    Lines lines_ = Lines::One;
    std::function<void(const QString&)> commit_;
};

} // namespace sartor::editor
